// Listed worlds against all placements, and optimal play against the plain search: with many nodes and with few,
// looked at more closely or not, on boards and on tables that come from no board.
#include <algorithm>
#include <bit>
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
#include "endgame/optimum.hpp"
#include "endgame/search.hpp"
#include "endgame/worlds.hpp"
#include "plain_search.hpp"

using namespace sapper;

namespace {

constexpr std::uint32_t ANY = 1 << 20;  // more worlds than are listed

struct Listed {
    BoardAnalysis analysis;
    Endgame endgame;
    bool complete = false;
};

Listed list(const Board& board, std::uint32_t max_worlds) {
    Listed out;
    AnalysisScratch analysis_scratch;
    WorldsScratch scratch;
    CHECK(analyze_board(board, {}, out.analysis, analysis_scratch));
    out.complete = list_worlds(board, out.analysis, max_worlds, {}, out.endgame, scratch);
    return out;
}

Board blank_board(std::uint64_t rows, std::uint64_t cols, std::int64_t mines) {
    auto shape = std::make_shared<const Shape>(make_square_shape(rows, cols));
    MineCount count;
    count.total = mines;
    return make_board(shape, std::vector<View>(rows * cols, View::HIDDEN), count);
}

// Random rows, all different.
Endgame random_table(cases::Random& random, int most_cells, int most_worlds) {
    Endgame out;
    out.cells = static_cast<std::uint32_t>(random.between(2, most_cells));
    out.same_mines = !random.one_in(3);
    int mines = random.between(1, static_cast<int>(out.cells) - 1), wanted = random.between(1, most_worlds);
    int numbers = random.between(0, 2);
    bool weighted = random.one_in(2);
    std::set<std::uint32_t> seen;
    for (int tries = 0; tries < 200 && static_cast<int>(out.worlds) < wanted; ++tries) {
        auto mined = static_cast<std::uint32_t>(random.between(0, (1 << out.cells) - 1));
        if ((out.same_mines && std::popcount(mined) != mines) || !seen.insert(mined).second) continue;
        for (std::uint32_t cell = 0; cell < out.cells; ++cell)
            out.shows.push_back(mined >> cell & 1 ? Endgame::MINE
                                                  : static_cast<std::uint8_t>(random.between(0, numbers)));
        out.weight.push_back(weighted ? random.between(1, 5) : 1);
        ++out.worlds;
    }
    return out;
}

// Every combination of a row of one table with a row of another, as independent areas give.
Endgame product(const Endgame& a, const Endgame& b) {
    Endgame out;
    out.cells = a.cells + b.cells;
    out.worlds = a.worlds * b.worlds;
    out.same_mines = a.same_mines && b.same_mines;
    for (std::uint32_t i = 0; i < a.worlds; ++i)
        for (std::uint32_t j = 0; j < b.worlds; ++j) {
            out.shows.insert(out.shows.end(), a.row(i), a.row(i) + a.cells);
            out.shows.insert(out.shows.end(), b.row(j), b.row(j) + b.cells);
            out.weight.push_back(a.weight[i] * b.weight[j]);
        }
    return out;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::max(a, b);
}

// `closer_above`: endgames of more worlds are looked at more closely.
void check_against_plain(const Endgame& endgame, std::uint32_t closer_above, SearchScratch& scratch) {
    plain::Search plain(endgame);
    SearchLimits limits;
    limits.closer_above = closer_above;
    SearchResult found = search_endgame(endgame, limits, scratch);
    double value = plain.value();
    CHECK(found.exact());
    CHECK(near(found.low, value));
    for (std::uint32_t cell : found.best) CHECK(near(plain.value_of_cell(cell), value));
    std::vector<std::uint32_t> risky, best;  // of those that win the value; safe cells come first
    for (std::uint32_t cell = 0; cell < endgame.cells; ++cell) {
        bool can_be_mine = false;
        for (std::uint32_t world = 0; world < endgame.worlds; ++world)
            can_be_mine |= endgame.row(world)[cell] == Endgame::MINE;
        if (near(plain.value_of_cell(cell), value)) (can_be_mine ? risky : best).push_back(cell);
    }
    if (best.empty() || endgame.same_mines) best.insert(best.end(), risky.begin(), risky.end());
    limits.all_best = true;
    CHECK(search_endgame(endgame, limits, scratch).best == best);
}

}  // namespace

