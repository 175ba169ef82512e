#include "count/join.hpp"

#include <algorithm>
#include <cmath>

#include "count/convolve.hpp"

namespace sapper {

namespace {

// Tails below this share of a node's largest value are cut on large boards. What is lost is far below 1e-12.
constexpr double NEGLIGIBLE = 1e-40;
// On large boards a possible number of mines of a part that was cut has this share of all weight, so that neither
// rounding nor cutting makes a probability exactly 0 or 1.
constexpr std::int64_t POSSIBLE_BITS = 200;

// Scales a node by a power of two so that its largest value lies in [1/2, 1); returns the exponent taken out.
std::int64_t scale_node(Join& join, const JoinNode& node) {
    double* values = join.ways.data() + node.first;
    int exponent = 0;
    std::frexp(*std::max_element(values, values + node.length), &exponent);
    const double factor = std::scalbn(1.0, -exponent);
    for (std::size_t k = 0; k < node.length; ++k) values[k] *= factor;
    return exponent;
}

// Cuts the tails of the last node.
void trim(Join& join, JoinNode& node) {
    double* values = join.ways.data() + node.first;
    std::size_t from = 0, end = node.length;
    while (values[from] < NEGLIGIBLE) ++from;
    while (values[end - 1] < NEGLIGIBLE) --end;
    std::copy(values + from, values + end, values);
    node.lo += static_cast<std::int64_t>(from);
    node.length = end - from;
    join.ways.resize(node.first + node.length);
}

// Adds a part. On a large board its counts are tilted and scaled; they keep their window, and may fade to 0.
void add_leaf(const Counts& counts, Join& out) {
    JoinNode node{counts.lo, counts.ways.size(), out.ways.size(), NO_CELL, NO_CELL};
    out.nodes.push_back(node);
    if (!out.large) {
        out.ways.insert(out.ways.end(), counts.ways.begin(), counts.ways.end());
        return;
    }
    std::vector<Scaled> tilted(node.length);
    Scaled largest, factor = power(out.tilt, static_cast<std::uint64_t>(counts.lo));
    for (std::size_t k = 0; k < node.length; ++k, factor = factor * out.tilt) {
        tilted[k] = counts.at(k) * factor;
        if (largest < tilted[k]) largest = tilted[k];
    }
    for (const Scaled& ways : tilted)
        out.ways.push_back(Scaled{ways.value, ways.exponent - largest.exponent}.plain());
    out.worlds.exponent += largest.exponent;
}

void add_parent(std::uint32_t left, std::uint32_t right, Join& out) {
    JoinNode a = out.nodes[left], b = out.nodes[right];
    JoinNode node{a.lo + b.lo, a.length + b.length - 1, out.ways.size(), left, right};
    out.ways.resize(node.first + node.length);
    convolve(out.ways_of(a), out.ways_of(b), {out.ways.data() + node.first, node.length});
    if (out.large) {
        out.worlds.exponent += scale_node(out, node);
        trim(out, node);
    }
    out.nodes.push_back(node);
}

// Joins the two oldest nodes without a parent until one is left: a balanced tree for any number of leaves.
void grow_tree(Join& out) {
    for (std::uint32_t oldest = 0; out.nodes.size() - oldest > 1; oldest += 2) add_parent(oldest, oldest + 1, out);
}

// The mean of k when k weighs count(k) * tilt^k, for tilt <= 1 and k < length; count(0) is not 0. What fades to 0 in
// these sums is negligible beside it.
template <class Number, class Count>
double mean_from_low(double tilt, std::size_t length, Count&& count) {
    Number sum{}, slope{};
    for (std::size_t k = length; k-- > 0;) {
        slope = slope * tilt;
        slope += sum;
        sum = sum * tilt;
        sum += count(k);
    }
    if (!(Number{} < slope)) return 0;
    return Scaled(slope * tilt / sum).plain();
}

// How many mines beyond the fewest a part is expected to hold when every mine weighs `tilt`.
double expected_beyond_fewest(const Counts& counts, double tilt) {
    const std::size_t length = counts.ways.size(), last = length - 1;
    if (!counts.wide.empty()) {
        if (tilt <= 1) return mean_from_low<Scaled>(tilt, length, [&](std::size_t k) { return counts.wide[k]; });
        return static_cast<double>(last) -
               mean_from_low<Scaled>(1 / tilt, length, [&](std::size_t k) { return counts.wide[last - k]; });
    }
    if (tilt <= 1) return mean_from_low<double>(tilt, length, [&](std::size_t k) { return counts.ways[k]; });
    return static_cast<double>(last) -
           mean_from_low<double>(1 / tilt, length, [&](std::size_t k) { return counts.ways[last - k]; });
}

// The tilt at which the expected number of mines equals the total. The expected number rises with the tilt, so
// bisection finds the balance, by geometric means: the square root, unlike exp and log, is the same on every machine.
double balance_tilt(std::span<const Counts> parts, const Total& total, const Join& join) {
    if (join.fewest == join.most + total.floating) return 1;
    // At both ends the balance would be at 0 or infinity; half a mine away is near enough.
    const double target = std::clamp(static_cast<double>(total.mines), static_cast<double>(join.fewest) + 0.5,
                                     static_cast<double>(join.most + total.floating) - 0.5);
    double low = 0x1p-60, high = 0x1p60;
    for (int round = 0; round < 60; ++round) {
        const double tilt = std::sqrt(low * high);
        double expected =
            static_cast<double>(join.fewest) + static_cast<double>(total.floating) * (tilt / (1 + tilt));
        for (const Counts& counts : parts) expected += expected_beyond_fewest(counts, tilt);
        (expected < target ? low : high) = tilt;
    }
    return std::sqrt(low * high);
}

// The weights of floating cells: out[k] is the weight C(cells, n) * tilt^n of n = most - k mines among them, divided
// by the weight of a number of mines that is returned, and 0 where impossible. Returns -1 when all are 0.
template <class Number>
std::int64_t weigh_floating(std::int64_t cells, double tilt, std::int64_t most, std::span<Number> out) {
    std::fill(out.begin(), out.end(), Number{});
    std::int64_t fewest = std::max<std::int64_t>(most - static_cast<std::int64_t>(out.size()) + 1, 0);
    std::int64_t last = std::min(most, cells);
    if (fewest > last) return -1;
    // Outwards from the largest term, so that no product overflows.
    auto mode = static_cast<std::int64_t>(static_cast<double>(cells + 1) * (tilt / (1 + tilt)));
    std::int64_t start = std::clamp(mode, fewest, last);
    auto at = [&](std::int64_t n) -> Number& { return out[static_cast<std::size_t>(most - n)]; };
    at(start) = 1;
    for (std::int64_t n = start; n < last; ++n)
        at(n + 1) = at(n) * (static_cast<double>(cells - n) * tilt) / static_cast<double>(n + 1);
    for (std::int64_t n = start; n > fewest; --n)
        at(n - 1) = at(n) * static_cast<double>(n) / (static_cast<double>(cells - n + 1) * tilt);
    return start;
}

// Each child gets its parent's weights, seen through every number of mines its sibling may hold.
void weigh_children(Join& out) {
    for (std::size_t k = out.nodes.size(); k-- > 0;) {
        const JoinNode& node = out.nodes[k];
        if (node.left == NO_CELL) break;  // only parts are left
        const JoinNode &left = out.nodes[node.left], &right = out.nodes[node.right];
        std::int64_t offset = left.lo + right.lo - node.lo;
        correlate(out.weights_of(node), offset, out.ways_of(right), {out.weights.data() + left.first, left.length});
        correlate(out.weights_of(node), offset, out.ways_of(left), {out.weights.data() + right.first, right.length});
    }
}

// The whole weight, and the probability of floating cells.
void read_root(const Total& total, Join& out) {
    const JoinNode& root = out.nodes.back();
    auto ways = out.ways_of(root), weights = out.weights_of(root);
    double sum = 0, mines = 0, safe = 0;
    bool can_be_mine = false, can_be_safe = false;
    for (std::size_t k = 0; k < root.length; ++k) {
        double mass = ways[k] * weights[k];
        if (!(mass > 0)) continue;
        std::int64_t floating_mines = total.mines - root.lo - static_cast<std::int64_t>(k);
        sum += mass;
        mines += mass * static_cast<double>(floating_mines);
        safe += mass * static_cast<double>(total.floating - floating_mines);
        can_be_mine |= floating_mines > 0;
        can_be_safe |= floating_mines < total.floating;
    }
    out.possible = sum > 0;
    out.floating_probability = 0;
    out.worlds = Scaled{sum, out.worlds.exponent};
    if (!out.possible || total.floating == 0) return;
    if (out.large) {  // tails may be cut
        can_be_mine = total.mines > out.fewest;
        can_be_safe = total.mines < out.most + total.floating;
    }
    out.floating_probability = !can_be_mine ? 0 : !can_be_safe ? 1 : uncertain(mines / (mines + safe));
}

// Marks the parts and everything above them in the tree.
std::vector<bool> mark_paths(const Join& join, std::span<const std::uint32_t> parts) {
    std::vector<bool> marked(join.nodes.size());
    for (std::uint32_t part : parts) marked[part] = true;
    for (std::size_t k = 0; k < join.nodes.size(); ++k) {
        const JoinNode& node = join.nodes[k];
        if (node.left != NO_CELL && (marked[node.left] || marked[node.right])) marked[k] = true;
    }
    return marked;
}

// The largest subtrees with no marked part, which together hold all the others.
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

void join_parts(std::span<const Counts> parts, const Total& total, bool large, bool weights, Join& out) {
    out.nodes.clear();
    out.ways.clear();
    out.fewest = out.most = 0;
    for (const Counts& counts : parts) {
        out.fewest += counts.lo;
        out.most += counts.lo + static_cast<std::int64_t>(counts.ways.size()) - 1;
    }
    out.possible = !total.known || (total.mines >= out.fewest && total.mines <= out.most + total.floating);
    out.large = large && total.known;
    out.tilt = 1;
    out.floating_probability = total.density;
    if (!out.possible || !total.known) return;
    out.worlds.exponent = 0;
    if (out.large) out.tilt = balance_tilt(parts, total, out);
    for (const Counts& counts : parts) add_leaf(counts, out);
    if (parts.empty()) {  // one way to place no mines
        const double one = 1;
        add_leaf({0, {&one, 1}, {}}, out);
    }
    grow_tree(out);
    out.weights.resize(out.ways.size());
    const JoinNode& root = out.nodes.back();
    std::span<double> root_weights{out.weights.data() + root.first, root.length};
    out.start = weigh_floating(total.floating, out.tilt, total.mines - root.lo, root_weights);
    read_root(total, out);
    if (!out.possible) return;
    if (out.large) out.worlds = out.worlds / power(out.tilt, static_cast<std::uint64_t>(total.mines - out.start));
    if (weights) weigh_children(out);
}

void outer_weights(const Join& join, const Counts& counts, const Total& total, std::size_t part,
                   std::vector<Scaled>& out) {
    const std::size_t length = counts.ways.size();
    out.resize(length);
    if (!total.known) {
        Scaled weight = 1;
        for (std::size_t k = 0; k < length; ++k, weight = weight * total.odds())
            out[k] = counts.ways[k] > 0 ? weight : Scaled{};
        return;
    }
    auto weights = join.weights_of(join.nodes[part]);
    Scaled factor = 1, mass;
    for (std::size_t k = 0; k < length; ++k, factor = factor * join.tilt) {
        out[k] = Scaled(weights[k]) * factor;
        mass += out[k] * counts.at(k);
    }
    if (!join.large) return;
    // All numbers the others can hold, to distinguish impossible numbers from improbable ones.
    const std::int64_t most_here = counts.lo + static_cast<std::int64_t>(length) - 1;
    const std::int64_t fewest = join.fewest - counts.lo, most = join.most - most_here + total.floating;
    for (std::size_t k = 0; k < length; ++k) {
        const std::int64_t rest = total.mines - counts.lo - static_cast<std::int64_t>(k);
        if (rest < fewest || rest > most || !counts.at(k)) continue;
        Scaled least = mass / counts.at(k);
        least.exponent -= POSSIBLE_BITS;
        if (out[k] < least) out[k] = least;
    }
}

std::vector<Scaled> weights_without(const Join& join, std::span<const std::uint32_t> parts, const Total& total,
                                    std::int64_t less_floating, std::int64_t lo, std::size_t count) {
    auto others = unmarked_subtrees(join, mark_paths(join, parts));
    std::int64_t first = lo;
    std::size_t length = count;
    for (const JoinNode& node : others) {
        first += node.lo;
        length += node.length - 1;
    }
    std::vector<Scaled> weights(length);
    weigh_floating(total.floating - less_floating, join.tilt, total.mines - first, std::span<Scaled>(weights));
    for (const JoinNode& node : others) {
        auto ways = join.ways_of(node);
        std::vector<Scaled> fewer(weights.size() - node.length + 1);
        for (std::size_t k = 0; k < fewer.size(); ++k)
            for (std::size_t j = 0; j < ways.size(); ++j) fewer[k] += weights[k + j] * ways[j];
        weights.swap(fewer);
    }
    Scaled factor = 1;  // the other parts were tilted without these
    for (std::size_t k = 0; k < count; ++k, factor = factor * join.tilt) weights[k] = weights[k] * factor;
    return weights;
}

}  // namespace sapper
