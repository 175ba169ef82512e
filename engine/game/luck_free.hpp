// A luck-free game: it is never lost by a guess. At a guess its value is multiplied by the exact chance that the cell
// is safe, and the game goes on in a layout in which it is: in the present one where that has no mine there, and else
// in one drawn uniformly from those that fit the board and have none there. The mean of the values of many games is
// the win rate; docs/luck_free.md has the proof. It needs layouts that are equally likely, so not the rule `moved`.
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

#include "game/dealt_board.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"
#include "strategy/strategy.hpp"
#include "strategy/world_draw.hpp"

namespace sapper {

class LuckFree {
  public:
    // Begins the game of a seed.
    void begin(std::uint64_t seed);

    // The strategy was told more than the board shows: fitting layouts are no longer equally likely.
    void tell() { told_ = true; }

    // Prepares the layout for a guess. `blank` is the position before the first reveal, and `position` has all cells
    // that are shown. Returns the factor for the value; where that is above 0 and below 1, the cell is safe
    // afterwards.
    double guess(const Position& blank, const Position& position, Cell cell, DealtBoard& dealt, Resources& resources);

  private:
    double chance_of(Cell cell, Resources& resources);

    std::uint64_t salt_ = 0;
    bool told_ = false;
    Position board_, after_;  // what the board shows, settled; the same with the guessed cell safe
    Outlook outlook_;
    WorldDraw draw_;
};

}  // namespace sapper
