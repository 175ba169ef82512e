#include "position/position.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

namespace sapper {

namespace {

// Calls visit(other) for every open cell around a cell. The visit may settle it.
template <class Visit>
void visit_open(const Position& position, Cell cell, Visit&& visit) {
    position.shape->visit_found(
        cell, [&](Cell first, std::uint64_t lanes) { return position.cells.marked(first, Mark::OPEN, lanes); },
        visit);
}

constexpr std::uint64_t STEPS_A_CLUE = 100;  // to compare one with all others

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

// Finds clues in lanes that settle cells together with one clue. Let the clue need n mines and have room for p safe
// cells, m and q be those of another clue, and s the cells they share: then the cells beside only one of the two are
// settled exactly if s = m + p or s = n + q. Where both hold, there are none.
class SettlingPairs {
  public:
    SettlingPairs(const PositionCells& cells, Cell clue)
        : need_(cells.need()),
          spare_(cells.spare()),
          less_spare_(EVERY_LANE * static_cast<std::uint64_t>(PositionCells::COUNTER_ZERO - cells[clue].spare)),
          less_need_(EVERY_LANE * static_cast<std::uint64_t>(PositionCells::COUNTER_ZERO - cells[clue].need)) {}

    // Not zero if there are any in the lanes from `first` on; `shared` has the cells shared with each.
    std::uint64_t find(Cell first, std::uint64_t shared) const {
        std::uint64_t one = equal_lanes(shared + less_spare_, load_lanes(need_ + first));
        std::uint64_t other = equal_lanes(shared + less_need_, load_lanes(spare_ + first));
        return (one ^ other) & nonzero_lanes(shared);
    }

