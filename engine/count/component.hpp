// Constraints -> Components: sets of groups that share no clue with the outside, each with the order in which
// its groups will be eliminated. Elimination keeps one state for every combination of needs of the open clues
// (some groups placed, some not), so the order decides the cost: a good one sweeps the component from one end
// to the other and keeps few clues open at a time.
//
// The first order starts at a far end and always takes the group that multiplies the number of combinations
// least. Only where that is estimated to be costly are other starts tried, and the cheapest kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "count/constraint.hpp"

namespace sapper {

struct Component {
    std::uint32_t first = 0, count = 0;            // its groups in elimination order: order[first .. first + count)
    std::uint32_t first_clue = 0, clue_count = 0;  // its clues: clues[first_clue .. first_clue + clue_count)
    std::uint32_t cells = 0;                       // size of its groups together
    std::uint32_t width = 0;                       // most clues open at once in that order
    double cost = 0;                               // upper estimate of the number of states
};

struct Components {
    std::vector<Component> list;
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> clues;

    std::span<const std::uint32_t> groups_of(const Component& component) const {
        return {order.data() + component.first, component.count};
    }
    std::span<const std::uint32_t> clues_of(const Component& component) const {
        return {clues.data() + component.first_clue, component.clue_count};
    }
};

struct ComponentScratch {
    struct OpenClue {
        static constexpr std::uint32_t UNOPENED = NO_CELL;

        // How many needs are possible now. When n cells less are left it is range[-n].
        const double* range = nullptr;
        std::uint32_t groups_left = 0;    // not placed yet
        std::uint32_t opened = UNOPENED;  // when its first group was placed
        double weight = 1;                // of the groups it waits for, the less the longer it has been open
    };
    struct Candidate {
        double score = 0;       // the factor by which it makes the states more, the lower the better
        std::uint32_t age = 0;  // when the oldest of its open clues was opened
        std::uint32_t group = 0;

        bool is_better_than(const Candidate& other) const {
            return score < other.score || (score == other.score && age < other.age);
        }
    };
    std::vector<std::uint8_t> seen_group, seen_clue;
    std::vector<OpenClue> open;
    std::vector<const double*> ranges_of;  // a clue: how many needs are possible when 0, 1, ... of its cells are left
    std::vector<double> ranges;            // of the clues of a component that have uncommon ones
    std::vector<Candidate> candidates;
    std::vector<std::uint32_t> place;  // of a group among the candidates
    std::vector<std::uint32_t> trial, groups;
};

void split_components(const Constraints& constraints, Components& out, ComponentScratch& scratch,
                      const Watch& watch = {});

}  // namespace sapper
