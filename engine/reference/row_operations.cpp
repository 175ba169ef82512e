#include "reference/row_operations.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

// Products of two such numbers, and sums of many of those, fit into 64 bits.
constexpr std::int64_t MAX_FACTOR = 1 << 24;
constexpr std::uint64_t TRIALS_BETWEEN_CHECKS = 1 << 16;

void negate(RuleRow& row) {
    for (std::int64_t& factor : row.factors) factor = -factor;
    row.mines = -row.mines;
}

// Divides a row by the common divisor of its numbers; false when they are still too large.
bool simplify(RuleRow& row) {
    std::int64_t common = row.mines;
    for (std::int64_t factor : row.factors) common = std::gcd(common, factor);
    if (common == 0) return true;
    std::int64_t largest = 0;
    for (std::int64_t& factor : row.factors) {
        factor /= common;
        largest = std::max(largest, std::abs(factor));
    }
    row.mines /= common;
    return largest <= MAX_FACTOR && std::abs(row.mines) <= MAX_FACTOR;
}

// Clears a column of a row by adding a multiple of the row that keeps it.
bool clear(RuleRow& row, const RuleRow& keeper, std::uint32_t column) {
    std::int64_t times = row.factors[column], own = keeper.factors[column];
    for (std::size_t k = 0; k < row.factors.size(); ++k)
        row.factors[k] = row.factors[k] * own - keeper.factors[k] * times;
    row.mines = row.mines * own - keeper.mines * times;
    return simplify(row);
}

// Binomial coefficients of a group.
double choose(std::uint32_t cells, std::uint32_t mines) {
    double ways = 1;
    for (std::uint32_t k = 0; k < mines; ++k) ways = ways * (cells - k) / (k + 1);
    return ways;
}

// A free column's part in the rows, and what the free columns after it can still add to each.
struct FreeColumn {
    struct Part {
        std::size_t row;
        std::int64_t factor, least, most;  // the last two: over all free columns that come later
    };
    std::uint32_t column;
    std::vector<Part> parts;
};

class Filler {
  public:
    Filler(const RuleMatrix& matrix, const std::vector<std::uint32_t>& own, std::uint64_t max_trials,
           const Watch& watch, FilledMatrix& out)
        : matrix_(matrix), own_(own), max_trials_(max_trials), watch_(watch), out_(out), value_(matrix.sizes.size()) {
        for (const RuleRow& row : matrix.rows) left_.push_back(row.mines);
        list_free_columns();
    }

    // Tries all values of the free columns from the given one on; false when there were too many trials.
    bool fill(std::size_t at) {
        if (++out_.trials > max_trials_) return false;
        if (out_.trials % TRIALS_BETWEEN_CHECKS == 0) watch_.check();
        if (at == free_.size()) {
            count();
            return true;
        }
        const FreeColumn& free = free_[at];
        std::uint32_t& value = value_[free.column];
        bool whole = true;
        for (value = 0; whole && value <= matrix_.sizes[free.column]; ++value) {
            if (value > 0)
                for (const auto& part : free.parts) left_[part.row] -= part.factor;
            if (is_open(free)) whole = fill(at + 1);
        }
        for (const auto& part : free.parts) left_[part.row] += part.factor * (value - 1);
        return whole;
    }

  private:
    void list_free_columns() {
        for (std::uint32_t column = 0; column < matrix_.sizes.size(); ++column)
            if (std::find(own_.begin(), own_.end(), column) == own_.end()) free_.push_back({column, {}});
        std::vector<std::int64_t> least(matrix_.rows.size()), most(matrix_.rows.size());
        for (std::size_t at = free_.size(); at-- > 0;)
            for (std::size_t row = 0; row < matrix_.rows.size(); ++row) {
                std::int64_t factor = matrix_.rows[row].factors[free_[at].column];
                if (factor == 0) continue;
                free_[at].parts.push_back({row, factor, least[row], most[row]});
                (factor < 0 ? least : most)[row] += factor * matrix_.sizes[free_[at].column];
            }
    }

    // Whether every row this column has a part in can still give its own column a number from 0 to its size.
    bool is_open(const FreeColumn& free) const {
        return std::all_of(free.parts.begin(), free.parts.end(), [&](const FreeColumn::Part& part) {
            std::int64_t most = matrix_.rows[part.row].factors[own_[part.row]] * matrix_.sizes[own_[part.row]];
            return left_[part.row] - part.least >= 0 && left_[part.row] - part.most <= most;
        });
    }

    // All free columns have values: adds up what they make of the others.
    void count() {
        for (std::size_t row = 0; row < own_.size(); ++row) {
            std::int64_t factor = matrix_.rows[row].factors[own_[row]];
            if (left_[row] < 0 || left_[row] % factor != 0 || left_[row] / factor > matrix_.sizes[own_[row]]) return;
            value_[own_[row]] = static_cast<std::uint32_t>(left_[row] / factor);
        }
        std::uint32_t mines = 0;
        double ways = 1;
        for (std::size_t column = 0; column < value_.size(); ++column) {
            mines += value_[column];
            ways *= choose(matrix_.sizes[column], value_[column]);
        }
        out_.ways[mines] += ways;
        for (std::size_t column = 0; column < value_.size(); ++column) {
            double share = ways / matrix_.sizes[column];
            out_.mine_ways[column][mines] += share * value_[column];
            out_.safe_ways[column][mines] += share * (matrix_.sizes[column] - value_[column]);
        }
    }

    const RuleMatrix& matrix_;
    const std::vector<std::uint32_t>& own_;
    std::uint64_t max_trials_;
    const Watch& watch_;
    FilledMatrix& out_;
    std::vector<FreeColumn> free_;
    std::vector<std::uint32_t> value_;  // of every column
    std::vector<std::int64_t> left_;    // of every row's number, after the free columns that have values
};

}  // namespace

std::vector<std::uint32_t> reduce_rows(RuleMatrix& matrix) {
    std::vector<std::uint32_t> own;
    auto& rows = matrix.rows;
    for (std::uint32_t column = 0; column < matrix.sizes.size() && own.size() < rows.size(); ++column) {
        auto from = rows.begin() + static_cast<std::ptrdiff_t>(own.size());
        auto keeper = std::find_if(from, rows.end(), [&](const RuleRow& row) { return row.factors[column] != 0; });
        if (keeper == rows.end()) continue;
        std::swap(*from, *keeper);
        if (from->factors[column] < 0) negate(*from);
        for (auto row = rows.begin(); row != rows.end(); ++row)
            if (row != from && row->factors[column] != 0 && !clear(*row, *from, column)) return {};
        own.push_back(column);
    }
    rows.resize(own.size());
    return own;
}

bool fill_matrix(RuleMatrix matrix, std::uint64_t max_trials, const Watch& watch, FilledMatrix& out) {
    std::uint32_t cells = std::accumulate(matrix.sizes.begin(), matrix.sizes.end(), std::uint32_t{0});
    out.ways.assign(cells + 1, 0);
    out.mine_ways.assign(matrix.sizes.size(), out.ways);
    out.safe_ways.assign(matrix.sizes.size(), out.ways);
    out.trials = 0;
    auto own = reduce_rows(matrix);
    if (own.empty()) return false;
    return Filler(matrix, own, max_trials, watch, out).fill(0);
}

}  // namespace sapper