TEST(worlds_are_all_placements_that_fit) {
    cases::Random random(71);
    std::size_t several = 0, densities = 0;
    for (int round = 0; round < 400; ++round) {
        Board board = cases::random_board(random, 12);
        auto puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        Listed listed = list(board, ANY);
        const Endgame& endgame = listed.endgame;
        CHECK(listed.complete);
        CHECK(endgame.worlds == worlds.size());
        CHECK(count_worlds(listed.analysis.analysis) == static_cast<double>(worlds.size()));
        CHECK(endgame.same_mines == board.mines.known());

        brute::World always = ~brute::World{0};
        for (brute::World world : worlds) always &= world;
        std::vector<Cell> can_be_safe;
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit)
            if ((always >> bit & 1) == 0) can_be_safe.push_back(puzzle.hidden[bit]);
        CHECK(std::vector<Cell>(endgame.cell_of.begin(), endgame.cell_of.end()) == can_be_safe);

        std::map<std::vector<std::uint8_t>, long double> expected;
        for (brute::World world : worlds) {
            std::vector<std::uint8_t> row;
            for (Cell cell : can_be_safe) {
                int number = 0;
                for (Cell other : board.shape->neighbours(cell)) {
                    number += board.views[other] == View::MINE;
                    number += puzzle.bit_of[other] >= 0 && (world >> puzzle.bit_of[other] & 1);
                }
                bool mine = world >> puzzle.bit_of[cell] & 1;
                row.push_back(mine ? Endgame::MINE : static_cast<std::uint8_t>(number));
            }
            expected[row] = brute::weight_of(puzzle.puzzle, world);
        }
        long double ratio = 0;
        for (std::uint32_t world = 0; world < endgame.worlds; ++world) {
            std::vector<std::uint8_t> row(endgame.row(world), endgame.row(world) + endgame.cells);
            CHECK(expected.count(row) == 1);
            long double here = endgame.weight[world] / expected[row];
            if (world == 0) ratio = here;
            CHECK(std::abs(here / ratio - 1) < 1e-12L);
            expected.erase(row);
        }
        CHECK(expected.empty());
        several += worlds.size() > 1;
        densities += !board.mines.known();

        auto count = static_cast<std::uint32_t>(worlds.size());
        CHECK(list(board, count).complete);
        CHECK(!list(board, count - 1).complete);
    }
    CHECK(several > 100 && densities > 50);
}

TEST(optimal_play_on_boards_is_what_plain_search_finds) {
    cases::Random random(72);
    SearchScratch scratch;
    std::size_t hard = 0;
    for (int round = 0; round < 1500; ++round) {
        Board board = cases::random_board(random, 7);
        Listed listed = list(board, 40);
        if (!listed.complete) continue;
        hard += listed.endgame.worlds > 8;
        check_against_plain(listed.endgame, round % 2 ? ANY : 0, scratch);
    }
    CHECK(hard > 50);
}

TEST(optimal_play_on_any_table_is_what_plain_search_finds) {
    cases::Random random(73);
    SearchScratch scratch;
    for (int round = 0; round < 6000; ++round) {
        Endgame endgame = random_table(random, 6, 14);
        if (endgame.worlds > 1) check_against_plain(endgame, round % 2 ? ANY : 0, scratch);
    }
}

TEST(independent_areas_multiply) {
    cases::Random random(74);
    SearchScratch scratch;
    int checked = 0;
    for (int round = 0; round < 800; ++round) {
        Endgame a = random_table(random, 4, 5), b = random_table(random, 3, 4);
        if (a.worlds < 2 || b.worlds < 2) continue;
        check_against_plain(product(a, b), round % 2 ? ANY : 0, scratch);
        if (!a.same_mines || !b.same_mines) continue;
        Endgame c = random_table(random, 6, 14);
        if (!c.same_mines) continue;
        SearchLimits limits;
        double both = search_endgame(product(a, c), limits, scratch).low;
        CHECK(near(both, search_endgame(a, limits, scratch).low * search_endgame(c, limits, scratch).low));
        ++checked;
    }
    CHECK(checked > 100);
}

