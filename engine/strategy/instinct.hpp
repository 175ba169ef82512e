// A learned correction of lookahead. Lookahead computes one move ahead; the win probability after a guess also
// depends on the cells around it. A small network has learned that from rollouts (training/README.md). Its input is
// some numbers about the candidate, its traits; its output is the share by which the candidate is worth more or less
// than its lookahead.
//
// The traits describe cells by their distance and not by rows or directions, so they work on every shape. There are
// two networks: one was taught on squares, the other on several shapes for those whose cells have six neighbours. The
// first is used everywhere else, where no other one is better. It has two hidden layers and about seven thousand
// weights, and takes a microsecond. Networks sum in a fixed order, so that the result is the same on every machine.
#pragma once

#include <span>

#include "position/outlook.hpp"
#include "position/position.hpp"
#include "strategy/around.hpp"
#include "strategy/runner.hpp"

namespace sapper {

// Computes the traits of candidates; one per strategy, for its working memory.
class Surroundings {
  public:
    // The traits of a candidate whose lookahead has been made. `risk` has the mine probability of every cell.
    Traits describe(const Position& position, const Outlook& outlook, std::span<const double> risk,
                    const Runner& runner);

  private:
    Around around_;
};

// The share by which such a candidate of a board of this shape is worth more than its lookahead, from -0.1 to 0.1.
double judge_by_instinct(const Shape& shape, const Traits& traits);

}  // namespace sapper
