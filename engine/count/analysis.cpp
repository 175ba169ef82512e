#include "count/analysis.hpp"

namespace sapper {

namespace {

void spread_probabilities(Analysis& analysis, AnalysisScratch& scratch) {
    const Counting& counting = analysis.counting;
    const Constraints& constraints = counting.constraints;
    scratch.marginals.resize(constraints.groups.size());
    for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component) {
        auto find = [&](auto outer) {
            find_marginals(counting.diagrams, counting.tallies, component, outer, scratch.marginals,
                           scratch.marginal);
        };
        if (analysis.total.known && !analysis.join.large) {
            find(analysis.join.weights_of(analysis.join.nodes[component]));
        } else {
            outer_weights(analysis.join, scratch.parts[component], analysis.total, component, scratch.outer);
            find(std::span<const Scaled>(scratch.outer));
        }
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
    if (!count_ways(rules, limits, counting, scratch.counting)) return false;
    bool known = rules.mines.known();
    analysis.total = {known, known ? rules.mines.total - counting.constraints.settled_mines : 0,
                      static_cast<std::int64_t>(counting.constraints.floating.size()), rules.mines.density};
    scratch.parts.clear();
    for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component)
        scratch.parts.push_back(counting.tallies.counts_of(counting.diagrams, component));
    join_parts(scratch.parts, analysis.total, is_large(rules.cell_count), true, analysis.join);
    if (!analysis.join.possible) return false;
    spread_probabilities(analysis, scratch);
    return true;
}

}  // namespace sapper
