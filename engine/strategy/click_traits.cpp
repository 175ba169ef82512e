// The traits of a click, the input of knack (knack.hpp), in a fixed order: what the rule counts for it, then sums
// over the cells one and two steps away.
#include <algorithm>
#include <cassert>

#include "strategy/click_rule.hpp"
#include "strategy/network.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t BELTS = 2;
constexpr double MOST_AHEAD = 5, MOST_SOLVABLE = 4, NOT_SOLVABLE = -2;

// Sums over the cells at one distance.
struct Belt {
    double cells = 0;
    double known = 0, telling = 0;                    // safe: of known number, of unknown number
    double mines = 0, flags = 0;                      // known mines: without and with a flag
    double open = 0, risk = 0, likely = 0, room = 0;  // open cells, their risk, those above 0.5, open cells around
    double live = 0, ready = 0;                       // clues: with open cells around, else with hidden safe ones
    double zeros = 0;                                 // chances that safe cells are zeros
};

constexpr std::size_t SOLVE_TRAITS = 10, REVEAL_TRAITS = 5;

}  // namespace

ClickTraits ClickRule::describe(Cell cell, bool solve) {
    ClickTraits out{};
    TraitWriter traits(out);
    const PositionCell one = position_->cells[cell];
    bool hidden = one.mark == Mark::SAFE;
    double most_ahead = 0, ahead = 0, best = NOT_SOLVABLE, solvable = 0;
    position_->shape->visit_neighbours(cell, [&](Cell other) {
        if (mark(other) == Mark::CLUE) {
            double saves = chord_ahead(other);
            most_ahead = std::max(most_ahead, saves);
            ahead += std::max(saves, 0.0);
        }
        if (!may_solve(other)) return;
        ++solvable;
        best = std::max(best, solve_worth(other));
    });
    double zero = solve ? 0 : zero_[cell], free = solve ? 0 : free_chance(cell, {});
    traits.write({static_cast<double>(solve), static_cast<double>(hidden), zero, free, centre(cell)});
    traits.write({std::min(most_ahead, MOST_AHEAD), ahead, std::min(solvable, MOST_SOLVABLE), best});
    if (solve) {
        find_solve(cell, nullptr, solve_);
        double free_sum = 0, zeros = 0, telling = 0, open = 0, none = 0, centres = 0, flags = 0;
        for (Cell other : solve_.reveals) {
            free_sum += free_chance(other, solve_.reveals);
            zeros += zero_[other];
            open += position_->cells[other].open();
            centres += centre(other);
            if (!may_tell(other)) continue;
            ++telling;
            none += none_[other];
        }
        for (Cell mine : solve_.flags) flags += flag_worth(mine, cell, solve_.reveals);
        traits.write({solve_.saves, static_cast<double>(solve_.reveals.size()),
                      static_cast<double>(solve_.flags.size()), free_sum, zeros, telling, open, none, centres,
                      flags});
        traits.skip(REVEAL_TRAITS);
    } else {
        // The chances that none and all of the open cells around it are mines; a chord at it if none is.
        double all = 1, chord = -1;
        position_->shape->visit_neighbours(cell, [&](Cell other) {
            if (mark(other) == Mark::OPEN) all *= risk_[other];
            chord += mark(other) == Mark::OPEN || mark(other) == Mark::SAFE;
            chord -= mark(other) == Mark::MINE && !flagged_[other];
        });
        traits.skip(SOLVE_TRAITS);
        traits.write({reveal_worth(cell), none_[cell], all, none_[cell] * std::max(chord, 0.0), chord});
    }
    traits.write({one.clue() ? 0.0 : one.found(), static_cast<double>(one.open()),
                  static_cast<double>(position_->mines_left) / std::max<double>(position_->open_count, 1),
                  static_cast<double>(position_->open_count)});
    around_.begin(*position_->shape, cell);
    for (std::uint32_t distance = 1; distance <= BELTS; ++distance) {
        Belt belt;
        around_.step([&](Cell other) {
            const PositionCell state = position_->cells[other];
            switch (state.mark) {
                case Mark::SAFE:
                    (state.open() == 0 ? belt.known : belt.telling) += 1;
                    belt.zeros += zero_[other];
                    break;
                case Mark::MINE:
                    (flagged_[other] ? belt.flags : belt.mines) += 1;
                    break;
                case Mark::OPEN:
                    belt.open += 1;
                    belt.risk += risk_[other];
                    belt.likely += risk_[other] > 0.5;
                    belt.room += state.open();
                    break;
                case Mark::CLUE:
                    belt.live += state.open() > 0;
                    belt.ready += state.open() == 0 && count_hidden(other) > 0;
                    break;
                case Mark::VOID:
                    return false;
            }
            belt.cells += 1;
            return true;
        });
        traits.write({belt.cells, belt.known, belt.telling, belt.mines, belt.flags, belt.open, belt.risk, belt.live,
                      belt.ready, belt.zeros, belt.likely, belt.room});
    }
    assert(traits.full());
    return out;
}

}  // namespace sapper
