// Strategies on small boards against all placements: the worlds of endgames and areas, and the values of lookahead.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "endgame/rows.hpp"
#include "guess_case.hpp"
#include "reference/catalogue.hpp"
#include "strategy/lineup.hpp"

using namespace sapper;

namespace {

// The safety of the safest and of the second safest cell, `seen` having been revealed; and how many are safe.
std::pair<double, double> safest(const GuessCase& here, const std::vector<brute::World>& left, Cell seen) {
    double best = 0, second = 0;
    for (Cell cell : here.puzzle.hidden) {
        if (cell == seen || here.position.cells[cell].mark != Mark::OPEN) continue;
        std::size_t safe = 0;
        for (brute::World world : left) safe += !here.mined(world, cell);
        double share = static_cast<double>(safe) / static_cast<double>(left.size());
        second = std::max(second, std::min(best, share));
        best = std::max(best, share);
    }
    return {best, second};
}

}  // namespace

TEST(rows_are_all_worlds) {
    cases::Random random(91);
    int tried = 0;
    for (int round = 0; round < 3000; ++round) {
        GuessCase here;
        if (!here.read(random, false)) continue;
        std::vector<Cell> open;
        for (const GroupOutlook& group : here.outlook.groups)
            open.insert(open.end(), group.cells.begin(), group.cells.end());
        for (Cell cell : here.puzzle.hidden)
            if (here.position.cells[cell].mark == Mark::OPEN &&
                std::find(open.begin(), open.end(), cell) == open.end())
                open.push_back(cell);
        Endgame endgame;
        RowsScratch scratch;
        auto count = static_cast<std::uint32_t>(here.worlds.size());
        CHECK(list_rows(here.position, open, here.position.mines_left, count, {}, endgame, scratch));
        CHECK(endgame.worlds == count);
        std::vector<brute::World> seen;
        for (std::uint32_t row = 0; row < endgame.worlds; ++row) {
            auto same = [&](brute::World world) {
                for (std::size_t k = 0; k < open.size(); ++k) {
                    int shows = here.mined(world, open[k]) ? Endgame::MINE : here.shows(world, open[k]);
                    if (shows != endgame.row(row)[k]) return false;
                }
                return true;
            };
            auto found = std::find_if(here.worlds.begin(), here.worlds.end(), same);
            CHECK(found != here.worlds.end());
            seen.push_back(*found);
        }
        std::sort(seen.begin(), seen.end());
        CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
        CHECK(count == 1 ||
              !list_rows(here.position, open, here.position.mines_left, count - 1, {}, endgame, scratch));
        ++tried;
    }
    CHECK(tried > 300);
}

TEST(lookahead_is_worth_what_all_placements_say) {
    cases::Random random(92);
    int tried = 0;
    for (int round = 0; round < 1500; ++round) {
        GuessCase here;
        if (!here.read(random, false)) continue;
        Lookahead lookahead({.second = 0.25});
        auto copy = here.outlook.groups;
        std::vector<Cell> cells;
        for (const GroupOutlook& group : copy) cells.insert(cells.end(), group.cells.begin(), group.cells.end());
        for (Cell cell : cells) {
            std::map<int, std::vector<brute::World>> children;
            for (brute::World world : here.worlds)
                if (!here.mined(world, cell)) children[here.shows(world, cell)].push_back(world);
            double expected = 0, safe = 0;
            for (const auto& [number, left] : children) {
                auto [best, second] = safest(here, left, cell);
                double share = static_cast<double>(left.size()) / static_cast<double>(here.worlds.size());
                safe += share;
                expected += share * (best == 1 ? 1 : 0.75 * best + 0.25 * second);
            }
            auto worth = [&](double enough) {
                return lookahead.look_at(here.position, here.outlook, {cell, safe}, enough, here.resources).worth;
            };
            double value = worth(0);
            CHECK(std::abs(value - (children.size() == 1 ? 0 : expected)) < 1e-12);
            // The value of a candidate below `enough` is never overestimated.
            CHECK(worth(expected + 0.01) <= expected + 0.01);
        }
        ++tried;
    }
    CHECK(tried > 200);
}