TEST(sets_of_many_words_are_searched_like_small_ones) {
    cases::Random random(75);
    SearchScratch scratch;
    int large = 0;
    for (int round = 0; round < 4000 && large < 40; ++round) {
        Board board = cases::random_board(random, 16);
        Listed listed =
            list(board, 2 * WORD_BITS - 20);  // the plain search takes several times as long for each more
        if (!listed.complete || listed.endgame.worlds <= WORD_BITS) continue;
        ++large;
        check_against_plain(listed.endgame, round % 2 ? ANY : 0, scratch);
    }
    CHECK(large == 40);
}

TEST(symmetries_change_no_value) {
    Shape shape = make_square_shape(3, 4);
    std::vector<std::vector<Cell>> flips(2);
    for (Cell cell = 0; cell < 12; ++cell) {
        flips[0].push_back(cell / 4 * 4 + 3 - cell % 4);
        flips[1].push_back((2 - cell / 4) * 4 + cell % 4);
    }
    SearchLimits limits;
    for (std::int64_t mines : {0, 1, 4, 12}) {
        WholeBoard with, without;
        list_layouts(shape, mines, flips, with, {});
        list_layouts(shape, mines, {}, without, {});
        for (Cell start = 0; start < 12; ++start)
            for (bool zero : {false, true}) {
                Bounds expected = wins_from(without, start, zero, -1, limits);
                Bounds found = wins_from(with, start, zero, -1, limits);
                CHECK(found.low == expected.low && found.high == expected.high && found.low == found.high);
                // With `above` at its value, the upper bound says that it is not above.
                CHECK(wins_from(without, start, zero, expected.low, limits).high <= expected.low);
            }
    }
    WholeBoard none;
    CHECK_THROWS(InputError, list_layouts(shape, 13, {}, none, {}));
    CHECK_THROWS(LimitError, list_layouts(make_square_shape(5, 13), 1, {}, none, {}));
    CHECK_THROWS(LimitError, list_layouts(make_square_shape(8, 8), 9, {}, none, {}));
}

TEST(whole_boards_have_their_known_optima) {
    struct Optimum {
        std::uint64_t rows, cols;
        std::int64_t mines;
        double wins;
    };
    SearchScratch scratch;
    for (Optimum position : {Optimum{3, 3, 3, 33}, {3, 3, 4, 27}, {3, 3, 7, 2}, {3, 4, 3, 124}, {4, 4, 2, 102}}) {
        Listed listed = list(blank_board(position.rows, position.cols, position.mines), ANY);
        SearchResult found = search_endgame(listed.endgame, {}, scratch);
        CHECK(found.exact());
        CHECK(found.low == position.wins);
    }
}

TEST(few_nodes_give_bounds_around_the_value) {
    Listed listed = list(blank_board(3, 4, 4), ANY);
    SearchScratch scratch;
    std::size_t open = 0;
    double value = search_endgame(listed.endgame, {}, scratch).low;
    CHECK(value == 173);
    for (std::uint64_t nodes : {0, 1, 2, 5, 10, 20, 50, 100, 200, 400, 1000}) {
        SearchLimits limits;
        limits.max_nodes = nodes;
        SearchResult found = search_endgame(listed.endgame, limits, scratch);
        CHECK(found.low <= value && value <= found.high);
        CHECK(found.nodes <= nodes);
        CHECK(!found.best.empty());
        open += !found.exact();
    }
    CHECK(open > 3);
}

TEST(a_closer_look_saves_nodes) {
    Listed listed = list(blank_board(4, 4, 4), ANY);
    SearchScratch scratch;
    SearchLimits close, far;
    far.closer_above = ANY;
    SearchResult found = search_endgame(listed.endgame, close, scratch);
    SearchResult expected = search_endgame(listed.endgame, far, scratch);
    CHECK(found.low == expected.low && found.exact() && expected.exact());
    CHECK(2 * found.nodes < expected.nodes);
}

