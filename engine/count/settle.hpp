// Board -> Settled: the cells that single clues settle. A clue that needs no more mines makes its hidden neighbours
// safe; one that needs as many as it has hidden neighbours makes them all mines. Each settled cell changes the needs
// of its other clues, so the two rules are applied in rounds. On a played board this settles most certain cells. It
// is the hottest loop of the engine, so it does not branch on what a cell shows.
//
// A few rounds only: longer chains are left to the constraint stage, which follows them rule by rule. Linear in the
// board. Works on any shape.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"
#include "base/types.hpp"
#include "board/board.hpp"
#include "board/together.hpp"

namespace sapper {

struct Settled {
    Buffer<Verdict> verdict;       // a cell: SAFE or MINE where a hidden cell is settled, else OPEN
    Buffer<Cell> frontier;         // open cells beside a clue, rising
    Buffer<Cell> floating;         // hidden cells beside none, rising
    Buffer<std::int8_t> need;      // a cell: mines its clue still needs
    Buffer<std::uint8_t> unknown;  // a cell: open cells around its clue; 0 where there is none
    std::int64_t known_mines = 0;  // shown by the board
    std::int64_t mines = 0;        // settled
    bool possible = true;          // false as soon as some clue is impossible; the rest is then undefined

    // Working memory, reused by the next call.
    struct Scratch {
        Buffer<Cell> hidden, newly;
        FramedBytes covered, says;   // a cell: whether it is hidden; what its clue settles about the cells around it
        Buffer<std::uint8_t> heard;  // a hidden cell: what the clues around it say
        // A cell: mines and safe cells that its clue still needs, more by NO_NEED so that no lane ever borrows.
        Buffer<std::uint8_t> mines_needed, safe_needed;
    };
    Scratch scratch;
};

void settle_board(const Board& board, Settled& out);

}  // namespace sapper
