// World + what is shown and flagged -> the clicks that are still to make if this world is the true one, by a player
// who knows all mines but solves only cells that are shown: H-ZiNi from the middle of a game. To solve a cell is to
// flag the mines around it and to chord it. The cell whose solve saves most clicks is solved as long as one saves
// none or more; then an opening or a single cell is revealed.
//
// A world is one that was drawn from those that fit a position, never the layout of the game. One forecast costs as
// much as a few visits to the neighbours of every hidden cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position/position.hpp"

namespace sapper {

class ClickForecast {
  public:
    static constexpr std::uint32_t MOST_NEIGHBOURS = 26;  // of a cell, so that premiums fit in a byte

    // Reads a world, 1 for every cell with a mine, which must outlive the forecasts.
    void lay(const Shape& shape, std::span<const std::uint8_t> world);

    // What a cell without a mine shows.
    int shows(Cell cell) const { return shows_[cell]; }

    // The clicks that win from a position on that fits the world; `flagged` has 1 for every cell with a flag.
    std::uint32_t clicks_left(const Position& position, std::span<const std::uint8_t> flagged);

  private:
    void read(const Position& position, std::span<const std::uint8_t> flagged);
    void find_openings();
    void find_premiums();
    std::uint32_t solve(Cell cell);
    void reveal(Cell cell);
    void show(Cell cell);

    const Shape* shape_ = nullptr;
    std::span<const std::uint8_t> world_;
    std::vector<std::uint8_t> shows_;
    std::vector<std::uint8_t> open_, flagged_, single_;  // one a cell; a single is revealed by no opening
    std::vector<std::int8_t> premium_;                   // clicks that the solve of a cell saves
    std::vector<std::uint32_t> reached_by_;              // a cell: the last hidden opening that reveals it
    std::vector<std::uint32_t> first_;                   // of every hidden opening, into `cells_`
    std::vector<Cell> cells_;                            // of every opening: its zeros and its border
    std::vector<Cell> singles_;
    std::uint32_t hidden_ = 0;  // safe cells
};

}  // namespace sapper
