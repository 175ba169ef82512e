// Guesses that cannot be avoided. Two neighbouring cells, one of them a mine, are twins when no cell beside one of
// them alone will ever show a number, because all of those are mines or out of play: no clue can tell which of the
// two it is.
//
// A cell that has to be a mine for that to happen is worth guessing early: where it is a mine, half of those games
// would be lost later anyway. The hazard of a cell is the share of worlds in which it is a mine and makes or is one
// of such twins.
#include <algorithm>

#include "strategy/strategy.hpp"

namespace sapper {

namespace {

// Rarer pairs are not worth counting.
constexpr double RARE = 0.002;
constexpr std::size_t MOST_ENDS = 16;

struct Twins {
    Cell mine = NO_CELL, safe = NO_CELL;
    std::array<Cell, MOST_ENDS> ends;  // open cells that must be mines
    std::size_t end_count = 0;
};

// Whether a cell will never show a number; an open one will not if it is a mine, and is noted.
bool can_be_mute(const Position& position, Cell cell, Twins& twins) {
    Mark mark = position.cells[cell].mark;
    if (mark == Mark::MINE || mark == Mark::VOID) return true;
    if (mark != Mark::OPEN || twins.end_count == MOST_ENDS) return false;
    twins.ends[twins.end_count++] = cell;
    return true;
}

bool has(std::span<const Cell> cells, Cell cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// The share of worlds in which the first is a mine, the second none, and all ends are mines.
double weigh_twins(const Position& position, const Outlook& outlook, const Twins& twins, Mind& mind) {
    double likely = mind.risk[twins.mine];
    for (std::size_t k = 0; k < twins.end_count; ++k) likely *= mind.risk[twins.ends[k]];
    if (likely < RARE) return 0;
    Position& child = mind.child;
    child = position;
    for (std::size_t k = 0; k < twins.end_count; ++k) settle_cell(child, twins.ends[k], true);
    settle_cell(child, twins.mine, true);
    settle_cell(child, twins.safe, false);
    settle_position(child);
    if (!child.possible) return 0;
    look(child, Detail::WORLDS, mind.limits, mind.store, mind.next);
    ++mind.nodes;
    return mind.next.possible ? mind.next.worlds.over(outlook.worlds) : 0;
}

void add_hazard(const Twins& twins, double share, Mind& mind) {
    for (std::size_t k = 0; k < twins.end_count; ++k) mind.hazard[twins.ends[k]] += 2 * share;
    mind.hazard[twins.mine] += share;
    mind.hazard[twins.safe] += share;
}

// Two neighbours as twins; false when a cell beside one of them alone shows a number or is going to.
bool make_pair(const Position& position, Cell one, Cell other, Twins& twins) {
    auto around = position.shape->neighbours(one), beyond = position.shape->neighbours(other);
    twins.mine = one;
    twins.safe = other;
    twins.end_count = 0;
    for (Cell cell : around)
        if (cell != other && !has(beyond, cell) && !can_be_mute(position, cell, twins)) return false;
    for (Cell cell : beyond)
        if (cell != one && !has(around, cell) && !can_be_mute(position, cell, twins)) return false;
    return true;
}

}  // namespace

void fill_risks(const Position& position, const Outlook& outlook, Mind& mind) {
    mind.risk.assign(position.cells.size(), 0);
    mind.hazard.assign(position.cells.size(), 0);
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN) mind.risk[cell] = outlook.floating_probability;
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells) mind.risk[cell] = group.mine_probability;
}

void find_hazards(const Position& position, const Outlook& outlook, Mind& mind) {
    Twins twins;
    for (Cell one = 0; one < position.cells.size(); ++one) {
        if (position.cells[one].mark != Mark::OPEN) continue;
        for (Cell other : position.shape->neighbours(one)) {
            if (other < one || position.cells[other].mark != Mark::OPEN) continue;
            if (!make_pair(position, one, other, twins)) continue;
            double share = weigh_twins(position, outlook, twins, mind);
            if (share > 0) add_hazard(twins, share, mind);
        }
    }
}

}  // namespace sapper
