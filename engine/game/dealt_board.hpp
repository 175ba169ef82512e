// A layout laid out for play: which cells hold a mine and what each of the others shows. Laying costs a visit to the
// neighbours of every mine, and moving a mine a visit to those of two cells, so that a maker may try many layouts
// that differ little. Works on any shape.
#pragma once

#include <cstdint>
#include <vector>

#include "game/layout.hpp"

namespace sapper {

struct DealtBoard {
    const Shape* shape = nullptr;
    std::vector<std::uint8_t> mined;  // one a cell, 1 for a mine
    std::vector<std::uint8_t> shows;  // mines around a cell

    void lay(const Layout& layout);
    // Counts what every cell shows again, for mines that were written directly.
    void count_around();
    // Takes a mine away from one cell and puts it in another, which has none.
    void move_mine(Cell from, Cell to);
};

// How much clicking a layout takes.
struct Clicks {
    std::uint32_t openings = 0;  // areas that open at one click
    std::uint32_t bbbv = 0;      // 3BV: fewest clicks that win without flags
};

struct ClickScratch {
    std::vector<std::uint8_t> reached;
    std::vector<Cell> stack;
};

// One click an area that opens, and one for every numbered cell that no area shows.
Clicks count_clicks(const DealtBoard& dealt_board, ClickScratch& scratch);

}  // namespace sapper
