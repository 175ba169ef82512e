#include "game/rating.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace sapper {

namespace {

// The next cell known to be safe, and the hardest technique it took to find one.
struct FoundMove {
    Cell cell = NO_CELL;
    Technique technique = Technique::SINGLE;
};

FoundMove find_move(Position& position, Technique most, const Limits& limits, LadderScratch& scratch) {
    FoundMove found;
    while ((found.cell = take_safe(position)) == NO_CELL) {
        limits.watch.check();
        Technique step = climb(position, most, limits, scratch);
        if (step == Technique::NONE) return {};
        found.technique = std::max(found.technique, step);
    }
    return found;
}

}  // namespace

Rating rate_layout(const Layout& layout, Cell start, Technique most, const Watch& watch) {
    const Shape& shape = *layout.shape;
    if (start >= shape.cell_count()) throw InputError("the start lies outside the board");
    if (layout.mined[start]) throw InputError("the start holds a mine", start);
    DealtBoard dealt_board;
    dealt_board.lay(layout);
    Position position;
    begin_position(shape, static_cast<std::int64_t>(layout.mines.size()), position);
    Limits limits = default_limits(shape, watch);
    LadderScratch scratch;
    begin_ladder(shape, position.mines_left, scratch);

    Rating rating;
    std::size_t revealed = 0, to_reveal = shape.cell_count() - layout.mines.size();
    for (FoundMove move{start}; move.cell != NO_CELL; move = find_move(position, most, limits, scratch)) {
        if (revealed > 0) ++rating.moves[static_cast<std::size_t>(move.technique)];
        revealed += reveal_cell(position, move.cell, [&](Cell cell) { return dealt_board.shows[cell]; });
        if (revealed == to_reveal) break;
        settle_position(position);
    }
    rating.solved = revealed == to_reveal;
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        if (position.cells[cell].clue()) rating.shown.push_back(cell);
    ClickScratch click_scratch;
    rating.clicks = count_clicks(dealt_board.field(), click_scratch);
    return rating;
}

}  // namespace sapper
