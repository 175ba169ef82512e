// The bound analysis: an engine analysis with the names of the board it was made from.
#pragma once

#include <nanobind/nanobind.h>

#include "../analysis.hpp"
#include "board.hpp"
#include "grid.hpp"

namespace sapper::bind {

struct BoundAnalysis {
    Grid grid;
    std::vector<View> views;  // trusted flags already turned into mines
    BoardNames names;
    Analysis analysis;
};

}  // namespace sapper::bind
