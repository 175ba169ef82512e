#include "game/luck_free.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/index_table.hpp"

namespace sapper {

namespace {

// Endgames of at most so many worlds count with their value. A tenfold limit costs a tenth more time, and hardly
// narrows an interval.
constexpr std::uint32_t EXACT_WORLDS = 100;

// What the board shows, with nothing but single clues applied: a strategy may have settled cells in its position by
// rules that are wrong.
void read_shown(const Position& blank, const Position& position, const DealtBoard& dealt, Position& out) {
    out = blank;
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].clue()) show_cell(out, cell, dealt.shows[cell]);
    settle_position(out);
}

}  // namespace

LuckFree::LuckFree(bool deduces_right) : deduces_right_(deduces_right), lister_({EXACT_WORLDS, 0}) {}

void LuckFree::begin(std::uint64_t seed) {
    salt_ = mix_bits(~seed);  // neither the stream that dealt the layout nor the one of the strategy
    told_ = false;
    value_ = endgame_value_ = reached_ = 1;
    endgame_.worlds = 0;
}

// The chance that a cell of the board is safe. Throws LimitError where the board is too wide.
double LuckFree::chance_of(Cell cell, Resources& resources) {
    if (board_.cells[cell].mark != Mark::OPEN) return board_.cells[cell].mark == Mark::SAFE;
    look(board_, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
    return 1 - mine_probability(outlook_, cell);
}

// Goes on in a layout in which the cell is safe.
void LuckFree::leave_layout(Cell cell, DealtBoard& dealt, Resources& resources) {
    draw_.aim(board_, resources.limits, cell);
    // A cell is guessed once in a game, so no salt is used twice, and the layout so far does not depend on it.
    dealt.lay(draw_.redraw(dealt.mined, mix_bits(salt_ + cell)));
}

// Keeps the worlds of the endgame that agree with all cells shown.
void LuckFree::keep_shown(const DealtBoard& dealt) {
    std::uint32_t kept = 0;
    for (std::uint32_t world = 0; world < endgame_.worlds; ++world) {
        const std::uint8_t* row = endgame_.row(world);
        bool agrees = true;
        for (std::uint32_t column = 0; column < endgame_.cells && agrees; ++column) {
            Cell cell = endgame_.cell_of[column];
            agrees = !board_.cells[cell].clue() || row[column] == dealt.shows[cell];
        }
        if (agrees) std::copy_n(row, endgame_.cells, endgame_.shows.data() + std::size_t{kept++} * endgame_.cells);
    }
    endgame_.worlds = kept;
    endgame_.shows.resize(std::size_t{kept} * endgame_.cells);
    endgame_.weight.resize(kept);
}

// Multiplies the value by the chance of a guess or, from the first guess of an endgame on, lowers it by what the
// guess falls short of the best.
void LuckFree::count(Cell cell, double chance, const DealtBoard& dealt, const Resources& resources) {
    bool begins = endgame_.worlds == 0;
    if (begins) {
        bool counted = deduces_right_ && board_.cells[cell].mark == Mark::OPEN;
        const Endgame* few = counted ? lister_.list_all(board_, outlook_, resources.limits.watch) : nullptr;
        if (!few) {
            value_ *= chance;
            return;
        }
        endgame_ = *few;
    } else {
        keep_shown(dealt);
    }
    SearchLimits limits;
    limits.max_nodes = std::numeric_limits<std::uint64_t>::max();
    limits.watch = resources.limits.watch;
    search_endgame(endgame_, limits, best_, scratch_);
    auto column = std::find(endgame_.cell_of.begin(), endgame_.cell_of.end(), cell) - endgame_.cell_of.begin();
    double won = 0;
    if (column < endgame_.cells)  // a mine that was known before the endgame has no column
        won = value_after(endgame_, {static_cast<std::uint32_t>(column)}, 0, limits, scratch_).low;
    if (begins) endgame_value_ = best_.low / endgame_.worlds;
    endgame_value_ -= reached_ * (best_.low - won) / endgame_.worlds;
    reached_ *= chance;
}

void LuckFree::guess(const Position& blank, const Position& position, Cell cell, DealtBoard& dealt,
                     Resources& resources) {
    bool mined = dealt.mined[cell];
    auto toss = [&] { value_ *= mined ? 0 : 1; };
    if (told_) return toss();
    try {
        read_shown(blank, position, dealt, board_);
        double chance = chance_of(cell, resources);
        if (mined && chance > 0) leave_layout(cell, dealt, resources);
        count(cell, chance, dealt, resources);
    } catch (const LimitError&) {
        toss();
    }
}

}  // namespace sapper
