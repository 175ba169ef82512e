// Plays for few clicks: flags mines and makes chords where that is expected to save clicks, and guesses as
// `lookahead` does, so that it wins as often.
//
// Before every click it settles all that is certain. A clue can be chorded when all mines around it are known. What a
// chord saves is the expected number of clicks that the cells it reveals would take otherwise, less the flags it
// needs and itself. A cell that a zero beside it reveals takes none; the chance of a zero follows from the mine
// probabilities. A flag is worth part of a click, because other chords may use it. The same is counted for safe cells
// whose number is known, with the click that reveals them. Where no chord is worth it, a safe cell of unknown number
// is revealed: one that is likely to be a zero, or the centre of a good chord, and unlikely to be revealed otherwise.
// A safe cell whose number is known tells nothing, so it waits until only such cells are left.
#include <algorithm>
#include <limits>
#include <memory>

#include "base/error.hpp"
#include "strategy/catalogue.hpp"
#include "strategy/hazard.hpp"
#include "strategy/registration.hpp"

namespace sapper {

namespace {

struct Settings {
    bool flags = true;
    double win = 1;            // 1: takes no risk for clicks
    double flag_worth = 0.55;  // clicks that a flag saves later, at most
    double reach = 3.75;       // cells beside a flag from which it is worth that
    double eager = 0.144;      // clicks that a chord may lose and is made nevertheless
    double second = 0.127;     // weight of what the next chord saves
    double zero = 1.15;        // weights of what speaks for or against a reveal
    double centre = 0.077;
    double free = 0.461;
    double wait = 0.2;
};

// Clicks that a certain loss is worth, for every unit of win / (1 - win).
constexpr double PRICE_OF_LOSS = 2;
constexpr double MOST_WAIT = 3;

class Efficient : public Mover {
  public:
    explicit Efficient(const Settings& settings) : settings_(settings) {
        const Strategy& guesser = catalogue().find("lookahead");
        guesser_ = guesser.make(guesser.budget("normal"));
        price_ = settings.win < 1 ? PRICE_OF_LOSS * settings.win / (1 - settings.win)
                                  : std::numeric_limits<double>::infinity();
    }

    Move next_move(Position& position, const Turn& turn, Resources& resources) override {
        if (turn.click == 0 || flagged_.size() != position.cells.size()) {
            flagged_.assign(position.cells.size(), 0);
            planned_.clear();
        }
        if (turn.asks_for_opening()) return turn.opening;
        if (!planned_.empty()) return next_planned();
        if (!settle(position, resources)) return guesser_->next_move(position, turn, resources);
        fill_risks(position, outlook_, risk_);
        find_zeros(position);
        if (turn.flags && settings_.flags && plan_chord(position)) return next_planned();
        if (Move move = best_reveal(position); move.cell != NO_CELL) return move;
        if (position.open_count == 0) return {likeliest_zero(position)};
        // The guesser would reveal safe cells first, also those that tell nothing.
        bare_ = position;
        bare_.safe.clear();
        return guesser_->next_move(bare_, turn, resources);
    }

  private:
    Move next_planned() {
        Move move = planned_.back();
        planned_.pop_back();
        return move;
    }

