#include "game/dealt_board.hpp"

#include <algorithm>

namespace sapper {

void DealtBoard::lay(const Layout& layout) {
    shape = layout.shape.get();
    mined = layout.mined;
    shows.assign(mined.size(), 0);
    for (Cell mine : layout.mines) shape->visit_neighbours(mine, [&](Cell cell) { ++shows[cell]; });
}

void DealtBoard::count_around() {
    std::fill(shows.begin(), shows.end(), std::uint8_t{0});
    for (Cell mine = 0; mine < mined.size(); ++mine)
        if (mined[mine]) shape->visit_neighbours(mine, [&](Cell cell) { ++shows[cell]; });
}

void DealtBoard::move_mine(Cell from, Cell to) {
    mined[from] = 0;
    mined[to] = 1;
    shape->visit_neighbours(from, [&](Cell cell) { --shows[cell]; });
    shape->visit_neighbours(to, [&](Cell cell) { ++shows[cell]; });
}

Clicks count_clicks(const DealtBoard& dealt_board, ClickScratch& scratch) {
    Clicks clicks;
    auto& reached = scratch.reached;
    auto& stack = scratch.stack;
    reached = dealt_board.mined;
    for (Cell start = 0; start < reached.size(); ++start) {
        if (reached[start] | dealt_board.shows[start]) continue;
        ++clicks.openings;
        stack.assign(1, start);
        reached[start] = 1;
        while (!stack.empty()) {
            Cell cell = stack.back();
            stack.pop_back();
            dealt_board.shape->visit_neighbours(cell, [&](Cell other) {
                if (reached[other]) return;
                reached[other] = 1;
                if (dealt_board.shows[other] == 0) stack.push_back(other);
            });
        }
    }
    clicks.bbbv = clicks.openings + static_cast<std::uint32_t>(std::count(reached.begin(), reached.end(), 0));
    return clicks;
}

}  // namespace sapper
