// Row operations and the strategy that plays by them, against all placements.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "reference/catalogue.hpp"
#include "reference/row_operations.hpp"

using namespace sapper;

namespace {

// Rules over a few groups that a hidden placement fits.
RuleMatrix random_matrix(cases::Random& random) {
    RuleMatrix matrix;
    std::vector<int> hidden;
    for (int columns = random.between(1, 6); columns > 0; --columns) {
        int size = random.between(1, 3);
        matrix.sizes.push_back(static_cast<std::uint32_t>(size));
        hidden.push_back(random.between(0, size));
    }
    for (int rows = random.between(1, 6); rows > 0; --rows) {
        RuleRow row;
        for (int value : hidden) {
            row.factors.push_back(random.one_in(2));
            row.mines += row.factors.back() * value;
        }
        // A row without columns has no effect; the strategy makes none.
        if (std::count(row.factors.begin(), row.factors.end(), 1) > 0) matrix.rows.push_back(row);
    }
    return matrix;
}

// The cells of a column as bits of a placement.
std::uint32_t bits_of(const RuleMatrix& matrix, std::size_t column) {
    std::uint32_t first = 0;
    for (std::size_t k = 0; k < column; ++k) first += matrix.sizes[k];
    return ((1u << matrix.sizes[column]) - 1) << first;
}

bool fits(const RuleMatrix& matrix, std::uint32_t placed) {
    for (const RuleRow& row : matrix.rows) {
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < row.factors.size(); ++k)
            sum += row.factors[k] * std::popcount(placed & bits_of(matrix, k));
        if (sum != row.mines) return false;
    }
    return true;
}

}  // namespace

TEST(a_matrix_is_filled_in_all_ways) {
    cases::Random random(121);
    int tried = 0;
    for (int round = 0; round < 1500; ++round) {
        RuleMatrix matrix = random_matrix(random);
        if (matrix.rows.empty()) continue;
        std::uint32_t cells = 0;
        for (std::uint32_t size : matrix.sizes) cells += size;
        std::vector<double> ways(cells + 1);
        std::vector<std::vector<double>> mine_ways(matrix.sizes.size(), ways), safe_ways = mine_ways;
        for (std::uint32_t placed = 0; placed < 1u << cells; ++placed) {
            if (!fits(matrix, placed)) continue;
            auto mines = static_cast<std::size_t>(std::popcount(placed));
            ways[mines] += 1;
            for (std::size_t k = 0; k < matrix.sizes.size(); ++k) {
                std::uint32_t first = bits_of(matrix, k) & -bits_of(matrix, k);
                (placed & first ? mine_ways : safe_ways)[k][mines] += 1;
            }
        }
        FilledMatrix filled;
        CHECK(fill_matrix(matrix, 1'000'000, {}, filled));
        auto close = [](const std::vector<double>& one, const std::vector<double>& other) {
            return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                              [](double a, double b) { return std::abs(a - b) < 1e-9; });
        };
        CHECK(close(filled.ways, ways));
        for (std::size_t k = 0; k < matrix.sizes.size(); ++k)
            CHECK(close(filled.mine_ways[k], mine_ways[k]) && close(filled.safe_ways[k], safe_ways[k]));
        CHECK(filled.trials > 0 && !fill_matrix(matrix, filled.trials - 1, {}, filled));
        ++tried;
    }
    CHECK(tried > 1000);
}

TEST(reduced_rows_have_columns_of_their_own_and_the_same_ways) {
    cases::Random random(122);
    for (int round = 0; round < 1500; ++round) {
        RuleMatrix matrix = random_matrix(random), reduced = matrix;
        auto own = reduce_rows(reduced);
        CHECK(own.size() == reduced.rows.size() && own.size() <= matrix.rows.size());
        for (std::size_t row = 0; row < own.size(); ++row)
            for (std::size_t other = 0; other < own.size(); ++other) {
                std::int64_t factor = reduced.rows[other].factors[own[row]];
                CHECK(row == other ? factor > 0 : factor == 0);
            }
        std::uint32_t cells = 0;
        for (std::uint32_t size : matrix.sizes) cells += size;
        for (std::uint32_t placed = 0; placed < 1u << cells; ++placed)
            CHECK(fits(matrix, placed) == fits(reduced, placed));
    }
}

TEST(matrix_finds_all_that_is_certain_and_then_the_lowest_risk) {
    cases::Random random(123);
    int certain = 0, guessed = 0;
    for (int round = 0; round < 6000; ++round) {
        Board board = cases::random_board(random, 13);
        if (!board.mines.known()) continue;
        auto puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        if (worlds.empty()) continue;
        auto safety = [&](Cell cell) {
            std::size_t safe = 0;
            for (brute::World world : worlds) safe += !(world >> puzzle.bit_of[cell] & 1);
            return static_cast<double>(safe) / static_cast<double>(worlds.size());
        };
        double best = 0;
        for (Cell cell : puzzle.hidden) best = std::max(best, safety(cell));
        if (best == 0) continue;  // nothing is left to reveal
        // With too few trials for any matrix it uses the engine's counts, with the same result.
        Cell chosen = NO_CELL;
        for (std::int64_t trials : {1'000'000, 0}) {
            Resources resources;
            begin_game(*board.shape, board.mines.total, 1, resources);
            Position position;
            read_position(board, position);
            Move move = catalogue().find("matrix").make({{"trials", trials}})->next_move(position, {}, resources);
            for (Cell cell : puzzle.hidden) {
                if (position.cells[cell].mark == Mark::SAFE) CHECK(safety(cell) == 1);
                if (position.cells[cell].mark == Mark::MINE) CHECK(safety(cell) == 0);
            }
            CHECK(move.is_guess() == (best < 1));
            CHECK(std::abs(move.safety - best) < 1e-9 && std::abs(safety(move.cell) - best) < 1e-9);
            CHECK(chosen == NO_CELL || chosen == move.cell || best == 1);
            chosen = move.cell;
            (best == 1 ? certain : guessed) += 1;
            if (best == 1) continue;
            // Of equals, one beside a clue.
            for (Cell cell : puzzle.hidden)
                if (position.cells[cell].mark == Mark::OPEN && !floats(position, cell) && safety(cell) > best - 1e-12)
                    CHECK(!floats(position, move.cell));
        }
    }
    CHECK(certain > 1000 && guessed > 500);
}
