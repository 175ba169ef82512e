// What experience says of a candidate beyond its lookahead. Lookahead sees one move ahead; how a guess turns out over
// the rest of a game also depends on what lies around it. A small network has learned that from games played out
// (training/README.md): it reads some numbers about the candidate, its traits, and says by how much, as a share,
// the candidate is worth more or less than lookahead thinks.
//
// The traits speak of cells by their distance and never of rows or directions, so every shape has them. The network
// has two hidden layers and some seven thousand weights, and is a microsecond's work. It adds up in a fixed order:
// the same position is judged alike on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position/outlook.hpp"
#include "position/position.hpp"
#include "strategy/runner.hpp"

namespace sapper {

// What lies around candidates; one a strategy, for its working memory.
class Surroundings {
  public:
    // The traits of a candidate whose lookahead has been made. `risk` has the mine probability of every cell.
    Traits describe(const Position& position, const Outlook& outlook, std::span<const double> risk,
                    const Runner& runner);

  private:
    std::vector<std::uint8_t> seen_;  // a cell: 1 while it is among those around a candidate; else 0
    std::vector<Cell> around_;        // cells around a candidate
};

// By how much such a candidate is worth more than its lookahead, as a share; at most a tenth either way.
double judge_by_instinct(const Traits& traits);

}  // namespace sapper
