// BoardAnalysis -> Endgame: all worlds of a position one by one, as rows of what each cell would show. Every diagram
// is walked from its root along all edges that still fit the mine total, every group places its mines in all ways,
// and so do the floating cells. Only positions with few worlds are listed: the caller sets the limit.
//
// Columns are the hidden cells that can be safe. Known mines have none, because they are never revealed. A cell that
// is safe in every world has one, because its number distinguishes worlds. Cost: the cells of the rows written. The
// order of rows and columns depends on the board alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "base/limits.hpp"
#include "board/board.hpp"
#include "count/board_analysis.hpp"

namespace sapper {

// Worlds as rows: the input of the search for optimal play.
struct Endgame {
    static constexpr std::uint8_t MINE = 255;
    static constexpr std::size_t MAX_BYTES = std::size_t{1} << 27;  // of rows

    // So many worlds of so many cells, or as many as their rows may take.
    static std::uint32_t most_worlds(std::uint32_t wanted, std::size_t cells) {
        return static_cast<std::uint32_t>(std::min<std::size_t>(wanted, MAX_BYTES / std::max<std::size_t>(cells, 1)));
    }

    std::uint32_t cells = 0, worlds = 0;
    bool same_mines = true;      // all worlds have the same number of mines
    Buffer<std::uint8_t> shows;  // shows[world * cells + cell]: the number it would show, or MINE
    Buffer<double> weight;       // a world: how much it counts; 1 each where the mine total is known
    Buffer<Cell> cell_of;        // a column: its cell of the board

    const std::uint8_t* row(std::uint32_t world) const { return shows.data() + std::size_t{world} * cells; }
};

// One of the decisions that make a world: the mines of a component, or those of a group of it or of the floating
// cells, and where they are.
struct WorldDecision {
    const State* state = nullptr;  // null: about the floating cells
    std::size_t component = 0, layer = 0;
    bool whole = false;       // about the mines of a component
    std::int64_t inside = 0;  // mines for this layer and those after it
    std::int64_t left = 0;    // for the components after this one; of a whole component: for it too
    std::int64_t mines = 0;   // in the group
    std::uint32_t next = 0;   // the number of mines that is tried next
};

// Working memory, reused by the next call.
struct WorldsScratch {
    std::vector<WorldDecision> decided;
    Buffer<std::uint8_t> mines;                        // a world after the other, a byte an unknown cell
    Buffer<std::uint8_t> row;                          // the world being filled
    Buffer<std::int64_t> fewest, most;                 // mines from a component on, floating cells included
    Buffer<std::uint32_t> unknown_of;                  // a column: its unknown cell, or NO_CELL when settled as safe
    Buffer<std::uint32_t> first_neighbour, neighbour;  // a column: the unknown cells around it
    Buffer<std::uint8_t> known_around;                 // a column: known mines around it
};

// How many worlds fit, as a double: exact up to 2^53, infinite beyond the range of doubles and on large boards (see
// join.hpp). Cheap: the analysis has counted all but the floating cells.
double count_worlds(const Analysis& analysis);

// The worlds of an analysed board. False, and `out` undefined, when there are more than `max_worlds`, when their rows
// would take too much memory, or when listing them would take many more steps than rows.
bool list_worlds(const Board& board, const BoardAnalysis& analysis, std::uint32_t max_worlds, const Watch& watch,
                 Endgame& out, WorldsScratch& scratch);

}  // namespace sapper
