// Regions -> ChordChoice: which cells may be worth a chord, and what a choice of chords costs.
//
// With all mines known, the clicks that win a layout are fixed by the set of cells that are chorded. Every mine
// around one of them needs a flag. A chord reveals the cells around its cell, and an opening reveals its border; so
// two adjacent chorded cells reveal each other, and so do a chorded cell and an opening it borders. Everything
// connected in this way needs one left click, and so does every single that is neither chorded nor beside a chorded
// cell:
//
//     clicks = chords + mines beside them + connected parts of (chorded cells, all openings) + singles left over.
//
// In the middle of a game everything that is shown is one part that needs no left click, and flags already placed
// cost nothing.
//
// A candidate is a numbered cell that an optimal set may need. A cell is none if leaving it out of any set costs
// nothing, or if another cell does all that it does. The cost is linear in the board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measure/regions.hpp"
#include "measure/zini.hpp"

namespace sapper {

struct Chordable {
    static constexpr std::uint32_t NO_SINGLE = 0xffffffffu;

    Cell cell = 0;
    std::uint32_t single = NO_SINGLE;     // its own number among the singles
    std::vector<std::uint32_t> mines;     // around it, by their number among the mines
    std::vector<std::uint32_t> singles;   // around it
    std::vector<std::uint32_t> openings;  // that it borders
    std::vector<std::uint32_t> links;     // candidates around it that border none of these
};

struct ChordChoice {
    // Of the layout, as far as they are left; what is shown is one more opening.
    std::uint32_t mines = 0, singles = 0, openings = 0;
    std::uint32_t fixed = 0;            // openings and singles beside no candidate, one click each
    std::vector<Chordable> candidates;  // by cell, rising
};

// `regions` are those of the layout, or those that are left.
ChordChoice find_candidates(const MineField& field, const Regions& regions, const Progress& progress = {});

// The regions that are left: hidden openings, then as one more opening all that is shown, and hidden singles. 3BV is
// that of what is hidden. Islands and numbers stay those of the layout.
Regions regions_left(const Regions& regions, const MineField& field, const Progress& progress);

// The clicks of a set of cells that are chorded, one byte a cell of the board. A chord that reveals nothing is left
// out, so that there may be fewer clicks than the formula says.
std::vector<Click> play_chords(const MineField& field, const Regions& regions, std::span<const std::uint8_t> chorded,
                               const Progress& progress = {});

}  // namespace sapper
