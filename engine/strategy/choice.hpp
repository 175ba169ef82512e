// Board + strategy -> the next move, and the chance to win a board measured by games played out.
#pragma once

#include <cstdint>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

// How a move on a board is asked for.
struct MoveRequest {
    std::uint64_t seed = 0;           // of the dice
    std::uint32_t row_length = 0;     // cells in a row; 0: the shape has no rows
    WeighedTable* weighed = nullptr;  // receives the candidates, every cell known to be safe for a certain move
    StageLog* log = nullptr;          // receives all that the strategy deduced, from the clues on
    Watch watch = {};
};

// The move of a strategy on a board that has a world. Throws InputError where the number of mines is not known or
// every safe cell is revealed, and LimitError when the board is too wide.
Move choose_move(const Board& board, Mover& mover, const MoveRequest& request);

// The chance to win a board by quick play, measured by so many rollouts, two or more, and the move of `best` on it.
// Throws as choose_move().
struct WinEstimate {
    double mean = 0, error = 0;
    Cell move = NO_CELL;
};
WinEstimate estimate_win(const Board& board, std::uint32_t rollouts, std::uint64_t seed, const Watch& watch);

}  // namespace sapper
