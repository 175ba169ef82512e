#include "constraint.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = Constraints::NONE;

constexpr std::uint8_t SAYS_SAFE = 1, SAYS_MINE = 2;
// Rounds over all pairs before the queue takes over. Three or four settle nearly everything on a played board.
constexpr int ROUNDS = 4;

bool impossible(const ConstraintScratch::RuleState& state) {
    return state.hi < 0 || state.lo > state.unknown || state.lo > state.hi;
}
bool settles(const ConstraintScratch::RuleState& state) {
    return state.hi <= 0 || state.lo >= state.unknown;
}
// True as long as the rule still forbids something.
bool restricts(const ConstraintScratch::RuleState& state) {
    return state.unknown > 0 && (state.lo > 0 || state.hi < state.unknown);
}

void load_rules(const Rules& rules, ConstraintScratch& scratch) {
    scratch.state.resize(rules.rules.size());
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) {
        const Rule& source = rules.rules[rule];
        scratch.state[rule] = {source.lo, source.hi, static_cast<std::int32_t>(source.count), false};
    }
    scratch.pair_cell.assign(rules.cells.begin(), rules.cells.end());
    scratch.pair_rule.assign(rules.owner.begin(), rules.owner.end());
    scratch.mark.assign(rules.cell_count, 0);
    scratch.verdict.resize(rules.rules.size());
}

// One round of the two single-rule deductions, all safe and all mines, over all rules at once. Which cells a rule
// settles is as good as random, so nothing branches on it. Returns the number of pairs that stay open.
std::size_t settle_round(ConstraintScratch& scratch) {
    for (std::size_t rule = 0; rule < scratch.state.size(); ++rule) {
        const auto& state = scratch.state[rule];
        scratch.verdict[rule] = static_cast<std::uint8_t>((state.hi <= 0 ? SAYS_SAFE : 0) |
                                                          (state.lo >= state.unknown ? SAYS_MINE : 0));
    }
    std::size_t pairs = scratch.pair_cell.size();
    std::uint32_t* const pair_cell = scratch.pair_cell.data();
    std::uint32_t* const pair_rule = scratch.pair_rule.data();
    for (std::size_t k = 0; k < pairs; ++k) scratch.mark[pair_cell[k]] |= scratch.verdict[pair_rule[k]];
    std::size_t open = 0;
    for (std::size_t k = 0; k < pairs; ++k) {
        std::uint32_t cell = pair_cell[k], rule = pair_rule[k];
        std::uint8_t mark = scratch.mark[cell];
        std::int32_t mine = mark / SAYS_MINE;  // a cell with both marks ends in a rule that cannot hold
        auto& state = scratch.state[rule];
        state.unknown -= mark != 0;
        state.lo -= mine;
        state.hi -= mine;
        pair_cell[open] = cell;
        pair_rule[open] = rule;
        open += mark == 0;
    }
    scratch.pair_cell.resize(open);
    scratch.pair_rule.resize(open);
    return open;
}

void read_marks(Constraints& out, const ConstraintScratch& scratch) {
    for (std::size_t cell = 0; cell < scratch.mark.size(); ++cell) {
        std::uint8_t mark = scratch.mark[cell];
        out.fate[cell] = static_cast<Fate>(mark & SAYS_MINE ? Fate::MINE : mark ? Fate::SAFE : Fate::OPEN);
        out.settled_mines += mark / SAYS_MINE;
    }
    for (std::uint32_t rule = 0; rule < scratch.state.size(); ++rule)
        if (impossible(scratch.state[rule])) out.conflict = rule;
}

// What is still open, by rule and by cell.
void index_pairs(std::size_t cell_count, ConstraintScratch& scratch) {
    auto& by_rule = scratch.rule_first;
    auto& by_cell = scratch.cell_first;
    std::size_t pairs = scratch.pair_cell.size();
    by_rule.resize(scratch.state.size() + 1);
    by_rule[0] = 0;
    for (std::size_t rule = 0; rule < scratch.state.size(); ++rule)
        by_rule[rule + 1] = by_rule[rule] + static_cast<std::uint32_t>(scratch.state[rule].unknown);
    // by_cell[c + 1] is where the next rule of cell c goes; when all are placed, it is where cell c + 1 begins.
    by_cell.assign(cell_count + 2, 0);
    for (std::size_t k = 0; k < pairs; ++k) ++by_cell[scratch.pair_cell[k] + 2];
    for (std::size_t cell = 0; cell < cell_count; ++cell) by_cell[cell + 2] += by_cell[cell + 1];
    scratch.cell_rules.resize(pairs);
    for (std::size_t k = 0; k < pairs; ++k)
        scratch.cell_rules[by_cell[scratch.pair_cell[k] + 1]++] = scratch.pair_rule[k];
}

