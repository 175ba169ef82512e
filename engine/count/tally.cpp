#include "count/tally.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

// A layer is scaled once its counts may have grown or shrunk by this many bits. It is well below half the range of
// doubles, so that counts far smaller than the largest are kept.
constexpr std::uint32_t SCALE_BITS = 300;

// Bits by which a cell may make counts grow or shrink: it has two ways, and the tilt may weigh either.
std::uint32_t growth(double tilt) {
    return 2 + static_cast<std::uint32_t>(std::abs(std::ilogb(tilt)));
}

// The weights of 0 .. size mines in a group: C(size, v) * tilt^v.
std::span<const double> group_weights(std::uint32_t size, double tilt, Row& row) {
    if (tilt == 1) return {TRIANGLE[size].data(), size + 1};
    double power = 1;
    for (std::uint32_t v = 0; v <= size; ++v, power *= tilt) row[v] = TRIANGLE[size][v] * power;
    return {row.data(), size + 1};
}

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

void add_ways(const Diagrams& diagrams, const Layer& layer, std::span<const double> weights,
              std::vector<double>& values) {
    for (const State& state : diagrams.states_of(layer)) {
        std::int32_t mines = state.least;
        for (std::uint32_t edge : diagrams.edges_of(state)) {
            const State& target = diagrams.states[edge];
            double weight = weights[static_cast<std::size_t>(mines)];
            double* to = values.data() + state.value + (mines + target.lo - state.lo);
            const double* from = values.data() + target.value;
            for (std::uint32_t k = 0; k < target.length; ++k) to[k] += weight * from[k];
            ++mines;
        }
    }
}

// Scales a layer so that its largest count lies in [1, 2), and returns the exponent taken out.
std::int64_t scale_down(std::span<double> layer) {
    double largest = 0;
    for (double value : layer) largest = std::max(largest, value);
    if (largest == 0) return 0;
    int exponent = std::ilogb(largest);
    for (double& value : layer) value = std::scalbn(value, -exponent);
    return exponent;
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

void tally_diagrams(Diagrams& diagrams, double tilt, const Limits& limits, Tallies& out) {
    out.tilt = tilt;
    out.scale.assign(diagrams.component_count(), 0);
    out.values.assign(set_all_windows(diagrams, limits), 0);
    Row row;
    std::uint64_t work = 0;
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        auto layers = diagrams.layers_of(component);
        for (const State& end : diagrams.states_of(layers.back())) out.values[end.value] = 1;
        std::uint32_t grown = 0;  // bits by which the counts may have grown since they were last scaled
        for (std::size_t step = layers.size() - 1; step-- > 0;) {
            const Layer& layer = layers[step];
            add_ways(diagrams, layer, group_weights(layer.size, tilt, row), out.values);
            const State &first = diagrams.states_of(layer).front(), &last = diagrams.states_of(layer).back();
            std::uint64_t count = last.value + last.length - first.value;
            grown += layer.size * growth(tilt);
            if (grown > SCALE_BITS) {
                out.scale[component] +=
                    scale_down({out.values.data() + first.value, static_cast<std::size_t>(count)});
                grown = 0;
            }
            if ((work += count) > 1u << 20) {
                limits.watch.check();
                work = 0;
            }
        }
    }
}

void find_marginals(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                    std::span<const double> outer, std::vector<Marginal>& out, MarginalScratch& scratch) {
    auto layers = diagrams.layers_of(component);
    Row row;
    auto& here = scratch.here;
    auto& next = scratch.next;
    here.assign(outer.begin(), outer.end());
    std::uint32_t grown = 0;
    for (std::size_t step = 0; step + 1 < layers.size(); ++step) {
        const Layer& layer = layers[step];
        auto weights = group_weights(layer.size, tallies.tilt, row);
        std::uint64_t here_base = diagrams.states[layer.first].value;
        std::uint64_t next_base = diagrams.states[layers[step + 1].first].value;
        // Layers lie one behind the other from the end to the root, so the next one ends where this one begins.
        next.assign(here_base - next_base, 0);
        double sum = 0, weighted = 0;
        bool below = false, above = false;
        for (const State& state : diagrams.states_of(layer)) {
            std::int32_t mines = state.least;
            for (std::uint32_t edge : diagrams.edges_of(state)) {
                const State& target = diagrams.states[edge];
                double weight = weights[static_cast<std::size_t>(mines)], mass = 0;
                const double* from = here.data() + (state.value - here_base) + (mines + target.lo - state.lo);
                double* to = next.data() + (target.value - next_base);
                const double* ways = tallies.values.data() + target.value;
                for (std::uint32_t k = 0; k < target.length; ++k) {
                    double flow = weight * from[k];
                    to[k] += flow;
                    mass += flow * ways[k];
                }
                sum += mass;
                weighted += mines * mass;
                if (mass > 0) {
                    below |= mines < static_cast<std::int32_t>(layer.size);
                    above |= mines > 0;
                }
                ++mines;
            }
        }
        Marginal& marginal = out[layer.group];
        marginal.can_be_mine = above;
        marginal.can_be_safe = below;
        marginal.mine_probability = !above ? 0 : !below ? 1 : uncertain(weighted / (sum * layer.size));
        grown += layer.size * growth(tallies.tilt);
        if (grown > SCALE_BITS) {
            scale_down(next);
            grown = 0;
        }
        here.swap(next);
    }
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
