// Position + flags -> the next click for few clicks, by expected values. A clue can be chorded when all mines around
// it are known. What a chord saves is the expected number of clicks that the cells it reveals would take otherwise,
// less the flags it needs and itself. A cell that a zero beside it reveals takes none; the chance of a zero follows
// from the mine probabilities. A flag is worth part of a click, because other chords may use it. The same is counted
// for safe cells whose number is known, with the click that reveals them. A safe cell of unknown number is worth a
// reveal if it is likely to be a zero, or the centre of a good chord, and unlikely to be revealed otherwise.
//
// To solve a cell means to reveal it if it is hidden, to flag the mines around it that have no flag, and to chord it.
// A look costs as much as a few visits to the cells near those that are known to be safe.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "position/position.hpp"
#include "strategy/around.hpp"
#include "strategy/knack.hpp"
#include "strategy/settings.hpp"

namespace sapper {

struct ClickWeights {
    double flag_worth = 0.55;  // clicks that a flag saves later, at most
    double reach = 3.75;       // cells beside a flag from which it is worth that
    double eager = 0.144;      // clicks that a chord may lose and is made nevertheless
    double second = 0.127;     // weight of what the next chord saves
    double zero = 1.15;        // weights of what speaks for or against a reveal
    double centre = 0.077;
    double free = 0.461;
    double wait = 0.2;
};
SettingList<ClickWeights> click_weights();

class ClickRule {
  public:
    struct Reveal {
        Cell cell = NO_CELL;
        double worth = -std::numeric_limits<double>::infinity();
    };

    struct Click {
        Cell cell = NO_CELL;
        bool solve = false;
    };

    explicit ClickRule(const ClickWeights& weights) : weights_(weights) {}

    // Reads a settled position with the flags and the mine probability of each cell. All three must outlive what is
    // asked. With `all`, cells that may be mines can be asked for too. With a window, only safe cells that have a 1
    // in it count.
    void read(const Position& position, std::span<const std::uint8_t> flagged, std::span<const double> risk,
              bool all = false, std::span<const std::uint8_t> window = {});

    // The safe cells and all beside them, rising: only these can be revealed or chorded.
    std::span<const Cell> near_safe() const { return near_safe_; }
    // Whether a cell can be solved: all mines around it are known, and a chord would reveal cells.
    bool may_solve(Cell cell) const;
    // Clicks that the solve of such a cell is expected to save.
    double solve_worth(Cell cell);
    // The mines that this solve flags.
    std::span<const Cell> flags_of(Cell cell);
    // Whether a cell is safe and its number is not known.
    bool may_tell(Cell cell) const;
    // Whether a cell can be solved and its solve may reveal a cell of unknown number, directly or by one zero. Other
    // solves wait until nothing is uncertain, because more is known then.
    bool worth_solving(Cell cell) const;
    // How much speaks for the reveal of a cell.
    double reveal_worth(Cell cell) const;

    // The solve or reveal that is best by knack; none where no reveal tells anything and no solve that is worth it
    // saves enough.
    // Of the solves and of the reveals, only so many that are best by the rule are judged.
    Click best_click(std::size_t most_judged = std::numeric_limits<std::size_t>::max());
    // What knack is told of the solve or the reveal of a cell.
    ClickTraits describe(Cell cell, bool solve);

    // The cell whose solve is worth it and saves most; none where none saves enough. A quick look leaves out the
    // chord after it.
    Cell best_solve(bool quick = false);
    // The best reveal of a safe cell of unknown number.
    Reveal best_reveal() const;
    // The safe cell that is most likely a zero.
    Cell likeliest_zero() const;

  private:
    // What a solve reveals and flags.
    struct Solve {
        std::vector<Cell> reveals, flags;
        double saves = 0;
    };

    bool may_reveal_news(Cell cell) const;
    Mark mark(Cell cell) const { return position_->cells[cell].mark; }
    void forget(std::size_t cells);
    void list_near_safe(bool all, std::span<const std::uint8_t> window);
    void find_zeros();
    void find_solve(Cell cell, const Solve* before, Solve& out) const;
    double free_chance(Cell cell, std::span<const Cell> others) const;
    std::size_t count_hidden(Cell cell) const;
    double flag_worth(Cell mine, Cell clue, std::span<const Cell> reveals) const;
    double next_saves(Cell cell);
    double chord_ahead(Cell clue) const;
    double centre(Cell cell) const;

    ClickWeights weights_;
    const Position* position_ = nullptr;
    std::span<const std::uint8_t> flagged_;
    std::span<const double> risk_;
    std::vector<Cell> near_safe_;
    std::vector<std::uint8_t> is_near_;  // a cell; 0 between two looks
    // Of the cells near safe ones: the chance of a zero, that no open cell around is a mine, and what a solve saves.
    std::vector<double> zero_, none_, saves_;
    std::vector<Cell> solved_;                  // whose solve was found
    mutable std::vector<std::uint8_t> hidden_;  // a cell: count_hidden(), where it was asked for
    Around around_;
    std::vector<Cell> near_;
    Solve solve_, next_;
    struct Rated {
        double worth;  // by the rule
        Cell cell;
    };
    std::vector<Rated> solves_, reveals_;
};

}  // namespace sapper
