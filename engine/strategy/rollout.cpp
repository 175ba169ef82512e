#include "rollout.hpp"

#include <algorithm>
#include <cmath>

#include "../index_table.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t NONE = NO_CELL;

// Reveals a cell as the layout has it.
void reveal(Rollouts& rolls, Cell cell) {
    reveal_cell(rolls.known, cell, [&](Cell shown) {
        int number = 0;
        rolls.known.shape->visit_neighbours(shown, [&](Cell other) { number += rolls.mined[other]; });
        return number;
    });
    settle_known(rolls.known);
}

// What an area is worth: worked out once for all rollouts.
double area_value(Mind& mind, Part& part) {
    if (part.value < 0) part.value = value_of_rows(mind);
    return part.value;
}

}  // namespace

void LayoutDraw::aim(const Known& known, const Limits& limits) {
    Rules& rules = analysis_.rules;
    rules.clear();
    cell_of_.clear();
    index_of_.resize(known.cells.size());
    mined_.resize(known.cells.size());
    for (Cell cell = 0; cell < known.cells.size(); ++cell) {
        mined_[cell] = known.cells[cell].mark == Mark::MINE;
        index_of_[cell] = NONE;
        if (known.cells[cell].mark != Mark::OPEN || floats(known, cell)) continue;
        index_of_[cell] = static_cast<std::uint32_t>(cell_of_.size());
        cell_of_.push_back(cell);
    }
    rules.ruled_count = static_cast<std::uint32_t>(cell_of_.size());
    for (Cell cell = 0; cell < known.cells.size(); ++cell)
        if (known.cells[cell].mark == Mark::OPEN && index_of_[cell] == NONE) cell_of_.push_back(cell);
    rules.cell_count = static_cast<std::uint32_t>(cell_of_.size());
    rules.mines = {known.mines_left, 0.5};
    for (Cell cell = 0; cell < known.cells.size(); ++cell) {
        KnownCell state = known.cells[cell];
        if (!state.clue() || state.open() == 0) continue;
        auto rule = static_cast<std::uint32_t>(rules.rules.size());
        rules.rules.push_back({state.need, state.need, static_cast<std::uint32_t>(state.open())});
        known.shape->visit_neighbours(cell, [&](Cell other) {
            if (known.cells[other].mark != Mark::OPEN) return;
            rules.pair_cell.push_back(index_of_[other]);
            rules.pair_rule.push_back(rule);
        });
    }
    analyze(analysis_, limits, workspace_);
    drawn_.resize(rules.cell_count);
}

std::span<const std::uint8_t> LayoutDraw::draw(std::uint64_t salt) {
    Sampler(analysis_).draw(CellChances{salt, cell_of_}, drawn_);
    for (std::size_t index = 0; index < drawn_.size(); ++index) mined_[cell_of_[index]] = drawn_[index];
    return mined_;
}

void aim_rollouts(const Known& known, std::span<const Cell> cells, Mind& mind) {
    if (!mind.rollouts) mind.rollouts = std::make_shared<Rollouts>();
    Rollouts& rolls = *mind.rollouts;
    if (rolls.roots.size() < cells.size()) rolls.roots.resize(cells.size());
    for (std::size_t root = 0; root < cells.size(); ++root) {
        rolls.known = known;
        if (cells[root] != NO_CELL) settle_cell(rolls.known, cells[root], false);
        settle_known(rolls.known);
        rolls.roots[root].aim(rolls.known, mind.limits);
    }
}

double roll_out(const Known& known, std::size_t root, Cell cell, std::uint64_t salt, Mind& mind) {
    Rollouts& rolls = *mind.rollouts;
    Known& here = rolls.known;
    here = known;
    auto first = rolls.roots[root].draw(salt);
    rolls.mined.assign(first.begin(), first.end());
    if (cell != NO_CELL) reveal(rolls, cell);
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
            settle_known(here);
            continue;
        }
        if (list_all_rows(here, rolls.outlook, worlds, mind)) return value * value_of_rows(mind);
        Move move = reveal_safest(here, rolls.outlook);
        value *= move.safety;
        settle_cell(here, move.cell, false);
        settle_known(here);
        if (!rolls.mined[move.cell]) continue;
        rolls.again.aim(here, mind.limits);
        salt = mix_bits(salt);  // what is known by now depends on the old one
        auto drawn = rolls.again.draw(salt);
        rolls.mined.assign(drawn.begin(), drawn.end());
    }
}

Estimated estimate_win(const Known& known, std::uint32_t rollouts, Mind& mind) {
    Cell here = NO_CELL;
    aim_rollouts(known, {&here, 1}, mind);
    double sum = 0, squares = 0;
    for (std::uint32_t k = 0; k < rollouts; ++k) {
        mind.limits.watch.check();
        double value = roll_out(known, 0, here, mind.rng.next(), mind);
        sum += value;
        squares += value * value;
    }
    double mean = sum / rollouts;
    double variance = std::max(squares / rollouts - mean * mean, 0.0);
    return {mean, std::sqrt(variance / (rollouts - 1))};
}

}  // namespace sapper
