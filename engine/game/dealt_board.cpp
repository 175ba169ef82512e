#include "game/dealt_board.hpp"

#include "base/lanes.hpp"

namespace sapper {

void DealtBoard::lay(const Layout& layout) {
    shape = layout.shape.get();
    mined = layout.mined;
    shows.assign(mined.size() + LANES, 0);
    for (Cell mine : layout.mines) count_mine(mine);
}

void DealtBoard::count_around() {
    shows.assign(mined.size() + LANES, 0);
    for (Cell mine = 0; mine < mined.size(); ++mine)
        if (mined[mine]) count_mine(mine);
}

void DealtBoard::count_mine(Cell mine) {
    shape->visit_strips(mine, [&](Cell first, std::uint64_t lanes) {
        store_lanes(shows.data() + first, load_lanes(shows.data() + first) + lanes);
    });
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
