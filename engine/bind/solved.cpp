// All functions of a set of solved rules, over numbered unknown cells.
#include "bind/solved.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "base/error.hpp"
#include "base/index_table.hpp"
#include "bind/grid.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "board/density.hpp"
#include "count/conflict.hpp"
#include "count/sample.hpp"

namespace sapper::bind {

namespace {

using Indices = std::vector<std::uint32_t>;

// Exact numbers cross as little-endian bytes: (fewest mines, bytes a number, all numbers one after the other).
using ExactCounts = std::tuple<std::int64_t, std::size_t, nb::bytes>;

ExactCounts root_counts(const Diagrams& diagrams, std::size_t component, const ExactTally& exact) {
    const State& root = diagrams.root(component);
    auto first = exact.number(root, 0);
    std::size_t width = exact.limbs * sizeof(std::uint64_t);
    return {root.lo, width, nb::bytes(reinterpret_cast<const char*>(first.data()), root.length * width)};
}

ExactCounts exact_counts(Solved& solved, std::size_t component) {
    const Diagrams& diagrams = solved.analysis->counting.diagrams;
    if (component >= diagrams.component_count()) raise_input_error("there is no such component");
    ExactTally exact = interruptible([&](Watch watch) {
        Limits limits = solved.limits;
        limits.watch = watch;
        return tally_exactly(diagrams, component, limits);
    });
    return root_counts(diagrams, component, exact);
}

// The exact counts of the part of the board that statements touch: which components it replaces, how many
// floating cells it takes over, the mines it settles, its own unrestricted cells, and its counts. None when the
// statements are impossible.
using ExactPart = std::tuple<Indices, std::int64_t, std::int64_t, std::size_t, std::vector<ExactCounts>>;

std::optional<ExactPart> exact_part(Solved& solved, nb::handle list) {
    Statements statements = read_statements(list, solved.analysis->rules.cell_count);
    Counting counting;
    TouchedPart part;
    std::vector<ExactTally> tallies;
    bool possible = solved.ask([&](Questioner& questioner, Watch watch) {
        const Statements* each[] = {&statements};
        part = questioner.part_of(each);
        if (!questioner.count(part, statements, counting)) return false;
        Limits limits = solved.limits;
        limits.watch = watch;
        for (std::size_t k = 0; k < counting.diagrams.component_count(); ++k)
            tallies.push_back(tally_exactly(counting.diagrams, k, limits));
        return true;
    });
    if (!possible) return std::nullopt;
    std::vector<ExactCounts> counts;
    for (std::size_t k = 0; k < tallies.size(); ++k) counts.push_back(root_counts(counting.diagrams, k, tallies[k]));
    return ExactPart{part.components, part.floating, counting.constraints.settled_mines,
                     counting.constraints.floating.size(), counts};
}

// One component's diagram with exact counts, to be walked from the root: what unranking needs.
struct ExactWalk {
    Solved& solved;
    std::size_t component;
    ExactTally exact;

    ExactWalk(Solved& owner, std::size_t index) : solved(owner), component(index) {
        if (index >= diagrams().component_count()) raise_input_error("there is no such component");
        exact = interruptible([&](Watch watch) {
            Limits limits = owner.limits;
            limits.watch = watch;
            return tally_exactly(diagrams(), index, limits);
        });
    }

    const Diagrams& diagrams() const { return solved.analysis->counting.diagrams; }

    // The cells filled in each step.
    std::vector<Indices> steps() const {
        const Constraints& constraints = solved.analysis->counting.constraints;
        std::vector<Indices> out;
        auto layers = diagrams().layers_of(component);
        for (const Layer& layer : layers.first(layers.size() - 1)) {
            auto cells = constraints.cells_of(constraints.groups[layer.group]);
            out.emplace_back(cells.begin(), cells.end());
        }
        return out;
    }

    std::uint32_t root() const { return diagrams().layers_of(component).front().first; }

