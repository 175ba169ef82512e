// Rules -> Analysis: runs the counting stages in order: counts the ways of every component, joins components and
// floating cells through the mine total, and computes the mine probability of every cell. The Analysis keeps all
// results that later questions need.
//
// Guarantees: a probability is exactly 0 or 1 if and only if every world agrees on the cell, and otherwise within
// 1e-12 of the exact value. Cost: see diagram.hpp; an expert position takes microseconds.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "count/count.hpp"
#include "count/join.hpp"
#include "count/rules.hpp"

namespace sapper {

struct Analysis {
    Rules rules;  // what was asked
    Counting counting;
    Total total;
    Join join;
    Buffer<double> mine_probability;  // an unknown cell
};

struct AnalysisScratch {
    CountingScratch counting;
    MarginalScratch marginal;
    std::vector<Marginal> marginals;
    std::vector<Counts> parts;  // of the components, while they are joined
    std::vector<Scaled> outer;
};

// Analyses `analysis.rules`, which the caller has filled in; the rest is overwritten and its memory reused.
// False when no world fits (conflict.hpp finds out why). Throws LimitError when a component is too wide.
bool analyze(Analysis& analysis, const Limits& limits, AnalysisScratch& scratch);

}  // namespace sapper
