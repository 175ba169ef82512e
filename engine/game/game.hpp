// The rules of the game: a layout, the moves made on it, and the board the player sees because of them. Works
// on any shape. A game hands out its board, status, clicks and the exploded cell; the layout stays inside, so
// that a strategy gets only what a player sees.
//
// Every move records the cells it changed and what they showed before. Undo puts them back, so it costs no
// more than the move did, and a whole game costs memory proportional to its moves and the cells revealed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "board/board.hpp"
#include "game/layout.hpp"

namespace sapper {

enum class Status : std::uint8_t { PLAYING, WON, LOST };

// A move the game does not allow in its present state. `cell` is the cell of the move, or NO_CELL.
struct GameError : std::runtime_error {
    explicit GameError(const std::string& message, Cell where = NO_CELL) : std::runtime_error(message), cell(where) {}
    Cell cell;
};

// Every move throws InputError for a cell outside the shape, GameError when the game is over, and GameError
// where its own comment says so; a move that throws changes nothing.
class GameState {
  public:
    explicit GameState(std::shared_ptr<const Layout> layout);

    // Shows a cell, marked with a question or not. A mine ends the game; a zero shows all its neighbours, and
    // so on, leaving flagged cells alone. A cell already revealed stays as it is: false, no move.
    // Throws for a flagged cell.
    bool reveal(Cell cell);

    // Puts a flag on a covered cell, in place of a question mark too, or takes it off. Throws for a revealed
    // cell.
    void flag(Cell cell);

    // The same for a question mark.
    void question(Cell cell);

    // Reveals every covered neighbour without a flag, if exactly as many neighbours are flagged as the clue
    // says. Returns whether any was; otherwise nothing happened and no click is counted. Where flags were
    // wrong, all mines hit are shown and the first in cell order is the exploded one. Throws for a cell that
    // shows no clue.
    bool chord(Cell cell);

    // Takes back the last move, the one that ended the game included. Throws when there is none.
    void undo();

    // Starts again on the same layout, with no moves to undo.
    void restart();

    const Board& board() const { return board_; }

    // Won when every cell without a mine is revealed (at once, if there is none); lost when a mine is.
    Status status() const;

    // Moves made and not taken back; a chord that revealed nothing is none.
    std::size_t clicks() const { return steps_.size(); }

    // Calls visit(cell) for each cell that the last move changed; there must be one.
    template <class Visit>
    void visit_changed(Visit&& visit) const {
        for (std::size_t k = steps_.back(); k < changes_.size(); ++k) visit(changes_[k].cell);
    }

    // The mine that ended the game, or NO_CELL.
    Cell exploded() const { return exploded_; }

  private:
    struct Change {
        Cell cell;
        View before;
    };

    void check_move(Cell cell) const;
    void check_covered(Cell cell) const;
    void begin_step();
    void set(Cell cell, View view);
    void show(Cell cell);

    std::shared_ptr<const Layout> layout_;
    Board board_;
    std::size_t left_;                // hidden cells without a mine
    Cell exploded_ = NO_CELL;         // the mine that ended the game
    std::vector<Change> changes_;     // of all moves, oldest first
    std::vector<std::size_t> steps_;  // where in `changes_` each move begins
    std::vector<Cell> zeros_;         // working memory
};

}  // namespace sapper
