// What an analysis says about the cells of its board, by position.
#include "bind/analysis.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "count/dead.hpp"
#include "count/sample.hpp"

namespace sapper::bind {

namespace {

double probability_at(const BoundAnalysis& bound, nb::handle name) {
    Cell cell = bound.grid.cell(name);
    double probability = bound.mine_probability[cell];
    if (std::isnan(probability)) raise_input_error("the cell is not hidden", nb::cast(bound.grid.name(cell)));
    return probability;
}

std::vector<CellName> cells_with(const BoundAnalysis& bound, double probability) {
    std::vector<CellName> out;
    for (Cell cell = 0; cell < bound.mine_probability.size(); ++cell)
        if (bound.mine_probability[cell] == probability) out.push_back(bound.grid.name(cell));
    return out;
}

std::vector<CellName> safest_cells(const BoundAnalysis& bound) {
    double least = 2;
    for (std::size_t cell = 0; cell < bound.mine_probability.size(); ++cell)
        if (is_covered(bound.board.views[cell])) least = std::min(least, bound.mine_probability[cell]);
    return cells_with(bound, least);
}

std::vector<CellName> named_cells(const BoundAnalysis& bound, const BoardNames& names,
                                  std::vector<std::uint32_t> unknowns) {
    std::vector<Cell> cells;
    for (std::uint32_t index : unknowns) cells.push_back(names.cell_of[index]);
    std::sort(cells.begin(), cells.end());
    return bound.grid.names(cells);
}

std::vector<CellName> hidden_cells(const BoundAnalysis& bound, bool beside_clue) {
    std::vector<CellName> out;
    for (Cell cell = 0; cell < bound.board.views.size(); ++cell) {
        if (!is_covered(bound.board.views[cell])) continue;
        auto around = bound.board.shape->neighbours(cell);
        bool clue = std::any_of(around.begin(), around.end(), [&](Cell o) { return is_clue(bound.board.views[o]); });
        if (clue == beside_clue) out.push_back(bound.grid.name(cell));
    }
    return out;
}

std::vector<std::uint32_t> unknown_neighbours(BoundAnalysis& bound, Cell cell) {
    std::vector<std::uint32_t> out;
    for (Cell other : bound.board.shape->neighbours(cell))
        if (bound.names().index_of[other] != BoardNames::NONE) out.push_back(bound.names().index_of[other]);
    return out;
}

// A mine the board shows or single clues settle: part of every world, and no unknown cell.
bool is_known_mine(BoundAnalysis& bound, Cell cell) {
    return bound.board.views[cell] == View::MINE || bound.names().settled.mark[cell] == Settled::MINE;
}

std::int32_t known_mines_around(BoundAnalysis& bound, Cell cell) {
    std::int32_t mines = 0;
    for (Cell other : bound.board.shape->neighbours(cell)) mines += is_known_mine(bound, other);
    return mines;
}

using StatementList = std::vector<std::tuple<std::int32_t, std::int32_t, std::vector<std::uint32_t>>>;

// True or False, Python's own or numpy's.
bool is_truth(nb::handle fact) {
    return PyBool_Check(fact.ptr()) || nb::isinstance(fact, nb::module_::import_("numpy").attr("bool_"));
}

// What a caller says about one cell, as statements about unknown cells. A statement over no cells is simply true
// or, with a least number above zero, impossible.
void state_fact(BoundAnalysis& bound, Cell cell, nb::handle fact, StatementList& out) {
    View view = bound.board.views[cell];
    std::uint32_t index = bound.names().index_of[cell];
    auto decide = [&](bool holds) {
        if (!holds) out.push_back({1, 1, {}});
    };
    if (view == View::VOID) raise_input_error("the cell is out of play", nb::cast(bound.grid.name(cell)));
    if (is_truth(fact)) {
        bool mine = nb::cast<bool>(nb::borrow(fact).attr("__bool__")());
        if (index == BoardNames::NONE) return decide(mine == is_known_mine(bound, cell));
        out.push_back({mine, mine, {index}});
        return;
    }
    long long number = 0;
    // Up to eight may be asked anywhere: at the edge of a board of squares the answer is "never".
    auto most = std::max<long long>(8, static_cast<long long>(bound.board.shape->neighbours(cell).size()));
    if (!read_index(fact, number) || number < 0 || number > most)
        raise_input_error("the cell is True (a mine), False (safe) or shows a number from 0 to " +
                              std::to_string(most) + ", not " + quote(fact),
                          nb::cast(bound.grid.name(cell)));
    if (is_clue(view)) return decide(clue_number(view) == number);
    if (is_known_mine(bound, cell)) return decide(false);
    std::int32_t around = static_cast<std::int32_t>(number) - known_mines_around(bound, cell);
    if (index != BoardNames::NONE) out.push_back({0, 0, {index}});
    out.push_back({around, around, unknown_neighbours(bound, cell)});
}

StatementList state_facts(BoundAnalysis& bound, nb::dict facts) {
    StatementList out;
    for (auto [name, fact] : facts) state_fact(bound, bound.grid.cell(name), fact, out);
    return out;
}

// (probability of a mine, probabilities of the numbers 0 .. neighbours).
std::pair<double, std::vector<double>> outcomes(BoundAnalysis& bound, nb::handle name) {
    Cell cell = bound.grid.cell(name);
    View view = bound.board.views[cell];
    std::vector<double> numbers(bound.board.shape->neighbours(cell).size() + 1, 0);
    if (view == View::VOID) raise_input_error("the cell is out of play", nb::cast(bound.grid.name(cell)));
    if (is_known_mine(bound, cell)) return {1, numbers};
    if (is_clue(view)) {
        numbers[static_cast<std::size_t>(clue_number(view))] = 1;
        return {0, numbers};
    }
    auto around = unknown_neighbours(bound, cell);
    auto known = static_cast<std::size_t>(known_mines_around(bound, cell));
    double mine = bound.mine_probability[cell];
    if (mine == 1) return {1, numbers};
    std::uint32_t index = bound.names().index_of[cell];
    auto chances =
        bound.solved().ask([&](Questioner& questioner, Watch) { return questioner.outcomes(index, around); });
    for (std::size_t k = 0; k < chances.size(); ++k) numbers[known + k] = (1 - mine) * chances[k];
    return {mine, numbers};
}

std::vector<CellName> dead_cells(BoundAnalysis& bound) {
    Solved& solved = bound.solved();
    std::vector<DeadCandidate> candidates;
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < bound.board.views.size(); ++cell)
        if (bound.mine_probability[cell] < 1) {
            candidates.push_back({bound.names().index_of[cell], unknown_neighbours(bound, cell)});
            cells.push_back(cell);
        }
    std::vector<std::size_t> dead = solved.ask([&](Questioner& questioner, Watch watch) {
        return find_dead(solved.analysis, questioner, candidates, watch);
    });
    std::vector<CellName> out;
    for (std::size_t index : dead) out.push_back(bound.grid.name(cells[index]));
    return out;
}

// The mines that are part of every world without being unknown cells.
std::vector<std::uint8_t> known_mines(BoundAnalysis& bound) {
    std::vector<std::uint8_t> mines(bound.board.views.size());
    for (Cell cell = 0; cell < mines.size(); ++cell) mines[cell] = is_known_mine(bound, cell);
    return mines;
}

// Worlds as boards of mines.
nb::object sample(BoundAnalysis& bound, std::size_t count, std::uint64_t seed) {
    const Solved& solved = bound.solved();
    const BoardNames& names = bound.names();
    std::size_t cells = bound.board.views.size();
    auto* worlds = new std::uint8_t[count * cells + 1]();
    nb::capsule owner(worlds, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    std::vector<std::uint8_t> known = known_mines(bound);
    interruptible([&](Watch watch) {
        Sampler sampler(solved.analysis);
        Kiss64 random(seed);
        std::vector<std::uint8_t> mines(solved.analysis.rules.cell_count);
        for (std::size_t k = 0; k < count; ++k) {
            std::uint8_t* world = worlds + k * cells;
            sampler.draw(random, mines);
            std::copy(known.begin(), known.end(), world);
            for (std::size_t index = 0; index < mines.size(); ++index) world[names.cell_of[index]] = mines[index];
            if (k % 256 == 0) watch.check();
        }
    });
    return nb::cast(nb::ndarray<nb::numpy, bool>(worlds, {count, bound.grid.rows, bound.grid.cols}, owner));
}

// A board of mines from the unknown cells that are mines.
nb::object world_array(BoundAnalysis& bound, const std::vector<std::uint32_t>& unknown_mines) {
    std::size_t cells = bound.board.views.size();
    auto* world = new std::uint8_t[cells];
    nb::capsule owner(world, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    std::vector<std::uint8_t> known = known_mines(bound);
    std::copy(known.begin(), known.end(), world);
    for (std::uint32_t index : unknown_mines) world[bound.names().cell_of.at(index)] = 1;
    return nb::cast(nb::ndarray<nb::numpy, bool>(world, {bound.grid.rows, bound.grid.cols}, owner));
}

// Hidden cells by the set of clues they lie beside, as (cells, clues), in the order of their first cell.
std::vector<std::pair<std::vector<CellName>, std::vector<CellName>>> groups(const BoundAnalysis& bound) {
    std::map<std::vector<Cell>, std::size_t> index_of;
    std::vector<std::pair<std::vector<Cell>, std::vector<Cell>>> found;
    for (Cell cell = 0; cell < bound.board.views.size(); ++cell) {
        if (!is_covered(bound.board.views[cell])) continue;
        std::vector<Cell> clues;
        for (Cell other : bound.board.shape->neighbours(cell))
            if (is_clue(bound.board.views[other])) clues.push_back(other);
        if (clues.empty()) continue;
        auto [at, fresh] = index_of.try_emplace(clues, found.size());
        if (fresh) found.push_back({{}, clues});
        found[at->second].first.push_back(cell);
    }
    std::vector<std::pair<std::vector<CellName>, std::vector<CellName>>> out;
    for (const auto& [cells, clues] : found) out.emplace_back(bound.grid.names(cells), bound.grid.names(clues));
    return out;
}

std::vector<CellName> clue_names(BoundAnalysis& bound, const std::vector<std::uint32_t>& rules) {
    std::vector<Cell> cells;
    for (std::uint32_t rule : rules) cells.push_back(bound.names().clue_of.at(rule));
    std::sort(cells.begin(), cells.end());
    return bound.grid.names(cells);
}

}  // namespace

Probabilities::Probabilities(const Grid& grid, std::size_t boards)
    : rows_(grid.rows),
      cols_(grid.cols),
      cells_(grid.rows * grid.cols),
      values_(std::make_shared<Buffer<double>>(boards * cells_)) {}

nb::object Probabilities::view(std::size_t board) {
    if (!array_.is_valid()) {
        auto* owner = new std::shared_ptr<Buffer<double>>(values_);
        nb::capsule keeper(owner, [](void* p) noexcept { delete static_cast<std::shared_ptr<Buffer<double>>*>(p); });
        std::size_t boards = values_->size() / cells_;
        array_ = nb::cast(nb::ndarray<nb::numpy, const double>(values_->data(), {boards, rows_, cols_}, keeper));
    }
    return nb::steal(PySequence_GetItem(array_.ptr(), static_cast<Py_ssize_t>(board)));
}

BoundAnalysis::Kept& BoundAnalysis::count_again() {
    if (ready_) return *kept_;
    interruptible([&](Watch watch) {
        std::scoped_lock hold(lock_);
        if (ready_) return;
        auto kept = std::make_unique<Kept>();
        kept->solved.limits = limits;
        Limits watched = limits;
        watched.watch = watch;
        AnalysisScratch scratch;
        // Both succeeded when the board was analysed.
        state_rules(board, kept->solved.analysis.rules, kept->names);
        analyze(kept->solved.analysis, watched, scratch);
        kept_ = std::move(kept);
        ready_ = true;
    });
    return *kept_;
}

Solved& BoundAnalysis::solved() {
    return count_again().solved;
}

const BoardNames& BoundAnalysis::names() {
    return count_again().names;
}

void bind_analysis(nb::module_& module) {
    nb::class_<BoundAnalysis>(module, "Analysis", "The exact analysis of one board.")
        .def(
            "mine_probability", [](const BoundAnalysis& b) { return b.place.all->view(b.place.board); },
            nb::sig("def mine_probability(self) -> numpy.typing.NDArray[numpy.float64]"),
            "A read-only array; NaN where revealed or out of play.")
        .def(
            "safe_cells", [](const BoundAnalysis& b) { return cells_with(b, 0); }, "Cells that no world mines.")
        .def(
            "mine_cells", [](const BoundAnalysis& b) { return cells_with(b, 1); }, "Cells that every world mines.")
        .def("safest_cells", &safest_cells, "Hidden cells with the lowest mine probability.")
        .def("mine_probability_of", &probability_at, nb::arg("cell").none(), "Mine probability of a hidden cell.")
        .def_prop_ro(
            "unknown_mines",
            [](BoundAnalysis& b) -> std::optional<std::int64_t> {
                const MineCount& mines = b.solved().analysis.rules.mines;
                if (!mines.known()) return std::nullopt;
                return mines.total;
            },
            "Mines among the unknown cells, or None where only a density is known.")
        .def_prop_ro(
            "solved", [](BoundAnalysis& b) -> Solved& { return b.solved(); }, nb::rv_policy::reference_internal,
            "The rules behind the board.")
        .def(
            "frontier", [](const BoundAnalysis& b) { return hidden_cells(b, true); }, "Hidden cells beside a clue.")
        .def(
            "floating", [](const BoundAnalysis& b) { return hidden_cells(b, false); }, "Hidden cells beside none.")
        .def("groups", &groups, "Hidden cells by the clues they lie beside, as (cells, clues).")
        .def(
            "named",
            [](BoundAnalysis& b, const std::vector<std::uint32_t>& cells) {
                return named_cells(b, b.names(), cells);
            },
            nb::arg("cells"), "CellNames of unknown cells.")
        .def("clues", &clue_names, nb::arg("rules"), "The clues behind rules.")
        .def("facts", &state_facts, nb::arg("facts"),
             nb::sig("def facts(self, facts: dict[tuple[int, int], bool | int]) -> list[tuple[int, int, list[int]]]"),
             "Statements (lo, hi, unknown cells) that mean {cell: fact}.")
        .def("outcomes", &outcomes, nb::arg("cell").none(), "(mine probability, probabilities of the numbers).")
        .def("dead_cells", &dead_cells, "Cells that can show one number only.")
        .def("sample", &sample, nb::arg("count"), nb::arg("seed"),
             nb::sig("def sample(self, count: int, seed: int) -> numpy.typing.NDArray[numpy.bool_]"),
             "Worlds, one a layer; True for a mine.")
        .def(
            "world", &world_array, nb::arg("unknown_mines"),
            nb::sig(
                "def world(self, unknown_mines: collections.abc.Sequence[int]) -> numpy.typing.NDArray[numpy.bool_]"),
            "The world with these unknown cells mined.");
}

}  // namespace sapper::bind
