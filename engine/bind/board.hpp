// The bound board: an engine board with the grid that names its cells.
#pragma once

#include <nanobind/nanobind.h>

#include "bind/grid.hpp"
#include "board/board.hpp"

namespace sapper::bind {

struct BoundBoard {
    Grid grid;
    Board board;
};

}  // namespace sapper::bind