std::span<const std::uint32_t> rules_of(const ConstraintScratch& scratch, std::uint32_t cell) {
    return {scratch.cell_rules.data() + scratch.cell_first[cell],
            scratch.cell_rules.data() + scratch.cell_first[cell + 1]};
}

std::span<const std::uint32_t> cells_of(const ConstraintScratch& scratch, std::uint32_t rule) {
    return {scratch.pair_cell.data() + scratch.rule_first[rule],
            scratch.pair_cell.data() + scratch.rule_first[rule + 1]};
}

// Once a rule settles its cells it goes on doing so, whatever else becomes known: it is queued once only.
void queue_if_settling(std::uint32_t rule, ConstraintScratch& scratch) {
    auto& state = scratch.state[rule];
    if (!settles(state) || state.queued) return;
    state.queued = true;
    scratch.queue.push_back(rule);
}

void settle_cell(std::uint32_t cell, Fate fate, Constraints& out, ConstraintScratch& scratch) {
    out.fate[cell] = fate;
    std::int32_t mine = fate == Fate::MINE;
    out.settled_mines += mine;
    for (std::uint32_t rule : rules_of(scratch, cell)) {
        auto& state = scratch.state[rule];
        --state.unknown;
        state.lo -= mine;
        state.hi -= mine;
        queue_if_settling(rule, scratch);
    }
}

// Follows the same deductions rule by rule to the end, however long the chain.
void settle_rest(Constraints& out, ConstraintScratch& scratch) {
    scratch.queue.clear();
    for (std::uint32_t rule = 0; rule < scratch.state.size(); ++rule)
        if (scratch.state[rule].unknown > 0) queue_if_settling(rule, scratch);
    while (!scratch.queue.empty()) {
        std::uint32_t rule = scratch.queue.back();
        scratch.queue.pop_back();
        const auto& state = scratch.state[rule];
        if (impossible(state)) {
            out.conflict = rule;
            return;
        }
        Fate fate = state.hi <= 0 ? Fate::SAFE : Fate::MINE;
        for (std::uint32_t cell : cells_of(scratch, rule))
            if (out.fate[cell] == Fate::OPEN) settle_cell(cell, fate, out, scratch);
    }
}

// Settles every cell that some single rule settles, given all the others that are settled.
void settle(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    load_rules(rules, scratch);
    std::size_t open = rules.cells.size();
    for (int round = 0; round < ROUNDS; ++round) {
        std::size_t before = open;
        open = settle_round(scratch);
        if (open == before) break;
    }
    read_marks(out, scratch);
    if (out.conflict != NONE) return;
    index_pairs(rules.cell_count, scratch);
    settle_rest(out, scratch);
}

// Gives every open cell its group by the set of restricting rules it lies in, or lets it float. The signature
// of a group is kept in group_rules, in rising order, so equal hashes are compared in full.
void group_cells(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    auto& signature = scratch.group_rules;
    auto& at = scratch.group_at;
    signature.clear();
    at.assign(1, 0);
    scratch.table.reset(rules.cell_count);
    for (std::uint32_t cell = 0; cell < rules.cell_count; ++cell) {
        out.group_of[cell] = NONE;
        if (out.fate[cell] != Fate::OPEN) continue;
        auto mark = static_cast<std::uint32_t>(signature.size());
        std::uint64_t hash = 0;
        for (std::uint32_t rule : rules_of(scratch, cell)) {
            if (!restricts(scratch.state[rule])) continue;
            signature.push_back(rule);
            hash += mix_bits(rule);
        }
        if (signature.size() == mark) {
            out.floating.push_back(cell);
            continue;
        }
        auto fresh = static_cast<std::uint32_t>(out.groups.size());
        auto length = signature.size() - mark;
        // A full group is left alone: the next equal cell opens another piece of it.
        std::uint32_t group = scratch.table.find_or_insert(hash, fresh, [&](std::uint32_t other) {
            return at[other + 1] - at[other] == length && out.groups[other].size < MAX_GROUP &&
                   std::equal(signature.begin() + mark, signature.end(), signature.begin() + at[other]);
        });
        if (group == fresh) {
            out.groups.push_back({});
            at.push_back(static_cast<std::uint32_t>(signature.size()));
        } else {
            signature.resize(mark);
        }
        out.group_of[cell] = group;
        ++out.groups[group].size;
    }
}

