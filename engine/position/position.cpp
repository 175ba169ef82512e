#include "position/position.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace sapper {

namespace {

// Calls visit(other) for every open cell around a cell. The visit may settle it.
template <class Visit>
void visit_open(const Position& position, Cell cell, Visit&& visit) {
    position.shape->visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
        visit_lanes(position.cells.marked(first, Mark::OPEN, lanes), first, visit);
    });
}

// Settles the open cells of `one` that are not beside `other`.
void settle_alone(Position& position, Cell one, Cell other, bool mine) {
    visit_open(position, one, [&](Cell cell) {
        auto around = position.shape->neighbours(cell);
        if (std::find(around.begin(), around.end(), other) == around.end()) settle_cell(position, cell, mine);
    });
}

// Compares a clue with one it shares cells with; true when that settled a cell.
bool compare(Position& position, Cell one, Cell other, int shared) {
    PositionCell a = position.cells[one], b = position.cells[other];
    int alone_a = a.need + a.spare - shared, alone_b = b.need + b.spare - shared;
    int least = std::max({0, a.need - alone_a, b.need - alone_b});
    int most = std::min({shared, int{a.need}, int{b.need}});
    bool settled = false;
    if (alone_b > 0 && (b.need == least || b.need - most == alone_b)) {
        settle_alone(position, other, one, b.need != least);
        settled = true;
    }
    if (alone_a > 0 && (a.need == least || a.need - most == alone_a)) {
        settle_alone(position, one, other, a.need != least);
        settled = true;
    }
    return settled;
}

// Counts for every clue the open cells that it shares with the one of these open cells.
void count_shared(const Position& position, std::span<const Cell> open, std::uint8_t* shared) {
    for (Cell cell : open)
        position.shape->visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
            std::uint64_t clues = position.cells.marked(first, Mark::CLUE, lanes);
            store_lanes(shared + first, load_lanes(shared + first) + clues);
        });
}

// Whether comparing a clue with any of the others settles a cell; clears `shared`. Let the clue need n mines and have
// room for p safe cells, m and q be those of another clue, and s the cells they share: then the cells beside only one
// of the two are settled exactly if s = m + p or s = n + q. Where both hold, there are none.
bool settles_any(const Position& position, Cell clue, std::span<const Cell> open, std::uint8_t* shared) {
    const PositionCells& cells = position.cells;
    PositionCell state = cells[clue];
    constexpr int zero = PositionCells::COUNTER_ZERO;
    const std::uint64_t less_spare = EVERY_LANE * static_cast<std::uint64_t>(zero - state.spare);
    const std::uint64_t less_need = EVERY_LANE * static_cast<std::uint64_t>(zero - state.need);
    shared[clue] = 0;
    std::uint64_t found = 0;
    for (Cell cell : open)
        position.shape->visit_strips(cell, [&](Cell first, std::uint64_t) {
            std::uint64_t count = load_lanes(shared + first);
            if (count == 0) return;
            store_lanes(shared + first, 0);
            std::uint64_t one = equal_lanes(count + less_spare, load_lanes(cells.need() + first));
            std::uint64_t other = equal_lanes(count + less_need, load_lanes(cells.spare() + first));
            found |= (one ^ other) & nonzero_lanes(count);
        });
    return found != 0;
}

// Compares one clue with all others; true when that settled a cell.
bool compare_all(Position& position, Cell clue, PairScratch& scratch) {
    std::uint8_t* const shared = scratch.shared.data();
    std::array<Cell, MAX_NEIGHBOURS> list;
    std::size_t count = 0;
    visit_open(position, clue, [&](Cell cell) { list[count++] = cell; });
    const std::span<const Cell> open(list.data(), count);
    count_shared(position, open, shared);
    if (!settles_any(position, clue, open, shared)) return false;
    count_shared(position, open, shared);
    shared[clue] = 0;
    bool settled = false;
    for (Cell cell : open)
        position.shape->visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
            // Every other clue is compared once, when it is first met.
            visit_lanes(nonzero_lanes(load_lanes(shared + first)) & lanes, first, [&](Cell other) {
                if (!settled) settled = compare(position, clue, other, shared[other]);
                shared[other] = 0;
            });
        });
    return settled;
}

