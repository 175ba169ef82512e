#include "count/tally.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace sapper {

namespace {

__extension__ using Wide = unsigned __int128;
using Row = std::array<double, MAX_GROUP + 1>;

// Pascal's triangle: every entry is below 2^53, so every sum is exact.
constexpr std::array<Row, MAX_GROUP + 1> make_triangle() {
    std::array<Row, MAX_GROUP + 1> triangle{};
    for (std::size_t n = 0; n <= MAX_GROUP; ++n) {
        triangle[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k)
            triangle[n][k] = triangle[n - 1][k - 1] + (k < n ? triangle[n - 1][k] : 0);
    }
    return triangle;
}
constexpr std::array<Row, MAX_GROUP + 1> TRIANGLE = make_triangle();

// Counts filled in between two looks at the watch.
constexpr std::uint64_t COUNTS_A_POLL = 1 << 20;
// Counts below this leave room for products with weights of the rest of the board.
constexpr double MOST_PLAIN = 0x1p960;
// Bits by which the whole mass of a component may exceed the least weight and still be walked through in doubles.
constexpr std::int64_t MOST_SPREAD = 1800;

// Gives every state of a layer the window its edges reach and room for its counts; returns where the next room
// begins.
std::uint64_t set_windows(Diagrams& diagrams, const Layer& layer, std::uint64_t next_value) {
    for (State& state : diagrams.states_of(layer)) {
        std::int32_t lo = std::numeric_limits<std::int32_t>::max(), end = 0;
        std::int32_t mines = state.least;
        for (std::uint32_t edge : diagrams.edges_of(state)) {
            const State& target = diagrams.states[edge];
            if (target.length) {
                lo = std::min(lo, mines + target.lo);
                end = std::max(end, mines + target.lo + static_cast<std::int32_t>(target.length));
            }
            ++mines;
        }
        state.lo = end ? lo : 0;
        state.length = end ? static_cast<std::uint32_t>(end - lo) : 0;
        state.value = next_value;
        next_value += state.length;
    }
    return next_value;
}

// Fills in the counts of a component from those of its end; values[state.value - first] are those of a state.
template <class Number>
void add_ways(const Diagrams& diagrams, std::size_t component, std::uint64_t first, const Watch& watch,
              Number* values) {
    auto layers = diagrams.layers_of(component);
    for (const State& end : diagrams.states_of(layers.back())) values[end.value - first] = 1;
    std::uint64_t work = 0;
    for (std::size_t step = layers.size() - 1; step-- > 0;) {
        const Row& weights = TRIANGLE[layers[step].size];
        for (const State& state : diagrams.states_of(layers[step])) {
            std::int32_t mines = state.least;
            for (std::uint32_t edge : diagrams.edges_of(state)) {
                const State& target = diagrams.states[edge];
                const double weight = weights[static_cast<std::size_t>(mines)];
                Number* to = values + (state.value - first) + (mines + target.lo - state.lo);
                const Number* from = values + (target.value - first);
                for (std::uint32_t k = 0; k < target.length; ++k) to[k] += from[k] * weight;
                ++mines;
            }
            work += state.length;
        }
        if (work > COUNTS_A_POLL) {
            watch.check();
            work = 0;
        }
    }
}

[[noreturn]] void throw_too_large(const Limits& limits) {
    throw LimitError("too large to solve exactly: more than " + std::to_string(limits.max_values()) +
                     " counts are needed, " + std::to_string(Limits::VALUES_A_STATE) + " for each of the " +
                     std::to_string(limits.max_states) + " states allowed");
}

// The windows of all states, each component's from the end to its root; returns how many counts there are.
std::uint64_t set_all_windows(Diagrams& diagrams, const Limits& limits) {
    std::uint64_t next_value = 0, work = 0;
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        auto layers = diagrams.layers_of(component);
        for (State& end : diagrams.states_of(layers.back())) {
            end.lo = 0;
            end.length = 1;
            end.value = next_value++;
        }
        for (std::size_t step = layers.size() - 1; step-- > 0;) {
            next_value = set_windows(diagrams, layers[step], next_value);
            if (next_value > limits.max_values()) throw_too_large(limits);
            if ((work += layers[step].count) > 1u << 18) {
                limits.watch.check();
                work = 0;
            }
        }
    }
    return next_value;
}

}  // namespace

void tally_diagrams(Diagrams& diagrams, const Limits& limits, Tallies& out) {
    out.values.assign(set_all_windows(diagrams, limits), 0);
    out.wide.clear();
    out.wide_first.assign(diagrams.component_count(), Tallies::PLAIN);
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        add_ways(diagrams, component, 0, limits.watch, out.values.data());
        const State& root = diagrams.root(component);
        std::span<const double> ways{out.values.data() + root.value, root.length};
        // Every state is a part of the root, so that a count beyond the range of doubles reaches it.
        if (std::all_of(ways.begin(), ways.end(), [](double way) { return way <= MOST_PLAIN; })) continue;
        std::uint64_t first = Tallies::first_value(diagrams, component);
        out.wide_first[component] = out.wide.size();
        out.wide.resize(out.wide.size() + (root.value + root.length - first));
        add_ways(diagrams, component, first, limits.watch, out.wide.data() + out.wide_first[component]);
    }
}