    // Settles everything that is certain. False where the position is too wide to count.
    bool settle(Position& position, Resources& resources) try {
        settle_position(position);
        while (settle_pairs(position, pairs_)) continue;
        do {
            look(position, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
        } while (settle_certain(position, outlook_));
        return true;
    } catch (const LimitError&) {
        return false;
    }

    // The chance that each hidden cell shows a zero, as if the cells around it were independent.
    void find_zeros(const Position& position) {
        zero_.assign(position.cells.size(), 0);
        for (Cell cell = 0; cell < zero_.size(); ++cell) {
            const PositionCell& one = position.cells[cell];
            if ((one.mark != Mark::SAFE && one.mark != Mark::OPEN) || one.found() > 0) continue;
            double chance = one.mark == Mark::OPEN ? 1 - risk_[cell] : 1;
            position.shape->visit_neighbours(cell, [&](Cell other) {
                if (position.cells[other].mark == Mark::OPEN) chance *= 1 - risk_[other];
            });
            zero_[cell] = chance;
        }
    }

    // The chance that some zero beside a cell reveals it, apart from `others`.
    double free_chance(const Position& position, Cell cell, std::span<const Cell> others) const {
        double none = 1;
        position.shape->visit_neighbours(cell, [&](Cell other) {
            if (!holds(others, other)) none *= 1 - zero_[other];
        });
        return 1 - none;
    }

    static bool holds(std::span<const Cell> cells, Cell cell) {
        return std::find(cells.begin(), cells.end(), cell) != cells.end();
    }

    // Whether all mines around a clue, or a hidden safe cell, are known, and a chord would reveal cells.
    static bool may_chord(const Position& position, Cell cell) {
        const PositionCell& one = position.cells[cell];
        bool known = one.mark == Mark::CLUE ? one.need == 0 && one.spare == 0
                                            : one.mark == Mark::SAFE && one.open() == 0 && one.found() > 0;
        bool useful = false;
        if (known)
            position.shape->visit_neighbours(cell,
                                             [&](Cell other) { useful |= position.cells[other].mark == Mark::SAFE; });
        return useful;
    }

    // What a solve reveals and flags.
    struct Solve {
        std::vector<Cell> reveals, flags;
        double saves = 0;
    };

    // The solve of a cell after another one, or after none.
    void find_solve(const Position& position, Cell cell, const Solve* before, Solve& out) const {
        out.reveals.clear();
        out.flags.clear();
        auto revealed = [&](Cell other) { return before && holds(before->reveals, other); };
        bool hidden = position.cells[cell].mark == Mark::SAFE && !revealed(cell);
        if (hidden) out.reveals.push_back(cell);
        position.shape->visit_neighbours(cell, [&](Cell other) {
            Mark mark = position.cells[other].mark;
            if (mark == Mark::SAFE && !revealed(other)) out.reveals.push_back(other);
            if (mark == Mark::MINE && !flagged_[other] && !(before && holds(before->flags, other)))
                out.flags.push_back(other);
        });
        out.saves = hidden ? -2 : -1;
        // Zeros later in the list are counted when their turn comes.
        std::span<const Cell> later(out.reveals);
        for (; !later.empty(); later = later.subspan(1)) out.saves += 1 - free_chance(position, later[0], later);
        for (Cell mine : out.flags) out.saves -= 1 - flag_worth(position, mine, cell, out.reveals);
    }

    // Clicks that a flag is expected to save by chords other than that at `clue`, which reveals these cells.
    double flag_worth(const Position& position, Cell mine, Cell clue, std::span<const Cell> reveals) const {
        int centres = 0;
        position.shape->visit_neighbours(mine, [&](Cell other) {
            if (other == clue || position.cells[other].mark == Mark::MINE) return;
            int hidden = 0;
            position.shape->visit_neighbours(other, [&](Cell third) {
                Mark mark = position.cells[third].mark;
                hidden += (mark == Mark::SAFE || mark == Mark::OPEN) && !holds(reveals, third);
            });
            centres += hidden >= 2;
        });
        return settings_.flag_worth * std::min(1.0, centres / std::max(settings_.reach, 1.0));
    }

    // What the best solve near a cell saves after it.
    double next_saves(const Position& position, Cell cell) {
        near_.clear();
        position.shape->visit_neighbours(cell, [&](Cell other) {
            near_.push_back(other);
            position.shape->visit_neighbours(other, [&](Cell third) { near_.push_back(third); });
        });
        std::sort(near_.begin(), near_.end());
        near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
        double most = 0;
        for (Cell other : near_) {
            if (other == cell || !may_chord(position, other)) continue;
            find_solve(position, other, &solve_, next_);
            most = std::max(most, next_.saves);
        }
        return most;
    }

    // Plans the clicks of the solve that saves most; false where none saves enough.
    bool plan_chord(const Position& position) {
        double most = -settings_.eager;
        Cell best = NO_CELL;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            if (!may_chord(position, cell)) continue;
            find_solve(position, cell, nullptr, solve_);
            double saves = solve_.saves;
            if (settings_.second > 0 && saves > most - 2) saves += settings_.second * next_saves(position, cell);
            if (saves > most) most = saves, best = cell;
        }
        if (best == NO_CELL) return false;
        planned_.push_back({.cell = best, .kind = ClickKind::CHORD});
        find_solve(position, best, nullptr, solve_);
        for (Cell mine : solve_.flags) {
            flagged_[mine] = 1;
            planned_.push_back({.cell = mine, .kind = ClickKind::FLAG});
        }
        if (position.cells[best].mark == Mark::SAFE) planned_.push_back({best});
        return true;
    }

