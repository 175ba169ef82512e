// Layouts drawn uniformly from all that fit a position, as it is or with a cell known to be safe: what a game that
// never dies goes on in, whether it is played out, luck-free or moved by a learner. If a layout no longer fits
// because it has a mine in that cell, another one is drawn that keeps as much as possible of the old one. So two
// games that began on the same layout still differ little after one of them had to leave it.
//
// It keeps the old mines of a component none of whose clues was touched, where it is to have as many of them as
// before. That leaves all layouts equally likely: the ways to place so many mines there are the same before and
// after, and within them nothing was known of the old ones. For the same reason floating cells only gain or lose the
// mines they have to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "count/analysis.hpp"
#include "count/sample.hpp"
#include "position/position.hpp"

namespace sapper {

class WorldDraw {
  public:
    // Reads a settled position that has a world in which a cell is safe; NO_CELL: any cell may be a mine. Throws
    // LimitError when it is too wide.
    void aim(const Position& position, const Limits& limits, Cell safe = NO_CELL);

    // Draws one layout: 1 for every cell with a mine. Two positions draw alike by the same salt where they are alike.
    std::span<const std::uint8_t> draw(std::uint64_t salt);

    // Draws one that keeps what it can of a layout drawn from those that fit the position and have a mine in the safe
    // cell. The salt must be independent of it.
    std::span<const std::uint8_t> redraw(std::span<const std::uint8_t> old, std::uint64_t salt);

  private:
    void state_rules(const Position& position);
    void keep_components(std::span<const std::uint8_t> old);
    void keep_floating(std::span<const std::uint8_t> old, std::uint64_t salt);

    Position revealed_;  // the position, with the cell known to be safe
    Analysis analysis_;
    AnalysisScratch scratch_;
    Buffer<Cell> cell_of_;               // unknown cell -> cell
    Buffer<std::uint32_t> index_of_;     // cell -> unknown cell
    std::vector<std::uint8_t> touched_;  // a cell: whether a clue beside it has other open cells than before
    std::vector<std::uint8_t> drawn_, mined_;
    std::vector<Cell> movable_;
};

}  // namespace sapper
