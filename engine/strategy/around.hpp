// Cells by their distance from one.
#pragma once

#include <cstdint>
#include <vector>

#include "board/shape.hpp"

namespace sapper {

struct AroundScratch {
    std::vector<std::uint8_t> seen;  // a cell; 0 between two visits
    std::vector<Cell> cells;         // visited
};

// Calls enter(cell, distance) for the cells one step from a centre, then for those two steps from it, and so on,
// until it has returned true once for each of them; goes on from those only.
template <class Enter>
void visit_around(const Shape& shape, Cell centre, std::uint32_t farthest, AroundScratch& scratch, Enter&& enter) {
    std::vector<std::uint8_t>& seen = scratch.seen;
    std::vector<Cell>& cells = scratch.cells;
    seen.resize(shape.cell_count());
    cells.assign(1, centre);
    seen[centre] = 1;
    std::size_t next = 0;
    for (std::uint32_t distance = 1; distance <= farthest && next < cells.size(); ++distance)
        for (std::size_t end = cells.size(); next < end; ++next)
            shape.visit_neighbours(cells[next], [&](Cell cell) {
                if (seen[cell] || !enter(cell, distance)) return;
                seen[cell] = 1;
                cells.push_back(cell);
            });
    for (Cell cell : cells) seen[cell] = 0;
}

}  // namespace sapper
