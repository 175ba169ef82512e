#include "strategy/strategy.hpp"

namespace sapper {

void begin_game(const Shape& shape, std::int64_t mines, std::uint64_t seed, Mind& mind) {
    mind.store.begin(shape, mines);
    mind.rng = Kiss64(mix_bits(seed));  // not the stream that dealt the layout
    mind.nodes = 0;
    mind.opening = {};
    mind.shown = 0;
    mind.zeros = false;
    mind.trail.clear();
}

Move next_move(Position& position, Guess guess, Mind& mind) {
    if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
    while (settle_pairs(position, mind.pairs))
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
    look(position, Detail::PROBABILITIES, mind.limits, mind.store, mind.outlook);
    if (settle_certain(position, mind.outlook)) {
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
        // Only mines were found: what is left is looked at again, now that they are settled.
        look(position, Detail::PROBABILITIES, mind.limits, mind.store, mind.outlook);
    }
    return guess(position, mind.outlook, mind);
}

Move next_move(Position& position, const Way& way, Mind& mind) {
    if (way.mover) return way.mover(position, mind);
    settle_position(position);
    return next_move(position, way.guess, mind);
}

}  // namespace sapper
