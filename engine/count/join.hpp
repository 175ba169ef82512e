// Counts of parts + floating cells -> Join: how much weight the rest of the board gives to each number of mines in
// each part. A part is a counted component. With a known total this couples everything: n mines in all parts together
// leave total - n for the F floating cells, which hold them in C(F, total - n) ways. With a density nothing is
// coupled, and n mines weigh the odds to the power n.
//
// The counts of the parts are multiplied pairwise up a balanced tree; weights then run down the same tree, each
// child receiving its parent's weights correlated with its sibling's counts. That gives every part the product of all
// others in O(log n) levels, without division. On large boards a mine weighs what makes the expected number of mines
// the total, and negligible tails are cut, so that a node's width grows only with the square root of its size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "base/scaled.hpp"
#include "count/tally.hpp"

namespace sapper {

// The input of the join about the board as a whole.
struct Total {
    bool known = true;
    std::int64_t mines = 0;     // left for parts and floating cells, when known
    std::int64_t floating = 0;  // number of floating cells
    double density = 0.5;       // of mines, when the total is not known

    // Weight of a mine against none, when the total is not known.
    double odds() const { return density / (1 - density); }
};

struct JoinNode {
    std::int64_t lo = 0;  // its values belong to lo .. lo + length - 1 mines
    std::size_t length = 0;
    std::size_t first = 0;                          // of its values in Join::ways and Join::weights
    std::uint32_t left = NO_CELL, right = NO_CELL;  // children, of a node that is no part
};

struct Join {
    bool possible = false;              // some world has the right total
    bool large = false;                 // tilted and cut
    double tilt = 1;                    // weight of a mine in `ways` and `weights`
    double floating_probability = 0;    // of each floating cell
    std::int64_t fewest = 0, most = 0;  // mines all parts together can hold
    Scaled worlds;                      // that fit, when the total is known, but for the factor C(floating, start)
    std::int64_t start = 0;             // a number of mines of the floating cells
    std::vector<JoinNode> nodes;        // parts first, then parents, the root last; none with a density
    std::vector<double> ways;           // of every node, to a factor
    std::vector<double> weights;        // of every node: weight of everything outside it, by its number of mines

    std::span<const double> ways_of(const JoinNode& node) const { return {ways.data() + node.first, node.length}; }
    std::span<const double> weights_of(const JoinNode& node) const {
        return {weights.data() + node.first, node.length};
    }
};

// Whether a board with this many unknown cells needs the tilted, cut form: up to 900, 2^cells fits a double.
inline bool is_large(std::uint64_t cells) {
    return cells > 900;
}

// Assumes that every part has a filling. Sets `possible` to false when no number of mines fits.
// Without `weights`, those of the nodes but for the root stay undefined.
void join_parts(std::span<const Counts> parts, const Total& total, bool large, bool weights, Join& out);

// The weight of the rest of the board for every number of mines of a part, 0 exactly where that is impossible.
void outer_weights(const Join& join, const Counts& counts, const Total& total, std::size_t part,
                   std::vector<Scaled>& out);

// The weight of the board without the given parts, and without `less_floating` of its floating cells, when these hold
// n mines: for n = lo .. lo + count - 1, up to a common factor.
std::vector<Scaled> weights_without(const Join& join, std::span<const std::uint32_t> parts, const Total& total,
                                    std::int64_t less_floating, std::int64_t lo, std::size_t count);

}  // namespace sapper
