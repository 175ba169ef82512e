// Layout + start -> what it takes to finish it by logic: every move made with the easiest technique that leads to
// one. A move is the reveal of a cell that is known to be safe; it counts with the hardest technique that was needed
// since the move before. Everything single clues allow is revealed before
// anything harder is tried.
//
// The moves depend on the layout, the start and the highest technique allowed alone. An expert layout takes a
// fraction of a millisecond.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "game/dealt_board.hpp"
#include "proof/technique.hpp"

namespace sapper {

struct Rating {
    bool solved = false;                            // without a guess
    std::array<std::uint32_t, TECHNIQUES> moves{};  // by technique; those of NONE stay 0
    std::vector<Cell> shown;                        // cells revealed where play ends, rising
    Clicks clicks;                                  // of the layout, however it is played
};

// Rates a layout whose start holds no mine; techniques above `most` are not used.
// Throws InputError when the start holds a mine, and LimitError when a component is too wide or too large.
Rating rate_layout(const Layout& layout, Cell start, Technique most, const Watch& watch = {});

}  // namespace sapper
