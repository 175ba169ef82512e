// The lowest mine probability. Ties: cells beside a clue before floating ones; of floating cells those with the
// fewest neighbours, which are the likeliest to open an area; then the first in cell order.
#include <algorithm>

#include "strategy/strategy.hpp"

namespace sapper {

namespace {

Cell first_of(std::span<const Cell> cells) {
    Cell first = NO_CELL;
    for (Cell cell : cells) first = std::min(first, cell);
    return first;
}

Cell loneliest_floating(const Position& position) {
    Cell best = NO_CELL;
    std::uint32_t fewest = MAX_NEIGHBOURS + 1;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (position.cells[cell].mark != Mark::OPEN || !floats(position, cell)) continue;
        std::uint32_t around = position.shape->first[cell + 1] - position.shape->first[cell];
        if (around >= fewest) continue;
        best = cell;
        fewest = around;
    }
    return best;
}

}  // namespace

Move guess_safest(const Position& position, const Outlook& outlook, Mind& mind) {
    if (Move move = guess_exactly(position, outlook, mind); move.cell != NO_CELL) return move;
    return reveal_safest(position, outlook);
}

Move reveal_safest(const Position& position, const Outlook& outlook) {
    double least = 2;
    Cell best = NO_CELL;
    for (const GroupOutlook& group : outlook.groups) {
        if (group.mine_probability > least) continue;
        Cell cell = first_of(group.cells);
        if (group.mine_probability < least || cell < best) best = cell;
        least = group.mine_probability;
    }
    if (outlook.floating > 0 && outlook.floating_probability < least) {
        least = outlook.floating_probability;
        best = loneliest_floating(position);
    }
    return {best, Reason::SAFEST, 1 - least};
}

}  // namespace sapper
