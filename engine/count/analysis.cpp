#include "count/analysis.hpp"

#include <algorithm>

namespace sapper {

namespace {

// The weight of a mine to start with: none on small boards, where doubles hold every count as it is; the odds, or a
// guess at the balance, on large ones. What extreme odds weigh beyond that is left to the join.
double first_tilt(const Rules& rules) {
    if (!is_large(rules.cell_count)) return 1;
    double density = rules.mines.density;
    if (rules.mines.known())
        density = (static_cast<double>(rules.mines.total) + 1) / (static_cast<double>(rules.cell_count) + 2);
    return std::clamp(density / (1 - density), 0x1p-20, 0x1p20);
}

void spread_probabilities(Analysis& analysis, AnalysisScratch& scratch) {
    const Counting& counting = analysis.counting;
    const Constraints& constraints = counting.constraints;
    scratch.marginals.resize(constraints.groups.size());
    for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component) {
        Counts counts = counting.tallies.counts_of(counting.diagrams, component);
        outer_weights(analysis.join, counting.tallies, counts, analysis.total, component, scratch.outer);
        find_marginals(counting.diagrams, counting.tallies, component, scratch.outer, scratch.marginals,
                       scratch.marginal);
    }
    auto& probability = analysis.mine_probability;
    probability.assign(analysis.rules.cell_count, analysis.join.floating_probability);
    for (std::uint32_t cell = 0; cell < analysis.rules.ruled_count; ++cell) {
        if (constraints.verdict[cell] != Verdict::OPEN)
            probability[cell] = constraints.verdict[cell] == Verdict::MINE;
        else if (constraints.group_of[cell] != Constraints::NONE)
            probability[cell] = scratch.marginals[constraints.group_of[cell]].mine_probability;
    }
}

}  // namespace

bool analyze(Analysis& analysis, const Limits& limits, AnalysisScratch& scratch) {
    const Rules& rules = analysis.rules;
    Counting& counting = analysis.counting;
    if (!count_ways(rules, first_tilt(rules), limits, counting, scratch.counting)) return false;
    bool known = rules.mines.known();
    analysis.total = {known, known ? rules.mines.total - counting.constraints.settled_mines : 0,
                      static_cast<std::int64_t>(counting.constraints.floating.size()), rules.mines.density};
    join_components(counting.diagrams, analysis.total, is_large(rules.cell_count), limits, counting.tallies,
                    analysis.join);
    if (!analysis.join.possible) return false;
    spread_probabilities(analysis, scratch);
    return true;
}

}  // namespace sapper
