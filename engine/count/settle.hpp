// Board -> Settled: what single clues settle. A clue that wants no more mines makes its hidden neighbours safe, one
// that wants as many as it has hidden neighbours makes them all mines; each settled cell changes what its other
// clues want, so the two rules are applied in rounds. On a played board this settles most of what can be known, and
// it is the hottest loop of the engine: nothing in it branches on what a cell shows.
//
// A few rounds only: longer chains are left to the constraint stage, which follows them rule by rule. Linear in the
// board. Works on any shape.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"
#include "base/types.hpp"
#include "board/board.hpp"

namespace sapper {

struct Settled {
    Buffer<Verdict> verdict;       // a cell: SAFE or MINE where a hidden cell is settled, else OPEN
    Buffer<Cell> frontier;         // open cells beside a clue, rising
    Buffer<Cell> floating;         // hidden cells beside none, rising
    Buffer<std::int8_t> need;      // a cell: mines its clue still wants
    Buffer<std::uint8_t> unknown;  // a cell: open cells around it
    std::int64_t known_mines = 0;  // shown by the board
    std::int64_t mines = 0;        // settled
    bool possible = true;          // false as soon as some clue cannot hold; the rest is then meaningless

    // Memory that one call leaves to the next.
    struct Scratch {
        Buffer<Cell> hidden, newly;
        Buffer<std::uint8_t> covered, heard;
    };
    Buffer<std::uint8_t> says;  // a cell: what its clue says of the cells around it, 0 where there is no clue
    Scratch scratch;
};

void settle_board(const Board& board, Settled& out);

}  // namespace sapper
