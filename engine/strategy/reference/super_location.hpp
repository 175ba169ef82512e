// Known + Outlook -> super locations: cells that are nearly as safe as the safest, each with the progress it promises
// and the clears it brings. Progress is the chance that the cell is safe and shows a number after which another cell
// is certain to be safe. Clears are how many cells that makes safe, on average; cells that are safe whenever this one
// is are linked to it, and their clears may count too.
//
// Assumes a settled position in which nothing is certain. Every candidate is tried with every number it can show: one
// count of worlds each, most of it remembered from the position before. Floating cells with no frontier beside them
// are represented by the first of those likeliest to show a zero, and progress there means that zero.
#pragma once

#include <cstdint>
#include <vector>

#include "strategy/strategy.hpp"

namespace sapper {

enum class Linked : std::uint8_t {
    JAR,  // the clears of linked cells are added, those they share as often as they are shared
    OLD,  // shared clears count once, and only cells beside a clue count
    NEW,  // counted exactly for every pair of numbers, and a little more for being linked
};

enum class TieOrder : std::uint8_t { DOWN, ACROSS };  // first top to bottom, or first left to right

// Where an open cell lies: beside a clue, beside such a cell, or neither.
enum class Reach : std::uint8_t { FRONTIER, ADJACENT, FAR };

// What happens when a cell shows one number.
struct Outcome {
    double probability = 0;             // that the cell is safe and shows it
    std::uint32_t first = 0, size = 0;  // cells that are then certain to be safe: SuperLocations::clears
    int number = 0;
};

struct SuperLocation {
    Cell cell = NO_CELL;
    double safety = 0, progress = 0, clears = 0;
    bool open = false;                              // floating, with no frontier beside it
    std::uint32_t first_outcome = 0, outcomes = 0;  // SuperLocations::outcomes
    bool dead() const { return outcomes == 1 && !open; }
};

struct SuperLocations {
    std::vector<SuperLocation> all;  // the living ones first, safest first
    std::size_t living = 0;
    std::vector<Outcome> outcomes;
    std::vector<Cell> clears;

    // Working memory.
    std::vector<Candidate> candidates;
    std::vector<Reach> reach;  // a cell
    std::vector<Cell> links;
    std::vector<double> share;  // a cell: chance that it is cleared
    std::vector<Cell> touched;
    Position pair;
};

// Fills in the candidates within the threshold of the safest cell that is not dead, without their clears when there
// is one only.
void find_super_locations(const Position& position, const Outlook& outlook, Mind& mind, SuperLocations& out);

// The place in `out.all` of the one to reveal; there must be a living one.
std::size_t choose_super_location(const SuperLocations& found, const Mind& mind);

// Where a cell stands in the order that breaks ties.
std::uint64_t tie_rank(Cell cell, const Mind& mind);

}  // namespace sapper
