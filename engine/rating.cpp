#include "rating.hpp"

#include <algorithm>

namespace sapper {

namespace {

// The next cell known to be safe, and the hardest technique it took to find one.
struct FoundMove {
    Cell cell = NO_CELL;
    Technique technique = Technique::SINGLE;
};

FoundMove find_move(Known& known, Technique most, Ladder& ladder) {
    FoundMove found;
    while ((found.cell = take_safe(known)) == NO_CELL) {
        ladder.limits.watch.check();
        Technique step = climb(known, most, ladder);
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
    Table table;
    table.lay(layout);
    Known known;
    begin_known(shape, static_cast<std::int64_t>(layout.mines.size()), known);
    Ladder ladder;
    ladder.limits.watch = watch;
    begin_ladder(shape, known.mines_left, ladder);

    Rating rating;
    std::size_t revealed = 0, to_reveal = shape.cell_count() - layout.mines.size();
    for (FoundMove move{start}; move.cell != NO_CELL; move = find_move(known, most, ladder)) {
        if (revealed > 0) ++rating.moves[static_cast<std::size_t>(move.technique)];
        revealed += reveal_cell(known, move.cell, [&](Cell cell) { return table.shows[cell]; });
        if (revealed == to_reveal) break;
        settle_known(known);
    }
    rating.solved = revealed == to_reveal;
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        if (known.cells[cell].clue()) rating.shown.push_back(cell);
    ClickScratch scratch;
    rating.clicks = count_clicks(table, scratch);
    return rating;
}

}  // namespace sapper