TEST(a_closed_pair_is_an_area_worth_a_half) {
    // 1 1 1 1     two hidden cells in the corner that no clue can distinguish, and
    // 1 . . 1     far from them enough floating cells for many worlds
    auto shape = std::make_shared<Shape>(make_square_shape(2, 24));
    std::vector<View> views(48, View::HIDDEN);
    for (Cell cell : {2u, 26u}) views[cell] = clue_view(1);
    for (Cell cell : {3u, 27u}) views[cell] = clue_view(0);
    for (Cell cell : {4u, 28u}) views[cell] = clue_view(0);
    for (Cell cell : {5u, 29u}) views[cell] = clue_view(1);
    for (Cell cell : {0u, 24u}) views[cell] = View::VOID;
    Board board = make_board(shape, views, {8, 0.5});
    Position position;
    Resources resources;
    read_position(board, position);
    begin_game(*shape, 1, resources);
    auto mover = catalogue()
                     .find("lookahead")
                     .make({{"endgame_worlds", std::int64_t{10}}, {"endgame_nodes", std::int64_t{100}}});
    Move move = mover->next_move(position, {}, resources);
    CHECK(move.reason == &reasons::AREA && (move.cell == 1 || move.cell == 25));
    CHECK(move.safety == 0.5 && move.value == 0.5);
}

TEST(hazards_are_what_all_placements_say) {
    // A row along the edge: two hidden cells under two known mines, with one open end each side.
    cases::Random random(94);
    int with_hazard = 0, tried = 0;
    for (int round = 0; round < 3000; ++round) {
        GuessCase here;
        if (!here.read(random, false)) continue;
        std::vector<double> risk, hazard;
        fill_risks(here.position, here.outlook, risk);
        Hazards().find(here.position, here.outlook, risk, here.resources, hazard);
        const Position& position = here.position;
        const Shape& shape = *here.board.shape;
        auto never_shows = [&](brute::World world, Cell cell) {
            Mark mark = position.cells[cell].mark;
            return mark == Mark::MINE || mark == Mark::VOID || (mark == Mark::OPEN && here.mined(world, cell));
        };
        auto beside = [&](Cell one, Cell other) {
            auto around = shape.neighbours(one);
            return one == other || std::find(around.begin(), around.end(), other) != around.end();
        };
        // Share of worlds in which a pair of neighbours differs and no cell beside one of them alone shows a number.
        std::vector<double> expected(position.cells.size());
        double rarest = 1;
        for (Cell one = 0; one < position.cells.size(); ++one)
            for (Cell other : shape.neighbours(one)) {
                if (other < one || position.cells[one].mark != Mark::OPEN || position.cells[other].mark != Mark::OPEN)
                    continue;
                std::vector<Cell> ends;
                for (Cell cell = 0; cell < position.cells.size(); ++cell)
                    if (beside(one, cell) != beside(other, cell)) ends.push_back(cell);
                double share = 0, each = 1.0 / static_cast<double>(here.worlds.size());
                for (brute::World world : here.worlds) {
                    if (here.mined(world, one) == here.mined(world, other)) continue;
                    bool mute = true;
                    for (Cell end : ends) mute &= never_shows(world, end);
                    share += mute ? each : 0;
                }
                if (share > 0) rarest = std::min(rarest, share);
                for (Cell end : ends)
                    if (position.cells[end].mark == Mark::OPEN) expected[end] += share;
                expected[one] += share / 2;
                expected[other] += share / 2;
            }
        ++tried;
        if (rarest < 0.1 || rarest == 1) continue;  // rare pairs are left out
        ++with_hazard;
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::OPEN) CHECK(std::abs(hazard[cell] - expected[cell]) < 1e-12);
    }
    CHECK(tried > 200 && with_hazard > 20);
}
