// Rules -> Constraints: first what a single rule settles is settled, over and over, then the cells that are
// left are merged into groups (cells in exactly the same rules), and rules over the same groups into one clue.
// Inside a group only the number of mines matters, so n cells cost n + 1 cases instead of 2^n; the idea of
// treating equivalent cells as one is Simon Forsberg's (Minesweeper-Analyze).
//
// Assumes lo <= hi in every rule. Guarantees: every open cell lies in one group or floats; every group has at
// least one clue; no two groups of up to MAX_GROUP cells share all clues. Linear in the size of the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index_table.hpp"
#include "rules.hpp"

namespace sapper {

// C(n, k) stays exact in a double up to n = 56, so larger groups are cut into pieces of that size.
inline constexpr std::uint32_t MAX_GROUP = 56;

enum class Fate : std::uint8_t { OPEN, SAFE, MINE };  // what single rules settle about a cell

struct Clue {
    std::int32_t lo = 0, hi = 0;  // mines among its groups, within 0 .. cells
    std::uint32_t cells = 0;      // size of its groups together
    std::uint32_t rule = 0;       // one of the rules it stands for
    std::uint32_t first = 0;      // its groups are clue_groups[first .. first + count)
    std::uint32_t count = 0;
};

struct Group {
    std::uint32_t first_cell = 0, size = 0;        // into group_cells
    std::uint32_t first_clue = 0, clue_count = 0;  // into group_clues
};

struct Constraints {
    static constexpr std::uint32_t NONE = NO_CELL;

    std::vector<Fate> fate;                // a cell
    std::vector<std::uint32_t> group_of;   // a cell: its group, or NONE when settled or floating
    std::vector<std::uint32_t> floating;   // open cells in no rule, rising
    std::int64_t settled_mines = 0;
    std::vector<Group> groups;
    std::vector<std::uint32_t> group_cells, group_clues;
    std::vector<Clue> clues;
    std::vector<std::uint32_t> clue_groups;
    std::uint32_t conflict = NONE;         // a rule that cannot hold; everything else is then meaningless

    std::span<const std::uint32_t> cells_of(const Group& group) const {
        return {group_cells.data() + group.first_cell, group.size};
    }
    std::span<const std::uint32_t> clues_of(const Group& group) const {
        return {group_clues.data() + group.first_clue, group.clue_count};
    }
    std::span<const std::uint32_t> groups_of(const Clue& clue) const {
        return {clue_groups.data() + clue.first, clue.count};
    }
};

// Memory that one call leaves to the next.
struct ConstraintScratch {
    struct RuleState {
        std::int32_t lo, hi, unknown;
        bool queued;  // settles its cells, now or soon
    };
    std::vector<RuleState> state;
    std::vector<std::uint8_t> verdict, mark;           // a rule, a cell: what single rules say, as bits
    std::vector<std::uint32_t> pair_cell, pair_rule;   // every open cell of every rule, by rule
    std::vector<std::uint32_t> rule_first;             // where a rule's pairs begin
    std::vector<std::uint32_t> cell_first, cell_rules, queue;
    std::vector<std::uint32_t> clue_of;                // rule -> clue, while merging
    std::vector<std::uint32_t> group_rules, group_at;  // signature of each group: its rules
    std::vector<std::uint32_t> group_count;            // how many groups a rule spans
    std::vector<std::uint64_t> hash;
    IndexTable table;
};

void constrain(const Rules& rules, Constraints& out, ConstraintScratch& scratch);

}  // namespace sapper
