// Analysis of boards: one, or many on all cores, and the plain facts of the result.
#include "analysis.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <memory>

#include "topics.hpp"
#include "watch.hpp"

namespace sapper::bind {

namespace {

std::unique_ptr<BoundAnalysis> analyze_board(const BoundBoard& bound, bool trust_flags, const Limits& limits,
                                             Workspace& workspace) {
    auto out = std::make_unique<BoundAnalysis>();
    out->grid = bound.grid;
    out->views = bound.board.views;
    if (trust_flags)
        for (View& view : out->views)
            if (view == View::FLAG) view = View::MINE;
    state_rules(bound.board, trust_flags, out->analysis.rules, out->names);
    analyze(out->analysis, limits, workspace);
    return out;
}

// Engine errors speak of rules; a player knows clues.
[[noreturn]] void raise_clues(const BoundBoard& bound, bool trust_flags, const ContradictionError& error) {
    Rules rules;
    BoardNames names;
    state_rules(bound.board, trust_flags, rules, names);
    std::vector<Cell> clues;
    for (std::uint32_t rule : error.rules) clues.push_back(names.clue_of[rule]);
    std::string message = error.what();
    constexpr std::size_t named = 8;
    for (std::size_t k = 0; k < clues.size() && k < named; ++k) {
        Position position = bound.grid.position(clues[k]);
        message += (k ? ", (" : ": (") + std::to_string(position.first) + ", " +
                   std::to_string(position.second) + ")";
    }
    if (clues.size() > named) message += " and " + std::to_string(clues.size() - named) + " more";
    raise_contradiction(message, nb::cast(bound.grid.positions(clues)), error.needs_total);
}

std::unique_ptr<BoundAnalysis> analyze_one(const BoundBoard& bound, bool trust_flags, std::uint64_t max_states) {
    Limits limits;
    limits.max_states = max_states;
    limits.watch = {poll_signals};
    // Scratch memory only: nothing of one call can be seen by the next.
    thread_local Workspace workspace;
    try {
        nb::gil_scoped_release release;
        return analyze_board(bound, trust_flags, limits, workspace);
    } catch (const ContradictionError& error) {
        raise_clues(bound, trust_flags, error);
    }
}

nb::object mine_probability(const BoundAnalysis& bound) {
    auto* values = new double[bound.views.size()];
    nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t cell = 0; cell < bound.views.size(); ++cell)
        values[cell] = bound.views[cell] == View::MINE ? 1.0 : nothing;
    const auto& probability = bound.analysis.mine_probability;
    for (std::size_t k = 0; k < probability.size(); ++k) values[bound.names.cell_of[k]] = probability[k];
    return nb::cast(nb::ndarray<nb::numpy, double>(values, {bound.grid.rows, bound.grid.cols}, owner));
}

std::size_t state_count(const BoundAnalysis& bound) { return bound.analysis.counting.diagrams.states.size(); }
std::size_t value_count(const BoundAnalysis& bound) { return bound.analysis.counting.tallies.values.size(); }
std::size_t component_count(const BoundAnalysis& bound) {
    return bound.analysis.counting.diagrams.component_count();
}

}  // namespace

void bind_analysis(nb::module_& module) {
    nb::class_<BoundAnalysis>(module, "Analysis", "The exact analysis of one board.")
        .def("mine_probability", &mine_probability, "A fresh array; NaN where revealed or out of play.")
        .def_prop_ro("state_count", &state_count, "States of all diagrams.")
        .def_prop_ro("value_count", &value_count, "States of all diagrams.")
        .def_prop_ro("component_count", &component_count, "Number of components.");
    module.def("analyze", &analyze_one, nb::arg("board"), nb::arg("trust_flags"), nb::arg("max_states"),
               "Analyse one board exactly.");
}

}  // namespace sapper::bind
