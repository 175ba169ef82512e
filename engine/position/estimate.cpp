#include "position/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr int MAX_SWEEPS = 60;
// Sweeps end when every clue agrees with the chances of its cells within so many mines.
constexpr double CLOSE = 0.01;
constexpr double LEAST_ODDS = 1e-9, MOST_ODDS = 1e9;

double chance(double odds) {
    return odds / (1 + odds);
}

// The factor on the odds of cells whose chances add up to `sum`, so that they add up to about `need` of `count`.
double correction(double sum, double need, double count) {
    double spare = count - need, rest = count - sum;
    if (need <= 0) return LEAST_ODDS;
    if (spare <= 0) return MOST_ODDS;
    return std::clamp(need * rest / (sum * spare), 1e-3, 1e3);
}

void list_cells(const Position& position, EstimateScratch& scratch) {
    scratch.clues.clear();
    scratch.open.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        PositionCell state = position.cells[cell];
        if (state.clue() && state.need + state.spare > 0) scratch.clues.push_back(cell);
        if (state.mark == Mark::OPEN && !floats(position, cell)) scratch.open.push_back(cell);
    }
}

void scale(double& odds, double factor) {
    odds = std::clamp(odds * factor, LEAST_ODDS, MOST_ODDS);
}

// Lets every clue scale the odds of its cells; returns how far the worst was off before that, in mines.
double sweep_clues(const Position& position, EstimateScratch& scratch) {
    double worst = 0;
    for (Cell clue : scratch.clues) {
        double sum = 0;
        position.shape->visit_neighbours(clue, [&](Cell cell) {
            if (position.cells[cell].mark == Mark::OPEN) sum += chance(scratch.odds[cell]);
        });
        PositionCell state = position.cells[clue];
        worst = std::max(worst, std::abs(sum - state.need));
        double factor = correction(sum, state.need, state.open());
        position.shape->visit_neighbours(clue, [&](Cell cell) {
            if (position.cells[cell].mark == Mark::OPEN) scale(scratch.odds[cell], factor);
        });
    }
    return worst;
}

// The same for the number of mines among all open cells.
double sweep_total(const Position& position, EstimateScratch& scratch, std::uint32_t floating,
                   double& floating_odds) {
    double sum = floating * chance(floating_odds);
    for (Cell cell : scratch.open) sum += chance(scratch.odds[cell]);
    auto mines = static_cast<double>(position.mines_left);
    double factor = correction(sum, mines, position.open_count);
    for (Cell cell : scratch.open) scale(scratch.odds[cell], factor);
    scale(floating_odds, factor);
    return std::abs(sum - mines);
}

}  // namespace

void estimate(const Position& position, EstimateScratch& scratch, Outlook& out) {
    list_cells(position, scratch);
    auto floating = position.open_count - static_cast<std::uint32_t>(scratch.open.size());
    double density = (static_cast<double>(position.mines_left) + 0.5) / (position.open_count + 1.0);
    double floating_odds = density / (1 - density);
    scratch.odds.assign(position.cells.size(), floating_odds);
    for (int sweep = 0; sweep < MAX_SWEEPS; ++sweep) {
        double worst = sweep_total(position, scratch, floating, floating_odds);
        if (std::max(worst, sweep_clues(position, scratch)) < CLOSE) break;
    }
    out.possible = true;
    out.parts.clear();
    out.worlds = {};
    out.groups.clear();
    out.floating = floating;
    out.floating_probability = chance(floating_odds);
    out.cells.assign(scratch.open.begin(), scratch.open.end());
    for (const Cell& cell : out.cells) out.groups.push_back({{&cell, 1}, chance(scratch.odds[cell])});
}

bool refutes_mine(const Position& position, Cell cell, EstimateScratch& scratch) {
    Position& assumed = scratch.assumed;
    assumed = position;
    settle_cell(assumed, cell, true);
    settle_position(assumed);
    while (assumed.possible && settle_pairs(assumed, scratch.pairs)) assumed.safe.clear();
    return !assumed.possible;
}

}  // namespace sapper
