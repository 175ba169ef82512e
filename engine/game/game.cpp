#include "game/game.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "game/reveal.hpp"

namespace sapper {

namespace {

// Made without make_board(): an untouched board of a layout keeps its promises, and so does every move.
Board untouched_board(const Layout& layout) {
    MineCount mines;
    mines.total = static_cast<std::int64_t>(layout.mines.size());
    return Board{layout.shape, std::vector<View>(layout.mined.size(), View::HIDDEN), mines};
}

View view_of(const Layout& layout, Cell cell) {
    if (layout.mined[cell]) return View::MINE;
    int number = 0;
    for (Cell other : layout.shape->neighbours(cell)) number += layout.mined[other];
    return clue_view(number);
}

}  // namespace

GameState::GameState(std::shared_ptr<const Layout> layout)
    : layout_(std::move(layout)),
      board_(untouched_board(*layout_)),
      left_(layout_->mined.size() - layout_->mines.size()) {}

bool GameState::reveal(Cell cell) {
    check_move(cell);
    if (is_clue(board_.views[cell])) return false;
    if (board_.views[cell] == View::FLAG) throw GameError("a flagged cell cannot be revealed", cell);
    begin_step();
    show(cell);
    return true;
}

void GameState::flag(Cell cell) {
    check_move(cell);
    check_covered(cell);
    begin_step();
    set(cell, board_.views[cell] == View::FLAG ? View::HIDDEN : View::FLAG);
}

void GameState::question(Cell cell) {
    check_move(cell);
    check_covered(cell);
    begin_step();
    set(cell, board_.views[cell] == View::QUESTION ? View::HIDDEN : View::QUESTION);
}

bool GameState::chord(Cell cell) {
    check_move(cell);
    if (!is_clue(board_.views[cell])) throw GameError("a chord needs a revealed clue", cell);
    if (!may_chord(*layout_->shape, board_.views, cell)) return false;
    begin_step();
    for (Cell other : layout_->shape->neighbours(cell)) show(other);
    return true;
}

void GameState::undo() {
    if (steps_.empty()) throw GameError("there is no move to undo");
    while (changes_.size() > steps_.back()) {
        Change change = changes_.back();
        changes_.pop_back();
        left_ += is_clue(board_.views[change.cell]);
        board_.views[change.cell] = change.before;
    }
    steps_.pop_back();
    exploded_ = NO_CELL;  // a lost game has no move after the one that lost it
}

void GameState::restart() {
    *this = GameState(layout_);
}

Status GameState::status() const {
    if (exploded_ != NO_CELL) return Status::LOST;
    return left_ == 0 ? Status::WON : Status::PLAYING;
}

void GameState::check_move(Cell cell) const {
    if (cell >= board_.views.size())
        throw InputError("cell " + std::to_string(cell) + " lies outside the board of " +
                         std::to_string(board_.views.size()) + " cells");
    if (status() == Status::WON) throw GameError("the game is over: it is won");
    if (status() == Status::LOST) throw GameError("the game is over: it is lost");
}

void GameState::check_covered(Cell cell) const {
    if (!is_covered(board_.views[cell])) throw GameError("the cell is already revealed", cell);
}

void GameState::begin_step() {
    steps_.push_back(changes_.size());
}

void GameState::set(Cell cell, View view) {
    changes_.push_back({cell, board_.views[cell]});
    board_.views[cell] = view;
}

// Reveals a cell with what it opens.
void GameState::show(Cell first) {
    reveal_views(*layout_->shape, board_.views, first, zeros_, [&](Cell cell) {
        View view = view_of(*layout_, cell);
        set(cell, view);
        if (view == View::MINE)
            exploded_ = std::min(exploded_, cell);  // NO_CELL is larger than every cell
        else
            --left_;
        return view == clue_view(0);
    });
}

}  // namespace sapper
