#include "strategy/strategy.hpp"

#include <algorithm>

namespace sapper {

void begin_game(const Shape& shape, std::int64_t mines, std::uint64_t seed, Resources& resources) {
    resources.store.begin(shape, mines);
    resources.rng = Kiss64(mix_bits(seed));  // not the stream that dealt the layout
    resources.nodes = 0;
}

Weighed& row_of(WeighedTable& table, Cell cell) {
    return *std::find_if(table.begin(), table.end(), [&](const Weighed& one) { return one.cell == cell; });
}

void weigh_open_cells(const Position& position, const Outlook& outlook, const Resources& resources) {
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells)
            resources.weighed->push_back({.cell = cell, .safety = 1 - group.mine_probability});
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && floats(position, cell))
            resources.weighed->push_back({.cell = cell, .safety = 1 - outlook.floating_probability});
}

Move Guesser::next_move(Position& position, const Turn& turn, Resources& resources) {
    if (turn.asks_for_opening()) return turn.opening;
    settle_position(position);
    if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
    while (settle_pairs(position, pairs_))
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
    look(position, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
    if (settle_certain(position, outlook_)) {
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
        // Only mines were found: what is left is looked at again, now that they are settled.
        look(position, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
    }
    return guess(position, outlook_, resources);
}

}  // namespace sapper
