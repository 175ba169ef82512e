// Mines -> Regions: the openings of a layout with their borders, its singles and its islands.
//
// An opening is a connected region of zeros; one click opens it and its border, the numbered cells beside it. A
// single is a numbered cell beside no zero. An island is a connected region of singles. 3BV is the number of openings
// and singles: the fewest left clicks that win. All of it is defined on every shape. The cost is linear in the board.
//
// Measures are told where the mines are: by a game those of its layout, by a strategy those that it has deduced.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/types.hpp"
#include "board/shape.hpp"
#include "board/together.hpp"

namespace sapper {

// A layout as measures read it.
struct MineField {
    const Shape& shape;
    std::span<const std::uint8_t> mined;  // one a cell, 1 for a mine
    std::span<const std::uint8_t> shows;  // mines around a cell
};

// What has been done in a game, one byte a cell: cells that are shown, a zero with its whole border, and mines with a
// flag. Empty: nothing.
struct Progress {
    std::span<const std::uint8_t> shown = {}, flagged = {};

    bool shows(Cell cell) const { return !shown.empty() && shown[cell]; }
    bool flags(Cell cell) const { return !flagged.empty() && flagged[cell]; }
};

// How much clicking a layout takes.
struct Clicks {
    std::uint32_t openings = 0;  // areas that open at one click
    std::uint32_t bbbv = 0;      // 3BV: fewest clicks that win without flags
};

struct ClickScratch {
    Buffer<std::uint8_t> shown;  // a cell: 1 if it holds a mine or an area shows it
    FramedBytes zeros;           // a cell: 1 if it shows a zero that was not reached yet
    Buffer<Cell> stack;
};

// One click an area that opens, and one for every numbered cell that no area shows.
Clicks count_clicks(const MineField& field, ClickScratch& scratch);

struct Regions {
    static constexpr std::uint32_t NO_REGION = 0xffffffffu;

    std::uint32_t openings = 0, islands = 0, bbbv = 0;
    std::vector<std::uint32_t> first;    // openings + 1 offsets into `cells`
    std::vector<Cell> cells;             // of every opening: its zeros and its border
    std::vector<std::uint32_t> opening;  // of a cell: its opening, or the last one it borders, or NO_REGION
    std::vector<std::uint32_t> island;   // of a cell: its island, or NO_REGION
    std::vector<std::uint8_t> single;    // one a cell, 1 for a single
    std::vector<Cell> singles;           // rising
    std::vector<std::uint32_t> numbers;  // safe cells that show 0, 1, ..., up to the highest number shown

    std::vector<Cell> stack;  // working memory

    std::span<const Cell> cells_of(std::uint32_t index) const {
        return {cells.data() + first[index], cells.data() + first[index + 1]};
    }
};

// Fills `regions`, whose memory it uses again.
void find_regions(const MineField& field, Regions& regions);

}  // namespace sapper
