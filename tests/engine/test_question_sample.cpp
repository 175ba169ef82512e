// Questions about an analysis against all placements: joint and conditional probabilities, what a cell would show,
// samples, and dead cells.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "count/board_analysis.hpp"
#include "count/dead.hpp"
#include "count/question.hpp"
#include "count/sample.hpp"

using namespace sapper;

namespace {

Statements random_statements(cases::Random& random, std::uint32_t cells) {
    Statements out;
    for (int count = random.between(0, 3); count > 0; --count) {
        Statement statement;
        for (std::uint32_t cell = 0; cell < cells; ++cell)
            if (random.one_in(3)) statement.cells.push_back(cell);
        int size = static_cast<int>(statement.cells.size());
        statement.lo = random.between(-1, size);
        statement.hi = statement.lo + random.between(0, 2);
        out.push_back(statement);
    }
    return out;
}

std::vector<brute::Fact> facts_of(const Statements& statements) {
    std::vector<brute::Fact> facts;
    for (const Statement& statement : statements) {
        facts.push_back({statement.lo, statement.hi, 0});
        for (std::uint32_t cell : statement.cells) facts.back().cells |= brute::World{1} << cell;
    }
    return facts;
}

long double weight_of(const brute::Puzzle& puzzle, const std::vector<brute::World>& worlds,
                      const std::vector<brute::Fact>& facts) {
    long double sum = 0;
    for (brute::World world : worlds)
        if (brute::keeps_all(facts, world)) sum += brute::weight_of(puzzle, world);
    return sum;
}

brute::World world_of(const std::vector<std::uint8_t>& mines) {
    brute::World world = 0;
    for (std::size_t cell = 0; cell < mines.size(); ++cell) {
        CHECK(mines[cell] <= 1);
        world |= static_cast<brute::World>(mines[cell]) << cell;
    }
    return world;
}

}  // namespace

TEST(joint_and_conditional_probabilities) {
    cases::Random random(41);
    Analysis analysis;
    AnalysisScratch scratch;
    int impossible = 0;
    for (int round = 0; round < 800; ++round) {
        cases::RuleSettings settings;
        settings.most_cells = 11;
        analysis.rules = cases::random_rules(random, settings);
        CHECK(analyze(analysis, {}, scratch));
        brute::Puzzle puzzle = brute::read_rules(analysis.rules);
        auto worlds = brute::list_worlds(puzzle);
        Questioner questioner(analysis, {});
        for (int ask = 0; ask < 4; ++ask) {
            Statements asked = random_statements(random, puzzle.cell_count);
            Statements given = random_statements(random, puzzle.cell_count);
            auto condition = facts_of(given), both = facts_of(asked);
            both.insert(both.end(), condition.begin(), condition.end());
            long double whole = weight_of(puzzle, worlds, condition), part = weight_of(puzzle, worlds, both);
            if (whole == 0) {
                ++impossible;
                CHECK_THROWS(InputError, questioner.probability(asked, given));
                continue;
            }
            double probability = questioner.probability(asked, given);
            CHECK(std::abs(probability - part / whole) < 1e-13L);
            CHECK((probability == 0) == (part == 0));
        }
    }
    CHECK(impossible > 50);
}

