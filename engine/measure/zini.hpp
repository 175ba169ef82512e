// Regions -> ZiNi: how few clicks win a layout with flags and chords, by a greedy rule with all mines known (Elmar
// Zimmermann and Christoph Nikolaus, 2009). A left click, a flag and a chord count one click each.
//
// To solve a numbered cell means to reveal it if it is hidden, to flag every mine around it that has no flag, and to
// chord it. Its premium is what that saves against left clicks:
//     hidden singles in its block + openings it borders that are not open - mines without a flag - hidden - 1.
// The greedy rule solves a cell of the highest premium while one is at least 0, and otherwise reveals a zero or a
// single. The variants differ in what may be solved and in the choice among equals. Each is an upper bound of the
// fewest clicks.
//
// Every cell is revealed once and every mine flagged once, so a run costs as much as a few visits to the neighbours
// of every cell. Only WEIGHED costs more: it tries every cell among equals.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/rng.hpp"
#include "measure/place_set.hpp"
#include "measure/regions.hpp"

namespace sapper {

struct Click {
    ClickKind kind = ClickKind::REVEAL;
    Cell cell = 0;

    bool operator==(const Click&) const = default;
};

// Which rule a run follows.
enum class ZiniRule : std::uint8_t {
    GREEDY,            // as above; among equals the first in the order
    HUMAN,             // opens every opening first, then solves revealed cells only
    ONLINE,            // minesweeper.online: tries every cell among equals; one opening too few for cells at a border
    ONLINE_CORRECTED,  // the same with the right premium
    ONLINE_HUMAN,      // the same from open openings, revealed cells only
    FORECAST,          // solves revealed cells only; where that saves nothing, opens an opening before a single
};

// Memory of runs, used again.
struct ZiniScratch {
    std::vector<std::int16_t> start, premium;  // of every cell, at the start of a run and now
    std::vector<std::uint8_t> open, flagged;
    std::vector<std::uint8_t> worth_click;  // one a cell, 1 for zeros and singles
    std::vector<Cell> place;                // of a cell, in the order or in its list
    std::vector<std::int8_t> premiums;      // by place in the order, where it is short
    std::vector<PlaceSet> places;           // of the cells of a premium, where the order decides
    std::vector<std::vector<Cell>> cells;   // of a premium, where chance decides
    std::vector<Cell> waiting;              // zeros and singles, some revealed since
    std::vector<std::pair<Cell, int>> journal;
    std::vector<Cell> equals;
};

// The number of clicks of a rule, or of those that are left in the middle of a game. `regions` are those of the
// layout. `order` lists all cells; of equals the first is taken. With a `path` the clicks are written there.
std::uint32_t count_zini(const MineField& field, const Regions& regions, std::span<const Cell> order, ZiniRule rule,
                         ZiniScratch& scratch, const Watch& watch = {}, std::vector<Click>* path = nullptr,
                         const Progress& progress = {});

// The fewest clicks among `runs` runs of the greedy rule, each of which draws uniformly among equals. At least one
// run.
std::uint32_t draw_zini(const MineField& field, const Regions& regions, std::uint32_t runs, Kiss64& rng,
                        ZiniScratch& scratch, const Watch& watch = {}, std::vector<Click>* path = nullptr);

}  // namespace sapper
