// BoardAnalysis -> Endgame: all worlds of a position one by one, as rows of what each cell would show. Every diagram
// is walked from its root along all edges that still fit the mine total, every group places its mines in all ways,
// and so do the floating cells. Only positions with few worlds are listed: the caller sets the limit.
//
// Columns are the hidden cells that can be safe. Known mines have none, because they are never revealed. A cell that
// is safe in every world has one, because its number distinguishes worlds. Cost: the cells of the rows written. The
// order of rows and columns depends on the board alone.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "count/board_analysis.hpp"

namespace sapper {

// Worlds as rows: the input of the search for optimal play.
struct Endgame {
    static constexpr std::uint8_t MINE = 255;

    std::uint32_t cells = 0, worlds = 0;
    bool same_mines = true;      // all worlds have the same number of mines
    Buffer<std::uint8_t> shows;  // shows[world * cells + cell]: the number it would show, or MINE
    Buffer<double> weight;       // a world: how much it counts; 1 each where the mine total is known
    Buffer<Cell> cell_of;        // a column: its cell of the board

    const std::uint8_t* row(std::uint32_t world) const { return shows.data() + std::size_t{world} * cells; }
};

// Working memory, reused by the next call.
struct WorldsScratch {
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

// The worlds of an analysed board. False, and `out` undefined, when there are more than `max_worlds`, or when listing
// them would take many more steps than rows.
bool list_worlds(const Board& board, const BoardAnalysis& analysis, std::uint32_t max_worlds, Endgame& out,
                 WorldsScratch& scratch);

}  // namespace sapper