TEST(outcomes_and_dead_cells_of_boards) {
    cases::Random random(42);
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    int dead_cells = 0, live_cells = 0;
    for (int round = 0; round < 500; ++round) {
        Board board = cases::random_board(random, 11);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        CHECK(analyze_board(board, {}, analysis, scratch));
        Questioner questioner(analysis.analysis, {});
        std::vector<Cell> dead;
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit) {
            Cell cell = puzzle.hidden[bit];
            brute::World around = 0;
            int shown = 0;  // mines around it that the board shows
            for (Cell other : board.shape->neighbours(cell)) {
                if (puzzle.bit_of[other] >= 0) around |= brute::World{1} << puzzle.bit_of[other];
                shown += board.views[other] == View::MINE;
            }
            long double safe = 0, all = 0;
            std::map<int, long double> shows;
            for (brute::World world : worlds) {
                long double weight = brute::weight_of(puzzle.puzzle, world);
                all += weight;
                if (world >> bit & 1) continue;
                safe += weight;
                shows[std::popcount(world & around) + shown] += weight;
            }
            CellOutcomes outcomes = find_outcomes(board, analysis, questioner, cell);
            CHECK((outcomes.mine == 1) == (safe == 0));
            CHECK(std::abs(outcomes.mine - (1 - safe / all)) < 1e-13L);
            CHECK(outcomes.numbers.size() == board.shape->neighbours(cell).size() + 1);
            for (std::size_t number = 0; number < outcomes.numbers.size(); ++number) {
                auto found = shows.find(static_cast<int>(number));
                long double expected = found == shows.end() ? 0 : found->second / all;
                CHECK(std::abs(outcomes.numbers[number] - expected) < 1e-13L);
                CHECK((outcomes.numbers[number] == 0) == (expected == 0));
                CHECK((outcomes.numbers[number] == 1) == (expected == 1));
                if (safe == 0) continue;
                Statements statement, is_safe;
                state_number(board, analysis.names, cell, static_cast<std::int32_t>(number), statement);
                state_mine(board, analysis.names, cell, false, is_safe);
                CHECK(std::abs(questioner.probability(statement, is_safe) - expected * all / safe) < 1e-13L);
            }
            if (safe == 0) continue;
            if (shows.size() == 1) dead.push_back(cell);
            ++(shows.size() == 1 ? dead_cells : live_cells);
        }
        CHECK(find_dead_cells(board, analysis, questioner, {}) == dead);
    }
    CHECK(dead_cells > 200 && live_cells > 200);
}

TEST(what_the_board_decides_is_no_question) {
    using enum View;
    auto shape = std::make_shared<const Shape>(make_square_shape(1, 4));
    // The clue 1 settles the hidden cell beside it as safe, as the mine on its other side is known.
    Board board = make_board(shape, {MINE, clue_view(1), HIDDEN, HIDDEN}, {});
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    CHECK(analyze_board(board, {}, analysis, scratch));
    auto count_statements = [&](auto state, Cell cell, auto fact) {
        Statements out;
        state(board, analysis.names, cell, fact, out);
        bool impossible = std::any_of(out.begin(), out.end(),
                                      [](const Statement& s) { return s.cells.empty() && (s.lo > 0 || s.hi < 0); });
        return impossible ? -1 : static_cast<int>(out.size());
    };
    CHECK(count_statements(state_mine, 0, true) == 0 && count_statements(state_mine, 0, false) == -1);
    CHECK(count_statements(state_mine, 2, false) == 0 && count_statements(state_mine, 2, true) == -1);
    CHECK(count_statements(state_mine, 3, true) == 1 && count_statements(state_mine, 3, false) == 1);
    CHECK(count_statements(state_number, 0, 0) == -1);
    CHECK(count_statements(state_number, 1, 1) == 0 && count_statements(state_number, 1, 2) == -1);
    CHECK(count_statements(state_number, 2, 0) == 1 && count_statements(state_number, 3, 0) == 2);
}

TEST(worlds_of_a_board_keep_its_clues) {
    cases::Random random(44);
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    for (int round = 0; round < 300; ++round) {
        Board board = cases::random_board(random, 20);
        CHECK(analyze_board(board, {}, analysis, scratch));
        std::size_t cells = board.views.size();
        std::vector<std::uint8_t> worlds(5 * cells);
        draw_worlds(board, analysis, static_cast<std::uint64_t>(round), {}, worlds);
        for (std::size_t first = 0; first < worlds.size(); first += cells) {
            std::int64_t mines = 0;
            for (Cell cell = 0; cell < cells; ++cell) {
                mines += worlds[first + cell];
                View view = board.views[cell];
                if (!is_covered(view)) CHECK(worlds[first + cell] == (view == View::MINE));
                if (!is_clue(view)) continue;
                int around = 0;
                for (Cell other : board.shape->neighbours(cell)) around += worlds[first + other];
                CHECK(around == clue_number(view));
            }
            CHECK(!board.mines.known() || mines == board.mines.total);
        }
    }
}

TEST(every_sample_is_a_world_and_every_world_is_sampled) {
    cases::Random random(43);
    Analysis analysis;
    AnalysisScratch scratch;
    for (int round = 0; round < 400; ++round) {
        cases::RuleSettings settings;
        settings.most_cells = 9;
        analysis.rules = cases::random_rules(random, settings);
        CHECK(analyze(analysis, {}, scratch));
        brute::Puzzle puzzle = brute::read_rules(analysis.rules);
        auto worlds = brute::list_worlds(puzzle);
        std::set<brute::World> all(worlds.begin(), worlds.end()), seen;
        Sampler sampler(analysis);
        Kiss64 stream(static_cast<std::uint64_t>(round));
        std::vector<std::uint8_t> mines(puzzle.cell_count);
        int draws = worlds.size() <= 6 ? 200 : 20;
        for (int draw = 0; draw < draws; ++draw) {
            sampler.draw(stream, mines);
            seen.insert(world_of(mines));
        }
        CHECK(std::includes(all.begin(), all.end(), seen.begin(), seen.end()));
        // Six equally likely worlds miss one in 200 draws with probability 1e-15; with a density any may be rare.
        if (worlds.size() <= 6 && puzzle.mines.known()) CHECK(seen.size() == all.size());
    }
}

