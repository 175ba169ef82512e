// What a strategy tells of its stages in a game: what it deduced by which of its rules, and what each guess was based
// on. A strategy fills a log only where one is asked for, and makes the same moves with and without.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace sapper {

// Cells that one use of a rule settled.
struct Deduction {
    std::uint32_t click = 0;  // reveals made before it
    std::string_view rule;
    std::vector<Cell> clues;  // that it compared; empty if the rule reads more than a few clues
    std::vector<Cell> cells;
    bool mine = false;
};

// A component as an estimate sees it.
struct ComponentEstimate {
    std::vector<Cell> cells;
    double ways = 0;                   // to fill it, that are left
    std::int64_t least = 0, most = 0;  // mines in them
    double mines = 0;                  // the mean of them
};

// What a guess was based on. NaN: the strategy did not estimate it.
struct GuessEstimate {
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN();

    std::uint32_t click = 0;  // reveals made before it
    std::uint32_t pods = 0;   // sets of cells with a known number of mines
    std::vector<ComponentEstimate> components;
    double frontier_risk = NONE;   // of the cell beside a clue with the lowest
    double floating_risk = NONE;   // of every floating cell
    std::uint32_t floating = 0;    // those cells
    std::vector<Cell> drawn_from;  // the cells of the lowest risk
};

struct StageLog {
    std::vector<Deduction> deductions;
    std::vector<GuessEstimate> guesses;
};

}  // namespace sapper
