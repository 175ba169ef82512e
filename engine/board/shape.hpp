// A shape is the cells of a board and their neighbours: any symmetric graph with at most MAX_NEIGHBOURS
// neighbours per cell. Later stages use only the neighbours of a shape, so hexagons, tori and user graphs need
// only another maker. Neighbours of a cell are listed in rising order.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/lanes.hpp"
#include "base/limits.hpp"
#include "base/types.hpp"

namespace sapper {

// On most shapes, neighbours lie at a few distances in the list of cells. A stride is one of these distances with the
// cells that have a neighbour there, so that whole stretches of cells can be worked on at once.
struct Stride {
    std::int32_t distance = 0;
    std::vector<std::uint8_t> taken;  // a cell: all bits set if cell + distance is its neighbour, else 0
};

// A neighbour at a distance that is no stride.
struct Stray {
    Cell cell = 0, neighbour = 0;
};

// Neighbours of a cell within eight places of each other, as the lanes of a word: those at cell + offset + k for
// every lane k that is 1. The neighbours of a cell of squares are three strips, those of a cell of triangles too.
struct Strip {
    std::int32_t offset = 0;
    std::uint64_t lanes = 0;

    bool operator==(const Strip&) const = default;
};

// The cells within two steps of a cell, as lanes of a few words; ring.hpp.
struct PairRing {
    static constexpr std::uint32_t MOST_WORDS = 12;

    std::array<std::int32_t, MOST_WORDS> offset{};  // a word: its first lane is the cell at cell + offset
    std::uint32_t words = 0;
    std::uint32_t own_word = 0;     // where the cell itself is
    std::uint64_t own_lane = 0;     // all bits of its lane there
    std::uint64_t neighbours = 0;   // bit 8 * i + k for lane k of strip i of the cell
    std::uint32_t first_share = 0;  // Shape::ring_shares: words of each neighbour, 1 in the lanes of those beside it
};

struct Shape {
    static constexpr std::uint8_t NO_RING = 0xff;

    std::vector<std::uint32_t> first;  // cell_count + 1 offsets into `neighbour`
    std::vector<Cell> neighbour;
    std::vector<Stride> strides;        // that many cells take, rising; a neighbour is a stride away or a stray
    std::vector<Stray> strays;          // rising
    std::uint32_t most_neighbours = 0;  // of any cell
    // Strips are shared by cells with the same ones. Those of a cell are strips[first_strip[cell]] and the following,
    // up to one without lanes.
    std::vector<std::uint32_t> first_strip;
    std::vector<Strip> strips;
    // Rings are shared too. A cell has the one of that number, or NO_RING.
    std::vector<std::uint8_t> ring_of;
    std::vector<PairRing> rings;
    std::vector<std::uint64_t> ring_shares;

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

    // The lanes that find(first, lanes) returns as 1, for up to eight strips of a cell: bit 8 * i + k for lane k of
    // strip i. Goes on to the strip behind them.
    template <class Find>
    static std::uint64_t pack_found(Cell cell, const Strip*& strip, Find&& find) {
        std::uint64_t found = 0;
        for (std::uint32_t at = 0; at < 64 && strip->lanes; at += LANES, ++strip)
            found |= pack_lanes(find(cell + static_cast<std::uint32_t>(strip->offset), strip->lanes)) << at;
        return found;
    }

    // Calls visit(neighbour) for each one in a lane that find(first, lanes) returns for its strip, as 1 there;
    // rising. Eight strips are asked before the first visit: a loop over all that is found ends once, which is hard
    // to predict, and not once a strip.
    template <class Find, class Visit>
    void visit_found(Cell cell, Find&& find, Visit&& visit) const {
        const Strip* strip = strips.data() + first_strip[cell];
        do {
            const Strip* const begin = strip;
            std::uint64_t found = pack_found(cell, strip, find);
            for (; found; found &= found - 1) {
                auto bit = static_cast<std::uint32_t>(std::countr_zero(found));
                visit(cell + static_cast<std::uint32_t>(begin[bit / LANES].offset) + bit % LANES);
            }
        } while (strip->lanes);
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
            const Cell* other = around;
            const Cell* const last = neighbour.data() + end;
            for (; last - other >= 4; other += 4) visit(other[0]), visit(other[1]), visit(other[2]), visit(other[3]);
            for (; other != last; ++other) visit(*other);
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
