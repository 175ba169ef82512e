// BoardAnalysis -> dead cells: hidden cells that show the same number in every world in which they are safe, so that
// revealing them teaches nothing. Sampled worlds, 64 at a time in the bits of a word, disprove most cells at once:
// two worlds that show different numbers are a witness. What no witness disproves is decided exactly.
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
