#include "constraint.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = Constraints::NONE;
constexpr std::uint8_t SAYS_SAFE = 1, SAYS_MINE = 2;
// Rounds before the queue takes over. Three or four settle nearly everything on a played board.
constexpr int ROUNDS = 4;

void load_rules(const Rules& rules, ConstraintScratch& scratch) {
    scratch.state.resize(rules.rules.size());
    OpenRule* const state = scratch.state.data();
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) state[rule] = OpenRule::of(rules.rules[rule]);
    scratch.mark.assign(rules.cell_count, 0);
    scratch.pair_cell.assign(rules.pair_cell.begin(), rules.pair_cell.end());
    scratch.pair_rule.assign(rules.pair_rule.begin(), rules.pair_rule.end());
}

// One round of the two single-rule deductions, all safe and all mines, over all rules at once. Which cells a rule
// settles is as good as random, so nothing branches on it. Returns the number of pairs that stay open.
std::size_t settle_round(Buffer<OpenRule>& rules, Buffer<std::uint8_t>& marks, ConstraintScratch& scratch) {
    scratch.verdict.resize(rules.size());
    OpenRule* const state = rules.data();
    std::uint8_t* const verdict = scratch.verdict.data();
    std::uint8_t* const mark = marks.data();
    std::uint32_t* const pair_cell = scratch.pair_cell.data();
    std::uint32_t* const pair_rule = scratch.pair_rule.data();
    std::size_t pairs = scratch.pair_cell.size(), open = 0;
    for (std::size_t rule = 0; rule < rules.size(); ++rule)
        verdict[rule] = static_cast<std::uint8_t>(SAYS_SAFE * state[rule].says_safe() |
                                                  SAYS_MINE * state[rule].says_mine());
    for (std::size_t k = 0; k < pairs; ++k) mark[pair_cell[k]] |= verdict[pair_rule[k]];
    // A cell with both marks counts as a mine and so breaks the rule that calls it safe.
    constexpr std::array<std::uint64_t, 4> less = {0, OpenRule::ONE_SAFE, OpenRule::ONE_MINE, OpenRule::ONE_MINE};
    for (std::size_t k = 0; k < pairs; ++k) {
        std::uint32_t cell = pair_cell[k], rule = pair_rule[k];
        std::uint8_t said = mark[cell];
        state[rule].packed -= less[said];
        pair_cell[open] = cell;
        pair_rule[open] = rule;
        open += said == 0;
    }
    scratch.pair_cell.resize(open);
    scratch.pair_rule.resize(open);
    return open;
}

// The first impossible rule, or NONE.
std::uint32_t find_impossible(const Buffer<OpenRule>& rules) {
    bool any = false;
    for (OpenRule state : rules) any |= state.impossible();
    if (!any) return NONE;
    auto at = std::find_if(rules.begin(), rules.end(), [](OpenRule state) { return state.impossible(); });
    return static_cast<std::uint32_t>(at - rules.begin());
}

constexpr std::array<Fate, 4> FATES = {Fate::OPEN, Fate::SAFE, Fate::MINE, Fate::MINE};

void read_marks(Constraints& out, const ConstraintScratch& scratch) {
    std::size_t cells = scratch.mark.size();
    out.fate.resize(cells);
    Fate* const fate = out.fate.data();
    std::uint32_t mines = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        fate[cell] = FATES[scratch.mark[cell]];
        mines += scratch.mark[cell] / SAYS_MINE;
    }
    out.settled_mines += mines;
}

// The number a name gets the first time it is met.
std::uint32_t renumber(std::uint32_t name, Buffer<std::uint32_t>& number_of, Buffer<std::uint32_t>& names) {
    if (number_of[name] == NONE) {
        number_of[name] = static_cast<std::uint32_t>(names.size());
        names.push_back(name);
    }
    return number_of[name];
}

// Renumbers what is still open, so that everything after this costs nothing for the rest of the board.
void compact(const Rules& rules, ConstraintScratch& scratch) {
    scratch.active_of.assign(rules.rules.size(), NONE);
    scratch.open_of.assign(rules.cell_count, NONE);
    scratch.rule_at.clear();
    scratch.cell_at.clear();
    for (std::size_t k = 0; k < scratch.pair_cell.size(); ++k) {
        scratch.pair_rule[k] = renumber(scratch.pair_rule[k], scratch.active_of, scratch.rule_at);
        scratch.pair_cell[k] = renumber(scratch.pair_cell[k], scratch.open_of, scratch.cell_at);
    }
    scratch.active_state.clear();
    for (std::uint32_t rule : scratch.rule_at) scratch.active_state.push_back(scratch.state[rule]);
    scratch.state.swap(scratch.active_state);
    scratch.open_mark.assign(scratch.cell_at.size(), 0);
}

