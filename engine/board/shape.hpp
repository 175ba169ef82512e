// A shape is the cells of a board and their neighbours: any symmetric graph with at most MAX_NEIGHBOURS
// neighbours per cell. Later stages use only the neighbours of a shape, so hexagons, tori and user graphs need
// only another maker. Neighbours of a cell are listed in rising order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/lanes.hpp"
#include "base/limits.hpp"
#include "base/types.hpp"

namespace sapper {

// Most cells of most shapes have their neighbours at the same distances in the list of cells, on hexagons and
// triangles at one of two lists of distances. Where that is so, whole stretches of cells can be worked on at once: a
// cell that follows the stencil has the neighbours cell + distances[k].
struct Stencil {
    std::vector<std::int32_t> distances;  // rising
    std::vector<std::uint8_t> follows;    // a cell: all bits set if it follows the stencil, else 0
};

// Neighbours of a cell within eight places of each other, as the lanes of a word: those at cell + offset + k for
// every lane k that is 1. The neighbours of a cell of squares are three strips, those of a cell of triangles too.
struct Strip {
    std::int32_t offset = 0;
    std::uint64_t lanes = 0;

    bool operator==(const Strip&) const = default;
};

struct Shape {
    std::vector<std::uint32_t> first;  // cell_count + 1 offsets into `neighbour`
    std::vector<Cell> neighbour;
    std::vector<Stencil> stencils;      // that many cells follow, each cell one at most; the commonest first
    std::vector<Cell> irregular;        // cells that follow none, rising
    std::uint32_t most_neighbours = 0;  // of any cell
    // Strips are shared by cells with the same ones. Those of a cell are strips[first_strip[cell]] and the following,
    // up to one without lanes.
    std::vector<std::uint32_t> first_strip;
    std::vector<Strip> strips;

    std::uint32_t cell_count() const { return static_cast<std::uint32_t>(first.size() - 1); }
    std::span<const Cell> neighbours(Cell cell) const {
        return {neighbour.data() + first[cell], neighbour.data() + first[cell + 1]};
    }
    // Calls visit(first, lanes) for each strip of a cell: its neighbours are first + k for every lane k that is 1,
    // rising from strip to strip.
    template <class Visit>
    void visit_strips(Cell cell, Visit&& visit) const {
        for (const Strip* strip = strips.data() + first_strip[cell]; strip->lanes; ++strip)
            visit(cell + static_cast<std::uint32_t>(strip->offset), strip->lanes);
    }

    // Calls visit(neighbour) for each. Eight neighbours, the commonest number, and the five at the edge of a board of
    // squares are visited without a loop, others four at a time, because the hottest stages spend most of their time
    // here.
    template <class Visit>
    void visit_neighbours(Cell cell, Visit&& visit) const {
        std::uint32_t begin = first[cell], end = first[cell + 1];
        const Cell* const around = neighbour.data() + begin;
        if (end - begin == 8) {
            visit(around[0]), visit(around[1]), visit(around[2]), visit(around[3]);
            visit(around[4]), visit(around[5]), visit(around[6]), visit(around[7]);
        } else if (end - begin == 5) {
            visit(around[0]), visit(around[1]), visit(around[2]), visit(around[3]), visit(around[4]);
        } else {
            std::uint32_t k = 0, count = end - begin;
            for (; k + 4 <= count; k += 4)
                visit(around[k]), visit(around[k + 1]), visit(around[k + 2]), visit(around[k + 3]);
            for (; k < count; ++k) visit(around[k]);
        }
    }
};

// Squares, eight neighbours each, cells in row-major order.
// Throws InputError for an empty side and LimitError for more than MAX_CELLS cells.
Shape make_square_shape(std::uint64_t rows, std::uint64_t cols);

// Any graph: `neighbours[i]` lists the neighbours of cell i.
// Throws InputError for an unknown, repeated, one-sided or self neighbour, or too many of them.
Shape make_graph_shape(const std::vector<std::vector<Cell>>& neighbours);

// The limits of a call about boards of this shape that asks for no others. Where cells have many neighbours, as in
// boxes of three and more dimensions, most boards in the middle of a game are too wide for any limit; there a count
// stops after a few milliseconds.
Limits default_limits(const Shape& shape, const Watch& watch = {});

}  // namespace sapper
