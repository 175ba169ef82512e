#include "count/join.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "count/convolve.hpp"

namespace sapper {

namespace {

// Tails below this share of a node's largest value are cut on large boards. What is lost is far below 1e-9.
constexpr double NEGLIGIBLE = 1e-40;
// On large boards every possible number of mines gets at least this share of the largest weight, so that rounding
// cannot make a probability exactly 0 or 1.
constexpr double POSSIBLE = 1e-200;
// The same with a density, where counts are whole numbers.
constexpr double POSSIBLE_WHOLE = 0x1p-800;

// Scales the last node so that its largest value is 1, and cuts its tails.
void trim(Join& join, JoinNode& node) {
    double* values = join.ways.data() + node.first;
    double largest = *std::max_element(values, values + node.length);
    std::size_t from = 0, end = node.length;
    while (values[from] < NEGLIGIBLE * largest) ++from;
    while (values[end - 1] < NEGLIGIBLE * largest) --end;
    for (std::size_t k = from; k < end; ++k) values[k - from] = values[k] / largest;
    node.lo += static_cast<std::int64_t>(from);
    node.length = end - from;
    join.ways.resize(node.first + node.length);
}

// Copies a component's counts, changed from the tally's tilt to the join's.
void add_leaf(const Counts& counts, double retilt, Join& out) {
    JoinNode node{counts.lo, counts.ways.size(), out.ways.size(), NO_CELL, NO_CELL};
    out.ways.insert(out.ways.end(), counts.ways.begin(), counts.ways.end());
    if (out.large) {
        double factor = 1;
        for (std::size_t k = 0; k < node.length; ++k, factor *= retilt) out.ways[node.first + k] *= factor;
        // Leaves are scaled but keep their windows: their weights must match the tally's counts.
        double* values = out.ways.data() + node.first;
        double largest = *std::max_element(values, values + node.length);
        for (std::size_t k = 0; k < node.length; ++k) values[k] /= largest;
    }
    out.nodes.push_back(node);
}

void add_parent(std::uint32_t left, std::uint32_t right, Join& out) {
    JoinNode a = out.nodes[left], b = out.nodes[right];
    JoinNode node{a.lo + b.lo, a.length + b.length - 1, out.ways.size(), left, right};
    out.ways.resize(node.first + node.length);
    convolve(out.ways_of(a), out.ways_of(b), {out.ways.data() + node.first, node.length});
    if (out.large) trim(out, node);
    out.nodes.push_back(node);
}

// Joins the two oldest nodes without a parent until one is left: a balanced tree for any number of leaves.
void grow_tree(Join& out) {
    for (std::uint32_t oldest = 0; out.nodes.size() - oldest > 1; oldest += 2) add_parent(oldest, oldest + 1, out);
}

// Sums over a component's counts, which with another tilt may lie far outside the range of doubles: the terms are
// gathered in stretches, each with an exponent of its own.
struct Moment {
    double mass = 0, weighted = 0;  // to be multiplied by 2^exponent
    std::int64_t exponent = 0;

