// Games played out from a position, on layouts drawn from all that fit, by a simple and quick policy. A rollout never
// dies: where it guesses, it multiplies its value by the chance to survive and goes on in a layout in which it did,
// so that one rollout tells a chance and not merely won or lost. Where few worlds are left it ends with their exact
// value; areas that nothing outside can help count with theirs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../analysis.hpp"
#include "../sample.hpp"
#include "strategy.hpp"

namespace sapper {

// Draws layouts that fit a position, uniformly.
class LayoutDraw {
  public:
    // Reads a settled position that has a world.
    void aim(const Known& known, const Limits& limits);

    // Draws one layout: 1 for every cell with a mine. Two positions draw alike by the same salt where they are alike.
    std::span<const std::uint8_t> draw(std::uint64_t salt);

  private:
    Analysis analysis_;
    Workspace workspace_;
    Buffer<Cell> cell_of_;            // unknown cell -> cell
    Buffer<std::uint32_t> index_of_;  // cell -> unknown cell
    std::vector<std::uint8_t> drawn_, mined_;
};

// The memory of rollouts; one a mind.
struct Rollouts {
    std::vector<LayoutDraw> roots;  // one for each cell that games are played out from
    LayoutDraw again;
    Known known;
    Outlook outlook;
    std::vector<std::uint8_t> mined;
};

// Makes ready to play out from a settled position, after revealing the given cells, of which none is a mine in every
// world; NO_CELL stands for the position itself.
void aim_rollouts(const Known& known, std::span<const Cell> cells, Mind& mind);

// The chance to win after revealing a cell that turned out safe, or from here on; judged by one game played out.
// `root` is the cell's place among those that were aimed at. Cells played out by the same salt share their luck as
// far as can be, so that what sets them apart shows sooner.
double roll_out(const Known& known, std::size_t root, Cell cell, std::uint64_t salt, Mind& mind);

// The mean of many rollouts from a settled position, and its standard error. Two or more.
struct Estimated {
    double mean = 0, error = 0;
};
Estimated estimate_win(const Known& known, std::uint32_t rollouts, Mind& mind);

}  // namespace sapper
