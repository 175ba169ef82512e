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
#include <string>

#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "count/dead.hpp"

namespace sapper::bind {

namespace {

// Boards up to this size are counted again when a question needs more than the probabilities.
constexpr std::size_t CHEAP_CELLS = 4096;

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
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < bound.mine_probability.size(); ++cell) {
        if (!is_covered(bound.board.views[cell]) || bound.mine_probability[cell] > least) continue;
        if (bound.mine_probability[cell] < least) cells.clear();
        least = bound.mine_probability[cell];
        cells.push_back(cell);
    }
    return bound.grid.names(cells);
}

// The cells behind unknown cells, or behind rules, by name.
std::vector<CellName> named(const Grid& grid, const Buffer<Cell>& cell_of,
                            const std::vector<std::uint32_t>& indices) {
    std::vector<Cell> cells;
    for (std::uint32_t index : indices) cells.push_back(cell_of.at(index));
    std::sort(cells.begin(), cells.end());
    return grid.names(cells);
}

void check_in_play(const BoundAnalysis& bound, Cell cell) {
    if (bound.board.views[cell] == View::VOID)
        raise_input_error("the cell is out of play", nb::cast(bound.grid.name(cell)));
}

// True or False, Python's own or numpy's.
bool is_truth(nb::handle fact) {
    return PyBool_Check(fact.ptr()) || nb::isinstance(fact, nb::module_::import_("numpy").attr("bool_"));
}

// What a caller says about one cell, as statements about unknown cells.
void state_fact(BoundAnalysis& bound, Cell cell, nb::handle fact, Statements& out) {
    check_in_play(bound, cell);
    if (is_truth(fact)) {
        bool mine = nb::cast<bool>(nb::borrow(fact).attr("__bool__")());
        return state_mine(bound.board, bound.full().names, cell, mine, out);
    }
    long long number = 0;
    // Up to eight may be asked anywhere: at the edge of a board of squares the answer is "never".
    auto most = std::max<long long>(8, static_cast<long long>(bound.board.shape->neighbours(cell).size()));
    if (!read_index(fact, number) || number < 0 || number > most)
        raise_input_error("the cell is True (a mine), False (safe) or shows a number from 0 to " +
                              std::to_string(most) + ", not " + quote(fact),
                          nb::cast(bound.grid.name(cell)));
    state_number(bound.board, bound.full().names, cell, static_cast<std::int32_t>(number), out);
}

std::vector<StatementTuple> state_facts(BoundAnalysis& bound, nb::dict facts) {
    Statements statements;
    for (auto [name, fact] : facts) state_fact(bound, bound.grid.cell(name), fact, statements);
    std::vector<StatementTuple> out;
    for (Statement& statement : statements) out.emplace_back(statement.lo, statement.hi, std::move(statement.cells));
    return out;
}

// (probability of a mine, probabilities of the numbers 0 .. neighbours).
std::pair<double, std::vector<double>> outcomes(BoundAnalysis& bound, nb::handle name) {
    Cell cell = bound.grid.cell(name);
    check_in_play(bound, cell);
    const BoardAnalysis& full = bound.full();
    CellOutcomes found = bound.solved().ask(
        [&](Questioner& questioner, Watch) { return find_outcomes(bound.board, full, questioner, cell); });
    return {found.mine, std::move(found.numbers)};
}

std::vector<CellName> dead_cells(BoundAnalysis& bound) {
    const BoardAnalysis& full = bound.full();
    return bound.grid.names(bound.solved().ask(
        [&](Questioner& questioner, Watch watch) { return find_dead_cells(bound.board, full, questioner, watch); }));
}

