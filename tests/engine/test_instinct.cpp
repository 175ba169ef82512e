// What instinct reads does not depend on where north is, and what it says stays small.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "board.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "strategy/instinct.hpp"

using namespace sapper;

namespace {

constexpr std::uint32_t ROWS = 6, COLS = 9;

// Where a cell comes to lie when the board is turned over its diagonal.
Cell turned(Cell cell) {
    return cell % COLS * ROWS + cell / COLS;
}

// The candidates of a board and what they are worth by lookahead and instinct; none where it cannot be guessed in.
std::vector<Runner> runners_of(std::uint32_t rows, std::uint32_t cols, const std::vector<View>& views,
                               std::int64_t mines, double instinct) {
    auto shape = std::make_shared<Shape>(make_square_shape(rows, cols));
    Board board = make_board(shape, views, {mines, 0.5});
    Known known;
    Mind mind;
    mind.settings.instinct = instinct;
    mind.settings.fifty = 0.3;
    mind.settings.close = 0.3;
    mind.settings.runners = 100;
    read_known(board, known);
    settle_known(known);
    if (!known.possible || !known.safe.empty()) return {};
    begin_game(*shape, mines, 1, mind);
    look(known, Detail::PROBABILITIES, mind.limits, mind.store, mind.outlook);
    if (!mind.outlook.possible || settle_certain(known, mind.outlook)) return {};
    line_up(known, mind.outlook, mind);
    return mind.runners;
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
            auto same = std::find_if(other.begin(), other.end(), [&](const Runner& candidate) {
                return candidate.candidate.cell == turned(runner.candidate.cell);
            });
            CHECK(same != other.end());
            for (std::size_t k = 0; k < TRAITS; ++k)
                CHECK(std::abs(same->traits[k] - runner.traits[k]) <= 1e-4f * (1 + std::abs(runner.traits[k])));
            double judged = judge_by_instinct(runner.traits);
            CHECK(std::abs(judged) <= 0.1 && std::abs(runner.ahead - runner.lookahead * (1 + judged)) < 1e-12);
            ++compared;
            moved += std::abs(judged) > 0.001;
        }
    }
    CHECK(compared > 500 && moved > compared / 2);
}

TEST(without_instinct_lookahead_decides_alone) {
    cases::Random random(72);
    int compared = 0;
    for (int round = 0; round < 600; ++round) {
        std::int64_t mines = 0;
        std::vector<View> views = random_views(random, mines);
        for (const Runner& runner : runners_of(ROWS, COLS, views, mines, 0)) {
            CHECK(runner.ahead == runner.lookahead);
            ++compared;
        }
    }
    CHECK(compared > 100);
}