void read_open_marks(Constraints& out, const ConstraintScratch& scratch) {
    for (std::size_t open = 0; open < scratch.open_mark.size(); ++open) {
        out.fate[scratch.cell_at[open]] = FATES[scratch.open_mark[open]];
        out.settled_mines += scratch.open_mark[open] / SAYS_MINE;
    }
}

// to[first[a] .. first[a + 1]) = all b of the pairs (a, b), by counting.
void index_pairs(const Buffer<std::uint32_t>& a, const Buffer<std::uint32_t>& b, std::size_t count,
                 Buffer<std::uint32_t>& first, Buffer<std::uint32_t>& to) {
    // first[a + 1] is where the next partner of a goes; when all are placed, it is where a + 1 begins.
    first.assign(count + 2, 0);
    for (std::uint32_t index : a) ++first[index + 2];
    for (std::size_t index = 0; index < count; ++index) first[index + 2] += first[index + 1];
    to.resize(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) to[first[a[k] + 1]++] = b[k];
}

std::span<const std::uint32_t> rules_of(const ConstraintScratch& scratch, std::uint32_t open) {
    return {scratch.cell_rules.data() + scratch.cell_first[open],
            scratch.cell_rules.data() + scratch.cell_first[open + 1]};
}

std::span<const std::uint32_t> cells_of(const ConstraintScratch& scratch, std::uint32_t active) {
    return {scratch.rule_cells.data() + scratch.rule_first[active],
            scratch.rule_cells.data() + scratch.rule_first[active + 1]};
}

// Once a rule settles its cells it goes on doing so, whatever else becomes known: it is queued once only.
void queue_if_settling(std::uint32_t active, ConstraintScratch& scratch) {
    if (!scratch.state[active].settles() || scratch.queued[active]) return;
    scratch.queued[active] = true;
    scratch.queue.push_back(active);
}

void settle_cell(std::uint32_t open, Fate fate, Constraints& out, ConstraintScratch& scratch) {
    out.fate[scratch.cell_at[open]] = fate;
    out.settled_mines += fate == Fate::MINE;
    for (std::uint32_t active : rules_of(scratch, open)) {
        scratch.state[active].packed -= fate == Fate::MINE ? OpenRule::ONE_MINE : OpenRule::ONE_SAFE;
        queue_if_settling(active, scratch);
    }
}

// Follows the same deductions rule by rule to the end, however long the chain. False at an impossible rule.
bool settle_rest(Constraints& out, ConstraintScratch& scratch) {
    scratch.queue.clear();
    scratch.queued.assign(scratch.state.size(), false);
    for (std::uint32_t active = 0; active < scratch.state.size(); ++active) queue_if_settling(active, scratch);
    while (!scratch.queue.empty()) {
        std::uint32_t active = scratch.queue.back();
        scratch.queue.pop_back();
        OpenRule state = scratch.state[active];
        if (state.impossible()) {
            out.conflict = scratch.rule_at[active];
            return false;
        }
        Fate fate = state.says_safe() ? Fate::SAFE : Fate::MINE;
        for (std::uint32_t open : cells_of(scratch, active))
            if (out.fate[scratch.cell_at[open]] == Fate::OPEN) settle_cell(open, fate, out, scratch);
    }
    return true;
}

// Settles every cell that some single rule settles, given all the others that are settled. False at an impossible
// rule.
bool settle(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    load_rules(rules, scratch);
    settle_round(scratch.state, scratch.mark, scratch);
    read_marks(out, scratch);
    out.conflict = find_impossible(scratch.state);
    if (out.conflict != NONE) return false;
    compact(rules, scratch);
    std::size_t open = scratch.pair_cell.size(), before = open + 1;
    for (int round = 1; round < ROUNDS && open < before; ++round) {
        before = open;
        open = settle_round(scratch.state, scratch.open_mark, scratch);
    }
    read_open_marks(out, scratch);
    std::uint32_t impossible = find_impossible(scratch.state);
    if (impossible != NONE) {
        out.conflict = scratch.rule_at[impossible];
        return false;
    }
    index_pairs(scratch.pair_rule, scratch.pair_cell, scratch.rule_at.size(), scratch.rule_first, scratch.rule_cells);
    index_pairs(scratch.pair_cell, scratch.pair_rule, scratch.cell_at.size(), scratch.cell_first, scratch.cell_rules);
    return settle_rest(out, scratch);
}

