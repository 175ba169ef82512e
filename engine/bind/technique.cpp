// The ladder of techniques on one board, without reveals.
#include "proof/technique.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "bind/analysis.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"

namespace sapper::bind {

namespace {

// (technique, safe cells, mines): what one step settles.
using BoundStep = std::tuple<int, std::vector<CellName>, std::vector<CellName>>;

std::vector<BoundStep> name_steps(const BoundAnalysis& bound, int most) {
    auto steps = interruptible(
        [&](const Watch& watch) { return climb_board(bound.board, static_cast<Technique>(most), watch); });
    std::vector<BoundStep> named;
    for (const LadderStep& step : steps)
        named.emplace_back(static_cast<int>(step.technique), bound.grid.names(step.safe),
                           bound.grid.names(step.mines));
    return named;
}

}  // namespace

void bind_technique(nb::module_& module) {
    module.def("climb_board", &name_steps, nb::arg("analysis"), nb::arg("most"),
               "What each step up the ladder settles, in order: (technique, safe cells, mines).");
}

}  // namespace sapper::bind
