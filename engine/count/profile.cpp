#include "count/profile.hpp"

#include <algorithm>

namespace sapper {

namespace {

using Reach = ProfileScratch::Reach;

// C(size - 1, v - 1) and C(size - 1, v): ways with v mines in the group and a given cell among them or not.
struct GivenCell {
    double mine = 0, safe = 0;
};

GivenCell weigh(std::uint32_t size, std::int32_t mines) {
    auto v = static_cast<std::size_t>(mines);
    auto others = binomials(size - 1);
    return {v > 0 ? others[v - 1] : 0, v < size ? others[v] : 0};
}

}  // namespace

void profile_component(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                       std::span<double> mine_ways, std::span<double> safe_ways, ProfileScratch& scratch) {
    auto layers = diagrams.layers_of(component);
    Counts counts = tallies.counts_of(diagrams, component);
    std::size_t length = counts.ways.size();
    auto stride = static_cast<std::size_t>(counts.lo) + length;  // mines placed never exceed the most there can be
    std::fill(mine_ways.begin(), mine_ways.end(), 0.0);
    std::fill(safe_ways.begin(), safe_ways.end(), 0.0);
    auto& reach = scratch.reach;
    auto& ways = scratch.ways;
    reach.assign(1, {0, 0});
    ways.assign(stride, 0);
    ways[0] = 1;
    for (std::size_t step = 0; step + 1 < layers.size(); ++step) {
        const Layer& layer = layers[step];
        const Layer& next = layers[step + 1];
        scratch.next_reach.assign(next.count, {static_cast<std::int32_t>(stride), -1});
        scratch.next_ways.assign(next.count * stride, 0);
        double* const mine_here = mine_ways.data() + step * length;
        double* const safe_here = safe_ways.data() + step * length;
        for (std::uint32_t index = 0; index < layer.count; ++index) {
            const State& state = diagrams.states[layer.first + index];
            Reach from = reach[index];
            const double* const reached = ways.data() + index * stride;
            std::int32_t mines = state.least;
            for (std::uint32_t edge : diagrams.edges_of(state)) {
                const State& target = diagrams.states[edge];
                if (target.length != 0) {
                    GivenCell given = weigh(layer.size, mines);
                    double all = given.mine + given.safe;
                    std::size_t to = edge - next.first;
                    Reach& there = scratch.next_reach[to];
                    there.lo = std::min(there.lo, from.lo + mines);
                    there.hi = std::max(there.hi, from.hi + mines);
                    double* const next_ways = scratch.next_ways.data() + to * stride + mines;
                    const double* const completing = tallies.values.data() + target.value;
                    for (std::int32_t placed = from.lo; placed <= from.hi; ++placed) {
                        double flow = reached[placed];
                        next_ways[placed] += flow * all;
                        std::int32_t at = placed + mines + target.lo - counts.lo;
                        for (std::uint32_t k = 0; k < target.length; ++k) {
                            double both = flow * completing[k];
                            mine_here[at + static_cast<std::int32_t>(k)] += both * given.mine;
                            safe_here[at + static_cast<std::int32_t>(k)] += both * given.safe;
                        }
                    }
                }
                ++mines;
            }
        }
        reach.swap(scratch.next_reach);
        ways.swap(scratch.next_ways);
    }
}

}  // namespace sapper