  private:
    const std::uint8_t *need_, *spare_;
    std::uint64_t less_spare_, less_need_;
};

// The clues that settle cells together with one clue: how many, and the last of them with the cells it shares.
struct Partners {
    int count = 0;
    Cell last = NO_CELL;
    int shared = 0;
};

template <class Words>
Partners find_partners(const Position& position, Cell clue, const PairRing& ring, Words words) {
    const Shape& shape = *position.shape;
    const Strip* strip = shape.strips.data() + shape.first_strip[clue];
    std::uint64_t open = Shape::pack_found(clue, strip, [&](Cell first, std::uint64_t lanes) {
        return position.cells.marked(first, Mark::OPEN, lanes);
    });
    std::array<std::uint64_t, PairRing::MOST_WORDS> shared;
    for (std::uint32_t word = 0; word < words; ++word) shared[word] = 0;
    const std::uint64_t* const shares = shape.ring_shares.data() + ring.first_share;
    for (; open; open &= open - 1) {
        auto neighbour = static_cast<std::uint32_t>(std::popcount(ring.neighbours & (open ^ (open - 1)) >> 1));
        for (std::uint32_t word = 0; word < words; ++word) shared[word] += shares[neighbour * words + word];
    }
    shared[ring.own_word] &= ~ring.own_lane;
    SettlingPairs pairs(position.cells, clue);
    Partners partners;
    for (std::uint32_t word = 0; word < words; ++word) {
        Cell first = clue + static_cast<std::uint32_t>(ring.offset[word]);
        std::uint64_t found = pairs.find(first, shared[word]);
        if (found == 0) continue;
        auto lane = static_cast<std::uint32_t>(std::countr_zero(found)) / LANES;
        partners.count += std::popcount(found);
        partners.last = first + lane;
        partners.shared = static_cast<int>(shared[word] >> 8 * lane & 0xff);
    }
    return partners;
}

// Whether comparing a clue with any of the others settles a cell, where the cells that they share are counted in a
// table, which this clears.
bool settles_any(const Position& position, Cell clue, std::span<const Cell> open, std::uint8_t* shared) {
    shared[clue] = 0;
    SettlingPairs pairs(position.cells, clue);
    std::uint64_t found = 0;
    for (Cell cell : open)
        position.shape->visit_strips(cell, [&](Cell first, std::uint64_t) {
            std::uint64_t count = load_lanes(shared + first);
            if (count == 0) return;
            store_lanes(shared + first, 0);
            found |= pairs.find(first, count);
        });
    return found != 0;
}

// Compares one clue with the others one by one, up to the first with which it settles a cell; true if there is one.
[[gnu::noinline]] bool compare_each(Position& position, Cell clue, bool is_known_to_settle, std::uint8_t* shared) {
    std::array<Cell, MAX_NEIGHBOURS> list;
    std::size_t count = 0;
    visit_open(position, clue, [&](Cell cell) { list[count++] = cell; });
    const std::span<const Cell> open(list.data(), count);
    count_shared(position, open, shared);
    if (!is_known_to_settle) {
        if (!settles_any(position, clue, open, shared)) return false;
        count_shared(position, open, shared);
    }
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

// Compares one clue with all others; true when that settled a cell.
bool compare_all(Position& position, Cell clue, PairScratch& scratch) {
    const std::uint8_t ring = position.shape->ring_of[clue];
    if (ring == Shape::NO_RING) return compare_each(position, clue, false, scratch.shared.data());
    const PairRing& around = position.shape->rings[ring];
    // The rings of most cells of squares have five words, and are compiled on their own.
    Partners partners = around.words == 5
                            ? find_partners(position, clue, around, std::integral_constant<std::uint32_t, 5>())
                            : find_partners(position, clue, around, around.words);
    if (partners.count == 0) return false;
    if (partners.count == 1) return compare(position, clue, partners.last, partners.shared);
    return compare_each(position, clue, true, scratch.shared.data());
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
    position.shape->visit_found(
        cell,
        [&](Cell first, std::uint64_t lanes) {
            return firing_lanes(load_lanes(counter + first), load_lanes(other + first), lanes) >>
                   PositionCells::COUNTER_SIGN;
        },
        [&](Cell clue) { clues[count++] = clue; });
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
    position.possible = mines_fit(position);
}

// Settles an open cell. Counters are passed, so that they are not looked up again for every cell.
inline void settle_as(Position& position, Cell cell, bool mine, std::uint8_t* counter, const std::uint8_t* other) {
    position.cells.set_mark(cell, mine ? Mark::MINE : Mark::SAFE);
    --position.open_count;
    if (mine)
        --position.mines_left;
    else
        position.safe.push_back(cell);
    count_off(position, cell, counter, other);
}

void settle_around(Position& position, Cell clue, bool mine) {
    std::uint8_t *const need = position.cells.need(), *const spare = position.cells.spare();
    if (mine)
        visit_open(position, clue, [&](Cell cell) { settle_as(position, cell, true, need, spare); });
    else
        visit_open(position, clue, [&](Cell cell) { settle_as(position, cell, false, spare, need); });
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
    std::uint8_t *const need = position.cells.need(), *const spare = position.cells.spare();
    settle_as(position, cell, mine, mine ? need : spare, mine ? spare : need);
}

void leave_open(Position& position, Cell cell) {
    --position.open_count;
    count_off(position, cell, position.cells.spare(), position.cells.need());
}

void settle_firing(Position& position) {
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

bool settle_pairs(Position& position, PairScratch& scratch, const Watch& watch) {
    Pace pace(watch);
    scratch.shared.resize(position.cells.size() + LANES, 0);
    bool any = false;
    const auto count = static_cast<Cell>(position.cells.size());
    for (Cell cell = take_fresh_clue(position.cells, 0); cell < count;
         cell = take_fresh_clue(position.cells, cell + 1)) {
        pace.step(STEPS_A_CLUE);
        while (compare_all(position, cell, scratch)) {
            any = true;
            settle_position(position);
            if (!position.possible) return true;
        }
        if (!position.safe.empty()) return true;
    }
    return any;
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
