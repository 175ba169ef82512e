// Rules -> Analysis: the orchestrator of the counting stages. It reads as the list of them: count the ways of
// every component, join components and floating cells through the mine total, and give every cell its mine
// probability. Everything a later question needs stays in the Analysis.
//
// Guarantees: a probability is exactly 0 or 1 if and only if every world agrees on the cell, and otherwise within
// 1e-9 of the truth (in practice within 1e-13). Cost: see diagram.hpp; an expert position takes microseconds.
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
    std::vector<double> outer;
};

// Analyses `analysis.rules`, which the caller has filled in; the rest is overwritten and its memory reused.
// False when no world fits (conflict.hpp finds out why). Throws LimitError when a component is too wide.
bool analyze(Analysis& analysis, const Limits& limits, AnalysisScratch& scratch);

}  // namespace sapper