void list_cells_of_groups(std::uint32_t cell_count, Constraints& out) {
    std::uint32_t next = 0;
    for (Group& group : out.groups) {
        group.first_cell = next;
        next += group.size;
        group.size = 0;
    }
    out.group_cells.resize(next);
    for (std::uint32_t cell = 0; cell < cell_count; ++cell) {
        if (out.group_of[cell] == NONE) continue;
        Group& group = out.groups[out.group_of[cell]];
        out.group_cells[group.first_cell + group.size++] = cell;
    }
}

// One clue for each restricting rule, except that rules over the same groups are intersected into one.
void merge_clues(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    auto& clue_of = scratch.clue_of;
    auto& hash = scratch.hash;
    auto& at = scratch.group_at;
    auto rule_count = static_cast<std::uint32_t>(rules.rules.size());
    auto group_count = static_cast<std::uint32_t>(out.groups.size());
    hash.assign(rule_count, 0);
    scratch.group_count.assign(rule_count, 0);
    for (std::uint32_t group = 0; group < group_count; ++group)
        for (std::uint32_t k = at[group]; k < at[group + 1]; ++k) {
            hash[scratch.group_rules[k]] += mix_bits(group);
            ++scratch.group_count[scratch.group_rules[k]];
        }
    clue_of.assign(rule_count, NONE);
    scratch.table.reset(rule_count);
    for (std::uint32_t rule = 0; rule < rule_count; ++rule) {
        const auto& state = scratch.state[rule];
        if (!restricts(state)) continue;
        auto fresh = static_cast<std::uint32_t>(out.clues.size());
        std::uint32_t clue = scratch.table.find_or_insert(hash[rule], fresh, [&](std::uint32_t other) {
            // Equal group sets have equal hashes and counts; that unequal ones do too is ruled out in full.
            std::uint32_t twin = out.clues[other].rule;
            if (hash[twin] != hash[rule] || scratch.group_count[twin] != scratch.group_count[rule]) return false;
            for (std::uint32_t cell : cells_of(scratch, rule)) {
                if (out.fate[cell] != Fate::OPEN) continue;
                auto among = rules_of(scratch, cell);
                if (std::find(among.begin(), among.end(), twin) == among.end()) return false;
            }
            return true;
        });
        std::int32_t lo = std::max(state.lo, 0), hi = std::min(state.hi, state.unknown);
        clue_of[rule] = clue;
        if (clue == fresh) {
            out.clues.push_back({lo, hi, static_cast<std::uint32_t>(state.unknown), rule, 0, scratch.group_count[rule]});
        } else {
            Clue& merged = out.clues[clue];
            merged.lo = std::max(merged.lo, lo);
            merged.hi = std::min(merged.hi, hi);
            if (merged.lo > merged.hi) {
                out.conflict = rule;
                return;
            }
        }
    }
}

void link_groups_and_clues(Constraints& out, const ConstraintScratch& scratch) {
    std::uint32_t next = 0;
    for (Clue& clue : out.clues) {
        clue.first = next;
        next += clue.count;
        clue.count = 0;
    }
    out.clue_groups.resize(next);
    for (std::uint32_t group = 0; group < out.groups.size(); ++group) {
        Group& target = out.groups[group];
        target.first_clue = static_cast<std::uint32_t>(out.group_clues.size());
        for (std::uint32_t k = scratch.group_at[group]; k < scratch.group_at[group + 1]; ++k) {
            std::uint32_t rule = scratch.group_rules[k];
            std::uint32_t index = scratch.clue_of[rule];
            if (out.clues[index].rule != rule) continue;  // merged into another clue
            Clue& clue = out.clues[index];
            out.group_clues.push_back(index);
            out.clue_groups[clue.first + clue.count++] = group;
        }
        target.clue_count = static_cast<std::uint32_t>(out.group_clues.size()) - target.first_clue;
    }
}

}  // namespace

void constrain(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    out.fate.assign(rules.cell_count, Fate::OPEN);
    out.group_of.resize(rules.cell_count);
    out.floating.clear();
    out.settled_mines = 0;
    out.groups.clear();
    out.group_cells.clear();
    out.group_clues.clear();
    out.clues.clear();
    out.clue_groups.clear();
    out.conflict = NONE;

    settle(rules, out, scratch);
    if (out.conflict != NONE) return;
    group_cells(rules, out, scratch);
    list_cells_of_groups(rules.cell_count, out);
    merge_clues(rules, out, scratch);
    if (out.conflict != NONE) return;
    link_groups_and_clues(out, scratch);
}

}  // namespace sapper
