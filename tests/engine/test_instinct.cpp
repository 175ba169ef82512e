// The traits of instinct do not depend on the orientation of the board, its output stays small, and the line-up has
// the right candidates.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "board/board.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "strategy/instinct.hpp"
#include "strategy/lineup.hpp"

using namespace sapper;

namespace {

constexpr std::uint32_t ROWS = 6, COLS = 9;
const Shape SQUARES = make_square_shape(ROWS, COLS);

// Where a cell comes to lie when the board is turned over its diagonal.
Cell turned(Cell cell) {
    return cell % COLS * ROWS + cell / COLS;
}

// The candidates of a board and their values by lookahead and instinct; none where no guess is needed.
std::vector<Runner> runners_of(std::uint32_t rows, std::uint32_t cols, const std::vector<View>& views,
                               std::int64_t mines, double instinct, double close = 0.3, std::size_t most = 100) {
    auto shape = std::make_shared<Shape>(make_square_shape(rows, cols));
    Board board = make_board(shape, views, {mines, 0.5});
    Position position;
    Resources resources;
    Outlook outlook;
    read_position(board, position);
    settle_position(position);
    if (!position.possible || !position.safe.empty()) return {};
    begin_game(*shape, 1, resources);
    look(position, Detail::PROBABILITIES, {}, resources.store, outlook);
    if (!outlook.possible || settle_certain(position, outlook)) return {};
    std::vector<Runner> runners;
    LineUp line_up({.fifty = 0.3, .instinct = instinct, .close = close});
    line_up.run(position, outlook, {.most = most, .close = true}, resources, runners);
    return runners;
}

// Some cells of a random layout shown.
std::vector<View> random_views(cases::Random& random, std::int64_t& mines) {
    auto shape = make_square_shape(ROWS, COLS);
    std::vector<std::uint8_t> mined(ROWS * COLS);
    for (auto& cell : mined) cell = random.one_in(5);
    mines = std::count(mined.begin(), mined.end(), 1);
    std::vector<View> views(ROWS * COLS, View::HIDDEN);
    for (Cell cell = 0; cell < views.size(); ++cell) {
        if (mined[cell] || !random.one_in(5)) continue;
        int number = 0;
        shape.visit_neighbours(cell, [&](Cell other) { number += mined[other]; });
        views[cell] = clue_view(number);
    }
    return views;
}

}  // namespace

TEST(instinct_does_not_know_where_north_is) {
    cases::Random random(71);
    int compared = 0, moved = 0;
    for (int round = 0; round < 1500; ++round) {
        std::int64_t mines = 0;
        std::vector<View> views = random_views(random, mines), flipped(views.size());
        for (Cell cell = 0; cell < views.size(); ++cell) flipped[turned(cell)] = views[cell];
        auto plain = runners_of(ROWS, COLS, views, mines, 1), other = runners_of(COLS, ROWS, flipped, mines, 1);
        CHECK(plain.size() == other.size());
        for (const Runner& runner : plain) {
            auto same = std::find_if(other.begin(), other.end(), [&](const Runner& flipped_one) {
                return flipped_one.candidate.cell == turned(runner.candidate.cell);
            });
            CHECK(same != other.end());
            for (std::size_t k = 0; k < TRAITS; ++k)
                CHECK(std::abs(same->traits[k] - runner.traits[k]) <= 1e-4f * (1 + std::abs(runner.traits[k])));
            ++compared;
            moved += std::abs(judge_by_instinct(SQUARES, runner.traits)) > 0.001;
        }
    }
    CHECK(compared > 500 && moved > compared / 2);
}

TEST(instinct_is_a_share_of_lookahead) {
    cases::Random random(72);
    int compared = 0;
    for (int round = 0; round < 1500; ++round) {
        std::int64_t mines = 0;
        std::vector<View> views = random_views(random, mines);
        auto plain = runners_of(ROWS, COLS, views, mines, 0), other = runners_of(ROWS, COLS, views, mines, 0.5);
        for (const Runner& runner : other) {
            auto same = std::find_if(plain.begin(), plain.end(), [&](const Runner& plain_one) {
                return plain_one.candidate.cell == runner.candidate.cell;
            });
            if (same == plain.end()) continue;  // close to the best by instinct alone
            double judged = judge_by_instinct(SQUARES, runner.traits);
            CHECK(std::abs(judged) <= 0.1);
            CHECK(std::abs(runner.ahead - same->ahead * (1 + 0.5 * judged)) < 1e-12);
            ++compared;
        }
    }
    CHECK(compared > 100);
}

TEST(cells_out_of_play_are_as_if_they_were_not) {
    cases::Random random(73);
    int compared = 0;
    for (int round = 0; round < 1500; ++round) {
        std::int64_t mines = 0;
        std::vector<View> views = random_views(random, mines), wider;
        for (std::uint32_t row = 0; row < ROWS; ++row) {
            wider.insert(wider.end(), views.begin() + row * COLS, views.begin() + (row + 1) * COLS);
            wider.insert(wider.end(), 2, View::VOID);
        }
        auto plain = runners_of(ROWS, COLS, views, mines, 1), other = runners_of(ROWS, COLS + 2, wider, mines, 1);
        CHECK(plain.size() == other.size());
        for (std::size_t k = 0; k < plain.size(); ++k) {
            CHECK(plain[k].traits == other[k].traits);
            ++compared;
        }
    }
    CHECK(compared > 500);
}

TEST(the_best_candidate_is_lined_up_however_few_may_be) {
    cases::Random random(74);
    int compared = 0;
    for (int round = 0; round < 1500; ++round) {
        std::int64_t mines = 0;
        std::vector<View> views = random_views(random, mines);
        auto all = runners_of(ROWS, COLS, views, mines, 1);
        for (auto [close, limit] : {std::pair(0.0, std::size_t{100}), {0.3, 0}}) {
            auto few = runners_of(ROWS, COLS, views, mines, 1, close, limit);
            CHECK(few.size() == std::min<std::size_t>(all.size(), 1));
            compared += !few.empty();
        }
    }
    CHECK(compared > 200);
}
