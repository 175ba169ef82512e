#include "game/dealt_board.hpp"

#include <algorithm>

#include "base/lanes.hpp"

namespace sapper {

void DealtBoard::lay(const Layout& layout) {
    shape = layout.shape.get();
    lay(layout.mined);
}

void DealtBoard::lay(std::span<const std::uint8_t> mines) {
    mined.assign(mines.begin(), mines.end());
    shows.resize(mined.size() + LANES);
    framed_.resize(mined.size(), longest_stride(*shape));
    std::copy(mined.begin(), mined.end(), framed_.data());
    put_together(*shape, framed_, shows.data(),
                 [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + b); });
}

void DealtBoard::move_mine(Cell from, Cell to) {
    mined[from] = 0;
    mined[to] = 1;
    shape->visit_neighbours(from, [&](Cell cell) { --shows[cell]; });
    shape->visit_neighbours(to, [&](Cell cell) { ++shows[cell]; });
}

Board show_cells(const Layout& layout, const std::vector<Cell>& shown) {
    std::vector<View> views(layout.mined.size(), View::HIDDEN);
    for (Cell cell : shown) {
        int number = 0;
        layout.shape->visit_neighbours(cell, [&](Cell other) { number += layout.mined[other]; });
        views[cell] = clue_view(number);
    }
    return make_board(layout.shape, std::move(views), {static_cast<std::int64_t>(layout.mines.size())});
}

}  // namespace sapper
