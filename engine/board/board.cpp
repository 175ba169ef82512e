#include "board/board.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "board/density.hpp"

namespace sapper {

namespace {

bool is_view(View view) {
    auto value = static_cast<std::int8_t>(view);
    return value >= static_cast<std::int8_t>(View::VOID) && value <= MAX_NEIGHBOURS;
}

int neighbours_in_play(const Board& board, Cell cell) {
    int count = 0;
    for (Cell other : board.shape->neighbours(cell)) count += board.views[other] != View::VOID;
    return count;
}

void check_views(const Board& board) {
    const Shape& shape = *board.shape;
    bool all_in_play = true;
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        View view = board.views[cell];
        if (!is_view(view)) throw InputError("unknown cell value " + std::to_string(static_cast<int>(view)), cell);
        all_in_play &= view != View::VOID;
    }
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        int number = clue_number(board.views[cell]);
        if (number <= 0) continue;
        auto degree = static_cast<int>(shape.neighbours(cell).size());
        int most = all_in_play ? degree : neighbours_in_play(board, cell);
        if (number > most)
            throw InputError("clue " + std::to_string(number) + " is larger than its number of neighbours, " +
                                 std::to_string(most),
                             cell);
    }
}

void check_mines(const Board& board) {
    if (!board.mines.known()) {
        check_density(board.mines.density);
        return;
    }
    std::int64_t covered = 0, known_mines = 0;
    for (View view : board.views) {
        covered += is_covered(view);
        known_mines += view == View::MINE;
    }
    if (board.mines.total < 0) throw InputError("the number of mines must not be negative");
    if (board.mines.total > covered + known_mines)
        throw InputError(std::to_string(board.mines.total) + " mines do not fit in " +
                         std::to_string(covered + known_mines) + " hidden cells");
    if (board.mines.total < known_mines)
        throw InputError("the board shows " + std::to_string(known_mines) + " mines but has only " +
                         std::to_string(board.mines.total));
}

}  // namespace

Board make_board(std::shared_ptr<const Shape> shape, std::vector<View> views, MineCount mines) {
    if (views.size() != shape->cell_count())
        throw InputError("a board of " + std::to_string(shape->cell_count()) + " cells got " +
                         std::to_string(views.size()) + " values");
    Board board{std::move(shape), std::move(views), mines};
    check_views(board);
    check_mines(board);
    return board;
}

Board trust_flags(const Board& board) {
    std::vector<View> views = board.views;
    for (View& view : views)
        if (view == View::FLAG) view = View::MINE;
    try {
        return make_board(board.shape, std::move(views), board.mines);
    } catch (const InputError& error) {
        throw InputError(std::string("with flags taken for mines, ") + error.what(), error.cell);
    }
}

}  // namespace sapper
