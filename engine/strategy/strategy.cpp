#include "strategy/strategy.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "strategy/safest.hpp"

namespace sapper {

void begin_game(const Shape& shape, std::uint64_t seed, Resources& resources) {
    resources.store.begin(shape);
    resources.limits = default_limits(shape, resources.limits.watch);
    resources.rng = Kiss64(mix_bits(seed));  // not the stream that dealt the layout
    resources.spent.nodes = 0;
}

Weighed& row_of(WeighedTable& table, Cell cell) {
    return *std::find_if(table.begin(), table.end(), [&](const Weighed& one) { return one.cell == cell; });
}

void show_views(const Position& position, std::vector<View>& out) {
    out.assign(position.cells.size(), View::HIDDEN);
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const PositionCell state = position.cells[cell];
        if (state.mark == Mark::VOID) out[cell] = View::VOID;
        if (!state.clue()) continue;
        int number = state.need;  // less the mines that are settled
        position.shape->visit_neighbours(cell,
                                         [&](Cell other) { number += position.cells[other].mark == Mark::MINE; });
        out[cell] = clue_view(number);
    }
}

double mine_probability(const Outlook& outlook, Cell cell) {
    for (const GroupOutlook& group : outlook.groups)
        if (std::find(group.cells.begin(), group.cells.end(), cell) != group.cells.end())
            return group.mine_probability;
    return outlook.floating_probability;
}

void fill_risks(const Position& position, const Outlook& outlook, std::vector<double>& risk) {
    risk.assign(position.cells.size(), 0);
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN) risk[cell] = outlook.floating_probability;
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells) risk[cell] = group.mine_probability;
}

void weigh_open_cells(const Position& position, const Outlook& outlook, const Resources& resources) {
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells)
            resources.recorders.weighed->push_back({.cell = cell, .safety = 1 - group.mine_probability});
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && floats(position, cell))
            resources.recorders.weighed->push_back({.cell = cell, .safety = 1 - outlook.floating_probability});
}

Move Guesser::next_move(Position& position, const Turn& turn, Resources& resources) {
    if (turn.asks_for_opening()) return turn.opening;
    if (Cell cell = next_safe(position); cell != NO_CELL) return {cell};
    while (settle_pairs(position, pairs_, resources.limits.watch))
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
    if (!count(position, resources)) return move_by_estimate(position, resources);
    if (settle_certain(position, outlook_)) {
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
        // Only mines were found: what is left is looked at again, now that they are settled.
        if (!count(position, resources)) return move_by_estimate(position, resources);
    }
    try {
        return guess(position, outlook_, resources);
    } catch (const LimitError&) {  // of a position that it looked ahead to
        if (resources.recorders.weighed) {
            resources.recorders.weighed->clear();
            weigh_open_cells(position, outlook_, resources);
        }
        return reveal_safest(position, outlook_);
    }
}

bool Guesser::count(const Position& position, Resources& resources) try {
    look(position, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
    return true;
} catch (const LimitError&) {
    return false;
}

Move Guesser::move_by_estimate(Position& position, Resources& resources) {
    visit_certain_by_clues(position, resources.store, outlook_,
                           [&](Cell cell, bool mine) { settle_cell(position, cell, mine); });
    settle_position(position);
    if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
    estimate(position, estimate_, outlook_);
    Move move = guess_by_estimate(position, outlook_, resources);
    return refutes_mine(position, move.cell, estimate_) ? Move{move.cell} : move;
}

Move Guesser::guess_by_estimate(const Position& position, const Outlook& outlook, Resources& resources) {
    if (resources.recorders.weighed) weigh_open_cells(position, outlook, resources);
    Move move = reveal_safest(position, outlook);
    move.reason = &reasons::ESTIMATE;
    return move;
}

}  // namespace sapper
