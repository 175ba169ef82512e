// The cells that single clues settle, and the remaining rules, on random boards: sound against all worlds, and
// complete against a slow queue together with the constraint stage.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "count/constraint.hpp"
#include "count/rules.hpp"
#include "count/settle.hpp"

using namespace sapper;

namespace {

constexpr std::size_t MOST_HIDDEN = 14;

struct Fixpoint {
    std::vector<Verdict> verdict;  // a hidden cell of the puzzle
    bool possible = true;
};

// A slow version of single-fact deductions, repeated until nothing changes.
Fixpoint settle_slowly(const brute::Puzzle& puzzle) {
    Fixpoint out{std::vector<Verdict>(puzzle.cell_count, Verdict::OPEN), true};
    for (bool moved = true; moved;) {
        moved = false;
        for (const brute::Fact& fact : puzzle.facts) {
            int mines = 0;
            std::vector<std::uint32_t> open;
            for (std::uint32_t cell = 0; cell < puzzle.cell_count; ++cell) {
                if (!(fact.cells >> cell & 1)) continue;
                mines += out.verdict[cell] == Verdict::MINE;
                if (out.verdict[cell] == Verdict::OPEN) open.push_back(cell);
            }
            int left = static_cast<int>(open.size());
            if (mines > fact.hi || mines + left < fact.lo) {
                out.possible = false;
                return out;
            }
            if (open.empty() || (mines != fact.hi && mines + left != fact.lo)) continue;
            for (std::uint32_t cell : open) out.verdict[cell] = mines == fact.hi ? Verdict::SAFE : Verdict::MINE;
            moved = true;
        }
    }
    return out;
}

bool beside_clue(const Board& board, Cell cell) {
    auto around = board.shape->neighbours(cell);
    return std::any_of(around.begin(), around.end(), [&](Cell other) { return is_clue(board.views[other]); });
}

// Checks every field of the settled board against the board itself.
void check_settled(const Board& board, const Settled& settled) {
    std::vector<Cell> frontier, floating;
    std::int64_t mines = 0, known_mines = 0;
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        known_mines += board.views[cell] == View::MINE;
        mines += settled.verdict[cell] == Verdict::MINE;
        if (!is_covered(board.views[cell])) {
            CHECK(settled.verdict[cell] == Verdict::OPEN);
        } else if (!beside_clue(board, cell)) {
            CHECK(settled.verdict[cell] == Verdict::OPEN);
            floating.push_back(cell);
        } else if (settled.verdict[cell] == Verdict::OPEN) {
            frontier.push_back(cell);
        }
        if (!is_clue(board.views[cell])) continue;
        int need = clue_number(board.views[cell]), unknown = 0;
        for (Cell other : board.shape->neighbours(cell)) {
            need -= board.views[other] == View::MINE || settled.verdict[other] == Verdict::MINE;
            unknown += is_covered(board.views[other]) && settled.verdict[other] == Verdict::OPEN;
        }
        CHECK(settled.need[cell] == need);
        CHECK(settled.unknown[cell] == unknown);
    }
    CHECK(settled.mines == mines);
    CHECK(settled.known_mines == known_mines);
    CHECK(std::equal(frontier.begin(), frontier.end(), settled.frontier.begin(), settled.frontier.end()));
    CHECK(std::equal(floating.begin(), floating.end(), settled.floating.begin(), settled.floating.end()));
}

// Checks the cells and numbers of each rule against the open cells of the settled board.
void check_rules(const Board& board, const Rules& rules, const BoardNames& names) {
    CHECK(rules.cell_count == names.cell_of.size());
    CHECK(rules.ruled_count == names.settled.frontier.size());
    for (std::uint32_t index = 0; index < rules.cell_count; ++index)
        CHECK(names.index_of[names.cell_of[index]] == index);
    auto named = std::count_if(names.index_of.begin(), names.index_of.end(),
                               [](std::uint32_t index) { return index != BoardNames::NONE; });
    CHECK(static_cast<std::size_t>(named) == names.cell_of.size());
    RuleCells cells(rules);
    for (std::uint32_t rule = 0; rule < rules.rules.size(); ++rule) {
        Cell clue = names.clue_of[rule];
        CHECK(names.rule_of[clue] == rule);
        CHECK(is_clue(board.views[clue]));
        std::vector<std::uint32_t> open;
        for (Cell other : board.shape->neighbours(clue))
            if (names.index_of[other] != BoardNames::NONE) open.push_back(names.index_of[other]);
        std::sort(open.begin(), open.end());
        auto listed = cells.of(rule);
        CHECK(std::equal(open.begin(), open.end(), listed.begin(), listed.end()));
        CHECK(rules.rules[rule].count == open.size());
        CHECK(rules.rules[rule].lo == names.settled.need[clue] && rules.rules[rule].hi == rules.rules[rule].lo);
    }
}

}  // namespace

