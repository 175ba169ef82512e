// A luck-free game: it is never lost by a guess. At a guess its value is multiplied by the exact chance that the cell
// is safe, and the game goes on in a layout in which it is: in the present one where that has no mine there, and else
// in one drawn uniformly from those that fit the board and have none there. The mean of the values of many games is
// the win rate; docs/luck_free.md has the proof. It needs layouts that are equally likely, so not the rule `moved`.
//
// An endgame counts with its exact value: at the first guess with few worlds left the value is multiplied by what the
// best play wins from there. Guesses then cost no more than what they fall short of the best.
//
// Where the chance is not known, the game is played on as it is: its value becomes 0 at a mine. That keeps the mean.
// It is so where a board is too wide to count, for reveals that the strategy does not call a guess, and once the game
// has told the strategy more than the board does.
//
// Draws depend on the game's seed and the guessed cell only, and keep what they can of the layout before
// (strategy/world_draw.hpp), so that two strategies on the same seed stay on similar layouts. A guess costs one count
// of the board, and a redraw another one.
#pragma once

#include <cstdint>

#include "endgame/search.hpp"
#include "game/dealt_board.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"
#include "strategy/strategy.hpp"
#include "strategy/world_draw.hpp"
#include "strategy/world_search.hpp"

namespace sapper {

class LuckFree {
  public:
    // Endgames count with their value only for a strategy that loses by nothing but guesses.
    explicit LuckFree(bool deduces_right);

    // Begins the game of a seed.
    void begin(std::uint64_t seed);

    // The strategy was told more than the board shows: fitting layouts are no longer equally likely.
    void tell() { told_ = true; }

    // Counts a guess, and prepares the layout for it: unless the cell is a mine for certain, it is safe afterwards.
    // `blank` is the position before the first reveal, and `position` has all cells that are shown.
    void guess(const Position& blank, const Position& position, Cell cell, DealtBoard& dealt, Resources& resources);

    // The value of the game when it has ended. In an endgame also a certain mine is a guess that falls short.
    double value(bool won) const { return won || endgame_.worlds > 0 ? value_ * endgame_value_ : 0; }

  private:
    double chance_of(Cell cell, Resources& resources);
    void leave_layout(Cell cell, DealtBoard& dealt, Resources& resources);
    void count(Cell cell, double chance, const DealtBoard& dealt, const Resources& resources);
    void keep_shown(const DealtBoard& dealt);

    const bool deduces_right_;
    std::uint64_t salt_ = 0;
    bool told_ = false;
    double value_ = 1;          // of the guesses before the endgame
    double endgame_value_ = 1;  // of the endgame, less what its guesses fell short of the best
    double reached_ = 1;        // the chance to survive the guesses of the endgame so far
    Position board_;            // what the board shows, settled
    Outlook outlook_;
    WorldDraw draw_;
    WorldSearch lister_;
    Endgame endgame_;  // the worlds that are left; none before the endgame
    SearchResult best_;
    SearchScratch scratch_;
};

}  // namespace sapper