    void add(Moment other) {
        if (!(other.mass > 0)) return;
        if (!(mass > 0) || top() < other.top()) std::swap(*this, other);
        int shift = static_cast<int>(std::max<std::int64_t>(other.exponent - exponent, -5000));  // 0 from there on
        mass += std::scalbn(other.mass, shift);
        weighted += std::scalbn(other.weighted, shift);
    }
    std::int64_t top() const { return exponent + std::ilogb(mass); }
};

// How many mines beyond the fewest a component is expected to hold when the weight of a mine changes by `retilt`.
double expected_beyond_fewest(std::span<const double> ways, double retilt) {
    Moment sum, stretch;
    double factor = 1;
    for (std::size_t k = 0; k < ways.size(); ++k, factor *= retilt) {
        if (!(factor > 0x1p-200 && factor < 0x1p200)) {
            sum.add(stretch);
            int exponent = std::ilogb(factor);
            stretch = {0, 0, stretch.exponent + exponent};
            factor = std::scalbn(factor, -exponent);
        }
        double term = ways[k] * factor;
        stretch.mass += term;
        stretch.weighted += term * static_cast<double>(k);
    }
    sum.add(stretch);
    return sum.mass > 0 ? sum.weighted / sum.mass : 0;
}

double expected_mines(const Diagrams& diagrams, const Tallies& tallies, const Total& total, double tilt) {
    double sum = static_cast<double>(total.floating) * tilt / (1 + tilt);
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        Counts counts = tallies.counts_of(diagrams, component);
        sum += counts.lo + expected_beyond_fewest(counts.ways, tilt / tallies.tilt);
    }
    return sum;
}

// Whether counts change by a moderate factor only when each of `mines` mines weighs `retilt` as much.
bool is_moderate(double retilt, std::size_t mines) {
    double change = 1;
    for (double square = retilt; mines; mines >>= 1, square *= square)
        if (mines & 1) change *= square;
    return change > 0x1p-200 && change < 0x1p200;
}

// The tilt at which the expected number of mines equals the total. The tally is made again wherever it was made so
// far from there that a long component has lost the counts that matter.
double balance_tilt(Diagrams& diagrams, const Total& total, const Join& join, const Limits& limits,
                    Tallies& tallies) {
    if (join.fewest == join.most + total.floating) return tallies.tilt;
    // At both ends the balance would be at 0 or infinity; half a mine away is near enough.
    double target = std::clamp(static_cast<double>(total.mines), static_cast<double>(join.fewest) + 0.5,
                               static_cast<double>(join.most + total.floating) - 0.5);
    std::size_t longest = 0;
    for (std::size_t component = 0; component < diagrams.component_count(); ++component)
        longest = std::max<std::size_t>(longest, diagrams.root(component).length);
    auto is_below = [&](double tilt) { return expected_mines(diagrams, tallies, total, tilt) < target; };
    double low = 0x1p-60, high = 0x1p60;
    for (bool halve = false;; halve = !halve) {
        // The expected number rises with the tilt, so bisection finds the balance, by geometric means: the square
        // root, unlike exp and log, is the same on every machine.
        double from = low, to = high;
        for (int round = 0; round < 60; ++round) {
            double middle = std::sqrt(from * to);
            (is_below(middle) ? from : to) = middle;
        }
        double tilt = std::sqrt(from * to);
        if (is_moderate(tilt / tallies.tilt, longest)) return tilt;
        // A tally can be trusted at its own tilt, and points from there in the right direction, but maybe too far.
        (is_below(tallies.tilt) ? low : high) = tallies.tilt;
        tally_diagrams(diagrams, halve ? std::sqrt(low * high) : tilt, limits, tallies);
    }
}

// Powers of `base`, one for each further mine, measured against the largest so that none overflows. However small, a
// possible number of mines keeps the weight `least`. The largest power has a weight so high that even the smallest
// density lies above the least, and so low that counts of both ends of a component can multiply it.
void weigh_powers(double base, double least, std::span<double> out) {
    double power = 0x1p300;
    for (std::size_t k = 0; k < out.size(); ++k) {
        out[base <= 1 ? k : out.size() - 1 - k] = std::max(power, least);
        power *= base <= 1 ? base : 1 / base;
    }
}

// The weight of the floating cells for n mines in all components together, for n in the root's window.
void weigh_root(const Total& total, Join& out) {
    const JoinNode& root = out.nodes.back();
    std::span<double> weights{out.weights.data() + root.first, root.length};
    weigh_floating(total.floating, out.tilt, total.mines - root.lo, weights);
}

// Each child gets its parent's weights, seen through every number of mines its sibling may hold.
void weigh_children(Join& out) {
    for (std::size_t k = out.nodes.size(); k-- > 0;) {
        const JoinNode& node = out.nodes[k];
        if (node.left == NO_CELL) break;  // only components are left
        const JoinNode &left = out.nodes[node.left], &right = out.nodes[node.right];
        std::int64_t offset = left.lo + right.lo - node.lo;
        correlate(out.weights_of(node), offset, out.ways_of(right), {out.weights.data() + left.first, left.length});
        correlate(out.weights_of(node), offset, out.ways_of(left), {out.weights.data() + right.first, right.length});
    }
}

void read_floating(const Total& total, Join& out) {
    const JoinNode& root = out.nodes.back();
    auto ways = out.ways_of(root), weights = out.weights_of(root);
    double sum = 0, weighted = 0;
    for (std::size_t k = 0; k < root.length; ++k) {
        double mass = ways[k] * weights[k];
        if (!(mass > 0)) continue;
        std::int64_t floating_mines = total.mines - root.lo - static_cast<std::int64_t>(k);
        sum += mass;
        weighted += mass * static_cast<double>(floating_mines);
        out.floating_can_be_mine |= floating_mines > 0;
        out.floating_can_be_safe |= floating_mines < total.floating;
    }
    out.possible = sum > 0;
    if (!out.possible || total.floating == 0) return;
    out.floating_probability = !out.floating_can_be_mine ? 0
                               : !out.floating_can_be_safe
                                   ? 1
                                   : uncertain(weighted / (sum * static_cast<double>(total.floating)));
}

// Marks the components and everything above them in the tree.
std::vector<bool> mark_paths(const Join& join, std::span<const std::uint32_t> components) {
    std::vector<bool> marked(join.nodes.size());
    for (std::uint32_t component : components) marked[component] = true;
    for (std::size_t k = 0; k < join.nodes.size(); ++k) {
        const JoinNode& node = join.nodes[k];
        if (node.left != NO_CELL && (marked[node.left] || marked[node.right])) marked[k] = true;
    }
    return marked;
}

// The largest subtrees with no marked component, which together hold all the others.
std::vector<JoinNode> unmarked_subtrees(const Join& join, const std::vector<bool>& marked) {
    std::vector<JoinNode> found;
    if (!marked.back()) return {join.nodes.back()};
    for (std::size_t k = 0; k < join.nodes.size(); ++k) {
        const JoinNode& node = join.nodes[k];
        if (node.left == NO_CELL || !marked[k]) continue;
        if (!marked[node.left]) found.push_back(join.nodes[node.left]);
        if (!marked[node.right]) found.push_back(join.nodes[node.right]);
    }
    return found;
}

}  // namespace

