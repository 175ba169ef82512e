// The whole analysis against all placements: probabilities are 0 and 1 exactly where they must be, on random rules
// and on random boards of squares and any graph.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "count/board_analysis.hpp"
#include "position/position.hpp"

using namespace sapper;

namespace {

void check_probability(double probability, long double expected, std::size_t mined, std::size_t worlds) {
    CHECK(std::abs(probability - expected) < 1e-13L);
    CHECK((probability == 0) == (mined == 0));
    CHECK((probability == 1) == (mined == worlds));
}

}  // namespace

TEST(rules_against_all_placements) {
    cases::Random random(31);
    Analysis analysis;  // shared by all, so that data left by one case would disturb the next
    AnalysisScratch scratch;
    int impossible = 0;
    for (int round = 0; round < 3000; ++round) {
        cases::RuleSettings settings;
        settings.most_cells = 12;
        settings.bent = round % 3 == 0;
        analysis.rules = cases::random_rules(random, settings);
        brute::Puzzle puzzle = brute::read_rules(analysis.rules);
        auto worlds = brute::list_worlds(puzzle);
        bool possible = analyze(analysis, {}, scratch);
        CHECK(possible == !worlds.empty());
        impossible += !possible;
        if (!possible || worlds.empty()) continue;
        brute::Marginals marginals = brute::marginals(puzzle, worlds);
        for (std::uint32_t cell = 0; cell < puzzle.cell_count; ++cell)
            check_probability(analysis.mine_probability[cell], marginals.probability[cell], marginals.mined[cell],
                              worlds.size());
    }
    CHECK(impossible > 100);
}

TEST(boards_against_all_placements) {
    cases::Random random(32);
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    for (int round = 0; round < 1500; ++round) {
        Board board = cases::random_board(random, 13, round % 3 == 0);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        bool possible = analyze_board(board, {}, analysis, scratch);
        CHECK(possible == !worlds.empty());
        if (!possible || worlds.empty()) continue;
        brute::Marginals marginals = brute::marginals(puzzle.puzzle, worlds);
        std::vector<double> probability(board.views.size());
        read_probabilities(board, analysis, probability);
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit) {
            Cell cell = puzzle.hidden[bit];
            CHECK(probability[cell] == analysis.mine_probability(cell));
            check_probability(probability[cell], marginals.probability[bit], marginals.mined[bit], worlds.size());
        }
        for (Cell cell = 0; cell < board.views.size(); ++cell) {
            View view = board.views[cell];
            CHECK(std::isnan(probability[cell]) == (is_clue(view) || view == View::VOID));
            if (view == View::MINE) CHECK(probability[cell] == 1);
        }
    }
}

TEST(trusted_flags_are_known_mines) {
    cases::Random random(33);
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    for (int round = 0; round < 300; ++round) {
        Board board = cases::random_board(random, 12);
        Board trusted = board;
        try {
            trusted = trust_flags(board);
        } catch (const InputError&) {
            continue;  // more flags than mines
        }
        brute::BoardPuzzle puzzle = brute::read_board(trusted);
        for (View view : trusted.views) CHECK(view != View::FLAG);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        CHECK(analyze_board(trusted, {}, analysis, scratch) == !worlds.empty());
    }
}

TEST(a_cell_with_many_neighbours) {
    for (int most : {26, 80, MAX_NEIGHBOURS}) {
        std::vector<std::vector<Cell>> star(static_cast<std::size_t>(most) + 1, std::vector<Cell>{0});
        star[0].clear();
        for (Cell leaf = 1; leaf < star.size(); ++leaf) star[0].push_back(leaf);
        auto shape = std::make_shared<const Shape>(make_graph_shape(star));
        BoardAnalysis analysis;
        AnalysisScratch scratch;
        // Beyond MAX_GROUP neighbours the group is cut into pieces, whose counts are joined with rounding.
        double tolerance = most <= static_cast<int>(MAX_GROUP) ? 1e-15 : 1e-13;
        for (int number = 0; number <= most; ++number) {
            std::vector<View> views(star.size(), View::HIDDEN);
            views[0] = clue_view(number);
            CHECK(analyze_board(make_board(shape, views, {}), {}, analysis, scratch));
            for (Cell leaf = 1; leaf < star.size(); ++leaf)
                CHECK(std::abs(analysis.mine_probability(leaf) - number / static_cast<double>(most)) < tolerance);
        }
    }
}

