#include "strategy/click_rule.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr double MOST_WAIT = 3;
constexpr std::uint8_t NOT_COUNTED = 0xff;
constexpr double NOT_FOUND = -1e9;  // below what any solve saves
static_assert(MAX_NEIGHBOURS < NOT_COUNTED);

bool holds(std::span<const Cell> cells, Cell cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

}  // namespace

SettingList<ClickWeights> click_weights() {
    return {
        setting("flag_worth", &ClickWeights::flag_worth, "clicks that a flag is expected to save later, at most"),
        setting("reach", &ClickWeights::reach,
                "cells beside a flag that may be chorded, from which it is worth that"),
        setting("eager", &ClickWeights::eager, "clicks that a chord may cost more than it saves"),
        setting("second_chord", &ClickWeights::second, "weight of what the best chord after a chord saves"),
        setting("zero", &ClickWeights::zero, "weight of the chance that a revealed cell is a zero"),
        setting("centre", &ClickWeights::centre, "weight of what a chord at a revealed cell may save"),
        setting("free", &ClickWeights::free, "weight against cells that a zero may reveal"),
        setting("wait", &ClickWeights::wait, "weight against cells that a chord may reveal later"),
    };
}

void ClickRule::read(const Position& position, std::span<const std::uint8_t> flagged, std::span<const double> risk,
                     bool all, std::span<const std::uint8_t> window) {
    forget(position.cells.size());
    position_ = &position;
    flagged_ = flagged;
    risk_ = risk;
    hidden_.assign(position.cells.size(), NOT_COUNTED);
    list_near_safe(all, window);
    find_zeros();
}

// Clears what was found before, cell by cell: there are few.
void ClickRule::forget(std::size_t cells) {
    if (zero_.size() != cells) {
        zero_.assign(cells, 0);
        none_.assign(cells, 0);
        saves_.assign(cells, NOT_FOUND);
    } else {
        for (Cell cell : near_safe_) zero_[cell] = none_[cell] = 0;
        for (Cell cell : solved_) saves_[cell] = NOT_FOUND;
    }
    solved_.clear();
}

void ClickRule::list_near_safe(bool all, std::span<const std::uint8_t> window) {
    near_safe_.clear();
    is_near_.resize(position_->cells.size());
    auto add = [&](Cell cell) {
        if (is_near_[cell]) return;
        is_near_[cell] = 1;
        near_safe_.push_back(cell);
    };
    for (Cell cell : position_->safe) {
        if (mark(cell) != Mark::SAFE || (!window.empty() && !window[cell])) continue;
        add(cell);
        position_->shape->visit_neighbours(cell, add);
    }
    if (all)
        for (Cell cell = 0; cell < is_near_.size(); ++cell) add(cell);
    std::sort(near_safe_.begin(), near_safe_.end());
    for (Cell cell : near_safe_) is_near_[cell] = 0;
}

// As if the cells around a cell were independent.
void ClickRule::find_zeros() {
    for (Cell cell : near_safe_) {
        const PositionCell& one = position_->cells[cell];
        if (one.mark != Mark::SAFE && one.mark != Mark::OPEN) continue;
        double chance = one.mark == Mark::OPEN ? 1 - risk_[cell] : 1;
        position_->shape->visit_neighbours(cell, [&](Cell other) {
            if (mark(other) == Mark::OPEN) chance *= 1 - risk_[other];
        });
        none_[cell] = chance;
        if (one.found() == 0) zero_[cell] = chance;
    }
}

// The chance that some zero beside a cell reveals it, apart from `others`.
double ClickRule::free_chance(Cell cell, std::span<const Cell> others) const {
    double none = 1;
    position_->shape->visit_neighbours(cell, [&](Cell other) {
        if (!holds(others, other)) none *= 1 - zero_[other];
    });
    return 1 - none;
}

