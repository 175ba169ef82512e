// Guesses that cannot be avoided. Two neighbouring cells, one of them a mine, are twins when no cell beside one of
// them alone will ever show a number, because all of those are mines or out of play: no clue can decide which of the
// two is the mine.
//
// A cell that has to be a mine for that to happen is worth guessing early: where it is a mine, half of those games
// would be lost later anyway. The hazard of a cell is the share of worlds in which it is a mine and makes or is one
// of such twins.
#pragma once

#include <span>
#include <vector>

#include "strategy/strategy.hpp"

namespace sapper {

// Finds hazards; one a strategy, for its working memory.
class Hazards {
  public:
    // Fills in the hazard of every open cell, 0 for the others. `risk` has their mine probabilities.
    void find(const Position& position, const Outlook& outlook, std::span<const double> risk, Resources& resources,
              std::vector<double>& hazard);

  private:
    Position child_;
    Outlook next_;
};

}  // namespace sapper
