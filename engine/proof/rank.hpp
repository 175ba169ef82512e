// The techniques that settle a cell, by rank.
//
//   1 single clue               a clue that lacks no mine, or as many as it has open cells
//   2 two clues compared        one clue less another can hold in one way only
//   3 chain of clues            so can a sum of three clues or a few more, each added or taken away (clue_sum.hpp)
//   4 case split                the clues leave no other way, but no such sum shows it
//   5 counting mines            a sum shows it that has the mine counter in it
//   6 counting with case split  the clues and the mine counter leave no other way, but no such sum shows it
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper {

// From the easiest to the hardest.
enum class Technique : std::uint8_t {
    NONE,  // nothing is certain, or nothing by the techniques allowed
    SINGLE,
    PAIR,
    CHAIN,
    CASES,
    COUNTING,
    COUNTING_CASES,
};
inline constexpr std::size_t TECHNIQUES = 7;

}  // namespace sapper
