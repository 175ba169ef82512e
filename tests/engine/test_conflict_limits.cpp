// Calls without a result: contradictions name a minimal set of rules, limits give the width of the component, and a
// watch stops a long call.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <vector>

#include "base/error.hpp"
#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "count/board_analysis.hpp"
#include "count/conflict.hpp"
#include "count/question.hpp"

using namespace sapper;

namespace {

bool has_world(const brute::Puzzle& puzzle, const std::vector<std::uint32_t>& chosen, bool use_total) {
    brute::Puzzle part{puzzle.cell_count, {}, puzzle.mines};
    for (std::uint32_t rule : chosen) part.facts.push_back(puzzle.facts[rule]);
    return !brute::list_worlds(part, use_total).empty();
}

void check_conflict(const Rules& rules) {
    brute::Puzzle puzzle = brute::read_rules(rules);
    Conflict conflict = find_conflict(rules, {});
    CHECK(std::is_sorted(conflict.rules.begin(), conflict.rules.end()));
    CHECK(!has_world(puzzle, conflict.rules, conflict.needs_total));
    for (std::size_t left_out = 0; left_out < conflict.rules.size(); ++left_out) {
        auto fewer = conflict.rules;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
        CHECK(has_world(puzzle, fewer, conflict.needs_total));
    }
    if (!conflict.needs_total) return;
    // The rules alone have worlds; the named ones say how many mines fit them.
    CHECK(!brute::list_worlds(puzzle, false).empty());
    std::vector<brute::Fact> named;
    for (std::uint32_t rule : conflict.rules) named.push_back(puzzle.facts[rule]);
    puzzle.facts = named;
    auto worlds = brute::list_worlds(puzzle, false);
    int fewest = 32, most = 0;
    for (brute::World world : worlds) {
        fewest = std::min(fewest, std::popcount(world));
        most = std::max(most, std::popcount(world));
    }
    CHECK(conflict.fewest == fewest && conflict.most == most);
}

// A square lattice of cells with a loose clue over every block of 2 x 2: as wide as it is long.
Rules lattice(std::uint32_t side) {
    Rules rules;
    rules.cell_count = rules.ruled_count = side * side;
    for (std::uint32_t row = 0; row + 1 < side; ++row)
        for (std::uint32_t col = 0; col + 1 < side; ++col) {
            std::uint32_t at = row * side + col;
            const std::vector<std::uint32_t> block = {at, at + 1, at + side, at + side + 1};
            rules.add(1, 3, block);
        }
    return rules;
}

struct Patience {
    int polls = 0, most = 0;
    std::clock_t last = 0, longest = 0;  // processor time between two polls

    static void poll(void* context) {
        auto& self = *static_cast<Patience*>(context);
        std::clock_t now = std::clock();
        if (self.polls) self.longest = std::max(self.longest, now - self.last);
        self.last = now;
        if (++self.polls >= self.most) throw Cancelled();
    }
};

}  // namespace

TEST(contradictions_are_proved_and_minimal) {
    cases::Random random(51);
    Analysis analysis;
    AnalysisScratch scratch;
    int by_total = 0, by_rules = 0;
    for (int round = 0; round < 2500; ++round) {
        cases::RuleSettings settings;
        settings.most_cells = 10;
        settings.bent = true;
        analysis.rules = cases::random_rules(random, settings);
        if (analyze(analysis, {}, scratch)) continue;
        check_conflict(analysis.rules);
        try {
            throw_contradiction(analysis.rules, {});
        } catch (const ContradictionError& error) {
            CHECK(error.rules == find_conflict(analysis.rules, {}).rules);
            ++(error.needs_total ? by_total : by_rules);
        }
    }
    CHECK(by_total > 20 && by_rules > 50);
}

TEST(contradictions_of_boards) {
    cases::Random random(52);
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    int found = 0;
    for (int round = 0; round < 1200; ++round) {
        Board board = cases::random_board(random, 11, true);
        if (analyze_board(board, {}, analysis, scratch)) continue;
        Rules rules;
        BoardNames names;
        state_all_rules(board, rules, names);
        check_conflict(rules);
        std::vector<Cell> clues;
        for (std::uint32_t rule : find_conflict(rules, {}).rules) clues.push_back(names.clue_of[rule]);
        try {
            throw_contradiction(board, {});
        } catch (const ContradictionError& error) {
            CHECK(error.rules == clues);
            ++found;
        }
    }
    CHECK(found > 100);
}

TEST(a_wide_component_says_how_wide) {
    Analysis analysis;
    AnalysisScratch scratch;
    analysis.rules = lattice(12);
    Limits limits;
    limits.max_states = 20'000;
    try {
        analyze(analysis, limits, scratch);
        CHECK(false);
    } catch (const LimitError& error) {
        CHECK(error.width >= 6 && error.width <= 40);
    }
    // Data left by a failed call does not disturb the next.
    analysis.rules = lattice(3);
    CHECK(analyze(analysis, {}, scratch));
    CHECK(std::abs(analysis.mine_probability[4] - 0.5) < 1e-15);
}

TEST(too_many_counts_are_refused) {
    Analysis analysis;
    AnalysisScratch scratch;
    analysis.rules = lattice(8);
    Limits limits;
    limits.max_states = 300;  // enough for the states, not for eight counts each
    CHECK_THROWS(LimitError, analyze(analysis, limits, scratch));
    CHECK(analyze(analysis, {}, scratch));
    CHECK_THROWS(LimitError, tally_exactly(analysis.counting.diagrams, 0, limits));
    Questioner questioner(analysis, limits);
    Statement corner{1, 1, {0}};
    CHECK_THROWS(LimitError, questioner.probability({corner}, {}));
}

TEST(a_watch_stops_a_long_call) {
    Analysis analysis;
    AnalysisScratch scratch;
    analysis.rules = lattice(40);
    Patience patience;
    patience.most = 20;
    Limits limits;
    limits.watch = {Patience::poll, &patience};
    CHECK_THROWS(Cancelled, analyze(analysis, limits, scratch));
    CHECK(patience.polls == 20);
    CHECK(patience.longest < CLOCKS_PER_SEC);
    analysis.rules = lattice(3);
    CHECK(analyze(analysis, {}, scratch));
}
