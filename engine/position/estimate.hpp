// Position -> Outlook without counting: estimated chances of a mine, for positions that are too wide to count. Boxes
// of four dimensions are, from the first moves on.
//
// Of all ways to give every open cell its own chance of a mine, independently of the others, the estimate is the one
// of most entropy whose expected numbers of mines agree with every clue and with the total. Each clue in turn scales
// the odds of its cells, until the clues agree (iterative proportional fitting). Where clues overlap much, the
// estimate is close to the exact chances; it is never exactly 0 or 1. The same on every machine: it only multiplies
// and divides.
//
// Cost: a few dozen sweeps over the clues and their open cells.
#pragma once

#include "base/buffer.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"

namespace sapper {

struct EstimateScratch {
    Buffer<double> odds;  // a cell: of a mine
    Buffer<Cell> clues;   // with open cells
    Buffer<Cell> open;    // beside a clue
    Position assumed;
    PairScratch pairs;
};

// Estimates a settled position. Every open cell beside a clue becomes a group of its own; parts and worlds stay
// empty.
void estimate(const Position& position, EstimateScratch& scratch, Outlook& out);

// Whether single clues and pairs of them show that an open cell is safe: with a mine there, some clue is impossible.
bool refutes_mine(const Position& position, Cell cell, EstimateScratch& scratch);

}  // namespace sapper
