#include "known.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Whether a clue settles what is around it, or cannot hold.
bool fires(KnownCell state) {
    return is_clue(state) & ((state.need <= 0) | (state.need >= state.open));
}

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
    int alone_a = a.open - shared, alone_b = b.open - shared;
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
    scratch.partners.clear();
    known.shape->visit_neighbours(clue, [&](Cell cell) {
        if (known.cells[cell].mark != Mark::OPEN) return;
        scratch.inside[cell] = 1;
        known.shape->visit_neighbours(cell, [&](Cell other) {
            if (!is_clue(known.cells[other])) return;
            if (scratch.shared[other]++ == 0) scratch.partners.push_back(other);
        });
    });
    bool settled = false;
    for (Cell other : scratch.partners) {
        if (!settled && other != clue) settled = compare(known, clue, other, scratch.shared[other], scratch);
        scratch.shared[other] = 0;
    }
    known.shape->visit_neighbours(clue, [&](Cell cell) { scratch.inside[cell] = 0; });
    return settled;
}

}  // namespace

void begin_known(const Shape& shape, std::int64_t mines, Known& out) {
    out.shape = &shape;
    out.cells.resize(shape.cell_count());
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        out.cells[cell] = {0, static_cast<std::uint8_t>(shape.first[cell + 1] - shape.first[cell]), Mark::OPEN,
                           false};
    out.mines_left = mines;
    out.open_count = shape.cell_count();
    out.possible = true;
    out.safe.clear();
    out.firing.clear();
}

void settle_cell(Known& known, Cell cell, bool mine) {
    known.cells[cell].mark = mine ? Mark::MINE : Mark::SAFE;
    --known.open_count;
    known.mines_left -= mine;
    if (!mine) known.safe.push_back(cell);
    // Whether a clue fires is as good as random to the processor: all are written, and the place advanced by a flag.
    std::size_t count = known.firing.size();
    known.firing.resize(count + MAX_NEIGHBOURS);
    Cell* const firing = known.firing.data();
    KnownCell* const cells = known.cells.data();
    auto taken = static_cast<std::int8_t>(mine);
    known.shape->visit_neighbours(cell, [&](Cell other) {
        KnownCell state = cells[other];
        --state.open;
        state.need = static_cast<std::int8_t>(state.need - taken);
        state.fresh = true;
        cells[other] = state;
        firing[count] = other;
        count += fires(state);
    });
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
    state.need = static_cast<std::int8_t>(state.need + number);
    if (fires(state)) known.firing.push_back(cell);
}

void settle_known(Known& known) {
    while (!known.firing.empty()) {
        Cell clue = known.firing.back();
        known.firing.pop_back();
        KnownCell state = known.cells[clue];
        if (state.need < 0 || state.need > state.open) {
            known.possible = false;
            return;
        }
        if (state.open == 0) continue;
        bool mine = state.need > 0;
        known.shape->visit_neighbours(clue, [&](Cell cell) {
            if (known.cells[cell].mark == Mark::OPEN) settle_cell(known, cell, mine);
        });
    }
    known.possible = known.mines_left >= 0 && known.mines_left <= known.open_count;
}

bool settle_pairs(Known& known, PairScratch& scratch) {
    scratch.shared.resize(known.cells.size(), 0);
    scratch.inside.resize(known.cells.size(), 0);
    bool any = false;
    for (Cell cell = 0; cell < known.cells.size(); ++cell) {
        KnownCell& state = known.cells[cell];
        if (!(is_clue(state) & state.fresh)) continue;
        state.fresh = false;
        if (state.open == 0) continue;
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
    known.shape->visit_neighbours(cell, [&](Cell other) { alone &= !is_clue(known.cells[other]); });
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
