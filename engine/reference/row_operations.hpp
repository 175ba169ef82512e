// Rules over groups -> all ways to fill them, by row operations. A rule is a row of a matrix: so many mines among
// these columns, each a group of cells in the same rules. Gauss-Jordan elimination leaves some columns free
// and determines every other column from their values; so only values of free columns are tried, and each
// trial ends as soon as some row can no longer give its column a number from 0 to its size.
//
// Everything is whole numbers until ways are counted. The cost is that of the trials, which may grow exponentially
// with the free columns; the number of trials is bounded by the caller.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.hpp"

namespace sapper {

struct RuleRow {
    std::vector<std::int64_t> factors;  // one a column
    std::int64_t mines = 0;             // what the columns times their factors come to
};

struct RuleMatrix {
    std::vector<std::uint32_t> sizes;  // of each column, in cells
    std::vector<RuleRow> rows;
};

// The ways to fill a matrix, by the mines they take: entry n of a list is for n mines.
struct FilledMatrix {
    std::vector<double> ways;
    std::vector<std::vector<double>> mine_ways,
        safe_ways;  // a column: in which a given cell of it is, or is not, a mine
    std::uint64_t trials = 0;
};

// Brings the rows into reduced echelon form: every row has a column of its own, with a positive factor, that no other
// row has; empty rows are removed. Returns these columns in the order of the rows; none where factors grow
// too large to go on.
std::vector<std::uint32_t> reduce_rows(RuleMatrix& matrix);

// Finds all ways to fill a matrix. False when that takes more than so many trials, or factors grow too large.
bool fill_matrix(RuleMatrix matrix, std::uint64_t max_trials, const Watch& watch, FilledMatrix& out);

}  // namespace sapper
