// Position -> Endgame: all worlds of a position in the middle of a game, or of an area of it, listed directly from
// the clues: cell by cell, mine or none, as long as every clue is still possible. For positions with few worlds this
// is cheaper than counting them first; steps are limited, so that a position whose clues leave many fillings with the
// wrong number of mines costs little.
#pragma once

#include <cstdint>
#include <span>

#include "endgame/worlds.hpp"
#include "position/position.hpp"

namespace sapper {

struct RowsScratch {
    PositionCells cells;
    Buffer<std::uint8_t> mined;  // an open cell of the list
};

// The worlds of `open` cells with exactly `mines` mines among them. All open cells around the clues beside them must
// be in the list; neighbours in the list next to each other make it fast. False when there are more than
// `max_worlds`, when their rows would take too much memory, or when finding them takes too many steps.
bool list_rows(const Position& position, std::span<const Cell> open, std::int64_t mines, std::uint32_t max_worlds,
               const Watch& watch, Endgame& out, RowsScratch& scratch);

}  // namespace sapper
