// Position + verdicts -> ClueSum: adds and subtracts clues until the result has only one solution. Every clue is an
// equation: its open cells hold so many mines. A sum of clues, each with a sign, is an equation with a factor per
// cell. If its right side equals the most that the factors can reach, every cell with a factor above zero is a mine
// and every cell with one below is safe. One clue alone is the simplest such sum, one clue minus another the
// comparison of two; the sums found here have three clues or more, or the mine counter as one of them.
//
// The search gets the cells on which all worlds agree. That makes it small: an undecided cell must cancel out, so the
// clue to be added next is one of the few that touch a cell which is still wrong. Complete up to the number of clues
// allowed, unless a board takes more than MAX_NODES steps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position/position.hpp"

namespace sapper {

struct SignedClue {
    Cell clue = NO_CELL;
    std::int8_t sign = 1;  // 1: added, -1: subtracted
};

struct ClueSum {
    std::vector<SignedClue> clues;
    std::int8_t counter = 0;        // sign of the mine counter, a clue over all open cells; 0: not used
    std::vector<Cell> safe, mines;  // what the sum settles
};

// Working memory; one serves any number of positions on the same shape.
struct SumScratch {
    std::vector<std::int8_t> factor;  // a cell: its factor in the sum so far
    std::vector<std::uint8_t> used;   // a cell: whether its clue is part of the sum
    std::vector<std::uint8_t> listed;
    std::vector<Cell> touched;       // open cells of the clues used so far
    std::vector<SignedClue> starts;  // clues to begin with
    std::uint64_t nodes = 0;         // steps of this search
};

// The longest sums looked for: longer ones are hard for people to follow.
inline constexpr std::size_t MAX_CHAIN = 6;
// With the counter, clues beside each other are simply counted up.
inline constexpr std::size_t MAX_COUNTED = 24;
inline constexpr std::uint64_t MAX_NODES = 20'000;

// The shortest sum of three clues or more that settles a cell, among those of one length the first by the clue it
// begins with; `verdicts` are those of the clues alone. False when there is none.
bool find_chain(const Position& position, std::span<const Verdict> verdicts, SumScratch& scratch, ClueSum& out);

// A sum of the mine counter and any number of clues; `verdicts` take the counter into account.
bool find_counted(const Position& position, std::span<const Verdict> verdicts, SumScratch& scratch, ClueSum& out);

}  // namespace sapper
