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

#include "buffer.hpp"
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

    Buffer<Fate> fate;               // a cell
    Buffer<std::uint32_t> group_of;  // a cell: its group, or NONE when settled or floating
    Buffer<std::uint32_t> floating;  // open cells in no rule, rising
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

// How many mines an open rule still wants, and how many unknown cells it has left, in one word so that settling a
// cell is one subtraction: three fields of 21 bits, each offset so that it may fall below zero.
struct OpenRule {
    static constexpr int SHIFT = 21;
    static constexpr std::int64_t OFFSET = 1 << 20;
    static constexpr std::uint64_t FIELD = (std::uint64_t{1} << SHIFT) - 1;
    static constexpr std::uint64_t ONE_SAFE = 1;  // one unknown cell less
    static constexpr std::uint64_t ONE_MINE = 1 | std::uint64_t{1} << SHIFT | std::uint64_t{1} << 2 * SHIFT;

    std::uint64_t packed;

    static OpenRule of(const Rule& rule) {
        return {static_cast<std::uint64_t>(rule.count + OFFSET) |
                static_cast<std::uint64_t>(rule.lo + OFFSET) << SHIFT |
                static_cast<std::uint64_t>(rule.hi + OFFSET) << 2 * SHIFT};
    }
    std::int32_t unknown() const { return field(0); }
    std::int32_t lo() const { return field(1); }
    std::int32_t hi() const { return field(2); }

    bool impossible() const { return hi() < 0 || lo() > unknown() || lo() > hi(); }
    bool says_safe() const { return hi() <= 0; }
    bool says_mine() const { return lo() >= unknown(); }
    bool settles() const { return says_safe() || says_mine(); }
    bool restricts() const { return unknown() > 0 && (lo() > 0 || hi() < unknown()); }

  private:
    std::int32_t field(int index) const {
        return static_cast<std::int32_t>(static_cast<std::int64_t>(packed >> (index * SHIFT) & FIELD) - OFFSET);
    }
};

// Memory that one call leaves to the next. "Active" numbers the rules, and "open" the cells, that the first round
// leaves unsettled.
struct ConstraintScratch {
    Buffer<OpenRule> state;                        // a rule in the first round, then an active rule
    Buffer<OpenRule> active_state;
    Buffer<std::uint8_t> verdict, mark, open_mark;  // what single rules say, as bits: a rule, a cell, an open cell
    Buffer<std::uint32_t> pair_cell, pair_rule;    // open pairs
    Buffer<std::uint32_t> active_of, open_of;      // rule -> active, cell -> open, or NONE
    Buffer<std::uint32_t> rule_at, cell_at;        // active -> rule, open -> cell
    Buffer<std::uint32_t> rule_first, rule_cells;  // active -> its open cells
    Buffer<std::uint32_t> cell_first, cell_rules;  // open -> its active rules
    Buffer<std::uint32_t> queue;
    Buffer<std::uint8_t> queued;                   // an active rule
    Buffer<std::uint32_t> clue_of;                 // active -> clue
    Buffer<std::uint32_t> group_rules, group_at;   // signature of each group: its active rules
    Buffer<std::uint32_t> group_count;             // an active rule: how many groups it spans
    Buffer<std::uint64_t> hash;                    // an active rule: of its groups
    IndexTable table;
};

void constrain(const Rules& rules, Constraints& out, ConstraintScratch& scratch);

}  // namespace sapper
