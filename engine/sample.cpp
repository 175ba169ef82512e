#include "sample.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Uniform in [0, 1) with 53 bits.
double unit(Kiss64& random) {
    return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

// An index drawn in proportion to weight(0) .. weight(count - 1).
template <class Weight>
std::size_t choose(Kiss64& random, std::size_t count, Weight&& weight) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += weight(k);
    double left = unit(random) * sum;
    std::size_t last = 0;
    for (std::size_t k = 0; k < count; ++k) {
        double here = weight(k);
        if (!(here > 0)) continue;
        last = k;
        if (left < here) return k;
        left -= here;
    }
    return last;  // rounding left a crumb beyond the end
}

// Puts `count` mines on the cells, each subset equally likely.
void place(Kiss64& random, std::span<const std::uint32_t> cells, std::int64_t count,
           std::vector<std::uint32_t>& shuffled, std::span<std::uint8_t> mines) {
    shuffled.assign(cells.begin(), cells.end());
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
        auto pick = k + static_cast<std::size_t>(unit(random) * static_cast<double>(shuffled.size() - k));
        std::swap(shuffled[k], shuffled[pick]);
        mines[shuffled[k]] = 1;
    }
}

}  // namespace

// Decides how many mines each node of the join's tree holds, from the root down.
void Sampler::split_total(Kiss64& random) {
    const Join& join = analysis_.join;
    const JoinNode& root = join.nodes.back();
    auto ways = join.ways_of(root), weights = join.weights_of(root);
    std::size_t at = choose(random, root.length, [&](std::size_t k) { return ways[k] * weights[k]; });
    node_mines_.back() = root.lo + static_cast<std::int64_t>(at);
    floating_mines_ = analysis_.total.mines - node_mines_.back();
    for (std::size_t k = join.nodes.size(); k-- > 0;) {
        const JoinNode& node = join.nodes[k];
        if (node.left == NO_CELL) break;  // only components are left
        const JoinNode &left = join.nodes[node.left], &right = join.nodes[node.right];
        auto left_ways = join.ways_of(left), right_ways = join.ways_of(right);
        std::size_t in_left = choose(random, left.length, [&](std::size_t i) {
            std::int64_t j = node_mines_[k] - left.lo - static_cast<std::int64_t>(i) - right.lo;
            bool fits = j >= 0 && j < static_cast<std::int64_t>(right.length);
            return fits ? left_ways[i] * right_ways[static_cast<std::size_t>(j)] : 0.0;
        });
        node_mines_[node.left] = left.lo + static_cast<std::int64_t>(in_left);
        node_mines_[node.right] = node_mines_[k] - node_mines_[node.left];
    }
}

// With a density, every component has its own number of mines.
void Sampler::draw_count(Kiss64& random, std::size_t component) {
    const JoinNode& node = analysis_.join.nodes[component];
    auto ways = analysis_.join.ways_of(node), weights = analysis_.join.weights_of(node);
    std::size_t at = choose(random, node.length, [&](std::size_t k) { return ways[k] * weights[k]; });
    node_mines_[component] = node.lo + static_cast<std::int64_t>(at);
}

void Sampler::fill_component(Kiss64& random, std::size_t component, std::int64_t count,
                             std::span<std::uint8_t> mines) {
    const Counting& counting = analysis_.counting;
    const Diagrams& diagrams = counting.diagrams;
    const State* state = &diagrams.root(component);
    for (const Layer& layer : diagrams.layers_of(component)) {
        if (state->edge_count == 0) break;  // the end
        auto edges = diagrams.edges_of(*state);
        auto weights = binomials(layer.size);
        double power = 1;  // of the tilt, relative to the first edge
        std::vector<double> chance(edges.size());
        for (std::size_t k = 0; k < edges.size(); ++k, power *= counting.tallies.tilt) {
            const State& target = diagrams.states[edges[k]];
            std::int64_t left = count - state->least - static_cast<std::int64_t>(k) - target.lo;
            if (left < 0 || left >= static_cast<std::int64_t>(target.length)) continue;
            chance[k] = weights[state->least + k] * power *
                        counting.tallies.values[target.value + static_cast<std::uint64_t>(left)];
        }
        std::size_t edge = choose(random, edges.size(), [&](std::size_t k) { return chance[k]; });
        std::int64_t here = state->least + static_cast<std::int64_t>(edge);
        place(random, counting.constraints.cells_of(counting.constraints.groups[layer.group]), here, shuffled_,
              mines);
        count -= here;
        state = &diagrams.states[edges[edge]];
    }
}

void Sampler::draw(Kiss64& random, std::span<std::uint8_t> mines) {
    const Constraints& constraints = analysis_.counting.constraints;
    const Diagrams& diagrams = analysis_.counting.diagrams;
    for (std::size_t cell = 0; cell < mines.size(); ++cell) mines[cell] = constraints.fate[cell] == Fate::MINE;
    bool known = analysis_.total.known;
    node_mines_.resize(analysis_.join.nodes.size());
    if (known) split_total(random);
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        if (!known) draw_count(random, component);
        fill_component(random, component, node_mines_[component], mines);
    }
    if (known) {
        place(random, constraints.floating, floating_mines_, shuffled_, mines);
        return;
    }
    for (std::uint32_t cell : constraints.floating) mines[cell] = unit(random) < analysis_.join.floating_probability;
}

}  // namespace sapper
