// Layouts in and out of Python, and the seeds of a run.
#include "bind/layout.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "game/dealt_board.hpp"

namespace sapper::bind {

namespace {

BoundLayout bound(const Grid& grid, Layout layout) {
    return {grid, std::make_shared<const Layout>(std::move(layout))};
}

// On a grid, rule `none` draws a row and then a column.
BoundLayout layout_from_seed(const Grid& grid, std::int64_t mines, nb::handle start, FirstClick first_click,
                             std::uint64_t seed) {
    LayoutSpec spec{mines, grid.cell(start), first_click, seed, grid.sides()};
    return located(grid, [&] {
        return interruptible([&](const Watch& watch) { return bound(grid, make_layout(grid.shape, spec, watch)); });
    });
}

// A tuple, not a list: reading a cell may run the caller's code, which could shorten a list meanwhile.
BoundLayout layout_from_mines(const Grid& grid, nb::tuple cells) {
    std::vector<Cell> mines;
    mines.reserve(cells.size());
    for (nb::handle name : cells) mines.push_back(grid.cell(name));
    return located(grid, [&] { return bound(grid, layout_from_mines(grid.shape, std::move(mines))); });
}

BoundLayout layout_from_flags(const Grid& grid, nb::bytes flags) {
    if (flags.size() != grid.shape->cell_count())
        raise_input_error("a layout of " + std::to_string(grid.shape->cell_count()) + " cells got " +
                          std::to_string(flags.size()) + " flags");
    const char* data = static_cast<const char*>(flags.data());
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < grid.shape->cell_count(); ++cell)
        if (data[cell]) mines.push_back(cell);
    return bound(grid, layout_from_mines(grid.shape, std::move(mines)));
}

Clicks clicks_of(const BoundLayout& bound) {
    DealtBoard dealt_board;
    dealt_board.lay(*bound.layout);
    ClickScratch scratch;
    return count_clicks(dealt_board.field(), scratch);
}

nb::ndarray<nb::numpy, std::int8_t> numbers_of(const BoundLayout& bound) {
    const Layout& layout = *bound.layout;
    auto* views = new std::vector<View>(layout.mined.size(), View::MINE);
    nb::capsule owner(views, [](void* p) noexcept { delete static_cast<std::vector<View>*>(p); });
    for (Cell cell = 0; cell < views->size(); ++cell) {
        int number = 0;
        layout.shape->visit_neighbours(cell, [&](Cell other) { number += layout.mined[other]; });
        if (!layout.mined[cell]) (*views)[cell] = clue_view(number);
    }
    std::vector<std::size_t> sides = bound.grid.array_sides();
    return {views->data(), sides.size(), sides.data(), owner};
}

}  // namespace

void bind_layout(nb::module_& module) {
    module.attr("MAX_CELLS") = MAX_CELLS;

    nb::enum_<FirstClick>(module, "FirstClick", "What the player is promised about the start cell.")
        .value("NONE", FirstClick::NONE)
        .value("SAFE", FirstClick::SAFE)
        .value("ZERO", FirstClick::ZERO)
        .value("DRAWN", FirstClick::DRAWN)
        .value("MOVED", FirstClick::MOVED);

    nb::class_<Clicks>(module, "Clicks", "How many clicks a layout takes.")
        .def_ro("openings", &Clicks::openings, "Connected regions of zeros, each opened by one click.")
        .def_ro("bbbv", &Clicks::bbbv, "3BV: the fewest clicks that win the layout without chords.");

    nb::class_<BoundLayout>(module, "Layout", "Where the mines are; immutable.")
        .def_static("from_seed", &layout_from_seed, nb::arg("grid"), nb::arg("mines"), nb::arg("start").none(),
                    nb::arg("first_click"), nb::arg("seed"), "The layout of a seed.")
        .def_static("from_mines", &layout_from_mines, nb::arg("grid"), nb::arg("cells"),
                    nb::sig("def from_mines(grid: Grid, cells: tuple[object, ...]) -> Layout"),
                    "The layout with mines in exactly these cells.")
        .def_static("from_flags", &layout_from_flags, nb::arg("grid"), nb::arg("flags"),
                    "The layout from one byte a cell, not 0 for a mine.")
        .def_ro("grid", &BoundLayout::grid, "The grid that names the cells.")
        .def_prop_ro(
            "mine_count", [](const BoundLayout& self) { return self.layout->mines.size(); }, "The number of mines.")
        .def(
            "mines", [](const BoundLayout& self) { return self.grid.names(self.layout->mines); },
            "A fresh sorted list of the mine cells.")
        .def(
            "flags",
            [](const BoundLayout& self) { return nb::bytes(self.layout->mined.data(), self.layout->mined.size()); },
            "One byte a cell, 1 for a mine.")
        .def("numbers", &numbers_of, "A fresh array of what every cell shows: its number, or a mine.")
        .def("count_clicks", &clicks_of, "How many clicks the layout takes.");

    module.def(
        "game_seeds",
        [](std::uint64_t run_seed, std::uint64_t first, std::size_t count) {
            return interruptible([&](const Watch& watch) { return game_seeds(run_seed, first, count, watch); });
        },
        nb::arg("run_seed"), nb::arg("first"), nb::arg("count"),
        "The seeds of `count` games of a run, from game `first` on; games count from 1.");
}

}  // namespace sapper::bind