// The first clue from `from` on with open cells whose counters have changed, or the end; from then on it counts as
// seen. Flags are read eight at a time: after a reveal few are set.
Cell take_fresh_clue(PositionCells& cells, Cell from) {
    const auto count = static_cast<Cell>(cells.size());
    std::uint8_t* const fresh = cells.fresh();
    for (; from < count; from += LANES) {
        std::uint64_t flags = load_lanes(fresh + from);
        if (flags == 0) continue;
        std::uint64_t counters = load_lanes(cells.need() + from) | load_lanes(cells.spare() + from);
        std::uint64_t clues = flags & cells.marked(from, Mark::CLUE) & counters >> PositionCells::COUNTER_SIGN;
        // Flags of other cells mean nothing: a cell is flagged again when it becomes a clue.
        store_lanes(fresh + from, clues & (clues - 1));
        if (clues) return from + static_cast<Cell>(std::countr_zero(clues)) / 8;
    }
    return count;
}

// The clues in a strip that fire: those of which nothing is left to count, unless nothing is left of the other
// counter either.
inline std::uint64_t firing_lanes(std::uint64_t counter, std::uint64_t other, std::uint64_t lanes) {
    return ~counter & other & lanes << PositionCells::COUNTER_SIGN;
}

// Lists the clues around a cell that fire, one of whose counters has just been counted down.
[[gnu::noinline]] void list_firing(Position& position, Cell cell, const std::uint8_t* counter,
                                   const std::uint8_t* other) {
    Cell* const clues = position.firing.clues.data();
    std::size_t count = position.firing.count;
    position.shape->visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
        visit_lanes(firing_lanes(load_lanes(counter + first), load_lanes(other + first), lanes), first,
                    [&](Cell clue) { clues[count++] = clue; });
    });
    position.firing.count = count;
    position.firing.keep_room();
}

// Counts a cell off one of the counters of its neighbours, and lists the clues that fire.
inline void count_off(Position& position, Cell cell, std::uint8_t* counter, const std::uint8_t* other) {
    std::uint8_t* const fresh = position.cells.fresh();
    std::uint64_t fires = 0;
    position.shape->visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
        std::uint64_t left = load_lanes(counter + first) - lanes;
        store_lanes(counter + first, left);
        store_lanes(fresh + first, load_lanes(fresh + first) | lanes);
        fires |= firing_lanes(left, load_lanes(other + first), lanes);
    });
    if (fires) list_firing(position, cell, counter, other);
}

// Calls settle(clue, mine) for every clue that settles the open cells around it, until nothing moves.
template <class Settle>
void fire_clues(Position& position, Settle&& settle) {
    while (position.firing.count > 0) {
        Cell clue = position.firing.clues[--position.firing.count];
        PositionCell state = position.cells[clue];
        if (state.need < 0 || state.spare < 0) {
            position.possible = false;
            return;
        }
        if (state.need != state.spare) settle(clue, state.need > 0);  // else both are zero by now: nothing is open
    }
    position.possible = position.mines_left >= 0 && position.mines_left <= position.open_count;
}

void settle_around(Position& position, Cell clue, bool mine) {
    visit_open(position, clue, [&](Cell cell) { settle_cell(position, cell, mine); });
}

}  // namespace

void Firing::grow() {
    clues.resize(2 * clues.size());
}

void CellStack::grow() {
    cells_.resize(2 * cells_.size());
}