TEST(samples_are_uniform) {
    // Two components, a group of several cells, loose cells and a total that couples them; then a density.
    Rules rules;
    rules.cell_count = 10;
    rules.ruled_count = 8;
    const std::vector<std::uint32_t> first = {0, 1, 2, 3}, second = {3, 4}, third = {5, 6, 7};
    rules.add(1, 2, first);
    rules.add(0, 1, second);
    rules.add(1, 2, third);
    for (bool position : {true, false}) {
        Analysis analysis;
        analysis.rules = rules;
        if (position)
            analysis.rules.mines.total = 4;
        else
            analysis.rules.mines.density = 0.3;
        AnalysisScratch scratch;
        CHECK(analyze(analysis, {}, scratch));
        brute::Puzzle puzzle = brute::read_rules(analysis.rules);
        auto worlds = brute::list_worlds(puzzle);
        long double sum = 0;
        for (brute::World world : worlds) sum += brute::weight_of(puzzle, world);
        constexpr int draws = 60'000;
        Sampler sampler(analysis);
        std::vector<std::uint8_t> mines(puzzle.cell_count);
        const std::vector<Cell> cells = {7, 3, 12, 40, 5, 6, 90, 91, 92, 0};
        for (bool by_cells : {false, true}) {
            std::map<brute::World, int> seen;
            Kiss64 stream(7);
            for (int draw = 0; draw < draws; ++draw) {
                if (by_cells)
                    sampler.draw(CellChances{stream.next(), cells}, mines);
                else
                    sampler.draw(stream, mines);
                ++seen[world_of(mines)];
            }
            double chi_square = 0;
            for (brute::World world : worlds) {
                double expected = draws * static_cast<double>(brute::weight_of(puzzle, world) / sum);
                chi_square += (seen[world] - expected) * (seen[world] - expected) / expected;
            }
            auto freedom = static_cast<double>(worlds.size() - 1);
            CHECK(seen.size() == worlds.size());
            CHECK(std::abs(chi_square - freedom) < 4.5 * std::sqrt(2 * freedom));
        }
    }
}

TEST(what_is_alike_is_drawn_alike_by_the_same_salt) {
    // The same component and loose cells, beside a component that differs, under other indices.
    const std::vector<std::uint32_t> left = {0, 1, 2, 3}, middle = {3, 4}, right = {5, 6, 7}, part = {5, 6};
    Analysis one, other;
    AnalysisScratch scratch;
    for (Analysis* analysis : {&one, &other}) {
        analysis->rules.cell_count = 20;
        analysis->rules.ruled_count = 8;
        analysis->rules.add(1, 2, left);
        analysis->rules.add(0, 1, middle);
        analysis->rules.add(1, 2, right);
        if (analysis == &other) analysis->rules.add(0, 1, part);
        analysis->rules.mines.total = 7;
        CHECK(analyze(*analysis, {}, scratch));
    }
    std::vector<Cell> cells(20);
    for (Cell cell = 0; cell < 20; ++cell) cells[cell] = 100 - cell;
    std::vector<std::uint8_t> first(20), second(20), third(20);
    Sampler draw_one(one), draw_other(other);
    Kiss64 salts(3), stream(4);
    int together = 0, apart = 0;
    for (int round = 0; round < 2000; ++round) {
        std::uint64_t salt = salts.next();
        draw_one.draw(CellChances{salt, cells}, first);
        draw_other.draw(CellChances{salt, cells}, second);
        draw_other.draw(stream, third);
        for (std::size_t cell = 0; cell < 20; ++cell) {
            if (cell >= 5 && cell < 8) continue;
            together += first[cell] != second[cell];
            apart += first[cell] != third[cell];
        }
        draw_one.draw(CellChances{salt, cells}, third);
        CHECK(first == third);
    }
    CHECK(apart > 8000 && together * 8 < apart);
}
