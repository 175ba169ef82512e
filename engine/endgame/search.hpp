// Endgame -> the most that can be won. Every strategy wins in some set of worlds; the search finds the greatest
// weight of such a set, and a first move that reaches it. Safe cells are revealed first, for free, so a position is
// no more than the set of worlds left, and the value of a set is
//
//   its weight when one world is left; the sum over the parts when a safe cell splits it; else the greatest, over the
//   cells, of the sum over the numbers it may show, the worlds that mine it being lost.
//
// These means make it feasible: bounds passed down as windows, a table of known values of sets, an upper bound by
// conflicts (worlds that pairwise cannot both be won count once), the same bound for the parts after each cell,
// leaving out cells that cannot be best, merging worlds that nothing distinguishes, and multiplying independent
// parts. Each can be switched off for tests; none changes the value.
//
// A dead cell shows the same in all worlds in which it is safe. It need not be tried: every cell revealed after it
// could be revealed before it. Where only dead cells are left, one world can be won, the heaviest.
//
// Where the number of mines is unknown, the game announces a win: a world without a safe cell left to reveal is won,
// and excluded from the set if the game continues. Dead cells then have to be tried, because the last reveal may be
// one.
//
// When nodes run out, the search returns the current bounds and the best move so far. The same endgame and limits
// give the same result on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "endgame/frame_search.hpp"
#include "endgame/worlds.hpp"

namespace sapper {

struct SearchResult {
    double low = 0, high = 0;  // bounds of the weight won; equal when proved
    // Cells of the endgame that win `low`, those that are safe in every world first; with `all_best` and a proof all,
    // as far as nodes go, but only safe ones where there are any and the number of mines is unknown. Empty only where
    // no cell is left.
    std::vector<std::uint32_t> best;
    std::uint64_t nodes = 0;  // sets looked into
    std::size_t entries = 0;  // sets remembered
    std::uint32_t depth = 0;  // most cells revealed one after the other that might be mines

    bool exact() const { return low == high; }
};

// Assumes a world or more. Throws what the watch throws.
void search_endgame(const Endgame& endgame, const SearchLimits& limits, SearchResult& out, SearchScratch& scratch);
SearchResult search_endgame(const Endgame& endgame, const SearchLimits& limits, SearchScratch& scratch);

// For several questions about one endgame: discards the results of the last endgame.
void begin_search(const Endgame& endgame, SearchScratch& scratch);

// Bounds of the weight won when a cell is revealed first; with `only_zero`, of the worlds in which it shows a zero.
// Exact where it is above `above` and the nodes suffice. Keeps its results for the next question.
struct FirstReveal {
    std::uint32_t cell = 0;
    bool only_zero = false;
};
Bounds value_after(const Endgame& endgame, const FirstReveal& reveal, double above, const SearchLimits& limits,
                   SearchScratch& scratch);

}  // namespace sapper
