// Position + Outlook -> super locations: cells that are nearly as safe as the safest, each with the progress it
// promises and the clears it brings. Progress is the chance that the cell is safe and shows a number after which
// another cell is certain to be safe. Clears are how many cells that makes safe, on average; cells that are safe
// whenever this one is are linked to it, and their clears may count too.
//
// Assumes a settled position in which nothing is certain. Every candidate is tried with every number it can show: one
// count of worlds each, most of it remembered from the position before. Floating cells with no frontier beside them
// are represented by the first of those likeliest to show a zero, and progress there means that zero.
#pragma once

#include <cstdint>
#include <vector>

#include "strategy/runner.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

enum class Linked : std::uint8_t {
    JAR,  // the clears of linked cells are added, those they share as often as they are shared
    OLD,  // shared clears count once, and only cells beside a clue count
    NEW,  // counted exactly for every pair of numbers, and a little more for being linked
};

enum class TieOrder : std::uint8_t { DOWN, ACROSS };  // first top to bottom, or first left to right

struct SuperLocationSettings {
    double threshold = 0.96;      // cells at least as safe as this share of the safest are weighed
    bool plus = true;             // whether more clears may outweigh less progress
    double multiplier = 1;        // and how many times more clears one point of progress times safety has to bring
    Linked linked = Linked::JAR;  // how clears of linked cells count
    TieOrder order = TieOrder::DOWN;  // which of equals comes first
};

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

// Finds super locations and chooses among them.
class SuperLocations {
  public:
    explicit SuperLocations(const SuperLocationSettings& settings) : settings_(settings) {}

    // Returns the candidates within the threshold of the safest cell that is not dead, safest first, without their
    // clears when there is one only; until the next call.
    std::span<const SuperLocation> find(const Position& position, const Outlook& outlook, Resources& resources);

    // The one to reveal of those found; there must be one.
    const SuperLocation& choose(std::span<const SuperLocation> living, std::uint32_t row_length) const;

    // Where a cell stands in the order that breaks ties.
    std::uint64_t tie_rank(Cell cell, std::uint32_t row_length) const;

  private:
    void list_cells(const Position& position, const Outlook& outlook, std::uint32_t row_length);
    Cell likeliest_zero(const Position& position, std::uint32_t row_length) const;
    bool list_clears(Resources& resources);
    void try_cell(const Position& position, const Outlook& outlook, const Candidate& candidate, Resources& resources);
    std::span<const Outcome> outcomes_of(const SuperLocation& location) const;
    std::span<const Cell> clears_of(const Outcome& outcome) const;
    void list_links(const SuperLocation& location);
    const SuperLocation* find_location(Cell cell) const;
    double mean_clears(const SuperLocation& location) const;
    double add_clears(const SuperLocation& location) const;
    double unite_clears(const Position& position, const SuperLocation& location);
    double pair_clears(const Position& position, const Outlook& outlook, const SuperLocation& location, Cell link,
                       Resources& resources);
    double best_pair(const Position& position, const Outlook& outlook, const SuperLocation& location,
                     Resources& resources);
    double weigh_clears(const Position& position, const Outlook& outlook, const SuperLocation& location,
                        Resources& resources);

    const SuperLocationSettings settings_;
    std::vector<SuperLocation> all_;  // the living ones first, safest first
    std::vector<Outcome> outcomes_;   // of all of them
    std::vector<Cell> clears_;        // of all outcomes
    std::vector<Candidate> candidates_;
    std::vector<Reach> reach_;   // a cell
    std::vector<Cell> links_;    // of the location being weighed
    std::vector<double> share_;  // a cell: chance that it is cleared
    std::vector<Cell> touched_;
    Position pair_, child_;
    Outlook next_;  // of the child
};

}  // namespace sapper
