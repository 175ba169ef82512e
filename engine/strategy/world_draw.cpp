#include "strategy/world_draw.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/index_table.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t NONE = NO_CELL;

void mark_touched(const Position& before, const Position& position, std::vector<std::uint8_t>& touched) {
    touched.assign(position.cells.size(), 0);
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        PositionCell old = before.cells[cell], state = position.cells[cell];
        if (!state.clue() || (state.need == old.need && state.open() == old.open())) continue;
        position.shape->visit_neighbours(cell, [&](Cell other) { touched[other] = 1; });
    }
}

}  // namespace

void WorldDraw::aim(const Position& position, const Limits& limits, Cell safe) {
    revealed_ = position;
    if (safe != NO_CELL) {
        settle_cell(revealed_, safe, false);
        settle_position(revealed_);
    }
    state_rules(revealed_);
    analyze(analysis_, limits, scratch_);
    drawn_.resize(analysis_.rules.cell_count);
    mark_touched(position, revealed_, touched_);
}

// States what is not settled as rules over the open cells.
void WorldDraw::state_rules(const Position& position) {
    Rules& rules = analysis_.rules;
    rules.clear();
    cell_of_.clear();
    index_of_.resize(position.cells.size());
    mined_.resize(position.cells.size());
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        mined_[cell] = position.cells[cell].mark == Mark::MINE;
        index_of_[cell] = NONE;
        if (position.cells[cell].mark != Mark::OPEN || floats(position, cell)) continue;
        index_of_[cell] = static_cast<std::uint32_t>(cell_of_.size());
        cell_of_.push_back(cell);
    }
    rules.ruled_count = static_cast<std::uint32_t>(cell_of_.size());
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && index_of_[cell] == NONE) cell_of_.push_back(cell);
    rules.cell_count = static_cast<std::uint32_t>(cell_of_.size());
    rules.mines = {position.mines_left, 0.5};
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        PositionCell state = position.cells[cell];
        if (!state.clue() || state.open() == 0) continue;
        auto rule = static_cast<std::uint32_t>(rules.rules.size());
        rules.rules.push_back({state.need, state.need, static_cast<std::uint32_t>(state.open())});
        position.shape->visit_neighbours(cell, [&](Cell other) {
            if (position.cells[other].mark != Mark::OPEN) return;
            rules.pair_cell.push_back(index_of_[other]);
            rules.pair_rule.push_back(rule);
        });
    }
}

std::span<const std::uint8_t> WorldDraw::draw(std::uint64_t salt) {
    Sampler(analysis_).draw(CellChances{salt, cell_of_}, drawn_);
    for (std::size_t index = 0; index < drawn_.size(); ++index) mined_[cell_of_[index]] = drawn_[index];
    return mined_;
}

std::span<const std::uint8_t> WorldDraw::redraw(std::span<const std::uint8_t> old, std::uint64_t salt) {
    draw(salt);
    keep_components(old);
    keep_floating(old, salt);
    return mined_;
}

void WorldDraw::keep_components(std::span<const std::uint8_t> old) {
    const Constraints& constraints = analysis_.counting.constraints;
    const Diagrams& diagrams = analysis_.counting.diagrams;
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        auto layers = diagrams.layers_of(component);
        auto visit_cells = [&](auto&& visit) {
            for (const Layer& layer : layers.first(layers.size() - 1))  // the last fills no group
                for (std::uint32_t index : constraints.cells_of(constraints.groups[layer.group]))
                    visit(cell_of_[index]);
        };
        int more = 0;
        bool touched = false;
        visit_cells([&](Cell cell) {
            more += mined_[cell] - old[cell];
            touched |= touched_[cell] != 0;
        });
        if (!touched && more == 0) visit_cells([&](Cell cell) { mined_[cell] = old[cell]; });
    }
}

void WorldDraw::keep_floating(std::span<const std::uint8_t> old, std::uint64_t salt) {
    int more = 0;
    for (std::uint32_t index : analysis_.counting.constraints.floating) {
        Cell cell = cell_of_[index];
        more += mined_[cell] - old[cell];
        mined_[cell] = old[cell];
    }
    if (more == 0) return;
    bool lays = more > 0;
    movable_.clear();
    for (std::uint32_t index : analysis_.counting.constraints.floating)
        if ((mined_[cell_of_[index]] == 0) == lays) movable_.push_back(cell_of_[index]);
    // By a salt of their own, as the draw has used the other one for these cells.
    std::uint64_t other = mix_bits(~salt);
    std::nth_element(movable_.begin(), movable_.begin() + std::abs(more) - 1, movable_.end(),
                     [&](Cell a, Cell b) { return mix_bits(other + a) < mix_bits(other + b); });
    for (int k = 0; k < std::abs(more); ++k) mined_[movable_[static_cast<std::size_t>(k)]] = lays;
}

}  // namespace sapper
