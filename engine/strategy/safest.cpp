// Reveals the safest cell, after a search of areas and endgames where its settings ask for one.
#include "strategy/safest.hpp"

#include <algorithm>

#include "strategy/registration.hpp"
#include "strategy/world_search.hpp"

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
        std::uint32_t around = position.shape->first[cell + 1] - position.shape->first[cell];
        if (around >= fewest || position.cells.mark(cell) != Mark::OPEN || !floats(position, cell)) continue;
        best = cell;
        fewest = around;
    }
    return best;
}

class Safest : public Guesser {
  public:
    explicit Safest(const EndgameSettings& settings) : search_(settings) {}

  private:
    Move guess(const Position& position, const Outlook& outlook, Resources& resources) override {
        if (Move move = search_.guess(position, outlook, resources); move.cell != NO_CELL) return move;
        if (resources.recorders.weighed) weigh_open_cells(position, outlook, resources);
        return reveal_safest(position, outlook);
    }

    WorldSearch search_;
};

}  // namespace

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
    return {best, &reasons::SAFEST, 1 - least};
}

Strategy safest_strategy() {
    return register_strategy<Safest>(Registration<EndgameSettings>{
        .name = "safest",
        .settings = endgame_settings(),
        .reasons = {&reasons::SAFEST, &reasons::ENDGAME, &reasons::AREA},
        .gallery = {{"safest", "safest"}, {"safest+endgames", "safest,endgame_worlds=400,endgame_nodes=5000"}},
    });
}

}  // namespace sapper
