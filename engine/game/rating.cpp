#include "game/rating.hpp"

#include "base/error.hpp"
#include "game/noguess.hpp"

namespace sapper {

Rating rate_layout(const Layout& layout, Cell start, Technique most, const Watch& watch) {
    const Shape& shape = *layout.shape;
    if (start >= shape.cell_count()) throw InputError("the start lies outside the board");
    if (layout.mined[start]) throw InputError("the start holds a mine", start);
    DealtBoard dealt_board;
    dealt_board.lay(layout);
    Reasoner reasoner(shape, static_cast<std::int64_t>(layout.mines.size()), most, true);
    Rating rating;
    rating.solved = reasoner.play(dealt_board, start, watch);
    rating.moves = reasoner.moves();
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        if (reasoner.position().cells[cell].clue()) rating.shown.push_back(cell);
    ClickScratch click_scratch;
    rating.clicks = count_clicks(dealt_board.field(), click_scratch);
    return rating;
}

}  // namespace sapper