// Worlds as boards of mines.
nb::object sample(BoundAnalysis& bound, std::size_t count, std::uint64_t seed) {
    const BoardAnalysis& full = bound.full();
    std::size_t cells = bound.board.views.size();
    auto* worlds = new std::uint8_t[count * cells + 1];
    nb::capsule owner(worlds, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    interruptible([&](Watch watch) { draw_worlds(bound.board, full, seed, watch, {worlds, count * cells}); });
    std::vector<std::size_t> sides = bound.grid.array_sides({count});
    return nb::cast(nb::ndarray<nb::numpy, bool>(worlds, sides.size(), sides.data(), owner));
}

// A board of mines from the unknown cells that are mines.
nb::object world_array(BoundAnalysis& bound, const std::vector<std::uint32_t>& unknown_mines) {
    const BoardNames& names = bound.full().names;
    std::size_t cells = bound.board.views.size();
    auto* world = new std::uint8_t[cells];
    nb::capsule owner(world, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    for (Cell cell = 0; cell < cells; ++cell) world[cell] = is_known_mine(bound.board, names, cell);
    for (std::uint32_t index : unknown_mines) world[names.cell_of.at(index)] = 1;
    std::vector<std::size_t> sides = bound.grid.array_sides();
    return nb::cast(nb::ndarray<nb::numpy, bool>(world, sides.size(), sides.data(), owner));
}

std::vector<std::pair<std::vector<CellName>, std::vector<CellName>>> groups(const BoundAnalysis& bound) {
    std::vector<std::pair<std::vector<CellName>, std::vector<CellName>>> out;
    for (const CellGroup& group : list_groups(bound.board))
        out.emplace_back(bound.grid.names(group.cells), bound.grid.names(group.clues));
    return out;
}

}  // namespace

Probabilities::Probabilities(const Grid& grid, std::size_t boards)
    : grid_(grid),
      boards_(boards),
      cells_(grid.shape->cell_count()),
      values_(std::make_shared<Buffer<double>>(boards * cells_)) {}

nb::object Probabilities::view(std::size_t board) {
    if (!array_.is_valid()) {
        auto* owner = new std::shared_ptr<Buffer<double>>(values_);
        nb::capsule keeper(owner, [](void* p) noexcept { delete static_cast<std::shared_ptr<Buffer<double>>*>(p); });
        std::vector<std::size_t> sides = grid_.array_sides({boards_});
        array_ = nb::cast(nb::ndarray<nb::numpy, const double>(values_->data(), sides.size(), sides.data(), keeper));
    }
    return nb::steal(PySequence_GetItem(array_.ptr(), static_cast<Py_ssize_t>(board)));
}

void BoundAnalysis::analyze(const Watch& watch, BoardAnalysis& found, AnalysisScratch& scratch) {
    Limits watched = limits;
    watched.watch = watch;
    if (!analyze_board(board, watched, found, scratch)) throw_contradiction(board, watched);
    read_probabilities(board, found, mine_probability);
    if (board.views.size() <= CHEAP_CELLS) return;
    kept_ = std::make_unique<Kept>(std::make_shared<BoardAnalysis>(std::move(found)), limits);
    ready_ = true;
    found = {};
    scratch = {};
}

BoundAnalysis::Kept& BoundAnalysis::count_again() {
    if (ready_) return *kept_;
    interruptible([&](Watch watch) {
        std::scoped_lock hold(lock_);
        if (ready_) return;
        Limits watched = limits;
        watched.watch = watch;
        AnalysisScratch scratch;
        auto found = std::make_shared<BoardAnalysis>();
        analyze_board(board, watched, *found, scratch);  // it has a world, as was found out before
        kept_ = std::make_unique<Kept>(std::move(found), limits);
        ready_ = true;
    });
    return *kept_;
}

const BoardAnalysis& BoundAnalysis::full() {
    return *count_again().full;
}

Solved& BoundAnalysis::solved() {
    return count_again().solved;
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
                const MineCount& mines = b.full().analysis.rules.mines;
                if (!mines.known()) return std::nullopt;
                return mines.total;
            },
            "Mines among the unknown cells, or None where only a density is known.")
        .def_prop_ro(
            "solved", [](BoundAnalysis& b) -> Solved& { return b.solved(); }, nb::rv_policy::reference_internal,
            "The rules behind the board.")
        .def(
            "frontier", [](const BoundAnalysis& b) { return b.grid.names(list_hidden(b.board, true)); },
            "Hidden cells beside a clue.")
        .def(
            "floating", [](const BoundAnalysis& b) { return b.grid.names(list_hidden(b.board, false)); },
            "Hidden cells beside none.")
        .def("groups", &groups, "Hidden cells by the clues they lie beside, as (cells, clues).")
        .def(
            "named",
            [](BoundAnalysis& b, const std::vector<std::uint32_t>& cells) {
                return named(b.grid, b.full().names.cell_of, cells);
            },
            nb::arg("cells"), "CellNames of unknown cells.")
        .def(
            "clues",
            [](BoundAnalysis& b, const std::vector<std::uint32_t>& rules) {
                return named(b.grid, b.full().names.clue_of, rules);
            },
            nb::arg("rules"), "The clues behind rules.")
        .def("facts", &state_facts, nb::arg("facts"),
             nb::sig("def facts(self, facts: dict[typing.Any, bool | int]) -> list[tuple[int, int, list[int]]]"),
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
