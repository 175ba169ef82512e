// BoardAnalysis -> dead cells: hidden cells that show the same number in every world in which they are safe, so that
// revealing them gives no information. Sampled worlds, 64 at a time in the bits of a word, exclude most cells
// quickly: two worlds that show different numbers prove that a cell is not dead. The remaining cells are decided
// exactly.
#pragma once

#include <vector>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "count/board_analysis.hpp"
#include "count/question.hpp"

namespace sapper {

// The dead cells of a board, rising. The questioner must be one of the same analysis.
std::vector<Cell> find_dead_cells(const Board& board, const BoardAnalysis& analysis, Questioner& questioner,
                                  const Watch& watch);

}  // namespace sapper
