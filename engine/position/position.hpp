// A position in the middle of a game, updated from one reveal to the next: the needs of every clue, and the hidden
// cells that single clues have settled. A clue that needs no more mines makes its open neighbours safe; one that
// needs as many as it has open neighbours makes them mines. Each settled cell updates its clues, until nothing
// changes. Most moves of a game come from this alone.
//
// A position is a few bytes a cell, so that a strategy copies it to ask "what if this cell showed a 2?". Works on any
// shape. Every cell is settled once and shown once: a whole game costs time proportional to the neighbours of its
// cells.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/types.hpp"
#include "board/board.hpp"
#include "board/shape.hpp"

namespace sapper {

enum class Mark : std::uint8_t {
    OPEN,  // hidden, and nothing is known of it
    SAFE,  // hidden, and no mine
    MINE,  // hidden, and a mine
    CLUE,  // shown
    VOID,  // out of play
};

// Counters of a cell about the cells around it. A settled cell changes one of two counters of each neighbour, and a
// clue settles cells exactly when one of its counters reaches zero. This is the most frequent operation of the
// engine. Cells without a clue start from a bias, which keeps their counters from reaching zero.
struct PositionCell {
    // The need is counted down by the mines around a cell, so its bias is larger than their greatest number. The
    // spare starts at its bias and the number of neighbours.
    static constexpr int NEED_BIAS = MAX_NEIGHBOURS + 1, SPARE_BIAS = 1;
    static_assert(MAX_NEIGHBOURS + SPARE_BIAS <= INT8_MAX && NEED_BIAS <= INT8_MAX);

    std::int8_t need = NEED_BIAS;    // of a clue: mines still to be found around it
    std::int8_t spare = SPARE_BIAS;  // of a clue: safe cells still to be found around it
    Mark mark = Mark::OPEN;
    std::uint8_t unused = 0;  // makes a cell one word

    bool hidden() const { return mark < Mark::CLUE; }
    bool clue() const { return mark == Mark::CLUE; }

    // Open cells around it.
    int open() const { return need + spare - (clue() ? 0 : NEED_BIAS + SPARE_BIAS); }
    // Mines found around it; of a cell that is no clue.
    int found() const { return NEED_BIAS - need; }
};

// Working memory: clues that settle the open cells around them. It is empty in every settled position, and only
// those are copied, so a copy takes nothing along.
struct Firing {
    Buffer<Cell> clues;
    std::size_t count = 0;

    Firing() = default;
    Firing(const Firing&) {}
    Firing& operator=(const Firing&) {
        count = 0;
        return *this;
    }

    // Where the next clue goes; there is room for all neighbours of a cell.
    Cell* next() {
        if (clues.size() < count + MAX_NEIGHBOURS) clues.resize(2 * (count + MAX_NEIGHBOURS));
        return clues.data() + count;
    }
};

// Working memory: cells that a reveal opens. It means nothing between two reveals, so a copy takes nothing along.
struct Opened {
    Buffer<Cell> cells;

    Opened() = default;
    Opened(const Opened&) {}
    Opened& operator=(const Opened&) { return *this; }
};

struct Position {
    const Shape* shape = nullptr;
    Buffer<PositionCell> cells;
    Buffer<std::uint8_t> fresh;    // a cell: 1 if a counter has changed since its clue was last compared with others;
                                   // and a few more, always 0, so that several can be read at a time
    std::int64_t mines_left = 0;   // among the open cells
    std::uint32_t open_count = 0;  // open cells
    bool possible = true;          // false as soon as some clue is impossible; the rest is then undefined
    std::vector<Cell> safe;        // settled safe and not yet shown, the latest last

    Firing firing;
    Opened opened;
};

// Working memory for comparing clues; one serves any number of positions on the same shape.
struct PairScratch {
    std::vector<std::uint8_t> shared;  // a cell: open cells its clue shares with the one being compared
    std::vector<std::uint8_t> inside;  // a cell: whether it is an open cell of the clue being compared
    Buffer<Cell> partners;             // clues that share cells with it, each once; and room for one more
};

// Nothing shown yet, and `mines` mines somewhere. The shape must outlive the position.
void begin_position(const Shape& shape, std::int64_t mines, Position& out);

// Records what a cell shows. The cell must be open or safe.
void show_cell(Position& position, Cell cell, int number);

// Records a reveal: what the cell shows and, as long as zeros are met, what everything around them does. shows(cell)
// is the number of a cell without a mine. Returns how many cells were shown.
template <class Shows>
std::uint32_t reveal_cell(Position& position, Cell cell, Shows&& shows) {
    if (shows(cell) != 0) {  // as nearly always
        show_cell(position, cell, shows(cell));
        return 1;
    }
    std::uint32_t shown = 0;
    Buffer<Cell>& opened = position.opened.cells;
    std::size_t count = 0;
    if (opened.size() <= MAX_NEIGHBOURS) opened.resize(64 * MAX_NEIGHBOURS);
    opened[count++] = cell;
    while (count > 0) {
        Cell next = opened[--count];
        if (!position.cells[next].hidden()) continue;
        int number = shows(next);
        show_cell(position, next, number);
        ++shown;
        if (number != 0) continue;
        if (opened.size() < count + MAX_NEIGHBOURS) opened.resize(2 * opened.size());
        for (Cell other : position.shape->neighbours(next)) {
            opened[count] = other;
            count += position.cells[other].hidden();
        }
    }
    return shown;
}

// Records that an open cell is safe, or is a mine.
void settle_cell(Position& position, Cell cell, bool mine);

// Lets clues settle cells until nothing moves.
void settle_position(Position& position);

// The same, with a call for every clue that settles cells, before they are settled.
using TellSettled = std::function<void(Cell clue, std::span<const Cell> cells, bool mine)>;
void settle_position(Position& position, const TellSettled& tell);

// Compares every clue with those it shares open cells with, until nothing changes or a safe cell is found. The number
// of mines the shared cells can hold may settle the cells beside only one of the two. Returns whether any cell was
// settled.
bool settle_pairs(Position& position, PairScratch& scratch);

// Takes a settled safe cell that is still hidden, the latest first; NO_CELL when there is none.
Cell take_safe(Position& position);

// Whether an open cell has no clue beside it.
bool floats(const Position& position, Cell cell);

// What a board shows: its clues, known mines and cells out of play. Nothing is settled yet. Without a total no mines
// are left to count.
void show_board(const Board& board, Position& out);

// The same, settled. The total must be known.
void read_position(const Board& board, Position& out);

// The number an open or safe cell would show with `around` mines among the open cells around it.
inline int number_at(const Position& position, Cell cell, int around) {
    return around + position.cells[cell].found();
}

}  // namespace sapper
