// Guesses that cannot be avoided. Two neighbouring cells, one of them a mine, are twins when no cell beside one of
// them alone will ever show a number, because all of those are mines or out of play: no clue can decide which of the
// two is the mine.
//
// A cell that has to be a mine for that to happen is worth guessing early: where it is a mine, half of those games
// would be lost later anyway. The hazard of a cell is the share of worlds in which it is a mine and makes or is one
// of such twins.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "strategy/strategy.hpp"

namespace sapper {

// Whether something holds for every cell beside one of two neighbours alone.
template <class Holds>
bool holds_beside_one(const Shape& shape, Cell one, Cell other, Holds&& holds) {
    auto all = [&](Cell own, Cell next) {
        auto around = shape.neighbours(own), beyond = shape.neighbours(next);
        return std::all_of(around.begin(), around.end(), [&](Cell cell) {
            return cell == next || std::find(beyond.begin(), beyond.end(), cell) != beyond.end() || holds(cell);
        });
    };
    return all(one, other) && all(other, one);
}

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
