// Exact counts behind an analysis, for JavaScript's big integers: the ways of each component for each number of
// mines, the same with statements added, and a component's diagram to find its i-th world. Numbers cross as
// little-endian bytes of one width.
#include <algorithm>

#include "base/error.hpp"
#include "count/tally.hpp"
#include "wasm/analysis.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

void write_words(std::span<const std::uint64_t> words, Writer& out) {
    out.array(words);
}

// (fewest mines, words a number, all numbers one after the other).
void write_counts(const Diagrams& diagrams, std::size_t component, const ExactTally& exact, Writer& out) {
    const State& root = diagrams.root(component);
    auto first = exact.number(root, 0);
    out.list().number(root.lo).number(exact.limbs);
    write_words({first.data(), std::size_t{root.length} * exact.limbs}, out);
    out.end();
}

// Everything that an exact count starts from.
void exact_counts(Reader& in, Writer& out) {
    HeldAnalysis& held = read_counted(in);
    const Analysis& analysis = held.found.analysis;
    const Constraints& constraints = analysis.counting.constraints;
    const Diagrams& diagrams = analysis.counting.diagrams;
    std::vector<ExactTally> tallies;
    for (std::size_t k = 0; k < diagrams.component_count(); ++k)
        tallies.push_back(tally_exactly(diagrams, k, held.limits));
    std::vector<std::uint32_t> settled;
    for (std::uint32_t cell = 0; cell < constraints.verdict.size(); ++cell)
        if (constraints.verdict[cell] == Verdict::MINE) settled.push_back(cell);
    out.record().key("cells").number(analysis.rules.cell_count);
    out.key("mines");
    if (analysis.rules.mines.known())
        out.number(static_cast<double>(analysis.rules.mines.total));
    else
        out.none();
    out.key("settledMines").number(static_cast<double>(constraints.settled_mines));
    out.key("settled").cells(settled);
    out.key("floating").cells({constraints.floating.data(), constraints.floating.size()});
    out.key("counts").list();
    for (std::size_t k = 0; k < tallies.size(); ++k) write_counts(diagrams, k, tallies[k], out);
    out.end().end();
}

// The part of the board that statements touch, counted with them; null when they are impossible.
void exact_part(Reader& in, Writer& out) {
    HeldAnalysis& held = read_counted(in);
    Statements statements = read_statements(in, held.found.analysis.rules.cell_count);
    const Statements* each[] = {&statements};
    TouchedPart part = held.questioner().part_of(each);
    Counting counting;
    if (!held.questioner().count(part, statements, counting)) {
        out.none();
        return;
    }
    std::vector<ExactTally> tallies;
    for (std::size_t k = 0; k < counting.diagrams.component_count(); ++k)
        tallies.push_back(tally_exactly(counting.diagrams, k, held.limits));
    out.record().key("components").cells(part.components);
    out.key("floating").number(static_cast<double>(part.floating));
    out.key("settledMines").number(static_cast<double>(counting.constraints.settled_mines));
    out.key("unrestricted").number(static_cast<double>(counting.constraints.floating.size()));
    out.key("counts").list();
    for (std::size_t k = 0; k < tallies.size(); ++k) write_counts(counting.diagrams, k, tallies[k], out);
    out.end().end();
}

// The cells filled in each step, the state to start from, and every state's edges: (mines, next state, ways to
// complete it with each number of mines).
void exact_walk(Reader& in, Writer& out) {
    HeldAnalysis& held = read_counted(in);
    std::uint32_t component = in.count();
    const Counting& counting = held.found.analysis.counting;
    const Diagrams& diagrams = counting.diagrams;
    if (component >= diagrams.component_count()) throw InputError("there is no such component");
    ExactTally exact = tally_exactly(diagrams, component, held.limits);
    auto layers = diagrams.layers_of(component);
    out.list();
    for (const Layer& layer : layers) {
        out.record().key("cells");
        bool last = &layer == &layers.back();
        if (last)
            out.cells({});
        else {
            auto cells = counting.constraints.cells_of(counting.constraints.groups[layer.group]);
            out.cells({cells.data(), cells.size()});
        }
        out.key("first").number(layer.first).key("states").list();
        for (const State& state : diagrams.states_of(layer)) {
            out.record().key("lo").number(state.lo).key("least").number(state.least);
            out.key("words").number(exact.limbs).key("ways");
            write_words({exact.number(state, 0).data(), std::size_t{state.length} * exact.limbs}, out);
            auto edges = diagrams.edges_of(state);
            out.key("edges").cells(last ? std::span<const Cell>()
                                        : std::span<const Cell>(edges.data(), edges.size()));
            out.end();
        }
        out.end().end();
    }
    out.end();
}

// The world in which these unknown cells are mines: 1 for every mine of the board.
void world(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    const BoardNames& names = held.found.names;
    std::vector<std::uint8_t> mines(held.board.views.size());
    for (Cell cell = 0; cell < mines.size(); ++cell) mines[cell] = is_known_mine(held.board, names, cell);
    for (std::uint32_t index : in.cells()) {
        if (index >= names.cell_of.size()) throw InputError("there is no unknown cell " + std::to_string(index));
        mines[names.cell_of[index]] = 1;
    }
    out.array(mines);
}

constexpr Call CALLS[] = {
    {"exact_counts", exact_counts},
    {"exact_part", exact_part},
    {"exact_walk", exact_walk},
    {"world", world},
};

}  // namespace

std::span<const Call> exact_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
