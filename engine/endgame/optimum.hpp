// A whole board solved for optimal play: every layout of so many mines is a world, and the first reveal is a move
// like any other. Layouts that turn into each other by a symmetry of the shape have the same value, so sets of
// layouts are recognised up to symmetry.
//
// For small boards: up to 64 cells and MAX_LAYOUTS layouts. Cost: on 4x5 cells with 5 mines a second; each further
// row or mine multiplies it by ten or more.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "board/shape.hpp"
#include "endgame/search.hpp"

namespace sapper {

inline constexpr std::uint32_t MAX_LAYOUTS = 4'000'000;
inline constexpr std::uint64_t MAX_SEARCH_BYTES = std::uint64_t{1} << 33;  // of sets on the way down

// A board with nothing revealed yet; results are kept for the next question.
struct WholeBoard {
    Endgame endgame;
    WorldImages images;
    SearchScratch scratch;
};

// `symmetries` are permutations of the cells that keep neighbours neighbours, without the identity; they are trusted.
// Throws LimitError for a board that is too large, InputError for more mines than cells.
void list_layouts(const Shape& shape, std::int64_t mines, const std::vector<std::vector<Cell>>& symmetries,
                  WholeBoard& out, const Watch& watch);

// The number of layouts that optimal play wins if it begins with `start`; layouts with a mine there are lost. With
// `only_zero`, counts only the layouts in which it shows a zero. Exact if the number is above `above`; otherwise only
// the upper bound is valid.
Bounds wins_from(WholeBoard& board, Cell start, bool only_zero, double above, const SearchLimits& limits);

}  // namespace sapper