std::int64_t weigh_floating(std::int64_t cells, double tilt, std::int64_t most, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    std::int64_t fewest = std::max<std::int64_t>(most - static_cast<std::int64_t>(out.size()) + 1, 0);
    std::int64_t last = std::min(most, cells);
    if (fewest > last) return -1;
    // Outwards from the largest term, so that no product overflows.
    auto mode = static_cast<std::int64_t>(static_cast<double>(cells + 1) * (tilt / (1 + tilt)));
    std::int64_t start = std::clamp(mode, fewest, last);
    auto at = [&](std::int64_t n) -> double& { return out[static_cast<std::size_t>(most - n)]; };
    at(start) = 1;
    for (std::int64_t n = start; n < last; ++n)
        at(n + 1) = at(n) * (static_cast<double>(cells - n) * tilt) / static_cast<double>(n + 1);
    for (std::int64_t n = start; n > fewest; --n)
        at(n - 1) = at(n) * static_cast<double>(n) / (static_cast<double>(cells - n + 1) * tilt);
    return start;
}

void join_components(Diagrams& diagrams, const Total& total, bool large, const Limits& limits, Tallies& tallies,
                     Join& out) {
    out.nodes.clear();
    out.ways.clear();
    out.fewest = out.most = 0;
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        const State& root = diagrams.root(component);
        out.fewest += root.lo;
        out.most += root.lo + static_cast<std::int64_t>(root.length) - 1;
    }
    out.possible = !total.known || (total.mines >= out.fewest && total.mines <= out.most + total.floating);
    if (!out.possible) return;
    out.large = large && total.known;
    out.floating_can_be_mine = out.floating_can_be_safe = false;
    out.floating_probability = 0;
    out.tilt = out.large ? balance_tilt(diagrams, total, out, limits, tallies) : tallies.tilt;
    for (std::size_t component = 0; component < diagrams.component_count(); ++component)
        add_leaf(tallies.counts_of(diagrams, component), out.tilt / tallies.tilt, out);
    if (!total.known) {
        out.floating_probability = total.density;
        out.floating_can_be_mine = out.floating_can_be_safe = true;
        out.rest = total.odds() / tallies.tilt;
        out.weights.resize(out.ways.size());
        for (std::size_t component = 0; component < out.nodes.size(); ++component) {
            // Counts that were never scaled are whole numbers, so that a smaller weight cannot vanish beside them.
            bool whole = tallies.tilt == 1 && tallies.scale[component] == 0;
            const JoinNode& node = out.nodes[component];
            weigh_powers(out.rest, whole ? POSSIBLE_WHOLE : POSSIBLE, {out.weights.data() + node.first, node.length});
        }
        return;
    }
    if (out.nodes.empty()) {  // no component: one way to place no mines
        double one = 1;
        add_leaf({0, {&one, 1}}, 1, out);
    }
    grow_tree(out);
    out.weights.resize(out.ways.size());
    weigh_root(total, out);
    weigh_children(out);
    read_floating(total, out);
}

void outer_weights(const Join& join, const Tallies& tallies, const Counts& counts, const Total& total,
                   std::size_t component, std::vector<double>& out) {
    auto weights = join.weights_of(join.nodes[component]);
    out.assign(weights.begin(), weights.end());
    if (!join.large) return;
    double retilt = join.tilt / tallies.tilt, factor = 1;
    for (double& weight : out) {
        weight *= factor;
        factor *= retilt;
    }
    // All numbers the others can hold, to distinguish impossible numbers from improbable ones.
    std::int64_t fewest = join.fewest - counts.lo;
    std::int64_t most = join.most - counts.lo - static_cast<std::int64_t>(counts.ways.size()) + 1;
    double least = POSSIBLE * *std::max_element(out.begin(), out.end());
    for (std::size_t k = 0; k < out.size(); ++k) {
        std::int64_t rest = total.mines - counts.lo - static_cast<std::int64_t>(k);
        if (rest >= fewest && rest <= most + total.floating) out[k] = std::max(out[k], least);
    }
}

Window weights_without(const Join& join, std::span<const std::uint32_t> components, const Total& total,
                       std::int64_t less_floating, std::int64_t lo, std::size_t count) {
    Window window{lo, {}};
    auto others = unmarked_subtrees(join, mark_paths(join, components));
    std::int64_t first = lo;
    std::size_t length = count;
    for (const JoinNode& node : others) {
        first += node.lo;
        length += node.length - 1;
    }
    std::vector<double> weights(length);
    weigh_floating(total.floating - less_floating, join.tilt, total.mines - first, weights);
    for (const JoinNode& node : others) {
        std::vector<double> fewer(weights.size() - node.length + 1);
        correlate(weights, 0, join.ways_of(node), fewer);
        weights.swap(fewer);
    }
    window.value = std::move(weights);
    return window;
}

}  // namespace sapper
