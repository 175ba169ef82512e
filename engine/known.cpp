#include "known.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

// Settles the open cells that `clue` sees and that are not marked inside.
void settle_outside(Known& known, Cell clue, const PairScratch& scratch, bool mine) {
    known.shape->visit_neighbours(clue, [&](Cell cell) {
        if (known.cells[cell].mark == Mark::OPEN && !scratch.inside[cell]) settle_cell(known, cell, mine);
    });
}

// Settles the open cells of `one` that `other` does not see.
void settle_alone(Known& known, Cell one, Cell other, bool mine) {
    known.shape->visit_neighbours(one, [&](Cell cell) {
        if (known.cells[cell].mark != Mark::OPEN) return;
        auto around = known.shape->neighbours(cell);
        if (std::find(around.begin(), around.end(), other) == around.end()) settle_cell(known, cell, mine);
    });
}

// Compares a clue with one it shares cells with; true when that settled a cell.
bool compare(Known& known, Cell one, Cell other, int shared, const PairScratch& scratch) {
    KnownCell a = known.cells[one], b = known.cells[other];
    int alone_a = a.open() - shared, alone_b = b.open() - shared;
    int least = std::max({0, a.need - alone_a, b.need - alone_b});
    int most = std::min({shared, int{a.need}, int{b.need}});
    bool settled = false;
    if (alone_b > 0 && (b.need == least || b.need - most == alone_b)) {
        settle_outside(known, other, scratch, b.need != least);
        settled = true;
    }
    if (alone_a > 0 && (a.need == least || a.need - most == alone_a)) {
        settle_alone(known, one, other, a.need != least);
        settled = true;
    }
    return settled;
}

// Compares one clue with all others; true when that settled a cell.
bool compare_all(Known& known, Cell clue, PairScratch& scratch) {
    const Shape& shape = *known.shape;
    const KnownCell* const cells = known.cells.data();
    std::uint8_t* const shared = scratch.shared.data();
    std::uint8_t* const inside = scratch.inside.data();
    std::array<Cell, MAX_NEIGHBOURS * MAX_NEIGHBOURS + 1> partners;
    std::size_t count = 0;
    shape.visit_neighbours(clue, [&](Cell cell) {
        if (cells[cell].mark != Mark::OPEN) return;
        inside[cell] = 1;
        shape.visit_neighbours(cell, [&](Cell other) {
            // Every partner is listed once, when it is first met.
            partners[count] = other;
            bool clue_there = cells[other].clue();
            count += clue_there & (shared[other] == 0);
            shared[other] = static_cast<std::uint8_t>(shared[other] + clue_there);
        });
    });
    bool settled = false;
    for (std::size_t k = 0; k < count; ++k) {
        Cell other = partners[k];
        if (!settled && other != clue) settled = compare(known, clue, other, shared[other], scratch);
        shared[other] = 0;
    }
    shape.visit_neighbours(clue, [&](Cell cell) { inside[cell] = 0; });
    return settled;
}

}  // namespace

void begin_known(const Shape& shape, std::int64_t mines, Known& out) {
    out.shape = &shape;
    out.cells.resize(shape.cell_count());
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        out.cells[cell] = {KnownCell::BIAS,
                           static_cast<std::int8_t>(KnownCell::BIAS + shape.first[cell + 1] - shape.first[cell]),
                           Mark::OPEN, false};
    out.mines_left = mines;
    out.open_count = shape.cell_count();
    out.possible = true;
    out.safe.clear();
    out.firing.clear();
}

void settle_cell(Known& known, Cell cell, bool mine) {
    KnownCell* const cells = known.cells.data();
    cells[cell].mark = mine ? Mark::MINE : Mark::SAFE;
    --known.open_count;
    known.mines_left -= mine;
    if (!mine) known.safe.push_back(cell);
    // Whether a clue fires is as good as random to the processor: all are written, and the place advanced by a flag.
    std::size_t count = known.firing.size();
    known.firing.resize(count + MAX_NEIGHBOURS);
    Cell* const firing = known.firing.data();
    auto tell = [&](std::int8_t KnownCell::* counter) {
        known.shape->visit_neighbours(cell, [&](Cell other) {
            KnownCell& state = cells[other];
            auto left = static_cast<std::int8_t>(state.*counter - 1);
            state.*counter = left;
            state.fresh = true;
            firing[count] = other;
            count += left <= 0;
        });
    };
    if (mine)
        tell(&KnownCell::need);
    else
        tell(&KnownCell::spare);
    known.firing.resize(count);
}

void show_cell(Known& known, Cell cell, int number) {
    KnownCell& state = known.cells[cell];
    if (state.mark == Mark::OPEN) {
        settle_cell(known, cell, false);
        known.safe.pop_back();
    }
    state.mark = Mark::CLUE;
    state.fresh = true;
    state.need = static_cast<std::int8_t>(state.need - KnownCell::BIAS + number);
    state.spare = static_cast<std::int8_t>(state.spare - KnownCell::BIAS - number);
    if (state.need <= 0 || state.spare <= 0) known.firing.push_back(cell);
}

void settle_known(Known& known) {
    while (!known.firing.empty()) {
        Cell clue = known.firing.back();
        known.firing.pop_back();
        KnownCell state = known.cells[clue];
        if (state.need < 0 || state.spare < 0) {
            known.possible = false;
            return;
        }
        if (state.need == state.spare) continue;  // both are zero: nothing is open
        bool mine = state.need > 0;
        const KnownCell* const cells = known.cells.data();
        known.shape->visit_neighbours(clue, [&](Cell cell) {
            if (cells[cell].mark == Mark::OPEN) settle_cell(known, cell, mine);
        });
    }
    known.possible = known.mines_left >= 0 && known.mines_left <= known.open_count;
}

bool settle_pairs(Known& known, PairScratch& scratch) {
    scratch.shared.resize(known.cells.size(), 0);
    scratch.inside.resize(known.cells.size(), 0);
    bool any = false;
    KnownCell* const cells = known.cells.data();
    const auto count = static_cast<Cell>(known.cells.size());
    for (Cell cell = 0; cell < count; ++cell) {
        KnownCell& state = cells[cell];
        if (!(state.clue() & state.fresh)) continue;
        state.fresh = false;
        if (state.open() == 0) continue;
        while (compare_all(known, cell, scratch)) {
            any = true;
            settle_known(known);
            if (!known.possible) return true;
        }
        if (!known.safe.empty()) return true;
    }
    return any;
}

Cell take_safe(Known& known) {
    while (!known.safe.empty()) {
        Cell cell = known.safe.back();
        known.safe.pop_back();
        if (known.cells[cell].mark == Mark::SAFE) return cell;
    }
    return NO_CELL;
}

bool floats(const Known& known, Cell cell) {
    bool alone = true;
    known.shape->visit_neighbours(cell, [&](Cell other) { alone &= !known.cells[other].clue(); });
    return alone;
}

void read_known(const Board& board, Known& out) {
    begin_known(*board.shape, board.mines.total, out);
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
    settle_known(out);
}

}  // namespace sapper
