// Why a cell is safe or a mine, and which safe cell is easiest to see, by position.
#include "proof/proof.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/analysis.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"

namespace sapper::bind {

namespace {

using CellNames = std::vector<CellName>;
// (clue, whether it makes mines, cells it settles)
using BoundClueStep = std::tuple<CellName, bool, CellNames>;
// (depth, cell, mine, steps, the clue that breaks)
using BoundCase = std::tuple<std::uint32_t, CellName, bool, std::vector<BoundClueStep>, std::optional<CellName>>;
// (clues, cells, numbers of mines)
using BoundArea = std::tuple<CellNames, CellNames, std::vector<std::uint32_t>>;
// (technique, clues, signs, sign of the counter, safe cells, mines, cases, areas, mines left, open cells)
using BoundStep = std::tuple<int, CellNames, std::vector<int>, int, CellNames, CellNames, std::vector<BoundCase>,
                             std::vector<BoundArea>, std::int64_t, std::uint32_t>;
// (mine, technique, clues, counter, minimal, smallest, steps)
using BoundProof = std::tuple<bool, int, CellNames, bool, bool, bool, std::vector<BoundStep>>;

BoundCase name_case(const Grid& grid, const Case& one) {
    std::vector<BoundClueStep> steps;
    for (const ClueStep& step : one.steps)
        steps.emplace_back(grid.name(step.clue), step.mine, grid.names(step.cells));
    std::optional<CellName> broken;
    if (one.broken != NO_CELL) broken = grid.name(one.broken);
    return {one.depth, grid.name(one.cell), one.mine, std::move(steps), broken};
}

BoundStep name_step(const Grid& grid, const ProofStep& step) {
    CellNames clues;
    std::vector<int> signs;
    for (SignedClue clue : step.clues) {
        clues.push_back(grid.name(clue.clue));
        signs.push_back(clue.sign);
    }
    std::vector<BoundCase> cases;
    for (const Case& one : step.cases) cases.push_back(name_case(grid, one));
    std::vector<BoundArea> areas;
    for (const Area& area : step.areas)
        areas.emplace_back(grid.names(area.clues), grid.names(area.cells), area.mines);
    return {
        static_cast<int>(step.technique), std::move(clues), std::move(signs), step.counter,    grid.names(step.safe),
        grid.names(step.mines),           std::move(cases), std::move(areas), step.mines_left, step.open_count};
}

// The proof of a hidden cell, or nothing where worlds differ.
std::optional<BoundProof> prove(const BoundAnalysis& bound, nb::handle name, bool easiest) {
    Cell cell = bound.grid.cell(name);
    if (!is_covered(bound.board.views[cell]))
        raise_input_error("the cell is not hidden", nb::cast(bound.grid.name(cell)));
    double probability = bound.mine_probability[cell];
    if (probability != 0 && probability != 1) return std::nullopt;
    Proof proof = interruptible([&](Watch watch) {
        Limits limits = bound.limits;
        limits.watch = watch;
        return prove_cell(bound.board, cell, probability == 1, easiest ? Aim::EASIEST : Aim::SMALLEST, limits);
    });
    std::vector<BoundStep> steps;
    for (const ProofStep& step : proof.derivation.steps) steps.push_back(name_step(bound.grid, step));
    return BoundProof{proof.claim.mine,
                      static_cast<int>(proof.derivation.hardest),
                      bound.grid.names(proof.forcing.clues),
                      proof.claim.counter,
                      proof.forcing.minimal,
                      proof.forcing.smallest,
                      std::move(steps)};
}

// (technique, safe cells): the cells that the lowest technique shows, the easiest first.
std::pair<int, CellNames> find_easiest(const BoundAnalysis& bound) {
    Technique technique = Technique::NONE;
    auto found = interruptible([&](Watch watch) {
        Limits limits = bound.limits;
        limits.watch = watch;
        return list_easiest(bound.board, bound.board.mines.known(), technique, limits);
    });
    CellNames cells;
    for (const EasySafe& safe : found) cells.push_back(bound.grid.name(safe.cell));
    return {static_cast<int>(technique), cells};
}

}  // namespace

void bind_proof(nb::module_& module) {
    module.def("prove_cell", &prove, nb::arg("analysis"), nb::arg("cell").none(), nb::arg("easiest"),
               "(mine, technique, clues, counter, minimal, smallest, steps), or None where worlds differ. A step is "
               "(technique, clues, signs, counter, safe, mines, cases, areas, mines left, open cells).");
    module.def("easiest_safe", &find_easiest, nb::arg("analysis"),
               "(technique, cells): the safe cells that the lowest technique shows, the easiest first.");
}

}  // namespace sapper::bind