    // From a state with so many mines left: (mines in this step, next state, ways to complete it as bytes).
    std::vector<std::tuple<std::int64_t, std::uint32_t, nb::bytes>> edges(std::uint32_t index,
                                                                          std::int64_t left) const {
        std::vector<std::tuple<std::int64_t, std::uint32_t, nb::bytes>> out;
        auto layers = diagrams().layers_of(component);
        if (index < layers.front().first || index >= layers.back().first) raise_input_error("there is no such state");
        const State& state = diagrams().states[index];
        std::int64_t mines = state.least;
        for (std::uint32_t edge : diagrams().edges_of(state)) {
            const State& target = diagrams().states[edge];
            std::int64_t k = left - mines - target.lo;
            if (k >= 0 && k < static_cast<std::int64_t>(target.length)) {
                auto number = exact.number(target, static_cast<std::uint32_t>(k));
                out.emplace_back(mines, edge,
                                 nb::bytes(reinterpret_cast<const char*>(number.data()), number.size_bytes()));
            }
            ++mines;
        }
        return out;
    }
};

double probability(Solved& solved, nb::handle asked, nb::handle given) {
    Statements first = read_statements(asked, solved.analysis->rules.cell_count);
    Statements second = read_statements(given, solved.analysis->rules.cell_count);
    return solved.ask([&](Questioner& questioner, Watch) { return questioner.probability(first, second); });
}

nb::object sample(const Solved& solved, std::size_t count, std::uint64_t seed) {
    std::size_t cells = solved.analysis->rules.cell_count;
    auto* worlds = new std::uint8_t[count * cells + 1];
    nb::capsule owner(worlds, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    interruptible([&](Watch watch) {
        Sampler sampler(*solved.analysis);
        Kiss64 random(mix_bits(seed));  // streams of neighbouring seeds begin alike
        for (std::size_t k = 0; k < count; ++k) {
            sampler.draw(random, {worlds + k * cells, cells});
            if (k % 256 == 0) watch.check();
        }
    });
    return nb::cast(nb::ndarray<nb::numpy, bool>(worlds, {count, cells}, owner));
}

nb::object probability_array(const Solved& solved) {
    const auto& values = solved.analysis->mine_probability;
    auto* copy = new double[values.size() + 1];
    nb::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    std::copy(values.begin(), values.end(), copy);
    return nb::cast(nb::ndarray<nb::numpy, double>(copy, {values.size()}, owner));
}

// Groups as (cells, rules), components as (groups, rules, width, states).
std::vector<std::pair<Indices, Indices>> groups(const Solved& solved) {
    const Constraints& constraints = solved.analysis->counting.constraints;
    std::vector<std::pair<Indices, Indices>> out;
    for (const Group& group : constraints.groups) {
        auto cells = constraints.cells_of(group);
        Indices rules;
        for (std::uint32_t clue : constraints.clues_of(group)) rules.push_back(constraints.clues[clue].rule);
        out.emplace_back(Indices(cells.begin(), cells.end()), rules);
    }
    return out;
}

std::vector<std::tuple<Indices, Indices, std::uint32_t, std::uint64_t>> components(const Solved& solved) {
    const Counting& counting = solved.analysis->counting;
    std::vector<std::tuple<Indices, Indices, std::uint32_t, std::uint64_t>> out;
    for (std::size_t k = 0; k < counting.components.list.size(); ++k) {
        const Component& component = counting.components.list[k];
        auto members = counting.components.groups_of(component);
        Indices rules;
        for (std::uint32_t clue : counting.components.clues_of(component))
            rules.push_back(counting.constraints.clues[clue].rule);
        std::uint64_t states = 0;
        for (const Layer& layer : counting.diagrams.layers_of(k)) states += layer.count;
        out.emplace_back(Indices(members.begin(), members.end()), rules, component.width, states);
    }
    return out;
}

std::unique_ptr<Solved> solve_rules(std::uint32_t cell_count, nb::handle list, std::optional<std::int64_t> mines,
                                    double density, std::uint64_t max_states) {
    if (cell_count > MAX_CELLS) throw LimitError("more cells than the limit of " + std::to_string(MAX_CELLS));
    auto analysis = std::make_shared<Analysis>();
    Rules& rules = analysis->rules;
    rules.cell_count = rules.ruled_count = cell_count;
    for (const Statement& statement : read_statements(list, cell_count))
        rules.add(statement.lo, statement.hi, statement.cells);
    if (mines) rules.mines.total = *mines;
    check_density(density);
    rules.mines.density = density;
    Limits limits;
    limits.max_states = max_states;
    try {
        interruptible([&](Watch watch) {
            Limits watched = limits;
            watched.watch = watch;
            AnalysisScratch scratch;
            if (!analyze(*analysis, watched, scratch)) throw_contradiction(rules, watched);
        });
    } catch (const ContradictionError& error) {
        raise_contradiction(error.what(), nb::cast(error.rules), error.needs_total);
    }
    return std::make_unique<Solved>(std::move(analysis), limits);
}

}  // namespace

Statements read_statements(nb::handle list, std::uint32_t cell_count) {
    Statements out;
    for (auto& [lo, hi, cells] : nb::cast<std::vector<StatementTuple>>(list)) {
        for (std::uint32_t cell : cells)
            if (cell >= cell_count) raise_input_error("there is no unknown cell " + std::to_string(cell));
        if (cells.size() > MAX_RULE_CELLS)
            raise_limit_error("a rule over " + std::to_string(cells.size()) + " cells is larger than the limit of " +
                                  std::to_string(MAX_RULE_CELLS),
                              0);
        out.push_back({lo, hi, std::move(cells)});
    }
    return out;
}

void bind_solved(nb::module_& module) {
    nb::class_<ExactWalk>(module, "ExactWalk", "One component's diagram with exact counts.")
        .def(nb::init<Solved&, std::size_t>(), nb::arg("solved"), nb::arg("component"), nb::keep_alive<1, 2>())
        .def("steps", &ExactWalk::steps, "The cells filled in each step.")
        .def("root", &ExactWalk::root, "The state to start from.")
        .def("edges", &ExactWalk::edges, nb::arg("state"), nb::arg("left"),
             "From a state: (mines in this step, next state, ways to complete it as bytes).");

    nb::class_<Solved>(module, "Solved", "Exactly solved rules over numbered unknown cells.")
        .def_prop_ro(
            "cell_count", [](const Solved& s) { return s.analysis->rules.cell_count; }, "Unknown cells.")
        .def_prop_ro(
            "floating",
            [](const Solved& s) {
                const auto& cells = s.analysis->counting.constraints.floating;
                return Indices(cells.begin(), cells.end());
            },
            "Unknown cells that no rule restricts.")
        .def_prop_ro(
            "settled_mines", [](const Solved& s) { return s.analysis->counting.constraints.settled_mines; },
            "Mines that single rules settle.")
        .def_prop_ro(
            "settled",
            [](const Solved& s) {
                Indices out;
                const auto& verdict = s.analysis->counting.constraints.verdict;
                for (std::uint32_t cell = 0; cell < verdict.size(); ++cell)
                    if (verdict[cell] == Verdict::MINE) out.push_back(cell);
                return out;
            },
            "The unknown cells that single rules make mines.")
        .def("mine_probability", &probability_array,
             nb::sig("def mine_probability(self) -> numpy.typing.NDArray[numpy.float64]"),
             "A fresh array, one entry an unknown cell.")
        .def("probability", &probability, nb::arg("asked"), nb::arg("given"),
             "Probability that all statements (lo, hi, cells) asked hold when those given do.")
        .def("sample", &sample, nb::arg("count"), nb::arg("seed"),
             nb::sig("def sample(self, count: int, seed: int) -> numpy.typing.NDArray[numpy.bool_]"),
             "Worlds, one a row; True for a mine.")
        .def("groups", &groups, "Groups as (cells, rules).")
        .def("components", &components, "Components as (groups, rules, width, states).")
        .def("exact_counts", &exact_counts, nb::arg("component"),
             "Ways of a component for each number of mines: (fewest, bytes a number, numbers).")
        .def("exact_part", &exact_part, nb::arg("statements"),
             "(components replaced, floating cells taken, settled mines, unrestricted cells, counts), or None.");

    module.def("solve_rules", &solve_rules, nb::arg("cell_count"), nb::arg("rules"), nb::arg("mines").none(),
               nb::arg("density"), nb::arg("max_states"), "Solve rules (lo, hi, cells) exactly.");
}

}  // namespace sapper::bind
