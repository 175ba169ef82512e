// Known -> Technique: the easiest reasoning that settles another cell, on a ladder of six.
//
//   1 single clue            a clue that lacks no mine, or as many as it has open cells
//   2 two clues compared     one clue less another can hold in one way only
//   3 chain of clues         so can a sum of three to MAX_CHAIN clues, each added or taken away
//   4 case split             the clues leave no other way, but no such sum shows it
//   5 counting mines         a sum shows it that has the mine counter in it
//   6 counting with case split   the clues and the mine counter leave no other way, but no such sum shows it
//
// Settled cells count as known, so a technique is what the next step takes, not what all steps before it took. The
// ladder is complete: a cell on which all worlds agree is settled by one of the six. The two lowest cost what the
// clues that changed cost; from the third on every component is counted, once a game (outlook.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "clue_sum.hpp"
#include "known.hpp"
#include "outlook.hpp"

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

// The memory a player keeps between steps; one a thread.
struct Ladder {
    Limits limits;
    PairScratch pairs;
    PartStore store;
    Outlook outlook;
    SumScratch sums;
    ClueSum sum;
    std::vector<Verdict> verdicts;  // a cell
};

// Makes the ladder ready for a game on this shape.
void begin_ladder(const Shape& shape, std::int64_t mines, Ladder& ladder);

// Settles a cell or more by the lowest technique that can, and then whatever single clues settle after that. The
// position must be one that settle_known() has settled, its safe cells taken or forgotten. Techniques above `most`
// are not used: up to CASES, the number of mines plays no part. Returns the technique; NONE when none of them settles
// anything or the position has no world, which the position then says. Throws LimitError when a component is too wide
// or too large.
Technique climb(Known& known, Technique most, Ladder& ladder);

}  // namespace sapper