// Gives every open cell its group by the set of restricting rules it lies in. The signature of a group is kept
// in group_rules, in the order of the pairs, which is the same for all cells.
void group_cells(Constraints& out, ConstraintScratch& scratch) {
    auto& signature = scratch.group_rules;
    auto& at = scratch.group_at;
    signature.clear();
    at.assign(1, 0);
    scratch.table.reset(scratch.cell_at.size());
    for (std::uint32_t open = 0; open < scratch.cell_at.size(); ++open) {
        std::uint32_t cell = scratch.cell_at[open];
        if (out.fate[cell] != Fate::OPEN) continue;
        auto mark = static_cast<std::uint32_t>(signature.size());
        std::uint64_t hash = 0;
        for (std::uint32_t active : rules_of(scratch, open)) {
            if (!scratch.state[active].restricts()) continue;
            signature.push_back(active);
            hash += mix_bits(active);
        }
        if (signature.size() == mark) continue;
        std::sort(signature.begin() + mark, signature.end());
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

// Cells of each group in rising order, and the cells that no rule restricts.
void list_cells(std::uint32_t cell_count, Constraints& out) {
    std::uint32_t next = 0;
    for (Group& group : out.groups) {
        group.first_cell = next;
        next += group.size;
        group.size = 0;
    }
    out.group_cells.resize(next);
    out.floating.resize(cell_count + 1);
    std::uint32_t floating = 0;
    for (std::uint32_t cell = 0; cell < cell_count; ++cell) {
        std::uint32_t index = out.group_of[cell];
        if (index != NONE) {
            Group& group = out.groups[index];
            out.group_cells[group.first_cell + group.size++] = cell;
        }
        out.floating[floating] = cell;
        floating += index == NONE && out.fate[cell] == Fate::OPEN;
    }
    out.floating.resize(floating);
}

// Whether two rules restrict the same open cells. Equal hashes are as good as proof, but proof is cheap.
bool same_cells(const Constraints& out, const ConstraintScratch& scratch, std::uint32_t one, std::uint32_t other) {
    if (scratch.hash[one] != scratch.hash[other] || scratch.group_count[one] != scratch.group_count[other])
        return false;
    for (std::uint32_t open : cells_of(scratch, one)) {
        if (out.fate[scratch.cell_at[open]] != Fate::OPEN) continue;
        auto among = rules_of(scratch, open);
        if (std::find(among.begin(), among.end(), other) == among.end()) return false;
    }
    return true;
}

// One clue for each restricting rule, except that rules over the same groups are intersected into one. False
// when such an intersection is empty.
bool merge_clues(Constraints& out, ConstraintScratch& scratch) {
    auto& at = scratch.group_at;
    std::size_t active_count = scratch.state.size();
    scratch.hash.assign(active_count, 0);
    scratch.group_count.assign(active_count, 0);
    scratch.clue_of.assign(active_count, NONE);
    for (std::uint32_t group = 0; group < out.groups.size(); ++group)
        for (std::uint32_t k = at[group]; k < at[group + 1]; ++k) {
            scratch.hash[scratch.group_rules[k]] += mix_bits(group);
            ++scratch.group_count[scratch.group_rules[k]];
        }
    scratch.table.reset(active_count);
    scratch.queue.clear();  // the active rule each clue was made from
    for (std::uint32_t active = 0; active < active_count; ++active) {
        OpenRule state = scratch.state[active];
        if (!state.restricts()) continue;
        auto fresh = static_cast<std::uint32_t>(out.clues.size());
        std::uint32_t clue = scratch.table.find_or_insert(scratch.hash[active], fresh, [&](std::uint32_t other) {
            return same_cells(out, scratch, active, scratch.queue[other]);
        });
        std::int32_t lo = std::max(state.lo(), 0), hi = std::min(state.hi(), state.unknown());
        if (clue == fresh) {
            scratch.clue_of[active] = clue;
            scratch.queue.push_back(active);
            out.clues.push_back({lo, hi, static_cast<std::uint32_t>(state.unknown()), scratch.rule_at[active], 0,
                                 scratch.group_count[active]});
            continue;
        }
        Clue& merged = out.clues[clue];
        merged.lo = std::max(merged.lo, lo);
        merged.hi = std::min(merged.hi, hi);
        if (merged.lo > merged.hi) {
            out.conflict = scratch.rule_at[active];
            return false;
        }
    }
    return true;
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
            std::uint32_t index = scratch.clue_of[scratch.group_rules[k]];
            if (index == NONE) continue;  // merged into another clue
            Clue& clue = out.clues[index];
            out.group_clues.push_back(index);
            out.clue_groups[clue.first + clue.count++] = group;
        }
        target.clue_count = static_cast<std::uint32_t>(out.group_clues.size()) - target.first_clue;
    }
}

}  // namespace

void constrain(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    out.settled_mines = 0;
    out.groups.clear();
    out.group_clues.clear();
    out.clues.clear();
    out.conflict = NONE;
    if (!settle(rules, out, scratch)) return;
    out.group_of.assign(rules.cell_count, NONE);
    group_cells(out, scratch);
    list_cells(rules.cell_count, out);
    if (!merge_clues(out, scratch)) return;
    link_groups_and_clues(out, scratch);
}

}  // namespace sapper
