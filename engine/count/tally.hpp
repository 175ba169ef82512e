// Diagram -> Tally: for every state, how many ways complete it with each number of mines, where C(n, v) ways
// fill a group of n cells with v mines. One pass from the end of the diagram to its root; the root's counts are
// the component's own: its ways for each number of mines. A second pass from the root down, started with the
// weight of the rest of the board for each number, gives the mine probability of every group.
//
// Counts are whole numbers kept as doubles, so none is ever rounded to 0, and all terms are positive, so nothing
// cancels: relative errors stay near 1e-15 a layer. A component whose counts leave the range of doubles, which takes
// about a thousand cells, is counted again in scaled numbers; so are marginals where the weights of the rest of the
// board lie too far apart. The exact tally has the same shape in integers of any size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "base/scaled.hpp"
#include "count/diagram.hpp"

namespace sapper {

// Ways for each number of mines: ways[k] for lo + k mines, or wide[k] where they are too large for doubles.
struct Counts {
    std::int32_t lo = 0;
    std::span<const double> ways;
    std::span<const Scaled> wide;

    Scaled at(std::size_t k) const { return wide.empty() ? Scaled(ways[k]) : wide[k]; }
};

struct Tallies {
    static constexpr std::size_t PLAIN = std::numeric_limits<std::size_t>::max();

    std::vector<double> values;           // of all states; State::value points here
    std::vector<Scaled> wide;             // of the states of components that are too large for doubles
    std::vector<std::size_t> wide_first;  // a component: where its counts begin in `wide`, or PLAIN

    Counts counts_of(const Diagrams& diagrams, std::size_t component) const {
        const State& root = diagrams.root(component);
        std::span<const double> ways{values.data() + root.value, root.length};
        if (wide_first[component] == PLAIN) return {root.lo, ways, {}};
        const Scaled* first = wide.data() + wide_first[component] + (root.value - first_value(diagrams, component));
        return {root.lo, ways, {first, root.length}};
    }
    // Where the counts of a component begin in `values`: with those of its end.
    static std::uint64_t first_value(const Diagrams& diagrams, std::size_t component) {
        return diagrams.states[diagrams.layers_of(component).back().first].value;
    }
};

// Sets the windows of all states and fills in the counts. A component with no filling has a root of length 0.
// Throws LimitError when the counts need more room than allowed.
void tally_diagrams(Diagrams& diagrams, const Limits& limits, Tallies& out);

// The result for a group, with the rest of the board taken into account.
struct Marginal {
    double mine_probability = 0;  // of each of its cells
    bool can_be_mine = false;     // exact, independent of the rounding of the probability
    bool can_be_safe = false;
};

// A probability with both outcomes possible, kept strictly between 0 and 1 despite rounding.
inline double uncertain(double probability) {
    return std::clamp(probability, std::numeric_limits<double>::denorm_min(),
                      1 - std::numeric_limits<double>::epsilon() / 2);
}

struct MarginalScratch {
    std::vector<double> outer, here, next;
    std::vector<Scaled> wide_here, wide_next;
};

// Marginals of the component's groups, written to out[group]. `outer[k]` is the weight of the rest of the board
// when this component holds lo + k mines, and 0 only where it cannot. Plain weights must be above 2^-900 or 0, and
// their products with the counts below 2^1000.
void find_marginals(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                    std::span<const double> outer, std::vector<Marginal>& out, MarginalScratch& scratch);
void find_marginals(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                    std::span<const Scaled> outer, std::vector<Marginal>& out, MarginalScratch& scratch);

// The counts of one component as exact integers of `limbs` 64-bit words each, least significant first; the
// numbers of a state start at index (State::value - base) * limbs.
struct ExactTally {
    std::uint64_t base = 0;
    std::uint32_t limbs = 1;
    std::vector<std::uint64_t> words;

    std::span<const std::uint64_t> number(const State& state, std::uint32_t k) const {
        return {words.data() + (state.value - base + k) * limbs, limbs};
    }
};
ExactTally tally_exactly(const Diagrams& diagrams, std::size_t component, const Limits& limits);

// C(n, k) for n up to MAX_GROUP; exact.
std::span<const double> binomials(std::uint32_t n);

}  // namespace sapper
