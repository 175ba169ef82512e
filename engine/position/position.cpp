#include "position/position.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace sapper {

namespace {

// Lists the open cells around a cell and returns how many there are. The processor cannot predict which ones are
// open, so all are written, and the place advanced by a flag.
std::size_t list_open(const Position& position, Cell cell, std::array<Cell, MAX_NEIGHBOURS>& out) {
    const PositionCell* const cells = position.cells.data();
    std::size_t count = 0;
    position.shape->visit_neighbours(cell, [&](Cell other) {
        out[count] = other;
        count += cells[other].mark == Mark::OPEN;
    });
    return count;
}

// Settles the open cells beside `clue` that are not marked inside.
void settle_outside(Position& position, Cell clue, const PairScratch& scratch, bool mine) {
    position.shape->visit_neighbours(clue, [&](Cell cell) {
        if (position.cells[cell].mark == Mark::OPEN && !scratch.inside[cell]) settle_cell(position, cell, mine);
    });
}

// Settles the open cells of `one` that are not beside `other`.
void settle_alone(Position& position, Cell one, Cell other, bool mine) {
    position.shape->visit_neighbours(one, [&](Cell cell) {
        if (position.cells[cell].mark != Mark::OPEN) return;
        auto around = position.shape->neighbours(cell);
        if (std::find(around.begin(), around.end(), other) == around.end()) settle_cell(position, cell, mine);
    });
}

// Compares a clue with one it shares cells with; true when that settled a cell.
bool compare(Position& position, Cell one, Cell other, int shared, const PairScratch& scratch) {
    PositionCell a = position.cells[one], b = position.cells[other];
    int alone_a = a.open() - shared, alone_b = b.open() - shared;
    int least = std::max({0, a.need - alone_a, b.need - alone_b});
    int most = std::min({shared, int{a.need}, int{b.need}});
    bool settled = false;
    if (alone_b > 0 && (b.need == least || b.need - most == alone_b)) {
        settle_outside(position, other, scratch, b.need != least);
        settled = true;
    }
    if (alone_a > 0 && (a.need == least || a.need - most == alone_a)) {
        settle_alone(position, one, other, a.need != least);
        settled = true;
    }
    return settled;
}

// Compares one clue with all others; true when that settled a cell.
bool compare_all(Position& position, Cell clue, PairScratch& scratch) {
    const Shape& shape = *position.shape;
    const PositionCell* const cells = position.cells.data();
    std::uint8_t* const shared = scratch.shared.data();
    std::uint8_t* const inside = scratch.inside.data();
    Cell* const partners = scratch.partners.data();
    std::size_t count = 0;
    std::array<Cell, MAX_NEIGHBOURS> open;
    const std::size_t open_count = list_open(position, clue, open);
    for (std::size_t k = 0; k < open_count; ++k) {
        Cell cell = open[k];
        inside[cell] = 1;
        shape.visit_neighbours(cell, [&](Cell other) {
            // Every partner is listed once, when it is first met.
            partners[count] = other;
            bool clue_there = cells[other].clue();
            count += clue_there & (shared[other] == 0);
            shared[other] = static_cast<std::uint8_t>(shared[other] + clue_there);
        });
    }
    bool settled = false;
    for (std::size_t k = 0; k < count; ++k) {
        Cell other = partners[k];
        if (!settled && other != clue) settled = compare(position, clue, other, shared[other], scratch);
        shared[other] = 0;
    }
    for (std::size_t k = 0; k < open_count; ++k) inside[open[k]] = 0;
    return settled;
}

// The first clue from `from` on with open cells whose counters have changed, or the end; from then on it counts as
// seen. Flags are read eight at a time: after a reveal few are set.
Cell take_fresh_clue(Position& position, Cell from) {
    const auto count = static_cast<Cell>(position.cells.size());
    while (from < count) {
        std::uint64_t flags;
        std::memcpy(&flags, position.fresh.data() + from, sizeof flags);
        if (flags == 0) {
            from += sizeof flags;
            continue;
        }
        if constexpr (std::endian::native == std::endian::little)
            from += static_cast<Cell>(std::countr_zero(flags)) / 8;
        else
            from += static_cast<Cell>(std::countl_zero(flags)) / 8;
        position.fresh[from] = 0;
        PositionCell state = position.cells[from];
        if (state.clue() & (state.need + state.spare > 0)) return from;
        ++from;
    }
    return count;
}

// Counts a cell off one of the counters of its neighbours, and lists from `next` on the clues that fire.
// The processor cannot predict whether one does, so all are written, and the place advanced by a flag.
template <std::int8_t PositionCell::* Counter>
Cell* count_off(Position& position, Cell cell, Cell* next) {
    PositionCell* const cells = position.cells.data();
    std::uint8_t* const fresh = position.fresh.data();
    auto tell = [&](Cell other) {
        PositionCell& state = cells[other];
        auto left = static_cast<std::int8_t>(state.*Counter - 1);
        state.*Counter = left;
        fresh[other] = 1;
        *next = other;
        return left <= 0;
    };
    auto around = position.shape->neighbours(cell);
    if (around.size() == 8) {
        for (int k = 0; k < 8; ++k) next += tell(around[static_cast<std::size_t>(k)]);
    } else {
        for (Cell other : around) next += tell(other);
    }
    return next;
}

// Lets clues settle cells until nothing moves; tell(clue, cells, mine) hears of each first.
template <class Tell>
void fire_clues(Position& position, Tell&& tell) {
    while (position.firing.count > 0) {
        Cell clue = position.firing.clues[--position.firing.count];
        PositionCell state = position.cells[clue];
        if (state.need < 0 || state.spare < 0) {
            position.possible = false;
            return;
        }
        if (state.need == state.spare) continue;  // both are zero: nothing is open
        bool mine = state.need > 0;
        std::array<Cell, MAX_NEIGHBOURS> open;
        const std::size_t count = list_open(position, clue, open);
        tell(clue, std::span<const Cell>(open.data(), count), mine);
        for (std::size_t k = 0; k < count; ++k) settle_cell(position, open[k], mine);
    }
    position.possible = position.mines_left >= 0 && position.mines_left <= position.open_count;
}

}  // namespace

