// Layout + clicks -> JudgedClicks: what each click of a played game did, and how much of the layout was solved after
// it, by the two conventions that programs for replays use. The cost is linear in clicks and cells.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/game.hpp"
#include "measure/zini.hpp"

namespace sapper {

// What a click did; several may be true.
enum ClickEffect : std::uint8_t {
    CHANGED = 1,      // it changed the board
    COUNTED = 2,      // it revealed a safe cell, or flagged a mine that never had a flag
    FLAGGED = 4,      // it put a flag
    UNFLAGGED = 8,    // it took a flag away
    ON_SAFE = 16,     // the flag stood on a safe cell
    EXPLODED = 32,    // it hit a mine
    QUESTIONED = 64,  // it put or took a question mark
};

// How many clicks there were, by ClickKind and by what they did.
struct ClickTally {
    std::array<std::uint32_t, 3> made{}, changed{}, counted{};
    std::uint32_t flagged = 0, unflagged = 0;        // flags put and taken away
    std::uint32_t misflagged = 0, misunflagged = 0;  // of these on safe cells
    std::uint32_t solved = 0, solved_fast = 0;       // 3BV at the end, as in JudgedClicks
};

struct JudgedClicks {
    std::vector<std::uint8_t> effects;        // a click: ClickEffect
    std::vector<std::uint32_t> revealed;      // a click: safe cells that it revealed
    std::vector<std::uint32_t> solved;        // a click: 3BV solved after it; openings with their whole border
    std::vector<std::uint32_t> solved_fast;   // the same; openings as soon as all their zeros are revealed
    std::uint32_t openings = 0, islands = 0;  // completely revealed at the end
    std::uint32_t wasted_flags = 0;           // put, and used by no chord that revealed a cell
    // The way from the centre of the cell of one click that had this effect to the next, in cells; of squares.
    double changed_way = 0, counted_way = 0;
    Status status = Status::PLAYING;
    ClickTally tally;
};

struct PlayedClick {
    ClickKind kind = ClickKind::REVEAL;
    Cell cell = NO_CELL;  // NO_CELL: beside the board
};

// Plays the clicks. One that the game does not allow, and every one after its end, does nothing. With `questions` a
// flag click turns a flag into a question mark, and that into nothing. The cells are squares in so many columns; 0
// where they are not, and ways stay 0.
JudgedClicks judge_clicks(std::shared_ptr<const Layout> layout, std::span<const PlayedClick> clicks, bool questions,
                          std::uint32_t cols = 0);

}  // namespace sapper