bool ClickRule::may_solve(Cell cell) const {
    const PositionCell& one = position_->cells[cell];
    bool known = one.mark == Mark::CLUE ? one.need == 0 && one.spare == 0
                                        : one.mark == Mark::SAFE && one.open() == 0 && one.found() > 0;
    bool useful = false;
    if (known) position_->shape->visit_neighbours(cell, [&](Cell other) { useful |= mark(other) == Mark::SAFE; });
    return useful;
}

bool ClickRule::may_tell(Cell cell) const {
    const PositionCell& one = position_->cells[cell];
    return one.mark == Mark::SAFE && one.open() > 0;
}

bool ClickRule::may_reveal_news(Cell cell) const {
    auto has_news = [&](Cell other) {
        if (may_tell(other)) return true;
        const PositionCell& one = position_->cells[other];
        bool out = false;
        if (one.mark == Mark::SAFE && one.found() == 0)  // a zero, because all around it are safe
            position_->shape->visit_neighbours(other, [&](Cell third) { out |= may_tell(third); });
        return out;
    };
    bool out = has_news(cell);
    position_->shape->visit_neighbours(cell, [&](Cell other) { out |= has_news(other); });
    return out;
}

bool ClickRule::worth_solving(Cell cell) const {
    return may_solve(cell) && (position_->open_count == 0 || may_reveal_news(cell));
}

// The solve of a cell after another one, or after none.
void ClickRule::find_solve(Cell cell, const Solve* before, Solve& out) const {
    out.reveals.clear();
    out.flags.clear();
    auto revealed = [&](Cell other) { return before && holds(before->reveals, other); };
    bool hidden = mark(cell) == Mark::SAFE && !revealed(cell);
    if (hidden) out.reveals.push_back(cell);
    position_->shape->visit_neighbours(cell, [&](Cell other) {
        if (mark(other) == Mark::SAFE && !revealed(other)) out.reveals.push_back(other);
        if (mark(other) == Mark::MINE && !flagged_[other] && !(before && holds(before->flags, other)))
            out.flags.push_back(other);
    });
    out.saves = hidden ? -2 : -1;
    // Zeros later in the list are counted when their turn comes.
    std::span<const Cell> later(out.reveals);
    for (; !later.empty(); later = later.subspan(1)) out.saves += 1 - free_chance(later[0], later);
    for (Cell mine : out.flags) out.saves -= 1 - flag_worth(mine, cell, out.reveals);
}

double ClickRule::solve_worth(Cell cell) {
    double& saves = saves_[cell];
    if (saves == NOT_FOUND) {
        find_solve(cell, nullptr, next_);
        saves = next_.saves;
        solved_.push_back(cell);
    }
    return saves;
}

std::span<const Cell> ClickRule::flags_of(Cell cell) {
    find_solve(cell, nullptr, solve_);
    return solve_.flags;
}

// The hidden cells around a cell that are not known to be mines.
std::size_t ClickRule::count_hidden(Cell cell) const {
    std::uint8_t& count = hidden_[cell];
    if (count == NOT_COUNTED) {
        count = 0;
        position_->shape->visit_neighbours(
            cell, [&](Cell other) { count += mark(other) == Mark::SAFE || mark(other) == Mark::OPEN; });
    }
    return count;
}

// Clicks that a flag is expected to save by chords other than that at `clue`, which reveals these cells.
double ClickRule::flag_worth(Cell mine, Cell clue, std::span<const Cell> reveals) const {
    int centres = 0;
    position_->shape->visit_neighbours(mine, [&](Cell other) {
        if (other == clue || mark(other) == Mark::MINE) return;
        std::size_t hidden = count_hidden(other);
        // Most cells have so few or so many around them that it does not matter which of them are revealed.
        if (hidden >= 2 && hidden < 2 + reveals.size())
            position_->shape->visit_neighbours(other, [&](Cell third) { hidden -= holds(reveals, third); });
        centres += hidden >= 2;
    });
    return weights_.flag_worth * std::min(1.0, centres / std::max(weights_.reach, 1.0));
}

