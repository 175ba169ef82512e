// What it takes to finish a layout by logic.
#include "game/rating.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "bind/board.hpp"
#include "bind/layout.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"

namespace sapper::bind {

namespace {

// (solved, moves of each technique, openings, 3BV, board where play ends)
using BoundRating = std::tuple<bool, std::vector<std::uint32_t>, std::uint32_t, std::uint32_t, BoundBoard>;

BoundRating rate(const BoundLayout& bound, nb::handle start, int most) {
    Cell cell = bound.grid.cell(start);
    Rating rating = located(bound.grid, [&] {
        return interruptible([&](const Watch& watch) {
            return rate_layout(*bound.layout, cell, static_cast<Technique>(most), watch);
        });
    });
    return {rating.solved,
            {rating.moves.begin(), rating.moves.end()},
            rating.clicks.openings,
            rating.clicks.bbbv,
            {bound.grid, show_cells(*bound.layout, rating.shown)}};
}

}  // namespace

void bind_rating(nb::module_& module) {
    module.def(
        "rate_layout", &rate, nb::arg("layout"), nb::arg("start").none(), nb::arg("most"),
        "What it takes to finish a layout by logic: (solved, moves of each technique, openings, 3BV, board where "
        "play ends).");
}

}  // namespace sapper::bind
