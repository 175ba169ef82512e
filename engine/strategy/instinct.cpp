#include "strategy/instinct.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "strategy/instinct_hexagons.hpp"
#include "strategy/instinct_squares.hpp"
#include "strategy/network.hpp"

namespace sapper {

namespace {

constexpr double MOST_JUDGED = 0.1;
constexpr std::uint32_t SIX = 6;       // neighbours of the cells of shapes that have a network of their own
constexpr std::uint32_t FARTHEST = 3;  // rings looked at: cells one, two and three steps away

// Sums over the cells at one distance.
struct Ring {
    float cells = 0;
    float frontier = 0, floating = 0, mines = 0;  // hidden: beside a clue, beside none, known to be mines
    float clues = 0, done = 0;                    // shown: with open cells around, without
    float risk = 0, risk_squares = 0;             // sums over the open cells
    float likely = 0, even = 0;                   // open cells whose risk is above 0.4; between 0.4 and 0.6
    float need = 0, open = 0, short_side = 0;     // sums over the clues: mines wanted, open cells, the lesser of
                                                  // mines and safe cells wanted
    float room = 0;                               // open cells around the open cells
};

void add_cell(const Position& position, Cell cell, double risk, Ring& ring) {
    PositionCell state = position.cells[cell];
    ring.cells += 1;
    auto open = static_cast<float>(state.open());
    switch (state.mark) {
        case Mark::OPEN: {
            auto chance = static_cast<float>(risk);
            (floats(position, cell) ? ring.floating : ring.frontier) += 1;
            ring.risk += chance;
            ring.risk_squares += chance * chance;
            ring.likely += chance > 0.4f;
            ring.even += chance > 0.4f && chance < 0.6f;
            ring.room += open;
            break;
        }
        case Mark::CLUE:
            (state.open() > 0 ? ring.clues : ring.done) += 1;
            ring.need += static_cast<float>(state.need);
            ring.open += open;
            ring.short_side += static_cast<float>(std::min(state.need, state.spare));
            break;
        case Mark::MINE:
            ring.mines += 1;
            break;
        case Mark::SAFE:
        case Mark::VOID:
            break;
    }
}

// The rings around a cell. Uses `seen`, which is 0 for every cell before and after, and `around`.
std::array<Ring, FARTHEST> look_around(const Position& position, std::span<const double> risk, Cell centre,
                                       std::vector<std::uint8_t>& seen, std::vector<Cell>& around) {
    std::array<Ring, FARTHEST> rings;
    seen.resize(position.cells.size());
    around.assign(1, centre);
    seen[centre] = 1;
    std::size_t first = 0;
    for (Ring& ring : rings) {
        for (std::size_t end = around.size(); first < end; ++first)
            position.shape->visit_neighbours(around[first], [&](Cell cell) {
                if (seen[cell] || position.cells[cell].mark == Mark::VOID) return;
                seen[cell] = 1;
                around.push_back(cell);
                add_cell(position, cell, risk[cell], ring);
            });
    }
    for (Cell cell : around) seen[cell] = 0;
    return rings;
}

// Writes numbers one behind the other.
class TraitWriter {
  public:
    explicit TraitWriter(Traits& out) : out_(out) {}
    void write(double value) {
        assert(at_ < out_.size());
        out_[at_++] = static_cast<float>(value);
    }

  private:
    Traits& out_;
    std::size_t at_ = 0;
};

// Both networks were trained and written with the same constants.
using instinct::squares::CLIP, instinct::squares::STEP, instinct::squares::UNIT;
static_assert(CLIP == instinct::hexagons::CLIP && STEP == instinct::hexagons::STEP &&
              UNIT == instinct::hexagons::UNIT);

namespace squares {
using namespace instinct::squares;
constexpr std::size_t HIDDEN = std::size(FIRST_START), NEXT = std::size(SECOND_START);

const auto& network() {
    static const Network<TRAITS, HIDDEN, NEXT> made{MEAN, SCALE, make_layer<TRAITS, HIDDEN>(FIRST, FIRST_START, STEP),
                                                    make_layer<HIDDEN, NEXT>(SECOND, SECOND_START, STEP),
                                                    make_layer<NEXT, 1>(LAST, {0}, STEP)};  // only differences count
    return made;
}
}  // namespace squares

namespace hexagons {
using namespace instinct::hexagons;
constexpr std::size_t HIDDEN = std::size(FIRST_START), NEXT = std::size(SECOND_START);

const auto& network() {
    static const Network<TRAITS, HIDDEN, NEXT> made{MEAN, SCALE, make_layer<TRAITS, HIDDEN>(FIRST, FIRST_START, STEP),
                                                    make_layer<HIDDEN, NEXT>(SECOND, SECOND_START, STEP),
                                                    make_layer<NEXT, 1>(LAST, {0}, STEP)};
    return made;
}
}  // namespace hexagons

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
    auto open = std::max<double>(position.open_count, 1);
    traits.write(candidate.safety);
    traits.write(runner.ahead);
    traits.write(runner.ahead / candidate.safety);
    traits.write(candidate.hazard);
    traits.write(static_cast<double>(outlook.worlds.exponent));
    traits.write(static_cast<double>(position.mines_left));
    traits.write(position.open_count);
    traits.write(static_cast<double>(position.mines_left) / open);
    traits.write(outlook.floating_probability);
    traits.write(outlook.floating / open);
    traits.write(floats(position, candidate.cell));
    traits.write(position.cells[candidate.cell].open());
    for (double share : seen.shown) traits.write(share / candidate.safety);
    for (double share : seen.opens) traits.write(share / candidate.safety);
    traits.write(seen.gain / candidate.safety);
    traits.write(seen.certain / candidate.safety);
    traits.write(seen.stuck / candidate.safety);
    traits.write(seen.squares / (candidate.safety * candidate.safety));
    for (const Ring& ring : look_around(position, risk, candidate.cell, seen_, around_))
        for (float value :
             {ring.cells, ring.frontier, ring.floating, ring.mines, ring.clues, ring.done, ring.risk,
              ring.risk_squares, ring.likely, ring.even, ring.need, ring.open, ring.short_side, ring.room})
            traits.write(value);
    return out;
}

double judge_by_instinct(const Shape& shape, const Traits& traits) {
    return shape.most_neighbours == SIX ? judge(hexagons::network(), traits) : judge(squares::network(), traits);
}

}  // namespace sapper
