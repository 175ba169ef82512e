// Views -> risk: the risk of every hidden cell by the three heuristics of a helper for players. It does not count
// worlds, so its risks are not probabilities, except 0 and 1, which it proves.
//
// 1. Full search. Every clue spreads its need evenly over the hidden cells around it, and a cell beside several clues
//    averages their shares with the mean of the whole board. Then, repeated until no risk changes by a hundredth:
//    cells at 0 and 1 count as settled, and every other cell takes the highest share of its clues.
// 2. Overlap. A risk between 0.1 and 0.9 is raised if the cell is beside several clues and lowered if beside one.
// 3. Patterns. Around a clue with one other clue beside it, a larger one, and nothing else shown, risks come from a
//    table.
//
// Method, constants and table are those of T. Huang, "Heuristics for the minesweeper game" (2004). Clues are taken
// column by column, as there, since averages depend on the order. Works on any shape; without rows in cell order, and
// patterns are found where cells have eight neighbours. Costs time proportional to the neighbours of the cells, a few
// times over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "base/types.hpp"
#include "board/shape.hpp"

namespace sapper {

// What the helper looks at. A flag and a known mine count as found mines.
struct SeenBoard {
    const Shape* shape = nullptr;
    std::span<const View> views;
    std::int64_t mines = 0;        // in total
    std::uint32_t row_length = 0;  // cells in a row; 0: the shape has none
    Watch watch = {};              // polled now and then
};

struct AutomineSettings {
    bool search = true;    // whether the full search is repeated until nothing changes
    bool overlap = true;   // whether risks are adjusted by the number of clues that see a cell
    bool patterns = true;  // whether risks around two clues side by side come from the table
    std::uint32_t random_clicks =
        0;  // moves after the first that are any hidden cell, in the hope of a large opening
};

// The result, and the working memory, which may be reused from board to board.
struct AutomineRisk {
    std::vector<double> risk;    // a cell: from 0 to 1; undefined for a cell that is not hidden
    std::uint32_t rounds = 0;    // of the full search
    std::uint32_t patterns = 0;  // found

    std::vector<double> before;      // risks a round ago
    std::vector<Cell> order;         // all cells, column by column
    std::uint32_t order_length = 0;  // the length of the rows it is for
    std::vector<Cell> hidden;        // in that order
    std::vector<Cell> clues;         // that see a hidden cell, in that order

    std::size_t bytes() const;  // of all of it
};

void find_risk(const SeenBoard& board, const AutomineSettings& settings, AutomineRisk& out);

}  // namespace sapper
