// Layout -> the least number of clicks that win it, left clicks, flags and chords counted one each, as two bounds and
// clicks that reach the upper one.
//
// Candidates for a chord are decided one by one in an order that keeps near ones together. A state is all that later
// decisions depend on: which mines at the sweep have a flag, which singles are covered, and which openings and
// chorded cells are connected. Equal states are merged, and a state is left out where another costs so much less that
// it can buy all that this one has. If no layer has more states than the limits allow, the least number is proved.
// Otherwise one sweep keeps the cheapest states, which gives clicks. Another one merges the others into states that
// have all that any of them has, which gives a lower bound; the board cut into parts that can be searched one by one
// (split_choice.hpp) gives another, which is better on wide boards. Independent parts of a layout need no care: no
// state of one is left when the next one begins.
//
// The cost grows exponentially with the shorter side of the board, and linearly with the longer one. Beginner layouts
// take less than a millisecond; most expert ones are proved with the default limits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.hpp"
#include "measure/chords.hpp"
#include "measure/measurer.hpp"
#include "measure/regions.hpp"
#include "measure/zini.hpp"

namespace sapper {

struct LeastClicks {
    std::uint32_t low = 0;    // no clicks fewer than this win
    std::vector<Click> path;  // clicks that win; their number is the upper bound
    std::uint64_t states = 0;
};

// `orders` are orders of all cells, of which the sweep takes the one that suits it best. Looks into about
// `max_states` states in each of at most four sweeps, in fewer where they cannot suffice; in the same states on
// every machine.
LeastClicks find_least_clicks(const MineField& field, const ScanOrders& orders, std::uint64_t max_states,
                              const Watch& watch = {});

// The fewest clicks that end a game from the middle, if about `max_states` states prove them; none otherwise.
std::optional<std::vector<Click>> finish_in_fewest(const MineField& field, const Progress& progress,
                                                   const ScanOrders& orders, std::uint64_t max_states,
                                                   const Watch& watch = {});

}  // namespace sapper
