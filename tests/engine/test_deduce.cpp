// Deductions of movers against all placements: the settled cells are the same in every world, and no rule can settle
// more.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "reference/catalogue.hpp"
#include "reference/deduce.hpp"
#include "reference/pods.hpp"

using namespace sapper;

namespace {

using Cells = std::set<Cell>;

// A random board with a known total and a world, shown but not settled, and all its worlds.
struct DeduceCase {
    Board board;
    brute::BoardPuzzle puzzle;
    std::vector<brute::World> worlds;
    Position position;

    bool read(cases::Random& random) {
        board = cases::random_board(random, 13);
        if (!board.mines.known()) return false;
        puzzle = brute::read_board(board);
        worlds = brute::list_worlds(puzzle.puzzle);
        begin_position(*board.shape, board.mines.total, position);
        for (Cell cell = 0; cell < board.views.size(); ++cell) {
            if (board.views[cell] == View::MINE) settle_cell(position, cell, true);
            if (board.views[cell] != View::VOID) continue;
            settle_cell(position, cell, false);
            position.cells.set_mark(cell, Mark::VOID);
        }
        position.safe.clear();
        for (Cell cell = 0; cell < board.views.size(); ++cell)
            if (is_clue(board.views[cell])) show_cell(position, cell, clue_number(board.views[cell]));
        return !worlds.empty();
    }

    bool mined(brute::World world, Cell cell) const { return world >> puzzle.bit_of[cell] & 1; }

    Cells open_around(Cell clue) const {
        Cells open;
        for (Cell cell : board.shape->neighbours(clue))
            if (position.cells[cell].mark == Mark::OPEN) open.insert(cell);
        return open;
    }

    std::vector<Cell> clues() const {
        std::vector<Cell> all;
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].clue() && !open_around(cell).empty()) all.push_back(cell);
        return all;
    }

    void check_settled() const {
        for (Cell cell : puzzle.hidden) {
            Mark mark = position.cells[cell].mark;
            if (mark == Mark::OPEN) continue;
            for (brute::World world : worlds) CHECK(mined(world, cell) == (mark == Mark::MINE));
        }
    }

    double safety(Cell cell) const {
        std::size_t safe = 0;
        for (brute::World world : worlds) safe += !mined(world, cell);
        return static_cast<double>(safe) / static_cast<double>(worlds.size());
    }
};

Cells without(const Cells& all, const Cells& some) {
    Cells rest;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::inserter(rest, rest.end()));
    return rest;
}

Cells common(const Cells& one, const Cells& other) {
    return without(one, without(one, other));
}

Cells cells_of(const Pod& pod) {
    return {pod.begin(), pod.end()};
}

}  // namespace

TEST(five_rules_settle_what_is_so_and_leave_nothing_they_see) {
    cases::Random random(111);
    std::array<std::uint64_t, LEVELS> counts{};
    for (int round = 0; round < 6000; ++round) {
        DeduceCase one;
        if (!one.read(random)) continue;
        Position& position = one.position;
        DeduceScratch scratch;
        std::uint32_t settled = 0, before = position.open_count;
        std::array<std::uint64_t, LEVELS> found{};
        while (true) {
            std::uint32_t more = deduce_from_clues(position, {found});
            position.safe.clear();  // as if they had been revealed, so that pairs continue to the end
            more += deduce_from_pairs(position, scratch, {found});
            if (more == 0) break;
            settled += more;
        }
        one.check_settled();
        std::uint64_t sum = 0;
        for (std::size_t level = 0; level < LEVELS; ++level) {
            sum += found[level];
            counts[level] += found[level];
        }
        CHECK(sum == settled && settled == before - position.open_count);
        auto clues = one.clues();
        for (Cell a : clues) {
            Cells open_a = one.open_around(a);
            auto want = [&](Cell clue) { return int{position.cells[clue].need}; };
            CHECK(want(a) != 0 && want(a) != static_cast<int>(open_a.size()));
            for (Cell b : clues) {
                Cells open_b = one.open_around(b), alone = without(open_b, open_a);
                if (a == b || alone.empty() || common(open_a, open_b).empty()) continue;
                CHECK(want(b) - want(a) != static_cast<int>(alone.size()));
                CHECK(want(a) != want(b) || !without(open_a, open_b).empty());
                for (Cell c : clues) {
                    // A line: the middle is as far from one end as from the other, and beside both.
                    auto around = one.board.shape->neighbours(c);
                    auto beside = [&](Cell cell) {
                        return std::find(around.begin(), around.end(), cell) != around.end();
                    };
                    if (a + b != 2 * c || !beside(a) || !beside(b)) continue;
                    if (want(a) != 1 || want(b) != 1 || want(c) != 2) continue;
                    Cells open_c = one.open_around(c);
                    if (without(without(open_c, open_a), open_b).empty())
                        CHECK(common(common(open_a, open_b), open_c).empty());
                }
            }
        }
    }
    CHECK(counts[0] > 1000 && counts[1] > 1000 && counts[2] > 50 && counts[3] > 50);
}

