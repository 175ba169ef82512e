#include "strategy/rollout.hpp"

#include <algorithm>
#include <cmath>

#include "base/index_table.hpp"

namespace sapper {

namespace {

// Reveals a cell as the layout has it.
void reveal(Rollouts& rolls, Cell cell) {
    reveal_cell(rolls.position, cell, [&](Cell shown) {
        int number = 0;
        rolls.position.shape->visit_neighbours(shown, [&](Cell other) { number += rolls.mined[other]; });
        return number;
    });
    settle_position(rolls.position);
}

// What an area is worth: worked out once for all rollouts.
double area_value(Mind& mind, Part& part) {
    if (part.value < 0) part.value = value_of_rows(mind);
    return part.value;
}

}  // namespace

void aim_rollouts(const Position& position, std::span<const Cell> cells, Mind& mind) {
    if (!mind.rollouts) mind.rollouts = std::make_shared<Rollouts>();
    Rollouts& rolls = *mind.rollouts;
    rolls.root.aim(position, mind.limits);
    rolls.dealt.clear();
    if (rolls.revealed.size() < cells.size()) rolls.revealed.resize(cells.size());
    for (std::size_t k = 0; k < cells.size(); ++k) {
        rolls.position = position;
        settle_cell(rolls.position, cells[k], false);
        settle_position(rolls.position);
        rolls.revealed[k].aim(position, rolls.position, mind.limits);
    }
}

double roll_out(const Position& position, std::size_t place, Cell cell, std::uint64_t salt, Mind& mind) {
    Rollouts& rolls = *mind.rollouts;
    Position& here = rolls.position;
    here = position;
    auto take = [&](std::span<const std::uint8_t> layout) { rolls.mined.assign(layout.begin(), layout.end()); };
    // What is known by the time a layout is left depends on its salt, so the next one has another.
    auto leave = [&](WorldDraw& draw) {
        salt = mix_bits(salt);
        take(draw.redraw(rolls.mined, salt));
    };
    if (rolls.dealt.empty() || rolls.dealt_by != salt) {
        auto layout = rolls.root.draw(salt);
        rolls.dealt.assign(layout.begin(), layout.end());
        rolls.dealt_by = salt;
    }
    take(rolls.dealt);
    if (cell != NO_CELL) {
        if (rolls.mined[cell]) leave(rolls.revealed[place]);
        reveal(rolls, cell);
    }
    for (double value = 1;;) {
        if (Cell safe = take_safe(here); safe != NO_CELL) {
            reveal(rolls, safe);
            continue;
        }
        if (here.open_count == here.mines_left) return value;
        if (settle_pairs(here, mind.pairs)) continue;
        look(here, Detail::PROBABILITIES, mind.limits, mind.store, rolls.outlook);
        if (settle_certain(here, rolls.outlook)) continue;
        double worlds = mind.settings.endgame_worlds;
        if (std::size_t area = find_area(here, rolls.outlook, worlds, 0, mind); area != NO_AREA) {
            value *= area_value(mind, mind.store.parts[rolls.outlook.parts[area]]);
            for (Cell inside : mind.open)
                if (here.cells[inside].mark == Mark::OPEN) settle_cell(here, inside, rolls.mined[inside]);
            settle_position(here);
            continue;
        }
        if (list_all_rows(here, rolls.outlook, worlds, mind)) return value * value_of_rows(mind);
        Move move =
            rolls.careful ? reveal_by_lookahead(here, rolls.outlook, mind) : reveal_safest(here, rolls.outlook);
        value *= move.safety;
        bool mined = rolls.mined[move.cell];
        if (mined) rolls.before = here;
        settle_cell(here, move.cell, false);
        settle_position(here);
        if (!mined) continue;
        rolls.again.aim(rolls.before, here, mind.limits);
        leave(rolls.again);
    }
}

Estimated estimate_win(const Position& position, std::uint32_t rollouts, Mind& mind) {
    aim_rollouts(position, {}, mind);
    mind.rollouts->careful = false;
    double sum = 0, squares = 0;
    for (std::uint32_t k = 0; k < rollouts; ++k) {
        mind.limits.watch.check();
        double value = roll_out(position, 0, NO_CELL, mind.rng.next(), mind);
        sum += value;
        squares += value * value;
    }
    double mean = sum / rollouts;
    double variance = std::max(squares / rollouts - mean * mean, 0.0);
    return {mean, std::sqrt(variance / (rollouts - 1))};
}

}  // namespace sapper
