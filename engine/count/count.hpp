// Rules -> Counting: the stages from rules to tallies in one call, used by the analysis of a board, by a question
// about part of it, and by the search for a contradiction.
#pragma once

#include "base/limits.hpp"
#include "count/component.hpp"
#include "count/constraint.hpp"
#include "count/diagram.hpp"
#include "count/rules.hpp"
#include "count/tally.hpp"

namespace sapper {

struct Counting {
    Constraints constraints;
    Components components;
    Diagrams diagrams;
    Tallies tallies;
};

struct CountingScratch {
    ConstraintScratch constraint;
    ComponentScratch component;
    DiagramScratch diagram;
};

// Counts the ways of every component; does not use the mine total. Returns false
// when the rules alone leave no way; a rule near the contradiction is then in `constraints.conflict`.
bool count_ways(const Rules& rules, const Limits& limits, Counting& out, CountingScratch& scratch);

}  // namespace sapper
