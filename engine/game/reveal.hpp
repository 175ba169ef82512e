// The rules of a reveal on the views of a player, for games played move by move and for games moved by learners.
// Games that the engine plays itself keep a position instead of views; position.hpp has the same rules for those.
#pragma once

#include <span>
#include <vector>

#include "board/board.hpp"

namespace sapper {

// Shows a covered cell and, as long as zeros are met, the cells around it. Cells that are shown or flagged stay as
// they are. show(cell) writes what a cell shows and says whether that is a zero.
template <class Show>
void reveal_views(const Shape& shape, std::span<const View> views, Cell first, std::vector<Cell>& stack,
                  Show&& show) {
    auto take = [&](Cell cell) {
        if (views[cell] != View::HIDDEN && views[cell] != View::QUESTION) return;
        if (show(cell)) stack.push_back(cell);
    };
    stack.clear();
    for (take(first); !stack.empty();) {
        Cell zero = stack.back();
        stack.pop_back();
        shape.visit_neighbours(zero, take);
    }
}

// Whether a chord on a cell does something: it shows as many mines as there are flags around it, and a covered cell
// around it has none.
inline bool may_chord(const Shape& shape, std::span<const View> views, Cell cell) {
    if (!is_clue(views[cell])) return false;
    int flags = 0, covered = 0;
    shape.visit_neighbours(cell, [&](Cell other) {
        flags += views[other] == View::FLAG;
        covered += is_covered(views[other]);
    });
    return flags == clue_number(views[cell]) && covered > flags;
}

}  // namespace sapper
