// A layout laid out for play: which cells hold a mine and what each of the others shows. Laying costs a pass over
// the board for every neighbour of a cell, and moving a mine a visit to those of two cells, so that a maker may try
// many layouts that differ little. Works on any shape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "board/together.hpp"
#include "game/layout.hpp"
#include "measure/regions.hpp"

namespace sapper {

struct DealtBoard {
    const Shape* shape = nullptr;
    std::vector<std::uint8_t> mined;  // one a cell, 1 for a mine
    std::vector<std::uint8_t> shows;  // mines around a cell; and a few more, which mean nothing

    MineField field() const { return {*shape, mined, shows}; }
    void lay(const Layout& layout);
    // Lays other mines on the same shape, 1 for every cell with one.
    void lay(std::span<const std::uint8_t> mines);
    // Takes a mine away from one cell and puts it in another, which has none.
    void move_mine(Cell from, Cell to);

  private:
    FramedBytes framed_;  // the mines, while they are counted
};

// What the player sees when exactly these cells of a layout are revealed, none of them a mine.
Board show_cells(const Layout& layout, const std::vector<Cell>& shown);

}  // namespace sapper
