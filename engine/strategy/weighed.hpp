// What a strategy weighs of each candidate for a guess. A strategy fills such a table only where one is asked for,
// after or beside its choice, so that the move is the same with and without.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/types.hpp"

namespace sapper {

// One candidate. NaN: the strategy does not weigh it, or not for this candidate.
struct Weighed {
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN();

    Cell cell = NO_CELL;
    double safety = NONE;            // chance that it holds no mine
    double estimate = NONE;          // the same, where the strategy only estimates it
    double progress = NONE;          // chance that it is safe and another cell is then certain to be safe
    double clears = NONE;            // cells that it makes safe, on average, itself included
    double game_tree = NONE;         // share of the worlds searched that are won when it is revealed first
    double secondary_safety = NONE;  // chance that it is safe and that the safest cell after it is
    double hazard = NONE;            // share of worlds in which it is a mine that makes a guess unavoidable
    double instinct = NONE;          // by how much it is worth more than its lookahead, as a share
    double lookahead = NONE;         // score of its lookahead; 0 for a dead cell
    double rollouts = NONE;          // mean of the chances to win that games played out from it say
    std::uint32_t games = 0;         // those games
    double win = NONE;               // chance to win, judged by lookahead, instinct and rollouts

    void add_game(double chance) {
        ++games;
        rollouts = games == 1 ? chance : rollouts + (chance - rollouts) / games;
    }
};
using WeighedTable = std::vector<Weighed>;

// The row of a cell, which must have one.
Weighed& row_of(WeighedTable& table, Cell cell);

}  // namespace sapper
