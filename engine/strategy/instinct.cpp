#include "strategy/instinct.hpp"

#include <algorithm>
#include <cassert>

#include "strategy/instinct_hexagons.hpp"
#include "strategy/instinct_squares.hpp"
#include "strategy/network.hpp"

namespace sapper {

namespace {

constexpr double MOST_JUDGED = 0.1;
constexpr std::uint32_t SIX = 6;       // neighbours of the cells of shapes that have a network of their own
constexpr std::uint32_t FARTHEST = 3;  // belts looked at: cells one, two and three steps away

// Sums over the cells at one distance.
struct Belt {
    float cells = 0;
    float frontier = 0, floating = 0, mines = 0;  // hidden: beside a clue, beside none, known to be mines
    float clues = 0, done = 0;                    // shown: with open cells around, without
    float risk = 0, risk_squares = 0;             // sums over the open cells
    float likely = 0, even = 0;                   // open cells whose risk is above 0.4; between 0.4 and 0.6
    float need = 0, open = 0, short_side = 0;     // sums over the clues: mines wanted, open cells, the lesser of
                                                  // mines and safe cells wanted
    float room = 0;                               // open cells around the open cells
};

void add_cell(const Position& position, Cell cell, double risk, Belt& belt) {
    PositionCell state = position.cells[cell];
    belt.cells += 1;
    auto open = static_cast<float>(state.open());
    switch (state.mark) {
        case Mark::OPEN: {
            auto chance = static_cast<float>(risk);
            (floats(position, cell) ? belt.floating : belt.frontier) += 1;
            belt.risk += chance;
            belt.risk_squares += chance * chance;
            belt.likely += chance > 0.4f;
            belt.even += chance > 0.4f && chance < 0.6f;
            belt.room += open;
            break;
        }
        case Mark::CLUE:
            (state.open() > 0 ? belt.clues : belt.done) += 1;
            belt.need += static_cast<float>(state.need);
            belt.open += open;
            belt.short_side += static_cast<float>(std::min(state.need, state.spare));
            break;
        case Mark::MINE:
            belt.mines += 1;
            break;
        case Mark::SAFE:
        case Mark::VOID:
            break;
    }
}

// Both networks were trained and written with the same constants.
using instinct::squares::CLIP, instinct::squares::STEP, instinct::squares::UNIT;
static_assert(CLIP == instinct::hexagons::CLIP && STEP == instinct::hexagons::STEP &&
              UNIT == instinct::hexagons::UNIT);

const auto& network_of_squares() {
    using namespace instinct::squares;
    static const Network made(MEAN, SCALE, FIRST, FIRST_START, SECOND, SECOND_START, LAST, STEP);
    return made;
}

const auto& network_of_hexagons() {
    using namespace instinct::hexagons;
    static const Network made(MEAN, SCALE, FIRST, FIRST_START, SECOND, SECOND_START, LAST, STEP);
    return made;
}

template <class Judge>
double judge(const Judge& network, const Traits& traits) {
    return std::clamp<double>(network.judge(traits, CLIP) * UNIT, -MOST_JUDGED, MOST_JUDGED);
}

}  // namespace

Traits Surroundings::describe(const Position& position, const Outlook& outlook, std::span<const double> risk,
                              const Runner& runner) {
    Traits out;
    TraitWriter traits(out);
    const Candidate& candidate = runner.candidate;
    const Glimpse& seen = runner.glimpse;
    const PositionCell here = position.cells[candidate.cell];
    auto open = std::max<double>(position.open_count, 1), left = static_cast<double>(position.mines_left);
    traits.write({candidate.safety, runner.ahead, runner.ahead / candidate.safety, candidate.hazard,
                  static_cast<double>(outlook.worlds.exponent), left, static_cast<double>(position.open_count),
                  left / open, outlook.floating_probability, outlook.floating / open,
                  static_cast<double>(floats(position, candidate.cell)), static_cast<double>(here.open())});
    for (double share : seen.shown) traits.write({share / candidate.safety});
    for (double share : seen.opens) traits.write({share / candidate.safety});
    traits.write({seen.gain / candidate.safety, seen.certain / candidate.safety, seen.stuck / candidate.safety,
                  seen.squares / (candidate.safety * candidate.safety)});
    around_.begin(*position.shape, candidate.cell);
    for (std::uint32_t distance = 1; distance <= FARTHEST; ++distance) {
        Belt belt;
        around_.step([&](Cell cell) {
            if (position.cells[cell].mark == Mark::VOID) return false;
            add_cell(position, cell, risk[cell], belt);
            return true;
        });
        traits.write({belt.cells, belt.frontier, belt.floating, belt.mines, belt.clues, belt.done, belt.risk,
                      belt.risk_squares, belt.likely, belt.even, belt.need, belt.open, belt.short_side, belt.room});
    }
    assert(traits.full());
    return out;
}

double judge_by_instinct(const Shape& shape, const Traits& traits) {
    return shape.most_neighbours == SIX ? judge(network_of_hexagons(), traits) : judge(network_of_squares(), traits);
}

}  // namespace sapper
