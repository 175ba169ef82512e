// Tallies + floating cells -> Join: how much weight the rest of the board gives to each number of mines in each
// component. With a known total this couples everything: n mines in all components together leave total - n for
// the F floating cells, which hold them in C(F, total - n) ways. With a density nothing is coupled, and n mines weigh
// the odds to the power n.
//
// The components' counts are multiplied pairwise up a balanced tree; weights then run down the same tree, each
// child receiving its parent's weights correlated with its sibling's counts. That gives every component the
// product of all others in O(log n) levels, without division. On large boards every node is tilted to the
// balance point of the whole board and negligible tails are cut, so that nothing overflows and a node's width
// grows only with the square root of its size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "count/tally.hpp"

namespace sapper {

// The input of the join about the board as a whole.
struct Total {
    bool known = true;
    std::int64_t mines = 0;     // left for components and floating cells, when known
    std::int64_t floating = 0;  // number of floating cells
    double density = 0.5;       // of mines, when the total is not known

    // Weight of a mine against none, when the total is not known.
    double odds() const { return density / (1 - density); }
};

// A function on a window of mine numbers: value[k] belongs to lo + k mines.
struct Window {
    std::int64_t lo = 0;
    std::vector<double> value;
};

struct JoinNode {
    std::int64_t lo = 0;  // its values belong to lo .. lo + length - 1 mines
    std::size_t length = 0;
    std::size_t first = 0;                          // of its values in Join::ways and Join::weights
    std::uint32_t left = NO_CELL, right = NO_CELL;  // children, of a node that is no component
};

struct Join {
    bool possible = false;            // some world has the right total
    bool large = false;               // tilted and cut
    double tilt = 1;                  // weight of a mine in `ways`
    double rest = 1;                  // with a density: what its odds weigh beyond that
    double floating_probability = 0;  // of each floating cell
    bool floating_can_be_mine = false, floating_can_be_safe = false;
    std::int64_t fewest = 0, most = 0;  // mines all components together can hold
    std::vector<JoinNode> nodes;        // components first, then parents, the root last
    std::vector<double> ways;           // of every node, to a factor
    std::vector<double> weights;        // of every node: weight of everything outside it, by its number of mines

    std::span<const double> ways_of(const JoinNode& node) const { return {ways.data() + node.first, node.length}; }
    std::span<const double> weights_of(const JoinNode& node) const {
        return {weights.data() + node.first, node.length};
    }
};

// Assumes that every component has a filling. Sets `possible` to false when no number of mines fits. On a large board
// the tally is made again where its tilt is far from the balance.
void join_components(Diagrams& diagrams, const Total& total, bool large, const Limits& limits, Tallies& tallies,
                     Join& out);

// The weights of a component's counts in the tally's own tilt.
void outer_weights(const Join& join, const Tallies& tallies, const Counts& counts, const Total& total,
                   std::size_t component, std::vector<double>& out);

// The weight of the board without the given components, and without `less_floating` of its floating cells, when
// these hold n mines: for n = lo .. lo + count - 1, up to a common factor, in the join's tilt.
Window weights_without(const Join& join, std::span<const std::uint32_t> components, const Total& total,
                       std::int64_t less_floating, std::int64_t lo, std::size_t count);

// Whether a board with this many unknown cells needs the tilted, cut form: up to 900, 2^cells fits a double.
inline bool is_large(std::uint64_t cells) {
    return cells > 900;
}

// The weights of floating cells: out[k] is the weight C(cells, n) * tilt^n of n = most - k mines
// among them, divided by the largest weight, and 0 where impossible. Returns the n with the largest, or -1 when all
// are 0.
std::int64_t weigh_floating(std::int64_t cells, double tilt, std::int64_t most, std::span<double> out);

}  // namespace sapper
