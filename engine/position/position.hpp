// A position in the middle of a game, updated from one reveal to the next: the needs of every clue, and the hidden
// cells that single clues have settled. A clue that needs no more mines makes its open neighbours safe; one that
// needs as many as it has open neighbours makes them mines. Each settled cell updates its clues, until nothing
// changes. Most moves of a game come from this alone.
//
// A position is a few bytes a cell, so that a strategy copies it to ask "what if this cell showed a 2?". Works on any
// shape. Every cell is settled once and shown once: a whole game costs time proportional to the neighbours of its
// cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/lanes.hpp"
#include "base/limits.hpp"
#include "base/types.hpp"
#include "board/board.hpp"
#include "board/shape.hpp"

namespace sapper {

// One bit each, so that the cells with a mark are found eight at a time.
enum class Mark : std::uint8_t {
    OPEN = 1,   // hidden, and nothing is known of it
    SAFE = 2,   // hidden, and no mine
    MINE = 4,   // hidden, and a mine
    CLUE = 8,   // shown
    VOID = 16,  // out of play
};

// A cell with its counters about the cells around it. A settled cell changes one of two counters of each neighbour,
// and a clue settles cells exactly when one of its counters reaches zero. This is the most frequent operation of the
// engine. Cells without a clue start from a bias, which keeps their counters from reaching zero.
struct PositionCell {
    // The need is counted down by the mines around a cell, so its bias is larger than their greatest number. The
    // spare starts at its bias and the number of neighbours.
    static constexpr int NEED_BIAS = MAX_NEIGHBOURS + 1, SPARE_BIAS = 1;
    static_assert(MAX_NEIGHBOURS + SPARE_BIAS <= INT8_MAX && NEED_BIAS <= INT8_MAX);

    std::int8_t need = NEED_BIAS;    // of a clue: mines still to be found around it
    std::int8_t spare = SPARE_BIAS;  // of a clue: safe cells still to be found around it
    Mark mark = Mark::OPEN;

    bool hidden() const { return mark < Mark::CLUE; }
    bool clue() const { return mark == Mark::CLUE; }

    // Open cells around it.
    int open() const { return need + spare - (clue() ? 0 : NEED_BIAS + SPARE_BIAS); }
    // Mines found around it; of a cell that is no clue.
    int found() const { return NEED_BIAS - need; }
};

// All cells, as tables of bytes: marks, counters and flags of eight cells are read and written at once. A counter is
// kept with COUNTER_ZERO added. So no counter borrows from the next one when eight are counted down by one
// subtraction, and those that have reached zero are the ones without the highest bit.
class PositionCells {
  public:
    static constexpr int COUNTER_ZERO = 127;
    static constexpr int COUNTER_SIGN = 7;  // the bit of a counter that is set above zero

    // Makes room for so many cells; all of them are to be set.
    void resize(std::size_t cells) {
        count_ = cells;
        table_ = (cells + 2 * LANES - 1) / LANES * LANES;
        bytes_.assign(4 * table_, 0);
    }
    std::size_t size() const { return count_; }

    PositionCell operator[](Cell cell) const {
        return {static_cast<std::int8_t>(need()[cell] - COUNTER_ZERO),
                static_cast<std::int8_t>(spare()[cell] - COUNTER_ZERO), mark(cell)};
    }
    Mark mark(Cell cell) const { return static_cast<Mark>(marks()[cell]); }

    void set(Cell cell, PositionCell state) {
        need()[cell] = static_cast<std::uint8_t>(state.need + COUNTER_ZERO);
        spare()[cell] = static_cast<std::uint8_t>(state.spare + COUNTER_ZERO);
        set_mark(cell, state.mark);
    }
    void set_mark(Cell cell, Mark mark) { marks()[cell] = static_cast<std::uint8_t>(mark); }

    const std::uint8_t* marks() const { return bytes_.data(); }
    std::uint8_t* marks() { return bytes_.data(); }
    const std::uint8_t* need() const { return bytes_.data() + table_; }
    std::uint8_t* need() { return bytes_.data() + table_; }
    const std::uint8_t* spare() const { return bytes_.data() + 2 * table_; }
    std::uint8_t* spare() { return bytes_.data() + 2 * table_; }
    // 1 if a counter has changed since the clue was last compared with others.
    const std::uint8_t* fresh() const { return bytes_.data() + 3 * table_; }
    std::uint8_t* fresh() { return bytes_.data() + 3 * table_; }

    // 1 in those of the lanes from `first` on whose cells have a mark; the marks behind the last cell are none.
    std::uint64_t marked(Cell first, Mark mark, std::uint64_t lanes = EVERY_LANE) const {
        return load_lanes(marks() + first) >> std::countr_zero(static_cast<std::uint8_t>(mark)) & lanes;
    }

  private:
    std::size_t count_ = 0, table_ = 0;  // cells; bytes of one table
    Buffer<std::uint8_t> bytes_;
};

// Working memory: clues that settle the open cells around them. It is empty in every settled position, and only
// those are copied, so a copy takes nothing along. There is always room for all neighbours of a cell and one more.
struct Firing {
    Buffer<Cell> clues;
    std::size_t count = 0;

    Firing() : clues(4 * ROOM) {}
    Firing(const Firing&) : Firing() {}
    Firing& operator=(const Firing&) {
        count = 0;
        return *this;
    }