void begin_position(const Shape& shape, std::int64_t mines, Position& out) {
    out.shape = &shape;
    out.cells.resize(shape.cell_count());
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        out.cells.set(cell,
                      {PositionCell::NEED_BIAS,
                       static_cast<std::int8_t>(PositionCell::SPARE_BIAS + shape.first[cell + 1] - shape.first[cell]),
                       Mark::OPEN});
    out.mines_left = mines;
    out.open_count = shape.cell_count();
    out.possible = true;
    out.safe.clear();
    out.firing.count = 0;
}

void settle_cell(Position& position, Cell cell, bool mine) {
    position.cells.set_mark(cell, mine ? Mark::MINE : Mark::SAFE);
    --position.open_count;
    position.mines_left -= mine;
    if (!mine) position.safe.push_back(cell);
    std::uint8_t *const need = position.cells.need(), *const spare = position.cells.spare();
    count_off(position, cell, mine ? need : spare, mine ? spare : need);
}

void show_cell(Position& position, Cell cell, int number) {
    if (position.cells.mark(cell) == Mark::OPEN) {
        --position.open_count;
        count_off(position, cell, position.cells.spare(), position.cells.need());
    }
    PositionCell state = position.cells[cell];
    state.mark = Mark::CLUE;
    state.need = static_cast<std::int8_t>(state.need - PositionCell::NEED_BIAS + number);
    state.spare = static_cast<std::int8_t>(state.spare - PositionCell::SPARE_BIAS - number);
    position.cells.set(cell, state);
    position.cells.fresh()[cell] = 1;
    position.firing.clues[position.firing.count] = cell;
    position.firing.count += ((state.need <= 0) | (state.spare <= 0)) & (state.need != state.spare);
    position.firing.keep_room();
}

void settle_position(Position& position) {
    fire_clues(position, [&](Cell clue, bool mine) { settle_around(position, clue, mine); });
}

void settle_position(Position& position, const TellSettled& tell) {
    fire_clues(position, [&](Cell clue, bool mine) {
        std::array<Cell, MAX_NEIGHBOURS> open;
        std::size_t count = 0;
        visit_open(position, clue, [&](Cell cell) { open[count++] = cell; });
        tell(clue, std::span<const Cell>(open.data(), count), mine);
        settle_around(position, clue, mine);
    });
}

bool settle_pairs(Position& position, PairScratch& scratch) {
    scratch.shared.resize(position.cells.size() + LANES, 0);
    bool any = false;
    const auto count = static_cast<Cell>(position.cells.size());
    for (Cell cell = take_fresh_clue(position.cells, 0); cell < count;
         cell = take_fresh_clue(position.cells, cell + 1)) {
        while (compare_all(position, cell, scratch)) {
            any = true;
            settle_position(position);
            if (!position.possible) return true;
        }
        if (!position.safe.empty()) return true;
    }
    return any;
}

Cell take_safe(Position& position) {
    while (!position.safe.empty()) {
        Cell cell = position.safe.back();
        position.safe.pop_back();
        if (position.cells.mark(cell) == Mark::SAFE) return cell;
    }
    return NO_CELL;
}

bool floats(const Position& position, Cell cell) {
    std::uint64_t clues = 0;
    position.shape->visit_strips(
        cell, [&](Cell first, std::uint64_t lanes) { clues |= position.cells.marked(first, Mark::CLUE, lanes); });
    return clues == 0;
}

void show_board(const Board& board, Position& out) {
    begin_position(*board.shape, board.mines.known() ? board.mines.total : 0, out);
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        View view = board.views[cell];
        if (view == View::MINE) settle_cell(out, cell, true);
        if (view == View::VOID) {
            settle_cell(out, cell, false);
            out.cells.set_mark(cell, Mark::VOID);
        }
    }
    out.safe.clear();
    for (Cell cell = 0; cell < board.views.size(); ++cell)
        if (is_clue(board.views[cell])) show_cell(out, cell, clue_number(board.views[cell]));
}

void read_position(const Board& board, Position& out) {
    show_board(board, out);
    settle_position(out);
}

}  // namespace sapper
