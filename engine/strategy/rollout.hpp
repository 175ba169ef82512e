// Games played out from a position, on layouts drawn from all that fit, guessing the safest cell or, as careful
// ones do, the one that lookahead says is best. A rollout never dies: where it guesses, it multiplies its value by
// the chance to survive and goes on in a layout in which it did, so that one rollout tells a chance and not merely
// won or lost. Where few worlds are left it ends with their exact value; areas that nothing outside can help count
// with theirs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "strategy/strategy.hpp"
#include "strategy/world_draw.hpp"

namespace sapper {

// The memory of rollouts; one a mind.
struct Rollouts {
    WorldDraw root;                   // from the position games are played out from
    std::vector<std::uint8_t> dealt;  // its layout by the salt below; empty where there is none yet
    std::uint64_t dealt_by = 0;
    std::vector<WorldDraw> revealed;  // from it with a cell known to be safe: one for each cell aimed at
    WorldDraw again;                  // from where a game had to leave its layout
    bool careful = false;             // whether guesses go by lookahead
    Position position, before;
    Outlook outlook;
    std::vector<std::uint8_t> mined;
};

// Makes ready to play out from a settled position, as it is or after revealing one of the given cells, of which none
// is a mine in every world.
void aim_rollouts(const Position& position, std::span<const Cell> cells, Mind& mind);

// The chance to win after revealing a cell that turned out safe, or from here on if there is none; judged by one game
// played out. `place` is the cell's among those that were aimed at. Cells played out by the same salt share
// their luck as far as can be, so that what sets them apart shows sooner.
double roll_out(const Position& position, std::size_t place, Cell cell, std::uint64_t salt, Mind& mind);

// The mean of many rollouts from a settled position, and its standard error. Two or more.
struct Estimated {
    double mean = 0, error = 0;
};
Estimated estimate_win(const Position& position, std::uint32_t rollouts, Mind& mind);

}  // namespace sapper
