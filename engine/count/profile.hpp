// Diagram + Tally -> Profile: for every number of mines a component may hold, in how many ways a given cell of each
// group is a mine, and in how many it is safe. Where a tally's marginals answer for one weight of the rest of the
// board, a profile answers for all of them: when only the rest changes, mine probabilities are dot products.
//
// A walk from the root carries the ways to reach each state by the mines placed so far, and meets the tally's ways to
// complete it. Costs about as much as the tally times the width of the windows; meant for the components of a game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/tally.hpp"

namespace sapper {

struct ProfileScratch {
    struct Reach {
        std::int32_t lo = 0, hi = -1;  // mines placed on the way to a state
    };
    std::vector<Reach> reach, next_reach;
    std::vector<double> ways, next_ways;
};

// Fills mine_ways[step * length + k] and safe_ways[..] for the group of each step and lo + k mines in the component,
// length being that of its counts. The counts of the component must fit doubles.
void profile_component(const Diagrams& diagrams, const Tallies& tallies, std::size_t component,
                       std::span<double> mine_ways, std::span<double> safe_ways, ProfileScratch& scratch);

}  // namespace sapper
