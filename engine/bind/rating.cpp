// What it takes to finish a layout by logic.
#include "game/rating.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bind/board.hpp"
#include "bind/layout.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "game/dealt_board.hpp"

namespace sapper::bind {

namespace {

// A rating as Python reads it.
struct BoundRating {
    Rating rating;
    BoundBoard board;  // where play ends
};

BoundRating rate(const BoundLayout& bound, nb::handle start, int most) {
    Cell cell = bound.grid.cell(start);
    Rating rating = located(bound.grid, [&] {
        return interruptible([&](const Watch& watch) {
            return rate_layout(*bound.layout, cell, static_cast<Technique>(most), watch);
        });
    });
    BoundBoard board{bound.grid, show_cells(*bound.layout, rating.shown)};
    return {std::move(rating), std::move(board)};
}

}  // namespace

void bind_rating(nb::module_& module) {
    nb::class_<BoundRating>(module, "Rating", "What it takes to finish a layout by logic.")
        .def_prop_ro(
            "solved", [](const BoundRating& bound) { return bound.rating.solved; },
            "Whether every cell without a mine was revealed without a guess.")
        .def_prop_ro(
            "moves", [](const BoundRating& bound) { return bound.rating.moves; },
            "The number of moves of each technique, by its rank.")
        .def_prop_ro(
            "clicks", [](const BoundRating& bound) { return bound.rating.clicks; },
            "How many clicks the layout takes, however it is played.")
        .def_ro("board", &BoundRating::board, "The board where play ends.");
    module.def("rate_layout", &rate, nb::arg("layout"), nb::arg("start").none(), nb::arg("most"),
               "Play a layout by techniques up to rank `most` and count what that takes.");
}

}  // namespace sapper::bind