TEST(settled_cells_agree_with_all_worlds) {
    cases::Random random(1);
    Settled settled;  // memory is shared by all boards, as in an analysis
    for (int round = 0; round < 1500; ++round) {
        Board board = cases::random_board(random, MOST_HIDDEN, round % 2);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle, false);
        settle_board(board, settled);
        if (!settled.possible) {
            CHECK(worlds.empty());
            continue;
        }
        check_settled(board, settled);
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit) {
            Verdict verdict = settled.verdict[puzzle.hidden[bit]];
            if (verdict == Verdict::OPEN) continue;
            for (brute::World world : worlds) CHECK((world >> bit & 1) == (verdict == Verdict::MINE));
        }
    }
}

TEST(settling_and_constraining_reach_the_fixpoint) {
    cases::Random random(2);
    Rules rules;
    BoardNames names;
    Constraints constraints;
    ConstraintScratch scratch;
    for (int round = 0; round < 3000; ++round) {
        Board board = cases::random_board(random, 24, round % 3 == 0);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        Fixpoint slow = settle_slowly(puzzle.puzzle);
        bool possible = state_rules(board, rules, names);
        if (possible) {
            check_settled(board, names.settled);
            check_rules(board, rules, names);
            constrain(rules, constraints, scratch);
            possible = constraints.conflict == Constraints::NONE;
        }
        // Two clues over the same cells can contradict each other without either doing so alone.
        if (!slow.possible) CHECK(!possible);
        if (!possible) continue;
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit) {
            Cell cell = puzzle.hidden[bit];
            Verdict fast = names.settled.verdict[cell];
            std::uint32_t index = names.index_of[cell];
            CHECK((fast == Verdict::OPEN) == (index != BoardNames::NONE));
            if (index != BoardNames::NONE) fast = constraints.verdict[index];
            CHECK(fast == slow.verdict[bit]);
        }
    }
}

TEST(long_chains_are_followed_to_their_end) {
    // Each clue of a strip settles the next cell: far more rounds than the board stage makes.
    constexpr std::size_t length = 401;
    std::vector<View> views(length, View::HIDDEN);
    for (std::size_t cell = 1; cell < length; cell += 2) views[cell] = clue_view(1);
    views[1] = clue_view(2);
    auto shape = std::make_shared<const Shape>(make_square_shape(1, length));
    Board board = make_board(shape, views, {});
    Rules rules;
    BoardNames names;
    CHECK(state_rules(board, rules, names));
    CHECK(rules.cell_count > 0);
    Constraints constraints;
    ConstraintScratch scratch;
    constrain(rules, constraints, scratch);
    CHECK(constraints.conflict == Constraints::NONE);
    CHECK(constraints.groups.empty() && constraints.floating.empty());
    CHECK(names.settled.mines + constraints.settled_mines == 101);  // cells 0, 2, 6, 10, ...
}

TEST(all_rules_say_what_the_clues_say) {
    cases::Random random(3);
    Rules rules;
    BoardNames names;
    for (int round = 0; round < 500; ++round) {
        Board board = cases::random_board(random, MOST_HIDDEN, round % 2);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        state_all_rules(board, rules, names);
        check_rules(board, rules, names);
        CHECK(rules.cell_count == puzzle.puzzle.cell_count);
        CHECK(rules.rules.size() == puzzle.puzzle.facts.size());
        CHECK(brute::list_worlds(brute::read_rules(rules)) == brute::list_worlds(puzzle.puzzle));
    }
}
