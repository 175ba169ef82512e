// Questions about an analysis: joint probabilities, what a reveal would show, parts of the board, samples, and the
// value of the board under optimal play.
#include "count/question.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "count/dead.hpp"
#include "endgame/board_value.hpp"
#include "wasm/analysis.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

void check_in_play(const HeldAnalysis& held, Cell cell) {
    if (held.board.views[cell] == View::VOID) throw InputError("the cell is out of play", cell);
}

// Facts as a list of a cell and its fact in turn: true for a mine, false for a safe cell, or the number it shows.
Statements read_facts(Reader& in, const HeldAnalysis& held) {
    Statements out;
    for (in.begin_list(); !in.end();) {
        Cell cell = read_cell(in, held.shape);
        check_in_play(held, cell);
        if (in.next() == Tag::YES || in.next() == Tag::NO) {
            state_mine(held.board, held.found.names, cell, in.flag(), out);
            continue;
        }
        std::int64_t number = in.whole();
        // Up to eight may be asked anywhere: at the edge of a board of squares the answer is "never".
        auto most = std::max<std::int64_t>(8, static_cast<std::int64_t>(held.board.shape->neighbours(cell).size()));
        if (number < 0 || number > most)
            throw InputError("the cell is true (a mine), false (safe) or shows a number from 0 to " +
                                 std::to_string(most) + ", not " + std::to_string(number),
                             cell);
        state_number(held.board, held.found.names, cell, static_cast<std::int32_t>(number), out);
    }
    return out;
}

void write_statements(const Statements& statements, Writer& out) {
    out.list();
    for (const Statement& one : statements) out.list().number(one.lo).number(one.hi).cells(one.cells).end();
    out.end();
}

void ask(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    Statements asked = read_facts(in, held), given = read_facts(in, held);
    out.number(held.questioner().probability(asked, given));
}

// The probability of statements over unknown cells.
void ask_rules(Reader& in, Writer& out) {
    HeldAnalysis& held = read_counted(in);
    std::uint32_t cells = held.found.analysis.rules.cell_count;
    Statements asked = read_statements(in, cells), given = read_statements(in, cells);
    out.number(held.questioner().probability(asked, given));
}

// Facts as statements over unknown cells, for exact counts.
void state(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    write_statements(read_facts(in, held), out);
}

void outcomes(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    Cell cell = read_cell(in, held.shape);
    check_in_play(held, cell);
    CellOutcomes found = find_outcomes(held.board, held.found, held.questioner(), cell);
    out.record().key("mine").number(found.mine).key("numbers").array(found.numbers).end();
}

void dead_cells(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    out.cells(find_dead_cells(held.board, held.found, held.questioner(), {}));
}

void list_cells(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    out.record().key("frontier").cells(list_hidden(held.board, true));
    out.key("floating").cells(list_hidden(held.board, false)).end();
}

void groups(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    auto found = list_groups(held.board);
    out.list();
    for (const CellGroup& group : found)
        out.record().key("cells").cells(group.cells).key("clues").cells(group.clues).end();
    out.end();
}

// Groups of unknown cells, with their rules: those that single rules do not settle.
void rule_groups(Reader& in, Writer& out) {
    const Constraints& constraints = read_counted(in).found.analysis.counting.constraints;
    out.list();
    for (const Group& group : constraints.groups) {
        auto cells = constraints.cells_of(group);
        std::vector<std::uint32_t> rules;
        for (std::uint32_t clue : constraints.clues_of(group)) rules.push_back(constraints.clues[clue].rule);
        out.list().cells({cells.data(), cells.size()}).cells(rules).end();
    }
    out.end();
}

std::vector<Cell> named(const Buffer<Cell>& cell_of, const std::vector<std::uint32_t>& indices) {
    std::vector<Cell> cells;
    for (std::uint32_t index : indices) cells.push_back(cell_of[index]);
    std::sort(cells.begin(), cells.end());
    return cells;
}

// The independent parts of the frontier, without the cells that single clues settle.
void components(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    const Counting& counting = held.found.analysis.counting;
    out.list();
    for (std::size_t k = 0; k < counting.components.list.size(); ++k) {
        const Component& component = counting.components.list[k];
        std::vector<std::uint32_t> cells, rules;
        for (std::uint32_t group : counting.components.groups_of(component))
            for (std::uint32_t cell : counting.constraints.cells_of(counting.constraints.groups[group]))
                cells.push_back(cell);
        for (std::uint32_t clue : counting.components.clues_of(component))
            rules.push_back(counting.constraints.clues[clue].rule);
        std::uint64_t states = 0;
        for (const Layer& layer : counting.diagrams.layers_of(k)) states += layer.count;
        out.record().key("cells").cells(named(held.found.names.cell_of, cells));
        out.key("clues").cells(named(held.found.names.clue_of, rules));
        out.key("width").number(component.width).key("states").number(static_cast<double>(states)).end();
    }
    out.end();
}

// Worlds one after the other: 1 for every mine.
void sample(Reader& in, Writer& out) {
    HeldAnalysis& held = read_analysis(in);
    std::vector<std::uint8_t> worlds(in.count() * held.board.views.size());
    std::uint64_t seed = in.seed();
    draw_worlds(held.board, held.found, seed, {}, worlds);
    out.array(worlds);
}

// The value under optimal play in weights of worlds; null when there are more worlds than allowed.
void value(Reader& in, Writer& out) {
    static BoardValueScratch scratch;
    HeldAnalysis& held = read_analysis(in);
    std::uint32_t worlds = in.count();
    auto found = find_value(held.board, held.found, {worlds, in.seed()}, scratch);
    if (!found) {
        out.none();
        return;
    }
    out.record().key("low").number(found->low).key("high").number(found->high).key("total").number(found->total);
    out.key("best").cells(found->best).end();
}

constexpr Call CALLS[] = {
    {"probability", ask},   {"rule_probability", ask_rules}, {"facts", state},
    {"outcomes", outcomes}, {"dead_cells", dead_cells},      {"hidden", list_cells},
    {"groups", groups},     {"rule_groups", rule_groups},    {"components", components},
    {"sample", sample},     {"search_board", value},
};

}  // namespace

std::span<const Call> question_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
