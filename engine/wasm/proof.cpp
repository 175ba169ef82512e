// Why a cell is safe or a mine, which safe cell is easiest to see, and the ladder of techniques.
#include "proof/proof.hpp"

#include "base/error.hpp"
#include "proof/technique.hpp"
#include "proof/telling.hpp"
#include "wasm/analysis.hpp"
#include "wasm/calls.hpp"
#include "wasm/said.hpp"

namespace sapper::wasm {

namespace {

void write_case(const Case& one, Writer& out) {
    out.record().key("depth").number(one.depth).key("cell").number(one.cell).key("mine").flag(one.mine);
    out.key("steps").list();
    for (const ClueStep& step : one.steps)
        out.record().key("clue").number(step.clue).key("mine").flag(step.mine).key("cells").cells(step.cells).end();
    out.end().key("broken").cell(one.broken).end();
}

void write_step(const ProofStep& step, const Said& said, Writer& out) {
    out.record().key("technique").number(static_cast<int>(step.technique));
    std::vector<Cell> clues;
    for (SignedClue clue : step.clues) clues.push_back(clue.clue);
    out.key("clues").cells(clues).key("signs").list();
    for (SignedClue clue : step.clues) out.number(clue.sign);
    out.end().key("counter").number(step.counter);
    out.key("safe").cells(step.safe).key("mines").cells(step.mines).key("cases").list();
    for (const Case& one : step.cases) write_case(one, out);
    out.end().key("areas").list();
    for (const Area& area : step.areas)
        out.record()
            .key("clues")
            .cells(area.clues)
            .key("cells")
            .cells(area.cells)
            .key("mines")
            .cells(area.mines)
            .end();
    out.end();
    if (step.counter != 0) {
        out.key("minesLeft").number(static_cast<double>(step.mines_left));
        out.key("openCells").number(step.open_count);
    } else {
        out.key("minesLeft").none().key("openCells").none();
    }
    write_said(said, out.key("said"));
    out.end();
}

// The proof of a hidden cell, or null where worlds differ.
void prove(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    Cell cell = read_cell(in, held.shape);
    Aim aim = in.flag() ? Aim::EASIEST : Aim::SMALLEST;
    if (!is_covered(held.board.views[cell])) throw InputError("the cell is not hidden", cell);
    double probability = held.found.mine_probability(cell);
    if (probability != 0 && probability != 1) {
        out.none();
        return;
    }
    Proof proof = prove_cell(held.board, cell, probability == 1, aim, held.limits);
    out.record().key("cell").number(cell).key("mine").flag(proof.claim.mine);
    out.key("technique").number(static_cast<int>(proof.derivation.hardest));
    out.key("clues").cells(proof.forcing.clues).key("counter").flag(proof.claim.counter);
    out.key("minimal").flag(proof.forcing.minimal).key("smallest").flag(proof.forcing.smallest);
    out.key("steps").list();
    const std::vector<ProofStep>& steps = proof.derivation.steps;
    std::vector<Said> said = tell_steps(held.board, steps);
    for (std::size_t k = 0; k < steps.size(); ++k) write_step(steps[k], said[k], out);
    out.end().end();
}

// The safe cells that the lowest technique shows, the easiest first.
void easiest(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    Technique technique = Technique::NONE;
    std::vector<Cell> cells;
    for (const EasySafe& safe : list_easiest(held.board, held.board.mines.known(), technique, held.limits))
        cells.push_back(safe.cell);
    out.cells(cells);
}

void ladder(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    auto steps = climb_board(held.board, static_cast<Technique>(in.count()), {});
    out.list();
    for (const LadderStep& step : steps) {
        out.record().key("technique").number(static_cast<int>(step.technique));
        out.key("safe").cells(step.safe).key("mines").cells(step.mines).end();
    }
    out.end();
}

constexpr Call CALLS[] = {
    {"prove_cell", prove},
    {"easiest_safe", easiest},
    {"climb_board", ladder},
};

}  // namespace

std::span<const Call> proof_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
