// Board + some of its clues + a claim -> Derivation: the steps by which these clues prove it, always by the lowest
// technique that applies. Every step combines a few clues and settles cells; later steps use them. Only the steps
// that the claim depends on are kept.
//
// Clues that are left out count as cells without a mine and nothing more. The claim must follow from the clues, and
// from the mine counter where it says so. Without a claim the steps continue until a safe cell is found.
//
// Cost: linear in the board for every round of steps, and two counts of the clues from the third technique on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "proof/case_split.hpp"
#include "proof/clue_sum.hpp"
#include "proof/forcing.hpp"
#include "proof/rank.hpp"

namespace sapper {

struct ProofStep {
    Technique technique = Technique::NONE;
    std::vector<SignedClue> clues;  // with their signs in the sum; all with 1 in a case split
    std::int8_t counter = 0;        // sign of the mine counter; 0: not used
    std::vector<Cell> safe, mines;  // what the step settles, rising
    std::vector<Case> cases;        // of a case split; empty when there are too many to read
    std::vector<Area> areas;        // of counting with case split
    std::int64_t mines_left = 0;    // the mine counter before the step, less the mines settled by then
    std::uint32_t open_count = 0;   // open cells before the step
};

struct Derivation {
    std::vector<ProofStep> steps;
    Technique hardest = Technique::NONE;

    // The clues of all steps, rising.
    std::vector<Cell> clues() const;
};

enum class Evidence : std::uint8_t {
    NONE,  // a case split names all clues that may take part
    FULL,  // its cases and areas are listed, and steps that are not needed are removed
};

// Derives the claim from the clues given. The steps are empty when that is impossible within the limits.
Derivation derive(const Board& board, std::span<const Cell> clues, const Claim& claim, Evidence evidence,
                  const Limits& limits);

// A safe cell that can be derived, and how much that takes.
struct EasySafe {
    Cell cell = NO_CELL;
    std::uint32_t clues = 0, steps = 0;
};

// The safe cells that the lowest possible technique shows first, those with the fewest clues and steps first, and
// that technique; none when no cell is safe. `counter` says whether the number of mines may be used.
std::vector<EasySafe> list_easiest(const Board& board, bool counter, Technique& technique, const Limits& limits);

// What the clues of a board say of every hidden cell, with the mine counter or without.
std::vector<Verdict> judge_cells(const Board& board, bool counter, const Limits& limits);

}  // namespace sapper