// What the best solve near a cell saves after its solve, which was found last.
double ClickRule::next_saves(Cell cell) {
    near_.clear();
    position_->shape->visit_neighbours(cell, [&](Cell other) {
        near_.push_back(other);
        position_->shape->visit_neighbours(other, [&](Cell third) { near_.push_back(third); });
    });
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
    double most = 0;
    for (Cell other : near_) {
        if (other == cell || !may_solve(other)) continue;
        find_solve(other, &solve_, next_);
        most = std::max(most, next_.saves);
    }
    return most;
}

Cell ClickRule::best_solve(bool quick) {
    double most = -weights_.eager;
    Cell best = NO_CELL;
    for (Cell cell : near_safe_) {
        if (!worth_solving(cell)) continue;
        find_solve(cell, nullptr, solve_);
        double saves = solve_.saves;
        if (!quick && weights_.second > 0 && saves > most - 2) saves += weights_.second * next_saves(cell);
        if (saves > most) most = saves, best = cell;
    }
    return best;
}

ClickRule::Click ClickRule::best_click(std::size_t most_judged) {
    solves_.clear();
    reveals_.clear();
    for (Cell cell : near_safe_) {
        if (worth_solving(cell) && solve_worth(cell) > -weights_.eager) solves_.push_back({solve_worth(cell), cell});
        if (may_tell(cell)) reveals_.push_back({reveal_worth(cell), cell});
    }
    double most = -std::numeric_limits<double>::infinity();
    Click best;
    for (auto* clicks : {&solves_, &reveals_}) {
        if (clicks->size() > most_judged) {
            auto end = clicks->begin() + static_cast<std::ptrdiff_t>(most_judged);
            std::partial_sort(clicks->begin(), end, clicks->end(), [](const Rated& a, const Rated& b) {
                return a.worth != b.worth ? a.worth > b.worth : a.cell < b.cell;
            });
            clicks->resize(most_judged);
        }
        for (const Rated& one : *clicks) {
            double worth = judge_by_knack(describe(one.cell, clicks == &solves_));
            if (worth > most) most = worth, best = {one.cell, clicks == &solves_};
        }
    }
    return best;
}

ClickRule::Reveal ClickRule::best_reveal() const {
    Reveal best;
    for (Cell cell : near_safe_) {
        if (!may_tell(cell)) continue;
        double worth = reveal_worth(cell);
        if (worth > best.worth) best = {cell, worth};
    }
    return best;
}

double ClickRule::reveal_worth(Cell cell) const {
    double wait = 0;
    position_->shape->visit_neighbours(cell, [&](Cell other) {
        if (mark(other) == Mark::CLUE) wait = std::max(wait, chord_ahead(other));
    });
    return weights_.zero * zero_[cell] + weights_.centre * centre(cell) - weights_.free * free_chance(cell, {}) -
           weights_.wait * std::min(wait, MOST_WAIT);
}

// What a chord at a clue would save if all mines around it were known, apart from its own click.
double ClickRule::chord_ahead(Cell clue) const {
    const PositionCell& one = position_->cells[clue];
    int saves = one.spare - one.need;
    position_->shape->visit_neighbours(clue, [&](Cell other) {
        saves += mark(other) == Mark::SAFE;
        saves -= mark(other) == Mark::MINE && !flagged_[other];
    });
    return saves;
}

// What a chord at a cell is expected to save once it is revealed.
double ClickRule::centre(Cell cell) const {
    double saves = -1;
    position_->shape->visit_neighbours(cell, [&](Cell other) {
        if (mark(other) == Mark::SAFE) saves += 1;
        if (mark(other) == Mark::OPEN) saves += 1 - 2 * risk_[other];
        if (mark(other) == Mark::MINE && !flagged_[other]) saves -= 1;
    });
    return std::max(saves, 0.0);
}

Cell ClickRule::likeliest_zero() const {
    Cell best = NO_CELL;
    for (Cell cell : near_safe_)
        if (mark(cell) == Mark::SAFE && (best == NO_CELL || zero_[cell] > zero_[best])) best = cell;
    return best;
}

}  // namespace sapper
