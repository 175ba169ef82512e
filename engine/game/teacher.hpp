// Board -> signals for a learner: the mine probability of every cell, the cells that are certainly safe, and, where
// few worlds are left, the win probability under optimal play with the cells that reach it.
//
// Probabilities are those of board_analysis.hpp to the last bit. Cost: one analysis a board, microseconds; a value
// costs a search, milliseconds at most by default. One teacher a thread.
#pragma once

#include <cstdint>
#include <span>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "count/board_analysis.hpp"
#include "endgame/board_value.hpp"

namespace sapper {

// Boards with more worlds, or whose search takes more nodes, have no value.
struct ValueLimits {
    std::uint32_t worlds = 0;
    std::uint64_t nodes = 0;
};

class Teacher {
  public:
    // The board to answer for, which must have a world. Throws LimitError when it is too wide.
    void look(const Board& board, const Watch& watch);

    // 0 where a clue is shown, 1 where a mine is.
    void write_probabilities(std::span<double> out) const;

    // 1 for every hidden cell that is safe in all worlds.
    void write_safe(std::span<std::uint8_t> out) const;

    // The mine probability of a hidden cell.
    double mine_probability(Cell cell) const { return found_.mine_probability(cell); }

    // The win probability under optimal play, and 1 for every cell that reaches it; NaN and no cell where the limits
    // do not suffice. The board must have a safe cell left to reveal, and no mine shown.
    double write_value(const ValueLimits& limits, const Watch& watch, std::span<std::uint8_t> best);

  private:
    const Board* board_ = nullptr;
    Limits limits_;
    BoardAnalysis found_;
    AnalysisScratch scratch_;
    BoardValueScratch values_;
};

}  // namespace sapper