    // A cell of unknown number to reveal: a safe one, unless a risk is worth the clicks it saves.
    Move best_reveal(const Position& position) {
        Move move;
        double most = -std::numeric_limits<double>::infinity();
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            const PositionCell& one = position.cells[cell];
            if (one.mark != Mark::SAFE || one.open() == 0) continue;
            double worth = reveal_worth(position, cell);
            if (worth > most) most = worth, move = {cell};
        }
        if (move.cell == NO_CELL || settings_.win >= 1) return move;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            if (position.cells[cell].mark != Mark::OPEN) continue;
            double worth = (1 - risk_[cell]) * reveal_worth(position, cell) - price_ * risk_[cell];
            if (worth > most) most = worth, move = {cell, &reasons::CLICKS, 1 - risk_[cell]};
        }
        return move;
    }

    double reveal_worth(const Position& position, Cell cell) const {
        double wait = 0;
        position.shape->visit_neighbours(cell, [&](Cell other) {
            if (position.cells[other].mark == Mark::CLUE) wait = std::max(wait, chord_ahead(position, other));
        });
        return settings_.zero * zero_[cell] + settings_.centre * centre(position, cell) -
               settings_.free * free_chance(position, cell, {}) - settings_.wait * std::min(wait, MOST_WAIT);
    }

    // What a chord at a clue would save if all mines around it were known, apart from its own click.
    double chord_ahead(const Position& position, Cell clue) const {
        const PositionCell& one = position.cells[clue];
        int saves = one.spare - one.need;
        position.shape->visit_neighbours(clue, [&](Cell other) {
            Mark mark = position.cells[other].mark;
            saves += mark == Mark::SAFE;
            saves -= mark == Mark::MINE && !flagged_[other];
        });
        return saves;
    }

    // What a chord at a cell is expected to save once it is revealed.
    double centre(const Position& position, Cell cell) const {
        double saves = -1;
        position.shape->visit_neighbours(cell, [&](Cell other) {
            Mark mark = position.cells[other].mark;
            if (mark == Mark::SAFE) saves += 1;
            if (mark == Mark::OPEN) saves += 1 - 2 * risk_[other];
            if (mark == Mark::MINE && !flagged_[other]) saves -= 1;
        });
        return std::max(saves, 0.0);
    }

    Cell likeliest_zero(const Position& position) const {
        Cell best = NO_CELL;
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::SAFE && (best == NO_CELL || zero_[cell] > zero_[best]))
                best = cell;
        return best;
    }

    const Settings settings_;
    double price_;  // clicks that a certain loss is worth
    std::unique_ptr<Mover> guesser_;
    std::vector<std::uint8_t> flagged_;  // a cell, planned flags included
    std::vector<Move> planned_;          // the next one last
    std::vector<double> risk_, zero_;    // a cell
    std::vector<Cell> near_;
    Solve solve_, next_;
    PairScratch pairs_;
    Outlook outlook_;
    Position bare_;
};

SettingList<Settings> list_settings() {
    return {
        setting("flags", &Settings::flags, "whether it flags mines and makes chords"),
        setting("win", &Settings::win, "1 takes no risk to save clicks; lower values give up wins for clicks"),
        setting("flag_worth", &Settings::flag_worth, "clicks that a flag is expected to save later, at most"),
        setting("reach", &Settings::reach, "cells beside a flag that may be chorded, from which it is worth that"),
        setting("eager", &Settings::eager, "clicks that a chord may cost more than it saves"),
        setting("second_chord", &Settings::second, "weight of what the best chord after a chord saves"),
        setting("zero", &Settings::zero, "weight of the chance that a revealed cell is a zero"),
        setting("centre", &Settings::centre, "weight of what a chord at a revealed cell may save"),
        setting("free", &Settings::free, "weight against cells that a zero may reveal"),
        setting("wait", &Settings::wait, "weight against cells that a chord may reveal later"),
    };
}

}  // namespace

Strategy efficient_strategy() {
    return register_strategy<Efficient>(Registration<Settings>{
        .name = "efficient",
        .settings = list_settings(),
        .reasons = {&reasons::LOOKAHEAD, &reasons::SAFEST, &reasons::ENDGAME, &reasons::AREA, &reasons::ESTIMATE,
                    &reasons::CLICKS},
        .gallery = {{"efficient", "efficient"}},
    });
}

}  // namespace sapper
