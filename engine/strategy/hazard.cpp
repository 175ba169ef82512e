#include "strategy/hazard.hpp"

#include <algorithm>
#include <array>

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

// Whether a cell will never show a number. An open cell will not if it is a mine; it is added to the ends.
bool can_be_mute(const Position& position, Cell cell, Twins& twins) {
    Mark mark = position.cells[cell].mark;
    if (mark == Mark::MINE || mark == Mark::VOID) return true;
    if (mark != Mark::OPEN || twins.end_count == MOST_ENDS) return false;
    twins.ends[twins.end_count++] = cell;
    return true;
}

// Two neighbours as twins; false when a cell beside one of them alone shows a number or will show one.
bool make_pair(const Position& position, Cell one, Cell other, Twins& twins) {
    twins.mine = one;
    twins.safe = other;
    twins.end_count = 0;
    return holds_beside_one(*position.shape, one, other,
                            [&](Cell cell) { return can_be_mute(position, cell, twins); });
}

}  // namespace

void Hazards::find(const Position& position, const Outlook& outlook, std::span<const double> risk,
                   Resources& resources, std::vector<double>& hazard) {
    // The share of worlds in which the first is a mine, the second none, and all ends are mines.
    auto weigh = [&](const Twins& twins) -> double {
        double likely = risk[twins.mine];
        for (std::size_t k = 0; k < twins.end_count; ++k) likely *= risk[twins.ends[k]];
        if (likely < RARE) return 0;
        child_ = position;
        for (std::size_t k = 0; k < twins.end_count; ++k) settle_cell(child_, twins.ends[k], true);
        settle_cell(child_, twins.mine, true);
        settle_cell(child_, twins.safe, false);
        settle_position(child_);
        if (!child_.possible) return 0;
        look(child_, Detail::WORLDS, resources.limits, resources.store, next_);
        ++resources.spent.nodes;
        return next_.possible ? next_.worlds.over(outlook.worlds) : 0;
    };
    hazard.assign(position.cells.size(), 0);
    Twins twins;
    for (Cell one = 0; one < position.cells.size(); ++one) {
        if (position.cells[one].mark != Mark::OPEN) continue;
        for (Cell other : position.shape->neighbours(one)) {
            if (other < one || position.cells[other].mark != Mark::OPEN) continue;
            if (!make_pair(position, one, other, twins)) continue;
            double share = weigh(twins);
            for (std::size_t k = 0; k < twins.end_count; ++k) hazard[twins.ends[k]] += 2 * share;
            hazard[twins.mine] += share;
            hazard[twins.safe] += share;
        }
    }
}

}  // namespace sapper
