#include "strategy/rollout.hpp"

#include <algorithm>
#include <cmath>

#include "strategy/safest.hpp"

namespace sapper {

// Reveals a cell as the layout has it.
void Rollouts::reveal(Cell cell) {
    reveal_cell(position_, cell, [&](Cell shown) {
        int number = 0;
        position_.shape->visit_neighbours(shown, [&](Cell other) { number += mined_[other]; });
        return number;
    });
    settle_position(position_);
}

// The value of an area: computed once for all rollouts of a game.
double Rollouts::value_of(const ClosedArea& area, Resources& resources) {
    const PartStore& store = resources.store;
    if (area_generation_ != store.generation) area_values_.clear();
    area_generation_ = store.generation;
    area_values_.resize(store.parts.size(), -1);
    double& value = area_values_[outlook_.parts[area.place]];
    if (value < 0) value = search_.value_of(*area.endgame, resources);
    return value;
}

// Finds and remembers what is done in this position, whose outlook is known. There is no area in it.
Rollouts::Continuation Rollouts::find_continuation(const PositionKey& key, Policy policy, Resources& resources) {
    std::uint64_t before = resources.spent.nodes;
    Continuation next;
    if (const Endgame* endgame = search_.list_all(position_, outlook_, resources.limits.watch)) {
        next.factor = search_.value_of(*endgame, resources);
    } else {
        Move move = policy == Policy::CAREFUL ? lookahead_.reveal_best(position_, outlook_, resources)
                                              : reveal_safest(position_, outlook_);
        next = {move.cell, move.safety};
    }
    remembered_.keep(key, {next, resources.spent.nodes - before});
    return next;
}

void Rollouts::aim(const Position& position, std::span<const Cell> cells, const Limits& limits) {
    root_.aim(position, limits);
    dealt_.clear();
    remembered_.clear();
    if (revealed_.size() < cells.size()) revealed_.resize(cells.size());
    for (std::size_t k = 0; k < cells.size(); ++k) revealed_[k].aim(position, limits, cells[k]);
}

double Rollouts::play(const Position& position, const Start& start, std::uint64_t salt, Policy policy,
                      Resources& resources) {
    Position& here = position_;
    here = position;
    // The position at which a layout is left depends on its salt, so the next one has another.
    auto leave = [&](WorldDraw& draw) {
        salt = mix_bits(salt);
        take(draw.redraw(mined_, salt));
    };
    if (dealt_.empty() || dealt_by_ != salt) {
        auto layout = root_.draw(salt);
        dealt_.assign(layout.begin(), layout.end());
        dealt_by_ = salt;
    }
    take(dealt_);
    if (start.cell != NO_CELL) {
        if (mined_[start.cell]) leave(revealed_[start.place]);
        reveal(start.cell);
    }
    for (double value = 1;;) {
        if (Cell safe = take_safe(here); safe != NO_CELL) {
            reveal(safe);
            continue;
        }
        if (here.open_count == here.mines_left) return value;
        if (settle_pairs(here, pairs_)) continue;
        Continuation next;
        PositionKey key = key_of(here.cells, policy == Policy::CAREFUL);
        if (const Remembered* same = remembered_.find(key)) {
            next = same->next;
            resources.spent.nodes += same->nodes;
        } else {
            look(here, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
            if (settle_certain(here, outlook_)) continue;
            if (auto area = search_.find_area(here, outlook_, resources)) {
                value *= value_of(*area, resources);
                for (Cell inside : area->cells)
                    if (here.cells[inside].mark == Mark::OPEN) settle_cell(here, inside, mined_[inside]);
                settle_position(here);
                continue;
            }
            next = find_continuation(key, policy, resources);
        }
        value *= next.factor;
        if (next.cell == NO_CELL) return value;
        if (mined_[next.cell]) {
            again_.aim(here, resources.limits, next.cell);
            leave(again_);
        }
        settle_cell(here, next.cell, false);
        settle_position(here);
    }
}

Rollouts::Estimate Rollouts::estimate_win(const Position& position, std::uint32_t rollouts, Resources& resources) {
    aim(position, {}, resources.limits);
    double sum = 0, squares = 0;
    for (std::uint32_t k = 0; k < rollouts; ++k) {
        resources.limits.watch.check();
        double value = play(position, {}, resources.rng.next(), Policy::QUICK, resources);
        sum += value;
        squares += value * value;
    }
    double mean = sum / rollouts;
    double variance = std::max(squares / rollouts - mean * mean, 0.0);
    return {mean, std::sqrt(variance / (rollouts - 1))};
}

}  // namespace sapper
