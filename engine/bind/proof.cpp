// Why a cell is safe or a mine, and which safe cell is easiest to see, with cells by row and column.
#include "proof/proof.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <vector>

#include "bind/analysis.hpp"
#include "bind/said.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "proof/telling.hpp"

namespace sapper::bind {

namespace {

using CellNames = std::vector<CellName>;

// The parts of a proof as Python reads them: those of the engine with their cells named.
struct NamedClueStep {
    CellName clue;
    bool mine;
    CellNames cells;
};

struct NamedCase {
    std::uint32_t depth;
    CellName cell;
    bool mine;
    std::vector<NamedClueStep> steps;
    std::optional<CellName> broken;
};

struct NamedArea {
    CellNames clues, cells;
    std::vector<std::uint32_t> mines;
};

struct NamedStep {
    int technique;
    CellNames clues;
    std::vector<int> signs;
    int counter;
    CellNames safe, mines;
    std::vector<NamedCase> cases;
    std::vector<NamedArea> areas;
    std::optional<std::int64_t> mines_left;
    std::optional<std::uint32_t> open_cells;
    SaidDict said;
};

struct NamedProof {
    bool mine;
    int technique;
    CellNames clues;
    bool counter, minimal, smallest;
    std::vector<NamedStep> steps;
};

NamedCase name_case(const Grid& grid, const Case& one) {
    NamedCase named{one.depth, grid.name(one.cell), one.mine, {}, {}};
    for (const ClueStep& step : one.steps)
        named.steps.push_back({grid.name(step.clue), step.mine, grid.names(step.cells)});
    if (one.broken != NO_CELL) named.broken = grid.name(one.broken);
    return named;
}

NamedStep name_step(const Grid& grid, const ProofStep& step, const Said& said) {
    NamedStep named;
    named.technique = static_cast<int>(step.technique);
    for (SignedClue clue : step.clues) {
        named.clues.push_back(grid.name(clue.clue));
        named.signs.push_back(clue.sign);
    }
    named.counter = step.counter;
    named.safe = grid.names(step.safe);
    named.mines = grid.names(step.mines);
    for (const Case& one : step.cases) named.cases.push_back(name_case(grid, one));
    for (const Area& area : step.areas)
        named.areas.push_back({grid.names(area.clues), grid.names(area.cells), area.mines});
    if (step.counter != 0) {
        named.mines_left = step.mines_left;
        named.open_cells = step.open_count;
    }
    named.said = name_said(grid, said);
    return named;
}

// The proof of a hidden cell, or nothing where worlds differ.
std::optional<NamedProof> prove(const BoundAnalysis& bound, nb::handle name, bool easiest) {
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
    NamedProof named{proof.claim.mine,
                     static_cast<int>(proof.derivation.hardest),
                     bound.grid.names(proof.forcing.clues),
                     proof.claim.counter,
                     proof.forcing.minimal,
                     proof.forcing.smallest,
                     {}};
    const std::vector<ProofStep>& steps = proof.derivation.steps;
    std::vector<Said> said = tell_steps(bound.board, steps);
    for (std::size_t k = 0; k < steps.size(); ++k) named.steps.push_back(name_step(bound.grid, steps[k], said[k]));
    return named;
}

// The safe cells that the lowest technique shows, the easiest first.
CellNames find_easiest(const BoundAnalysis& bound) {
    auto found = interruptible([&](Watch watch) {
        Limits limits = bound.limits;
        limits.watch = watch;
        Technique technique = Technique::NONE;
        return list_easiest(bound.board, bound.board.mines.known(), technique, limits);
    });
    CellNames cells;
    for (const EasySafe& safe : found) cells.push_back(bound.grid.name(safe.cell));
    return cells;
}

}  // namespace

void bind_proof(nb::module_& module) {
    nb::class_<NamedClueStep>(module, "CaseStep", "A clue that settles all open cells around it, inside a case.")
        .def_ro("clue", &NamedClueStep::clue, "The clue.")
        .def_ro("mine", &NamedClueStep::mine, "Whether the cells become mines; else they become safe.")
        .def_ro("cells", &NamedClueStep::cells, "The cells that the clue settles, row by row.");
    nb::class_<NamedCase>(module, "Case", "An assumption about one cell, and what follows from it.")
        .def_ro("depth", &NamedCase::depth, "0 for the first case of a step, one more for every split.")
        .def_ro("cell", &NamedCase::cell, "The cell whose value is assumed.")
        .def_ro("mine", &NamedCase::mine, "Whether the cell is assumed to be a mine.")
        .def_ro("steps", &NamedCase::steps, "What clues settle under the assumption, in order.")
        .def_ro("broken", &NamedCase::broken,
                "The clue that cannot hold; None where two cases of the next depth follow.");
    nb::class_<NamedArea>(module, "Area", "Clues that share no open cell with the other clues of a step.")
        .def_ro("clues", &NamedArea::clues, "The clues, row by row.")
        .def_ro("cells", &NamedArea::cells, "The open cells beside the clues, row by row, without the assumed cell.")
        .def_ro("mines", &NamedArea::mines, "Every number of mines that the cells can hold, rising.");
    nb::class_<NamedStep>(module, "ProofStep", "Clues combined by one technique, and the cells they settle.")
        .def_ro("technique", &NamedStep::technique, "The rank of the technique.")
        .def_ro("clues", &NamedStep::clues, "The clues that are combined.")
        .def_ro("signs", &NamedStep::signs, "For each clue 1 where it is added, -1 where it is subtracted.")
        .def_ro("counter", &NamedStep::counter, "The sign of the mine counter; 0 where it is not used.")
        .def_ro("safe", &NamedStep::safe, "The cells shown to be safe, row by row.")
        .def_ro("mines", &NamedStep::mines, "The cells shown to be mines, row by row.")
        .def_ro("cases", &NamedStep::cases, "The cases of a case split; empty where there are too many to read.")
        .def_ro("areas", &NamedStep::areas, "The areas of counting with case split; empty for other techniques.")
        .def_ro("mines_left", &NamedStep::mines_left, "Unsettled mines before the step; None without the counter.")
        .def_ro("open_cells", &NamedStep::open_cells, "Unsettled cells before the step; None without the counter.")
        .def_ro("said", &NamedStep::said, "What is said of the step: an entry of the catalogues and its values.");
    nb::class_<NamedProof>(module, "Proof", "Why a hidden cell is safe or a mine.")
        .def_ro("mine", &NamedProof::mine, "Whether the cell is a mine.")
        .def_ro("technique", &NamedProof::technique, "The rank of the hardest technique of the steps.")
        .def_ro("clues", &NamedProof::clues, "The clues that force the cell, row by row.")
        .def_ro("counter", &NamedProof::counter, "Whether the mine counter is needed too.")
        .def_ro("minimal", &NamedProof::minimal, "Whether no clue can be left out.")
        .def_ro("smallest", &NamedProof::smallest, "Whether it is known that no set of fewer clues forces the cell.")
        .def_ro("steps", &NamedProof::steps, "The steps from the clues to the cell, in order.");
    module.def("prove_cell", &prove, nb::arg("analysis"), nb::arg("cell").none(), nb::arg("easiest"),
               "The proof of what a hidden cell is, or None where worlds differ.");
    module.def("easiest_safe", &find_easiest, nb::arg("analysis"),
               "The safe cells that the lowest technique shows, the easiest first.");
}

}  // namespace sapper::bind
