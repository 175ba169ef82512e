// The bound layout: an engine layout, shared with the games played on it, and the grid that names its cells.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "bind/grid.hpp"
#include "game/layout.hpp"

namespace sapper::bind {

// The seeds of layouts or games.
using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct BoundLayout {
    Grid grid;
    std::shared_ptr<const Layout> layout;
};

}  // namespace sapper::bind