    // To be called after the clues of a cell were written.
    void keep_room() {
        if (clues.size() < count + ROOM) grow();
    }

  private:
    static constexpr std::size_t ROOM = MAX_NEIGHBOURS + 1;
    void grow();
};

// A stack of cells. There is always room for one more, and it grows outside the code that writes to it, which is
// shorter for that.
class CellStack {
  public:
    CellStack() : cells_(64) {}
    CellStack(const CellStack& other) : CellStack() { *this = other; }
    CellStack& operator=(const CellStack& other) {
        if (cells_.size() <= other.count_) cells_.resize(other.cells_.size());
        std::copy(other.begin(), other.end(), cells_.begin());
        count_ = other.count_;
        return *this;
    }

    bool empty() const { return count_ == 0; }
    std::size_t size() const { return count_; }
    Cell back() const { return cells_[count_ - 1]; }
    void pop_back() { --count_; }
    void clear() { count_ = 0; }
    void push_back(Cell cell) {
        cells_[count_++] = cell;
        if (count_ == cells_.size()) grow();
    }
    const Cell* begin() const { return cells_.data(); }
    const Cell* end() const { return cells_.data() + count_; }

  private:
    void grow();

    Buffer<Cell> cells_;
    std::size_t count_ = 0;
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
    PositionCells cells;
    std::int64_t mines_left = 0;   // among the open cells
    std::uint32_t open_count = 0;  // open cells
    bool possible = true;          // false as soon as some clue is impossible; the rest is then undefined
    CellStack safe;                // settled safe and not yet shown, the latest last

    Firing firing;
    Opened opened;
};

// Working memory for comparing clues; one serves any number of positions on the same shape.
struct PairScratch {
    std::vector<std::uint8_t> shared;  // a cell: open cells its clue shares with the one being compared
};

// Nothing shown yet, and `mines` mines somewhere. The shape must outlive the position.
void begin_position(const Shape& shape, std::int64_t mines, Position& out);

// The first step of showing an open cell: it is open no longer.
void leave_open(Position& position, Cell cell);

// Records what a cell shows. The clue settles the open cells around it later where it can, unless it is `quiet`.
inline void show_clue(Position& position, Cell cell, int number, bool quiet) {
    if (position.cells.mark(cell) == Mark::OPEN) leave_open(position, cell);
    std::uint8_t *const need = position.cells.need(), *const spare = position.cells.spare();
    std::uint8_t *const marks = position.cells.marks(), *const fresh = position.cells.fresh();
    Firing& firing = position.firing;
    const int needed = need[cell] - PositionCell::NEED_BIAS + number;
    const int spared = spare[cell] - PositionCell::SPARE_BIAS - number;
    need[cell] = static_cast<std::uint8_t>(needed);
    spare[cell] = static_cast<std::uint8_t>(spared);
    marks[cell] = static_cast<std::uint8_t>(Mark::CLUE);
    fresh[cell] = 1;
    firing.clues[firing.count] = cell;
    firing.count += (std::min(needed, spared) <= PositionCells::COUNTER_ZERO) & (needed != spared) & !quiet;
    firing.keep_room();
}

// Records what a cell shows. The cell must be open or safe.
inline void show_cell(Position& position, Cell cell, int number) {
    show_clue(position, cell, number, false);
}

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
        if (!position.cells[next].hidden()) continue;  // shown since it was listed
        int number = shows(next);
        show_clue(position, next, number, number == 0);  // all around a zero are shown before it could settle them
        ++shown;
        if (number != 0) continue;
        if (opened.size() < count + MAX_NEIGHBOURS) opened.resize(2 * opened.size());
        position.shape->visit_found(
            next,
            [&](Cell first, std::uint64_t lanes) {
                std::uint64_t marks = load_lanes(position.cells.marks() + first);
                return (marks | marks >> 1 | marks >> 2) & lanes;
            },
            [&](Cell other) { opened[count++] = other; });
    }
    return shown;
}

// Records that an open cell is safe, or is a mine.
void settle_cell(Position& position, Cell cell, bool mine);

// Whether the open cells have room for the mines that are left.
inline bool mines_fit(const Position& position) {
    return position.mines_left >= 0 && position.mines_left <= position.open_count;
}

// Lets clues settle cells until nothing moves, where there are some that do.
void settle_firing(Position& position);

// Lets clues settle cells until nothing moves.
inline void settle_position(Position& position) {
    if (position.firing.count > 0)  // as after half of the reveals
        settle_firing(position);
    else
        position.possible = mines_fit(position);
}

// The same, with a call for every clue that settles cells, before they are settled.
using TellSettled = std::function<void(Cell clue, std::span<const Cell> cells, bool mine)>;
void settle_position(Position& position, const TellSettled& tell);

// Compares every clue with those it shares open cells with, until nothing changes or a safe cell is found. The number
// of mines the shared cells can hold may settle the cells beside only one of the two. Returns whether any cell was
// settled.
bool settle_pairs(Position& position, PairScratch& scratch, const Watch& watch = {});

// Takes a settled safe cell that is still hidden, the latest first; NO_CELL when there is none.
inline Cell take_safe(Position& position) {
    while (!position.safe.empty()) {
        Cell cell = position.safe.back();
        position.safe.pop_back();
        if (position.cells.mark(cell) == Mark::SAFE) return cell;
    }
    return NO_CELL;
}

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
