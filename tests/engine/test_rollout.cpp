// Layouts drawn and games played out, against all placements.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "guess_case.hpp"
#include "strategy/rollout.hpp"
#include "strategy/safest.hpp"

using namespace sapper;

namespace {

brute::World world_of(const GuessCase& one, std::span<const std::uint8_t> mined) {
    brute::World world = 0;
    for (std::size_t bit = 0; bit < one.puzzle.hidden.size(); ++bit)
        world |= brute::World{mined[one.puzzle.hidden[bit]]} << bit;
    return world;
}

// Counts how often each world comes.
struct Census {
    const std::vector<brute::World>& worlds;
    std::vector<int> times = std::vector<int>(worlds.size());

    void add(brute::World world) {
        auto found = std::find(worlds.begin(), worlds.end(), world);
        CHECK(found != worlds.end());
        ++times[static_cast<std::size_t>(found - worlds.begin())];
    }
    // 60 times each are expected; six standard deviations each way.
    void check() const {
        for (int count : times) CHECK(count > 15 && count < 107);
    }
    // Of all worlds but one, how far they are off, in variances.
    double misfit() const {
        double sum = 0;
        for (int count : times) sum += (count - 60) * (count - 60) / 60.0;
        return sum;
    }
};

// Whether playing on wins in a world: no dice, no search.
bool wins(GuessCase& one, brute::World world, Cell first, Lookahead* careful) {
    Position position = one.position;
    for (Cell cell = first;;) {
        if (one.mined(world, cell)) return false;
        reveal_cell(position, cell, [&](Cell shown) { return one.shows(world, shown); });
        settle_position(position);
        for (cell = NO_CELL; cell == NO_CELL;) {
            if (position.open_count == position.mines_left && position.safe.empty()) return true;
            if (cell = take_safe(position); cell != NO_CELL) break;
            Outlook outlook;
            look(position, Detail::PROBABILITIES, {}, one.resources.store, outlook);
            if (settle_certain(position, outlook)) continue;
            cell =
                (careful ? careful->reveal_best(position, outlook, one.resources) : reveal_safest(position, outlook))
                    .cell;
        }
    }
}

}  // namespace

TEST(drawn_layouts_fit_and_every_world_comes) {
    cases::Random random(93);
    Kiss64 rng(7);
    int tried = 0;
    for (int round = 0; round < 400; ++round) {
        GuessCase one;
        if (!one.read(random, false) || one.worlds.size() > 40) continue;
        WorldDraw draw;
        draw.aim(one.position, {});
        Census census{one.worlds};
        const int draws = 60 * static_cast<int>(one.worlds.size());
        for (int k = 0; k < draws; ++k) {
            census.add(world_of(one, draw.draw(rng.next())));
        }
        census.check();
        ++tried;
    }
    CHECK(tried > 40);
}

TEST(layouts_that_were_left_are_drawn_again_uniformly) {
    cases::Random random(95);
    Kiss64 rng(8);
    int tried = 0, changed = 0, drawn_anew = 0;
    double misfit = 0, freedom = 0;
    for (int round = 0; round < 1200; ++round) {
        GuessCase one;
        if (!one.read(random, false) || one.worlds.size() > 60) continue;
        Cell cell = one.outlook.groups.empty() ? NO_CELL : one.outlook.groups.front().cells.front();
        if (round % 3 == 0 && one.outlook.floating > 0)
            for (cell = 0; one.position.cells[cell].mark != Mark::OPEN || !floats(one.position, cell);) ++cell;
        if (cell == NO_CELL) continue;
        std::vector<brute::World> fitting;
        for (brute::World world : one.worlds)
            if (!one.mined(world, cell)) fitting.push_back(world);
        WorldDraw before, after;
        before.aim(one.position, {});
        after.aim(one.position, {}, cell);
        Census census{fitting};
        for (std::size_t k = 0; k < 60 * fitting.size();) {
            auto drawn = before.draw(rng.next());
            if (!drawn[cell]) continue;
            std::vector<std::uint8_t> old(drawn.begin(), drawn.end());
            std::uint64_t salt = rng.next();
            auto fresh = after.draw(salt);
            for (Cell other : one.puzzle.hidden) drawn_anew += old[other] != fresh[other];
            auto next = after.redraw(old, salt);
            for (Cell other : one.puzzle.hidden) changed += old[other] != next[other];
            census.add(world_of(one, next));
            ++k;
        }
        census.check();
        misfit += census.misfit();
        freedom += static_cast<double>(fitting.size()) - 1;
        ++tried;
    }
    CHECK(tried > 60);
    CHECK(std::abs(misfit - freedom) < 5 * std::sqrt(2 * freedom));
    CHECK(changed < 0.9 * drawn_anew);
}

TEST(games_played_out_win_as_often_as_their_policy) {
    cases::Random random(96);
    int tried = 0;
    for (int round = 0; round < 2000 && tried < 60; ++round) {
        GuessCase one;
        if (!one.read(random, false) || one.worlds.size() < 4 || one.outlook.groups.empty()) continue;
        bool careful = round % 2;
        Cell cell = one.outlook.groups.front().cells.front();
        const RolloutSettings settings{.leaves = {}, .ahead = {}};
        Lookahead lookahead(settings.ahead);
        int safe = 0, won = 0;
        for (brute::World world : one.worlds) {
            safe += !one.mined(world, cell);
            won += wins(one, world, cell, careful ? &lookahead : nullptr);
        }
        Rollouts rollouts(settings);
        auto policy = careful ? Rollouts::Policy::CAREFUL : Rollouts::Policy::QUICK;
        rollouts.aim(one.position, {&cell, 1}, {});
        const int games = 3000;
        double sum = 0, squares = 0;
        for (int k = 0; k < games; ++k) {
            double value = rollouts.play(one.position, {cell, 0}, one.resources.rng.next(), policy, one.resources);
            sum += value;
            squares += value * value;
        }
        double mean = sum / games, error = std::sqrt(std::max(squares / games - mean * mean, 0.0) / games);
        CHECK(std::abs(mean - static_cast<double>(won) / safe) < 5 * error + 1e-9);
        ++tried;
    }
    CHECK(tried == 60);
}

// A race plays thousands of games from one position and remembers what it does in the positions it meets.
TEST(games_played_out_go_the_same_after_others) {
    cases::Random random(97);
    int tried = 0;
    for (int round = 0; round < 2000 && tried < 60; ++round) {
        GuessCase one;
        if (!one.read(random, false) || one.worlds.size() < 4 || one.outlook.groups.empty()) continue;
        Cell cell = one.outlook.groups.front().cells.front();
        RolloutSettings settings;
        if (round % 2) settings.leaves = {};
        Rollouts one_race(settings), anew(settings);
        one_race.aim(one.position, {&cell, 1}, {});
        for (int k = 0; k < 40; ++k) {
            std::uint64_t salt = one.resources.rng.next();
            for (auto policy : {Rollouts::Policy::QUICK, Rollouts::Policy::CAREFUL}) {
                Resources fresh = one.resources;
                anew.aim(one.position, {&cell, 1}, {});
                double alone = anew.play(one.position, {cell, 0}, salt, policy, fresh);
                CHECK(std::abs(one_race.play(one.position, {cell, 0}, salt, policy, one.resources) - alone) < 1e-12);
            }
        }
        ++tried;
    }
    CHECK(tried == 60);
}
