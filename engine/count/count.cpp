#include "count/count.hpp"

namespace sapper {

namespace {

// The rule of a clue that closes where the fillings of an impossible component ran out.
std::uint32_t rule_at_dead_end(const Counting& counting, std::size_t component) {
    std::uint32_t group = 0;
    for (const Layer& layer : counting.diagrams.layers_of(component)) {
        if (layer.count == 0) break;
        group = layer.group;
    }
    const Constraints& constraints = counting.constraints;
    return constraints.clues[constraints.clues_of(constraints.groups[group]).front()].rule;
}

}  // namespace

bool count_ways(const Rules& rules, const Limits& limits, Counting& out, CountingScratch& scratch) {
    constrain(rules, out.constraints, scratch.constraint);
    if (out.constraints.conflict != Constraints::NONE) return false;
    split_components(out.constraints, out.components, scratch.component, limits.watch);
    build_diagrams(out.constraints, out.components, limits, out.diagrams, scratch.diagram);
    for (std::size_t component = 0; component < out.diagrams.component_count(); ++component)
        if (out.diagrams.layers_of(component).back().count == 0) {
            out.constraints.conflict = rule_at_dead_end(out, component);
            return false;
        }
    tally_diagrams(out.diagrams, limits, out.tallies);
    return true;
}

}  // namespace sapper