TEST(a_search_tells_how_deep_it_went_and_how_much_it_remembers) {
    // One mine in a row of cells that tell on which side of them it is: of two cells neither tells anything, of three
    // the middle one tells all, and never does it take as many guesses as cells.
    SearchScratch scratch;
    for (std::uint32_t cells = 1; cells <= 6; ++cells) {
        Endgame endgame;
        endgame.cells = endgame.worlds = cells;
        for (std::uint32_t world = 0; world < cells; ++world)
            for (std::uint32_t cell = 0; cell < cells; ++cell)
                endgame.shows.push_back(cell == world ? Endgame::MINE : static_cast<std::uint8_t>(cell > world));
        endgame.weight.assign(cells, 1);
        SearchResult found = search_endgame(endgame, {}, scratch);
        CHECK(found.depth < cells);
        CHECK((found.depth == 0) == (cells <= 2));
        CHECK(found.depth == 1 || cells != 3);
        CHECK(found.entries > 0 || cells == 1);
    }
}

TEST(searches_before_change_nothing) {
    SearchScratch used;
    for (std::int64_t mines = 6; mines > 2; --mines) {  // the table is large from the first on
        Listed listed = list(blank_board(4, 4, mines), ANY);
        for (std::uint64_t nodes : {10'000, 1'000'000}) {
            SearchScratch fresh;
            SearchLimits limits;
            limits.max_nodes = nodes;
            SearchResult first = search_endgame(listed.endgame, limits, fresh);
            SearchResult again = search_endgame(listed.endgame, limits, used);
            CHECK(first.nodes == again.nodes && first.low == again.low && first.high == again.high);
            CHECK(first.best == again.best);
        }
    }
}

TEST(a_watch_stops_a_search_and_the_next_is_none_the_worse) {
    Listed listed = list(blank_board(4, 4, 4), ANY);
    SearchScratch scratch, other;
    SearchResult expected = search_endgame(listed.endgame, {}, other);
    SearchLimits limits;
    limits.closer_above = ANY;
    limits.watch.poll = [](void*) { throw Cancelled(); };
    CHECK_THROWS(Cancelled, search_endgame(listed.endgame, limits, scratch));
    SearchResult found = search_endgame(listed.endgame, {}, scratch);
    CHECK(found.low == expected.low && found.nodes == expected.nodes);
}

// One mine in a row of cells, each of which tells where it is when it is next to it: as the cells of a long row do.
TEST(a_search_too_deep_gives_bounds) {
    SearchScratch scratch;
    for (std::uint32_t cells : {20, 600}) {
        Endgame endgame;
        endgame.cells = endgame.worlds = cells;
        for (std::uint32_t world = 0; world < cells; ++world)
            for (std::uint32_t cell = 0; cell < cells; ++cell) {
                bool beside = cell + 1 == world || world + 1 == cell;
                endgame.shows.push_back(cell == world ? Endgame::MINE : static_cast<std::uint8_t>(beside));
            }
        endgame.weight.assign(cells, 1);
        SearchResult found = search_endgame(endgame, {.max_nodes = 5000}, scratch);
        CHECK(found.low <= found.high && found.high <= cells && !found.best.empty());
        CHECK(found.exact() == (cells == 20));
    }
}

TEST(a_search_keeps_within_its_bytes) {
    Listed listed = list(blank_board(4, 4, 4), ANY);
    SearchScratch scratch;
    double value = search_endgame(listed.endgame, {}, scratch).low;
    std::size_t open = 0;
    for (std::uint64_t bytes : {1u << 10, 1u << 14, 1u << 18, 1u << 22}) {
        SearchResult found = search_endgame(listed.endgame, {.max_bytes = bytes}, scratch);
        CHECK(found.low <= value && value <= found.high);
        open += !found.exact();
    }
    CHECK(open > 0 && open < 4);
}

TEST(a_full_table_forgets_some_sets_but_never_mixes_them_up) {
    ValueTable table(2048);
    for (int round = 0; round < 3; ++round) {
        std::uint32_t found = 0;
        for (std::uint32_t world = 0; world < 10'000; ++world)
            table.store(key_of_world(world), {static_cast<double>(world), static_cast<double>(round)});
        CHECK(table.size() == 2048);
        for (std::uint32_t world = 0; world < 10'000; ++world)
            if (const Bounds* bounds = table.find(key_of_world(world))) {
                CHECK(bounds->low == world && bounds->high == round);
                ++found;
            }
        CHECK(found > 900 && found < 2048);
        table.clear();
        for (std::uint32_t world = 0; world < 10'000; ++world) CHECK(!table.find(key_of_world(world)));
    }
}
