// What the helper says about the cells of a board.
#include "reference/automine.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>

#include "bind/board.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"

namespace sapper::bind {

namespace {

using RiskArray = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

// Risk by row and column, NaN where nothing is hidden; rounds of the search, patterns found, bytes of memory.
std::tuple<RiskArray, std::uint32_t, std::uint32_t, std::size_t> risk(const BoundBoard& bound, bool search,
                                                                      bool overlap, bool patterns) {
    const Board& board = bound.board;
    if (bound.grid.form) raise_input_error("the helper is defined for squares with eight neighbours alone");
    if (!board.mines.known()) raise_input_error("the helper needs to know the number of mines");
    AutomineRisk found;
    interruptible([&](const Watch& watch) {
        find_risk({board.shape.get(), board.views, board.mines.total, bound.grid.cols, watch},
                  {search, overlap, patterns}, found);
    });
    const std::size_t count = board.views.size();
    auto* values = new double[count];
    nb::capsule owner(values, [](void* memory) noexcept { delete[] static_cast<double*>(memory); });
    std::fill_n(values, count, std::numeric_limits<double>::quiet_NaN());
    for (Cell cell : found.hidden) values[cell] = found.risk[cell];
    return {RiskArray(values, {bound.grid.rows, bound.grid.cols}, owner), found.rounds, found.patterns,
            found.bytes()};
}

}  // namespace

void bind_automine(nb::module_& module) {
    module.def("automine_risk", &risk, nb::arg("board"), nb::arg("search"), nb::arg("overlap"), nb::arg("patterns"),
               "The risk of every hidden cell, NaN for the others; rounds, patterns found and bytes used.");
}

}  // namespace sapper::bind