namespace {

// Counts and weights of any two kinds of numbers. `ways[state.value - first]` are the counts of a state.
template <class Number, class Count>
void walk_down(const Diagrams& diagrams, std::size_t component, const Count* ways, std::uint64_t first,
               std::vector<Number>& here, std::vector<Number>& next, std::vector<Marginal>& out) {
    auto layers = diagrams.layers_of(component);
    for (std::size_t step = 0; step + 1 < layers.size(); ++step) {
        const Layer& layer = layers[step];
        const Row& weights = TRIANGLE[layer.size];
        std::uint64_t here_base = diagrams.states[layer.first].value;
        std::uint64_t next_base = diagrams.states[layers[step + 1].first].value;
        // Layers lie one behind the other from the end to the root, so the next one ends where this one begins.
        next.assign(here_base - next_base, Number{});
        Number sum{}, weighted{};
        bool below = false, above = false;
        for (const State& state : diagrams.states_of(layer)) {
            std::int32_t mines = state.least;
            for (std::uint32_t edge : diagrams.edges_of(state)) {
                const State& target = diagrams.states[edge];
                const double weight = weights[static_cast<std::size_t>(mines)];
                Number mass{};
                const Number* from = here.data() + (state.value - here_base) + (mines + target.lo - state.lo);
                Number* to = next.data() + (target.value - next_base);
                const Count* completing = ways + (target.value - first);
                for (std::uint32_t k = 0; k < target.length; ++k) {
                    Number flow = from[k] * weight;
                    to[k] += flow;
                    mass += flow * completing[k];
                }
                sum += mass;
                weighted += mass * static_cast<double>(mines);
                if (Number{} < mass) {
                    below |= mines < static_cast<std::int32_t>(layer.size);
                    above |= mines > 0;
                }
                ++mines;
            }
        }
        Marginal& marginal = out[layer.group];
        marginal.can_be_mine = above;
        marginal.can_be_safe = below;
        Scaled share = weighted / (sum * static_cast<double>(layer.size));
        marginal.mine_probability = !above ? 0 : !below ? 1 : uncertain(share.plain());
        here.swap(next);
    }
}

}  // namespace

void find_marginals(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                    std::span<const double> outer, std::vector<Marginal>& out, MarginalScratch& scratch) {
    scratch.here.assign(outer.begin(), outer.end());
    walk_down(diagrams, component, tallies.values.data(), 0, scratch.here, scratch.next, out);
}

void find_marginals(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                    std::span<const Scaled> outer, std::vector<Marginal>& out, MarginalScratch& scratch) {
    Counts counts = tallies.counts_of(diagrams, component);
    ExponentRange weights, masses;
    for (std::size_t k = 0; k < outer.size(); ++k) {
        weights.meet(outer[k]);
        masses.meet(outer[k] * counts.at(k));
    }
    if (counts.wide.empty() && masses.most - weights.least < MOST_SPREAD) {
        // Everything the walk meets lies between the least weight and the whole mass.
        scratch.outer.clear();
        for (const Scaled& weight : outer)
            scratch.outer.push_back(Scaled{weight.value, weight.exponent - masses.most + MOST_SPREAD / 2}.plain());
        find_marginals(diagrams, tallies, component, std::span<const double>(scratch.outer), out, scratch);
        return;
    }
    scratch.wide_here.assign(outer.begin(), outer.end());
    if (counts.wide.empty())
        walk_down(diagrams, component, tallies.values.data(), 0, scratch.wide_here, scratch.wide_next, out);
    else
        walk_down(diagrams, component, tallies.wide.data() + tallies.wide_first[component],
                  Tallies::first_value(diagrams, component), scratch.wide_here, scratch.wide_next, out);
}

ExactTally tally_exactly(const Diagrams& diagrams, std::size_t component, const Limits& limits) {
    auto layers = diagrams.layers_of(component);
    const State& root = diagrams.root(component);
    ExactTally exact;
    exact.base = diagrams.states[layers.back().first].value;
    std::uint64_t numbers = root.value + root.length - exact.base;
    std::uint32_t cells = 0;
    for (const Layer& layer : layers) cells += layer.size;
    exact.limbs = cells / 64 + 1;  // at most 2^cells ways
    if (numbers * exact.limbs > limits.max_values()) throw_too_large(limits);
    exact.words.assign(numbers * exact.limbs, 0);
    exact.words[0] = 1;
    const std::uint32_t limbs = exact.limbs;
    for (std::size_t step = layers.size() - 1; step-- > 0;) {
        const Layer& layer = layers[step];
        limits.watch.check();
        for (const State& state : diagrams.states_of(layer)) {
            std::int32_t mines = state.least;
            for (std::uint32_t edge : diagrams.edges_of(state)) {
                const State& target = diagrams.states[edge];
                auto weight = static_cast<std::uint64_t>(TRIANGLE[layer.size][static_cast<std::size_t>(mines)]);
                auto shift = static_cast<std::uint64_t>(mines + target.lo - state.lo);
                for (std::uint32_t k = 0; k < target.length; ++k) {
                    std::uint64_t* to = exact.words.data() + (state.value - exact.base + shift + k) * limbs;
                    const std::uint64_t* from = exact.words.data() + (target.value - exact.base + k) * limbs;
                    Wide carry = 0;
                    for (std::uint32_t limb = 0; limb < limbs; ++limb) {
                        carry += static_cast<Wide>(from[limb]) * weight + to[limb];
                        to[limb] = static_cast<std::uint64_t>(carry);
                        carry >>= 64;
                    }
                }
                ++mines;
            }
        }
    }
    return exact;
}

std::span<const double> binomials(std::uint32_t n) {
    return {TRIANGLE[n].data(), n + 1};
}

}  // namespace sapper
