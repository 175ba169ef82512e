// Analysis + further rules -> how likely they are. "This cell is a mine and that one shows a 3" is a list of
// rules over the unknown cells; its probability is the weight of all worlds that keep the rules divided by the
// weight of all worlds. Only the components that the rules touch are counted again; the rest of the board enters
// through the join, as weights for each number of mines in the part that is counted again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "count/analysis.hpp"

namespace sapper {

// "Between lo and hi mines among these unknown cells."
struct Statement {
    std::int32_t lo = 0, hi = 0;
    std::vector<std::uint32_t> cells;
};
using Statements = std::vector<Statement>;

// The part of a board that some statements touch, counted on its own: what an exact answer is made of.
struct TouchedPart {
    std::vector<std::uint32_t> components;  // of the analysis, which it replaces; rising
    std::int64_t floating = 0;              // floating cells of the analysis that it takes over
    std::vector<std::uint32_t> cells;       // all its cells, in the order of its own rules
    Rules rules;                            // the clues of the components
};

class Questioner {
  public:
    // The analysis must outlive the questioner.
    Questioner(const Analysis& analysis, const Limits& limits);

    // To be polled in the calls that follow.
    void set_watch(const Watch& watch) { limits_.watch = watch; }

    // The part of the board that any of the statements touches.
    TouchedPart part_of(std::span<const Statements* const> all) const;

    // The weight of all worlds that keep the statements, relative to other answers about the same part; 0 exactly
    // when no world keeps them.
    std::vector<Scaled> weigh(const TouchedPart& part, std::span<const Statements* const> each);

    // Probability of `asked` given `given`. Throws InputError when `given` is impossible.
    double probability(const Statements& asked, const Statements& given);

    // Probability of each number of mines among `neighbours` in the worlds in which `cell` is safe, which must be
    // possible: entry n for n mines. A cell known to be safe is Constraints::NONE.
    std::vector<double> outcomes(std::uint32_t cell, std::span<const std::uint32_t> neighbours);

    // The part's own counting with the statements added; false when they leave no way.
    bool count(const TouchedPart& part, const Statements& statements, Counting& out);

  private:
    const Analysis& analysis_;
    Limits limits_;
    CountingScratch scratch_;
    Counting counting_;
    std::vector<std::uint32_t> component_of_group_;
    mutable std::vector<std::uint32_t> local_of_;  // unknown cell -> cell of the part, while one is made
};

}  // namespace sapper