void begin_position(const Shape& shape, std::int64_t mines, Position& out) {
    out.shape = &shape;
    out.cells.resize(shape.cell_count());
    out.fresh.assign(shape.cell_count() + sizeof(std::uint64_t), 0);
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        out.cells[cell] = {
            PositionCell::NEED_BIAS,
            static_cast<std::int8_t>(PositionCell::SPARE_BIAS + shape.first[cell + 1] - shape.first[cell]),
            Mark::OPEN, 0};
    out.mines_left = mines;
    out.open_count = shape.cell_count();
    out.possible = true;
    out.safe.clear();
    out.firing.count = 0;
}

void settle_cell(Position& position, Cell cell, bool mine) {
    position.cells[cell].mark = mine ? Mark::MINE : Mark::SAFE;
    --position.open_count;
    position.mines_left -= mine;
    if (!mine) position.safe.push_back(cell);
    Cell* const first = position.firing.next();
    Cell* const end = mine ? count_off<&PositionCell::need>(position, cell, first)
                           : count_off<&PositionCell::spare>(position, cell, first);
    position.firing.count += static_cast<std::size_t>(end - first);
}

void show_cell(Position& position, Cell cell, int number) {
    PositionCell& state = position.cells[cell];
    if (state.mark == Mark::OPEN) {
        settle_cell(position, cell, false);
        position.safe.pop_back();
    }
    state.mark = Mark::CLUE;
    position.fresh[cell] = 1;
    state.need = static_cast<std::int8_t>(state.need - PositionCell::NEED_BIAS + number);
    state.spare = static_cast<std::int8_t>(state.spare - PositionCell::SPARE_BIAS - number);
    *position.firing.next() = cell;
    position.firing.count += (state.need <= 0) | (state.spare <= 0);
}

void settle_position(Position& position) {
    fire_clues(position, [](Cell, std::span<const Cell>, bool) {});
}

void settle_position(Position& position, const TellSettled& tell) {
    fire_clues(position, tell);
}

bool settle_pairs(Position& position, PairScratch& scratch) {
    scratch.shared.resize(position.cells.size(), 0);
    scratch.inside.resize(position.cells.size(), 0);
    scratch.partners.resize(position.cells.size() + 1);
    bool any = false;
    const auto count = static_cast<Cell>(position.cells.size());
    for (Cell cell = take_fresh_clue(position, 0); cell < count; cell = take_fresh_clue(position, cell + 1)) {
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
        if (position.cells[cell].mark == Mark::SAFE) return cell;
    }
    return NO_CELL;
}

bool floats(const Position& position, Cell cell) {
    bool alone = true;
    position.shape->visit_neighbours(cell, [&](Cell other) { alone &= !position.cells[other].clue(); });
    return alone;
}

void show_board(const Board& board, Position& out) {
    begin_position(*board.shape, board.mines.known() ? board.mines.total : 0, out);
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        View view = board.views[cell];
        if (view == View::MINE) settle_cell(out, cell, true);
        if (view == View::VOID) {
            settle_cell(out, cell, false);
            out.cells[cell].mark = Mark::VOID;
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
