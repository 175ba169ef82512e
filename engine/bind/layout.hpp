// The bound layout: an engine layout, shared with the games played on it, and the grid that names its cells.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "../layout.hpp"
#include "grid.hpp"

namespace sapper::bind {

struct BoundLayout {
    Grid grid;
    std::shared_ptr<const Layout> layout;
};

}  // namespace sapper::bind
