// Rules -> Constraints: first settles the cells that single rules settle, repeatedly, then merges the remaining
// cells into groups (cells in exactly the same rules), and rules over the same groups into one clue.
// Inside a group only the number of mines matters, so n cells cost n + 1 cases instead of 2^n; the idea of
// treating equivalent cells as one is Simon Forsberg's (Minesweeper-Analyze).
//
// Assumes lo <= hi in every rule. Guarantees: every open cell lies in one group or floats; every group has at
// least one clue; no two groups of up to MAX_GROUP cells share all clues. Linear in the size of the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/index_table.hpp"
#include "count/rules.hpp"

namespace sapper {

// C(n, k) stays exact in a double up to n = 56, so larger groups are cut into pieces of that size.
inline constexpr std::uint32_t MAX_GROUP = 56;

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

    Buffer<Verdict> verdict;         // a cell: what single rules settle about it
    Buffer<std::uint32_t> group_of;  // a cell: its group, or NONE when settled or floating
    Buffer<std::uint32_t> floating;  // open cells in no rule, rising
    std::int64_t settled_mines = 0;
    std::vector<Group> groups;
    std::vector<std::uint32_t> group_cells, group_clues;
    std::vector<Clue> clues;
    std::vector<std::uint32_t> clue_groups;
    std::uint32_t conflict = NONE;  // an impossible rule; everything else is then undefined

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

// What a rule still says about its open cells.
struct OpenRule {
    std::int32_t lo, hi, unknown;

    bool impossible() const { return hi < 0 || lo > unknown; }
    bool settles() const { return hi <= 0 || lo >= unknown; }
    bool restricts() const { return unknown > 0 && (lo > 0 || hi < unknown); }
};

// Working memory, reused by the next call.
struct ConstraintScratch {
    Buffer<OpenRule> state;       // a rule
    Buffer<std::uint8_t> queued;  // a rule
    Buffer<std::uint32_t> queue;
    Buffer<std::uint32_t> rule_first, rule_cells;  // rule -> its cells
    Buffer<std::uint32_t> cell_first, cell_rules;  // cell -> its rules, rising
    Buffer<std::uint32_t> group_rules, group_at;   // signature of each group: its rules
    Buffer<std::uint32_t> group_count;             // a rule: how many groups it spans
    Buffer<std::uint64_t> hash;                    // a rule: of its groups
    Buffer<std::uint32_t> clue_of, source_of;      // rule -> clue, clue -> rule
    IndexTable table;
};

void constrain(const Rules& rules, Constraints& out, ConstraintScratch& scratch);

}  // namespace sapper
