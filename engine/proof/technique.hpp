// Position -> Technique: the easiest reasoning that settles another cell (rank.hpp has the six).
//
// Settled cells count as known, so a technique is what the next step takes, not what all steps before it took. The
// ladder is complete: a cell on which all worlds agree is settled by one of the six. The two lowest cost what the
// clues that changed cost; from the third on every component is counted, once a game (outlook.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"
#include "proof/clue_sum.hpp"
#include "proof/rank.hpp"

namespace sapper {

// Working memory, reused by the next step, and the components counted so far; one per thread.
struct LadderScratch {
    PairScratch pairs;
    PartStore store;
    Outlook outlook;
    SumScratch sums;
    ClueSum sum;
    std::vector<Verdict> verdicts;  // a cell
};

// Discards the components and prepares for a game on this shape.
void begin_ladder(const Shape& shape, LadderScratch& scratch);

// The cells of a position on which all worlds agree.
struct JudgedCells {
    std::span<const Verdict> verdicts;  // a cell
    bool by_total = false;              // whether the mine counter was taken into account, or the clues alone
    Cell wanted = NO_CELL;              // the cell a case split should settle, if it can
};

// The upper rungs: the lower of the two techniques, CHAIN and CASES or COUNTING and COUNTING_CASES, by which some of
// the verdicts can be shown; NONE when there is no verdict on an open cell or the technique is above `most`. `out`
// has the cells it settles and the sum of clues that shows it; a case split settles one cell and has no sum.
Technique find_settled(const Position& position, const JudgedCells& judged, Technique most, SumScratch& scratch,
                       ClueSum& out);

// Settles a cell or more by the lowest technique that can, and then all cells that single clues settle. The
// position must be one that settle_position() has settled, its safe cells taken or discarded. Techniques above `most`
// are not used; those up to CASES do not use the number of mines. Returns the technique; NONE when none of them
// settles anything or the position has no world, which the position then says. Throws LimitError when a component is
// too wide or too large.
Technique climb(Position& position, Technique most, const Limits& limits, LadderScratch& scratch);

// What one step up the ladder settles on a board.
struct LadderStep {
    Technique technique = Technique::NONE;
    std::vector<Cell> safe, mines;  // both rising
};

// All steps on a board without reveals, in order. Throws InputError if the number of mines is not known, and as
// climb().
std::vector<LadderStep> climb_board(const Board& board, Technique most, const Watch& watch);

}  // namespace sapper