TEST(one_two_one_is_a_cross) {
    // Hidden rows above and below 1 2 1: the cells above and below the 2 are safe, the corners decide nothing.
    auto shape = std::make_shared<Shape>(make_square_shape(3, 5));
    std::vector<View> views(15, View::HIDDEN);
    views[6] = views[8] = clue_view(1);
    views[7] = clue_view(2);
    Position position;
    read_position(make_board(shape, views, {4, 0.5}), position);
    DeduceScratch scratch;
    std::array<std::uint64_t, LEVELS> found{};
    CHECK(deduce_from_pairs(position, scratch, {found}) == 2);
    CHECK(found[static_cast<std::size_t>(Level::CROSS)] == 2);
    CHECK(position.cells[2].mark == Mark::SAFE && position.cells[12].mark == Mark::SAFE);
}

TEST(pods_say_what_clues_say_and_cannot_be_reduced) {
    cases::Random random(112);
    std::size_t settled = 0;
    for (int round = 0; round < 3000; ++round) {
        DeduceCase one;
        if (!one.read(random)) continue;
        settle_position(one.position);
        Pods pods;
        reduce_pods(one.position, Reduction::COVERS, pods);
        for (Cell cell : pods.safe) CHECK(one.safety(cell) == 1);
        for (Cell cell : pods.mines) CHECK(one.safety(cell) == 0);
        settled += pods.safe.size() + pods.mines.size();
        // Placements of the cells beside clues that fit the clues are those that fit the pods and what is settled.
        Cells frontier;
        for (Cell clue : one.clues()) frontier.merge(one.open_around(clue));
        auto bits = [&](const Cells& some) {
            std::uint32_t all = 0, bit = 1;
            for (Cell cell : frontier) {
                all |= some.count(cell) ? bit : 0;
                bit <<= 1;
            }
            return all;
        };
        using Sums = std::vector<std::pair<std::uint32_t, int>>;  // so many mines among these bits
        Sums by_clues, by_pods;
        for (Cell clue : one.clues())
            by_clues.emplace_back(bits(one.open_around(clue)), one.position.cells[clue].need);
        for (const Pod& pod : pods.pods)
            if (pod.size) by_pods.emplace_back(bits(cells_of(pod)), pod.mines);
        by_pods.emplace_back(bits({pods.safe.begin(), pods.safe.end()}), 0);
        std::uint32_t mines = bits({pods.mines.begin(), pods.mines.end()});
        by_pods.emplace_back(mines, std::popcount(mines));
        for (std::uint32_t placed = 0; placed < 1u << frontier.size(); ++placed) {
            auto fits = [&](const Sums& sums) {
                return std::all_of(sums.begin(), sums.end(),
                                   [&](auto sum) { return std::popcount(placed & sum.first) == sum.second; });
            };
            CHECK(fits(by_clues) == fits(by_pods));
        }
        for (const Pod& one : pods.pods)
            for (const Pod& other : pods.pods) {
                Cells a = cells_of(one), b = cells_of(other), both = common(a, b), alone = without(a, b);
                if (&one == &other || both.empty()) continue;
                CHECK(!alone.empty());
                CHECK(one.mines - other.mines != static_cast<int>(alone.size()));
                for (const Pod& third : pods.pods) {
                    Cells c = cells_of(third), covered = common(a, c);
                    if (&third == &one || &third == &other || covered.empty() || !common(both, covered).empty())
                        continue;
                    CHECK(one.mines - other.mines - third.mines != static_cast<int>(without(alone, c).size()));
                }
            }
    }
    CHECK(settled > 200);
}

TEST(smartguess_is_certain_only_where_all_placements_are) {
    cases::Random random(113);
    int certain = 0, guessed = 0, exact = 0;
    for (int round = 0; round < 6000; ++round) {
        DeduceCase one;
        if (!one.read(random)) continue;
        Resources resources;
        begin_game(*one.board.shape, 7, resources);
        Position position = one.position;
        if (position.open_count == 0 || position.mines_left == position.open_count) continue;
        auto mover = catalogue().find("smartguess").make({{"mode", std::int64_t{round % 3}}});
        Move move = mover->next_move(position, {}, resources);
        std::swap(position, one.position);
        one.check_settled();
        if (!move.is_guess()) {
            CHECK(one.safety(move.cell) == 1);
            ++certain;
            continue;
        }
        ++guessed;
        CHECK(one.position.cells[move.cell].mark == Mark::OPEN && move.safety > -1e-9 && move.safety <= 1);
        if (round % 3 == 0) {
            double share = static_cast<double>(one.position.mines_left) / one.position.open_count;
            CHECK(move.reason == &reasons::RANDOM && std::abs(move.safety - (1 - share)) < 1e-12);
        }
        // One component, no floating cell, few mines: its counts are exact, and it finds every certain cell.
        if (round % 3 != 2) continue;  // a weaker mode leaves something to settle, which `look` assumes is done
        Outlook outlook;
        look(one.position, Detail::PROBABILITIES, {}, resources.store, outlook);
        if (outlook.parts.size() != 1 || outlook.floating > 0) continue;
        ++exact;
        double best = 0;
        for (Cell cell : one.puzzle.hidden) {
            if (one.position.cells[cell].mark != Mark::OPEN) continue;
            double safety = one.safety(cell);
            CHECK(safety > 0 && safety < 1);
            best = std::max(best, safety);
        }
        CHECK(std::abs(move.safety - best) < 1e-12 && std::abs(one.safety(move.cell) - best) < 1e-12);
    }
    CHECK(certain > 500 && guessed > 500 && exact > 40);
}
