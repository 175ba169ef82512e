// Steps of a proof -> what is to be said about each. Every number is counted from the board and from the steps
// before, so that it matches the step. The entries are those of the catalogues in src/sapper/words whose names begin
// with "proof".
#pragma once

#include <span>
#include <vector>

#include "base/said.hpp"
#include "board/board.hpp"
#include "proof/derivation.hpp"

namespace sapper {

// One for each step; `steps` prove something about this board.
std::vector<Said> tell_steps(const Board& board, std::span<const ProofStep> steps);

}  // namespace sapper