TEST(boards_with_large_clues_against_all_placements) {
    cases::Random random(412);
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    int largest = 0;
    for (int round = 0; round < 200; ++round) {
        auto shape = cases::random_graph(random, random.between(60, 126));
        Board board = cases::random_board_on(random, shape, 12, round % 4 == 0);
        for (View view : board.views) largest = std::max(largest, clue_number(view));
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        CHECK(analyze_board(board, {}, analysis, scratch) == !worlds.empty());
        if (worlds.empty()) continue;
        brute::Marginals truth = brute::marginals(puzzle.puzzle, worlds);
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit)
            check_probability(analysis.mine_probability(puzzle.hidden[bit]), truth.probability[bit], truth.mined[bit],
                              worlds.size());
        // What single clues settle in a position of a game is the same in every world.
        if (!board.mines.known()) continue;
        Position position;
        read_position(board, position);
        CHECK(position.possible);
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit) {
            Mark mark = position.cells[puzzle.hidden[bit]].mark;
            CHECK(mark != Mark::SAFE || truth.mined[bit] == 0);
            CHECK(mark != Mark::MINE || truth.mined[bit] == worlds.size());
        }
    }
    CHECK(largest > 80);
}

TEST(extreme_densities) {
    // The least number of mines dominates when mines are rare, the greatest when they are common, without rounding.
    Analysis analysis;
    AnalysisScratch scratch;
    for (double density : {5e-324, 1e-300, 1e-100, 1e-20, 1e-3, 0.5, 0.999, 1 - 0x1p-53}) {
        analysis.rules = {};
        analysis.rules.cell_count = 8;
        analysis.rules.ruled_count = 6;
        analysis.rules.mines.density = density;
        const std::vector<std::uint32_t> abc = {0, 1, 2}, cde = {2, 3, 4}, ef = {4, 5};
        analysis.rules.add(2, 3, abc);
        analysis.rules.add(1, 2, cde);
        analysis.rules.add(1, 1, ef);
        CHECK(analyze(analysis, {}, scratch));
        brute::Puzzle puzzle = brute::read_rules(analysis.rules);
        auto worlds = brute::list_worlds(puzzle);
        brute::Marginals marginals = brute::marginals(puzzle, worlds);
        for (std::uint32_t cell = 0; cell < puzzle.cell_count; ++cell)
            check_probability(analysis.mine_probability[cell], marginals.probability[cell], marginals.mined[cell],
                              worlds.size());
    }
}

namespace {

// A chain of `links` rules, "one or two mines among these four cells", each sharing its last cell with the next. The
// ways of its first links, with and without a mine on the cell they end in, by their number of mines.
using ChainWays = std::vector<std::array<std::vector<long double>, 2>>;

Rules chain_rules(std::uint32_t links) {
    Rules rules;
    rules.cell_count = rules.ruled_count = 3 * links + 1;
    for (std::uint32_t link = 0; link < links; ++link)
        rules.add(1, 2, std::vector{3 * link, 3 * link + 1, 3 * link + 2, 3 * link + 3});
    return rules;
}

ChainWays chain_ways(std::size_t links) {
    ChainWays ways(links + 1);
    for (auto& both : ways)
        for (auto& counts : both) counts.assign(3 * links + 2, 0);
    ways[0][0][0] = ways[0][1][1] = 1;
    for (std::size_t link = 0; link < links; ++link)
        for (std::size_t from : {0, 1})
            for (std::size_t to : {0, 1})
                for (std::size_t inner : {0, 1, 2}) {
                    if (from + inner + to < 1 || from + inner + to > 2) continue;
                    long double choices = inner == 1 ? 2 : 1;
                    for (std::size_t mines = 0; mines + inner + to < 3 * links + 2; ++mines)
                        ways[link + 1][to][mines + inner + to] += choices * ways[link][from][mines];
                }
    return ways;
}

}  // namespace

TEST(every_total_of_a_long_chain) {
    // No floating cells, so that every total asks for other counts of one component, from 1 to about 10^300.
    const std::uint32_t links = 400;
    Analysis analysis;
    AnalysisScratch scratch;
    analysis.rules = chain_rules(links);
    ChainWays ways = chain_ways(links);
    for (std::uint32_t total = 0; total <= 3 * links + 1; ++total) {
        analysis.rules.mines.total = total;
        long double all = ways[links][0][total] + ways[links][1][total];
        CHECK(analyze(analysis, {}, scratch) == (all > 0));
        if (!(all > 0)) continue;
        double sum = 0;
        for (double probability : analysis.mine_probability) sum += probability;
        CHECK(std::abs(sum - total) < 1e-9);
        for (std::size_t link = 0; link <= links; link += 57) {
            long double mined = 0;  // the shared cell counts on both sides
            for (std::size_t mines = 1; mines <= total; ++mines)
                mined += ways[link][1][mines] * ways[links - link][1][total - mines + 1];
            CHECK(std::abs(analysis.mine_probability[3 * link] - mined / all) < 1e-11L);
        }
    }
}
