// Board + cell -> Proof: why a cell is safe or a mine, as a person would follow it: few clues that force it, the mine
// counter among them only where the clues alone do not suffice, and the steps from these clues to the cell.
//
// The cell is first derived from everything near it by the lowest technique; the clues that took part are shrunk to a
// smallest set (forcing.hpp), and the steps derived from that set alone. Fewer clues may take harder reasoning:
// EASIEST keeps as many clues as the easiest technique needs. Milliseconds on usual boards; work is bounded on
// enormous ones.
#pragma once

#include <cstdint>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "proof/derivation.hpp"
#include "proof/forcing.hpp"

namespace sapper {

struct Proof {
    Claim claim;
    Forcing forcing;
    Derivation derivation;
};

enum class Aim : std::uint8_t {
    SMALLEST,  // the fewest clues
    EASIEST,   // the lowest technique, and no more clues than it needs
};

// Proves what all worlds say of a hidden cell, `mine`. Throws LimitError when that is too wide.
Proof prove_cell(const Board& board, Cell cell, bool mine, Aim aim, const Limits& limits);

}  // namespace sapper
