// Position -> settled cells, by the few rules that people use: one clue, two clues together, and the line of clues
// 1-2-1. They find most certain cells and miss the rest; the cells they settle are the same in every world. Each rule
// counts the cells it settles.
//
// A clue's want is its number less the mines found around it. The rules, for clues A and B and their open cells:
//   1. A wants nothing: its cells are safe.            2. A wants as many as it has cells: they are mines.
//   3. B wants Z more than A, and Z cells are B's alone: those are mines.
//   4. A and B want the same, and no cell is A's alone: what is B's alone is safe.
//   5. A, B and a clue C between them want 1, 1 and 2, and every cell of C is A's or B's: what both share is safe.
//      If it were a mine it would be all that A and B want, and C would be left with one.
// One pass over all clues costs time proportional to the neighbours of their neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "position/position.hpp"
#include "strategy/stage_log.hpp"

namespace sapper {

// Kinds of deduction, by how much has to be looked at together.
enum class Level : std::uint8_t {
    CLUE_SAFE,   // rule 1
    CLUE_MINE,   // rule 2
    PAIR_MINE,   // rule 3
    PAIR_SAFE,   // rule 4
    CROSS,       // rule 5
    MANY_CLUES,  // repeated differences of clues
    COUNTS,      // all ways to fill the components, and the total
};
inline constexpr std::size_t LEVELS = static_cast<std::size_t>(Level::COUNTS) + 1;
inline constexpr std::array<std::string_view, LEVELS> LEVEL_NAMES = {"rule_1", "rule_2",     "rule_3",    "rule_4",
                                                                     "rule_5", "multi_cell", "end_solver"};

// Where a deduction is written down.
struct Deduced {
    std::span<std::uint64_t, LEVELS> counts;  // cells settled by each level, to be added to
    StageLog* log = nullptr;                  // null: none
    std::uint32_t click = 0;                  // reveals made so far, for the log

    // Writes into the log, where there is one, that a rule settled cells.
    void note(std::string_view rule, std::span<const Cell> clues, std::span<const Cell> cells, bool mine) const;
};

// Rules 1 and 2 until nothing moves. Returns how many cells were settled.
std::uint32_t deduce_from_clues(Position& position, const Deduced& deduced);

// Working memory for comparing clues; one serves any number of positions on the same shape.
struct DeduceScratch {
    std::vector<std::uint8_t> shared;  // a cell: open cells its clue shares with the one being compared
    std::vector<std::uint8_t> inside;  // a cell: whether it is an open cell of the clue being compared
    std::vector<Cell> partners;        // clues that share cells with it, each once
};

// Rules 3, 4 and 5 until nothing moves or a safe cell is found. Returns how many cells were settled; what follows
// from them by rules 1 and 2 is left open.
std::uint32_t deduce_from_pairs(Position& position, DeduceScratch& scratch, const Deduced& deduced);

// Settles those of the cells that are still open. Returns how many.
std::uint32_t settle_cells(Position& position, std::span<const Cell> cells, bool mine);

}  // namespace sapper
