#include "endgame/optimum.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "base/error.hpp"

namespace sapper {

namespace {

using Mines = std::uint64_t;  // a bit a cell
constexpr std::uint32_t MAX_WHOLE_CELLS = 64;

double count_layouts(std::int64_t cells, std::int64_t mines) {
    double count = 1;
    for (std::int64_t k = 1; k <= std::min(mines, cells - mines); ++k)
        count = count * static_cast<double>(cells - k + 1) / static_cast<double>(k);
    return count;
}

// All words with so many of the lowest `cells` bits, rising: the next one moves the lowest bit that can rise.
std::vector<Mines> list_words(std::uint32_t cells, std::int64_t mines) {
    std::vector<Mines> out;
    if (mines == 0) return {0};
    Mines word = mines == 64 ? ~Mines{0} : (Mines{1} << mines) - 1;
    for (;;) {
        out.push_back(word);
        Mines lowest = word & -word, risen = word + lowest;
        bool over = risen == 0 || (cells < 64 && risen >> cells != 0);
        if (over) return out;
        word = risen | ((word ^ risen) / lowest >> 2);
    }
}

void show_layouts(const Shape& shape, const std::vector<Mines>& layouts, Endgame& out) {
    std::vector<Mines> around(out.cells);
    for (Cell cell = 0; cell < out.cells; ++cell)
        for (Cell other : shape.neighbours(cell)) around[cell] |= Mines{1} << other;
    out.shows.resize(layouts.size() * out.cells);
    std::uint8_t* to = out.shows.data();
    for (Mines mines : layouts)
        for (Cell cell = 0; cell < out.cells; ++cell)
            *to++ =
                mines >> cell & 1 ? Endgame::MINE : static_cast<std::uint8_t>(std::popcount(mines & around[cell]));
}

std::vector<std::uint32_t> find_images(const std::vector<Mines>& layouts, const std::vector<Cell>& symmetry) {
    std::vector<std::uint32_t> out;
    out.reserve(layouts.size());
    for (Mines mines : layouts) {
        Mines image = 0;
        for (Mines left = mines; left != 0; left &= left - 1)
            image |= Mines{1} << symmetry[static_cast<std::size_t>(std::countr_zero(left))];
        auto at = std::lower_bound(layouts.begin(), layouts.end(), image);
        out.push_back(static_cast<std::uint32_t>(at - layouts.begin()));
    }
    return out;
}

}  // namespace

void list_layouts(const Shape& shape, std::int64_t mines, const std::vector<std::vector<Cell>>& symmetries,
                  WholeBoard& out, const Watch& watch) {
    std::uint32_t cells = shape.cell_count();
    if (mines < 0 || mines > cells)
        throw InputError(std::to_string(mines) + " mines do not fit on " + std::to_string(cells) + " cells");
    if (cells > MAX_WHOLE_CELLS)
        throw LimitError("a whole board is solved up to " + std::to_string(MAX_WHOLE_CELLS) + " cells, not " +
                         std::to_string(cells));
    if (count_layouts(cells, mines) > MAX_LAYOUTS)
        throw LimitError("a whole board is solved up to " + std::to_string(MAX_LAYOUTS) + " layouts; " +
                         std::to_string(mines) + " mines on " + std::to_string(cells) + " cells have more");
    std::vector<Mines> layouts = list_words(cells, mines);
    out.endgame.cells = cells;
    out.endgame.worlds = static_cast<std::uint32_t>(layouts.size());
    out.endgame.weight.assign(layouts.size(), 1.0);
    out.endgame.cell_of.resize(cells);
    for (Cell cell = 0; cell < cells; ++cell) out.endgame.cell_of[cell] = cell;
    show_layouts(shape, layouts, out.endgame);
    out.images.clear();
    for (const auto& symmetry : symmetries) {
        watch.check();
        out.images.push_back(find_images(layouts, symmetry));
    }
    begin_search(out.endgame, out.scratch);
}

Bounds wins_from(WholeBoard& board, Cell start, bool only_zero, double above, const SearchLimits& limits) {
    SearchLimits with_images = limits;
    with_images.images = &board.images;
    with_images.max_bytes = MAX_SEARCH_BYTES;
    return value_after(board.endgame, {start, only_zero}, above, with_images, board.scratch);
}

}  // namespace sapper
