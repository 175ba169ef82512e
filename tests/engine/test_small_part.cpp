// Small components against all placements: the ways for every number of mines, for the whole and for each cell.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "cases.hpp"
#include "check.hpp"
#include "position/small_part.hpp"

using namespace sapper;

namespace {

struct Puzzle {
    std::uint32_t cells = 0;
    std::vector<std::uint32_t> seen, need;  // a clue: its cells as bits, and its mines
};

// Clues over random cells, most of them true of one random world, so that most puzzles have ways.
Puzzle random_puzzle(cases::Random& random) {
    Puzzle puzzle;
    auto below = [&](std::uint32_t n) {
        return static_cast<std::uint32_t>(random.between(0, static_cast<int>(n) - 1));
    };
    puzzle.cells = 1 + below(12);
    auto all = static_cast<std::uint32_t>((1u << puzzle.cells) - 1);
    auto world = below(1u << puzzle.cells);
    std::uint32_t covered = 0;
    std::size_t clues = 1 + below(9);
    while (puzzle.seen.size() < clues || covered != all) {
        std::uint32_t seen = all;
        for (std::size_t k = below(3) + 1; k > 0; --k) seen &= below(1u << puzzle.cells);
        if (seen == 0) seen = all & ~covered;
        if (seen == 0) continue;
        covered |= seen;
        std::uint32_t lie = below(20) == 0;
        puzzle.seen.push_back(seen);
        puzzle.need.push_back(static_cast<std::uint32_t>(std::popcount(seen & world)) + lie);
    }
    return puzzle;
}

SmallPart::Outcome count(const Puzzle& puzzle, SmallPart& part) {
    part.begin(puzzle.cells);
    for (std::size_t k = 0; k < puzzle.seen.size(); ++k) {
        part.add_clue(puzzle.need[k]);
        for (std::uint32_t cell = 0; cell < puzzle.cells; ++cell)
            if (puzzle.seen[k] >> cell & 1) part.add_cell(cell);
    }
    SmallPart::Outcome outcome = part.sweep();
    if (outcome == SmallPart::Outcome::COUNTED) part.take(0, true);
    return outcome;
}

bool fits(const Puzzle& puzzle, std::uint32_t world) {
    for (std::size_t k = 0; k < puzzle.seen.size(); ++k)
        if (static_cast<std::uint32_t>(std::popcount(puzzle.seen[k] & world)) != puzzle.need[k]) return false;
    return true;
}

}  // namespace

TEST(small_parts_against_all_placements) {
    cases::Random random(5);
    SmallPart part;
    int counted = 0, impossible = 0, too_wide = 0;
    for (int round = 0; round < 3000; ++round) {
        Puzzle puzzle = random_puzzle(random);
        std::vector<double> ways(puzzle.cells + 1, 0);
        std::vector<std::vector<double>> mined(puzzle.cells, ways);
        for (std::uint32_t world = 0; world < 1u << puzzle.cells; ++world) {
            if (!fits(puzzle, world)) continue;
            auto mines = static_cast<std::size_t>(std::popcount(world));
            ++ways[mines];
            for (std::uint32_t cell = 0; cell < puzzle.cells; ++cell) mined[cell][mines] += world >> cell & 1;
        }
        bool possible = *std::max_element(ways.begin(), ways.end()) > 0;
        SmallPart::Outcome outcome = count(puzzle, part);
        if (outcome == SmallPart::Outcome::TOO_WIDE) {  // such clues cross each other more than those of a board
            ++too_wide;
            continue;
        }
        CHECK(outcome == (possible ? SmallPart::Outcome::COUNTED : SmallPart::Outcome::IMPOSSIBLE));
        (possible ? counted : impossible) += 1;
        if (outcome != SmallPart::Outcome::COUNTED) continue;
        std::vector<double> told(puzzle.cells + 1, 0);
        for (std::size_t k = 0; k < part.ways().size(); ++k) told[part.lo() + k] = part.ways()[k];
        CHECK(told == ways);
        CHECK(part.ways().front() > 0 && part.ways().back() > 0);
        std::uint32_t told_cells = 0;
        for (std::uint32_t group = 0; group < part.group_count(); ++group)
            for (std::uint32_t cell : part.cells_of(group)) {
                std::fill(told.begin(), told.end(), 0.0);
                auto mine_ways = part.mine_ways(group);
                for (std::size_t k = 0; k < mine_ways.size(); ++k) told[part.lo() + k] = mine_ways[k];
                CHECK(told == mined[cell]);
                ++told_cells;
            }
        CHECK(told_cells == puzzle.cells);
    }
    CHECK(counted > 1500 && impossible > 200 && too_wide < 300);
}

TEST(what_is_not_small_is_left_to_others) {
    SmallPart part;
    // A last cell keeps seventeen clues open at once in any order.
    part.begin(52);
    for (std::uint32_t clue = 0; clue < 17; ++clue) {
        part.add_clue(2);
        for (std::uint32_t cell : {3 * clue, 3 * clue + 1, 3 * clue + 2, 51u}) part.add_cell(cell);
        part.add_cell((3 * clue + 3) % 51);
    }
    CHECK(part.sweep() == SmallPart::Outcome::TOO_WIDE);
    // More mines than a need has room for.
    part.begin(20);
    part.add_clue(16);
    for (std::uint32_t cell = 0; cell < 20; ++cell) part.add_cell(cell);
    CHECK(part.sweep() == SmallPart::Outcome::TOO_WIDE);
    // Fifty cells under random clues have too many states.
    cases::Random random(9);
    part.begin(50);
    for (std::uint32_t clue = 0; clue < 40; ++clue) {
        part.add_clue(4);
        for (int k = 0; k < 9; ++k) part.add_cell(static_cast<std::uint32_t>(random.between(0, 49)));
    }
    CHECK(part.sweep() == SmallPart::Outcome::TOO_WIDE);
}
