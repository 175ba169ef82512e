// Optimal play: the value of a board with few worlds, and of whole small boards.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "bind/analysis.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "endgame/board_value.hpp"
#include "endgame/optimum.hpp"

namespace sapper::bind {

namespace {

// What a search of all worlds proves, in weights of worlds.
struct Searched {
    double low, high, total;
    std::vector<CellName> best;
};

// Nothing when there are more than `max_worlds` worlds.
std::optional<Searched> search_board(BoundAnalysis& bound, std::uint32_t max_worlds, std::uint64_t max_nodes) {
    thread_local BoardValueScratch scratch;
    const BoardAnalysis& full = bound.full();
    auto found = interruptible(
        [&](Watch watch) { return find_value(bound.board, full, {max_worlds, max_nodes, watch}, scratch); });
    if (!found) return std::nullopt;
    return Searched{found->low, found->high, found->total, bound.grid.names(found->best)};
}

struct BoundWholeBoard {
    Grid grid;
    std::vector<std::vector<Cell>> symmetries;
    WholeBoard board;
    std::mutex lock;  // one question at a time
};

std::unique_ptr<BoundWholeBoard> make_whole_board(const Grid& grid, std::int64_t mines,
                                                  const std::vector<std::vector<Cell>>& images) {
    auto out = std::make_unique<BoundWholeBoard>();
    out->grid = grid;
    out->symmetries = images;
    interruptible([&](Watch watch) { list_layouts(*grid.shape, mines, images, out->board, watch); });
    return out;
}

std::uint64_t whole_board_wins(BoundWholeBoard& bound, nb::handle start, bool only_zero) {
    Cell cell = bound.grid.cell(start);
    Bounds found = interruptible([&](Watch watch) {
        std::scoped_lock hold(bound.lock);
        SearchLimits limits;
        limits.max_nodes = ~std::uint64_t{0};
        limits.watch = watch;
        return wins_from(bound.board, cell, only_zero, -1, limits);
    });
    if (found.low < found.high) raise_limit_error("the search of the whole board needs too much memory", 0);
    return static_cast<std::uint64_t>(found.low);
}

// Cells that symmetries turn into each other, in the order of their first cells.
std::vector<std::vector<CellName>> cell_classes(const BoundWholeBoard& bound) {
    std::vector<std::vector<CellName>> out;
    for (Cell cell = 0; cell < bound.grid.shape->cell_count(); ++cell) {
        std::vector<Cell> alike{cell};
        for (const auto& image : bound.symmetries) alike.push_back(image[cell]);
        std::sort(alike.begin(), alike.end());
        alike.erase(std::unique(alike.begin(), alike.end()), alike.end());
        if (alike[0] == cell) out.push_back(bound.grid.names(alike));
    }
    return out;
}

}  // namespace

void bind_endgame(nb::module_& module) {
    nb::class_<Searched>(module, "Searched", "What a search proves of the chance to win, in weights of worlds.")
        .def_ro("low", &Searched::low, "The best cells win at least this weight.")
        .def_ro("high", &Searched::high, "No cell wins more than this weight; equal to `low` when the search ended.")
        .def_ro("total", &Searched::total,
                "The weight of all worlds; their number when the number of mines is known.")
        .def_ro("best", &Searched::best, "The best cells known, row by row; empty when nothing is left to reveal.");
    module.def("search_board", &search_board, nb::arg("analysis"), nb::arg("max_worlds"), nb::arg("max_nodes"),
               "Search all worlds of a board for the best play; None when there are more than `max_worlds`.");

    nb::class_<BoundWholeBoard>(module, "WholeBoard", "A small board with nothing revealed, solved for optimal play.")
        .def_prop_ro(
            "layouts", [](const BoundWholeBoard& bound) { return bound.board.endgame.worlds; },
            "How many layouts it has.")
        .def(
            "cell",
            [](const BoundWholeBoard& bound, nb::handle cell) { return bound.grid.name(bound.grid.cell(cell)); },
            nb::arg("cell").none(), "The cell of that name, checked.")
        .def("cell_classes", &cell_classes, "Cells that symmetries turn into each other.")
        .def("wins", &whole_board_wins, nb::arg("start").none(), nb::arg("only_zero"),
             "In how many layouts the best play wins that begins with this cell.");
    module.def(
        "whole_board", &make_whole_board, nb::arg("grid"), nb::arg("mines"), nb::arg("symmetries"),
        "Every layout of a small board; symmetries are permutations of its cells without the identity, trusted.");
}

}  // namespace sapper::bind
