// Position + clues + an assumption -> why the assumption is impossible. Two kinds of evidence, both over few clues.
//
// Cases: the assumption is followed clue by clue; where that breaks no clue, some cell is taken as a mine and as safe
// in turn, until every case breaks one. The cell is the one whose two cases settle most. Steps that no broken clue
// depends on are dropped.
//
// Areas: the clues fall into areas that share no open cell, and for each all numbers of mines are listed that its
// open cells can hold under the assumption. Together with the cells outside all areas, these numbers are compared
// with the mine counter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "count/count.hpp"
#include "position/position.hpp"

namespace sapper {

// A clue that settles all open cells around it.
struct ClueStep {
    Cell clue = NO_CELL;
    bool mine = false;
    std::vector<Cell> cells;  // rising; none when the clue settles nothing
};

// What a clue settles by itself: its open cells are safe when it needs no mine, and mines when it needs as many.
ClueStep read_clue(const Position& position, Cell clue);

// One case of a tree, listed before those it is split into.
struct Case {
    std::uint32_t depth = 0;  // 0: the assumption itself
    Cell cell = NO_CELL;      // what is assumed, beside what the cases it is part of assume
    bool mine = false;
    std::vector<ClueStep> steps;  // what follows
    Cell broken = NO_CELL;        // the clue that is contradicted; NO_CELL: two cases of the next depth follow
};

struct Area {
    std::vector<Cell> clues, cells;    // both rising
    std::vector<std::uint32_t> mines;  // numbers of mines its cells can hold, rising
};

// Cases that refute `mine` at `cell`, for clues that force the opposite; empty when there are too many to read.
std::vector<Case> split_cases(const Position& position, std::span<const Cell> clues, Cell cell, bool mine);

// Areas of the clues with `mine` at `cell`, which is open and part of none. Throws LimitError when one is too wide.
std::vector<Area> count_areas(const Position& position, std::span<const Cell> clues, Cell cell, bool mine,
                              const Limits& limits);

}  // namespace sapper
