#include "count/constraint.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

// to[first[a] .. first[a + 1]) = all b of the pairs (a, b), by counting.
void index_pairs(const Buffer<std::uint32_t>& a, const Buffer<std::uint32_t>& b, std::size_t count,
                 Buffer<std::uint32_t>& first, Buffer<std::uint32_t>& to) {
    // first[a + 1] is where the next partner of a goes; when all are placed, it is where a + 1 begins.
    first.assign(count + 2, 0);
    std::size_t pairs = a.size();
    to.resize(pairs);
    const std::uint32_t *const from_a = a.data(), *const from_b = b.data();
    std::uint32_t *const next = first.data() + 1, *const target = to.data();
    for (std::size_t k = 0; k < pairs; ++k) ++next[from_a[k] + 1];
    for (std::size_t index = 0; index < count; ++index) next[index + 1] += next[index];
    for (std::size_t k = 0; k < pairs; ++k) target[next[from_a[k]]++] = from_b[k];
}

// Adds an item to the hash of a list.
std::uint64_t hash_next(std::uint64_t hash, std::uint32_t item) {
    return (hash + item) * 0x9e3779b97f4a7c15u;
}

std::span<const std::uint32_t> rules_of(const ConstraintScratch& scratch, std::uint32_t cell) {
    return {scratch.cell_rules.data() + scratch.cell_first[cell],
            scratch.cell_rules.data() + scratch.cell_first[cell + 1]};
}

std::span<const std::uint32_t> cells_of(const ConstraintScratch& scratch, std::uint32_t rule) {
    return {scratch.rule_cells.data() + scratch.rule_first[rule],
            scratch.rule_cells.data() + scratch.rule_first[rule + 1]};
}

// A rule that settles its cells still does so after other cells are settled, so it is queued only once.
void queue_if_settling(std::uint32_t rule, ConstraintScratch& scratch) {
    if (!scratch.state[rule].settles() || scratch.queued[rule]) return;
    scratch.queued[rule] = true;
    scratch.queue.push_back(rule);
}

void settle_cell(std::uint32_t cell, Verdict verdict, Constraints& out, ConstraintScratch& scratch) {
    std::int32_t mine = verdict == Verdict::MINE;
    out.verdict[cell] = verdict;
    out.settled_mines += mine;
    for (std::uint32_t rule : rules_of(scratch, cell)) {
        OpenRule& state = scratch.state[rule];
        --state.unknown;
        state.lo -= mine;
        state.hi -= mine;
        queue_if_settling(rule, scratch);
    }
}

// Applies the two single-rule deductions, all safe and all mines, until nothing moves. False at an impossible rule.
bool settle(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    scratch.queue.clear();
    scratch.queued.assign(rules.rules.size(), false);
    scratch.state.resize(rules.rules.size());
    for (std::uint32_t rule = 0; rule < rules.rules.size(); ++rule) {
        const Rule& source = rules.rules[rule];
        scratch.state[rule] = {source.lo, source.hi, static_cast<std::int32_t>(source.count)};
        queue_if_settling(rule, scratch);
    }
    while (!scratch.queue.empty()) {
        std::uint32_t rule = scratch.queue.back();
        scratch.queue.pop_back();
        OpenRule state = scratch.state[rule];
        if (state.impossible()) {
            out.conflict = rule;
            return false;
        }
        Verdict verdict = state.hi <= 0 ? Verdict::SAFE : Verdict::MINE;
        for (std::uint32_t cell : cells_of(scratch, rule))
            if (out.verdict[cell] == Verdict::OPEN) settle_cell(cell, verdict, out, scratch);
    }
    return true;
}

// Gives every open cell its group by the set of restricting rules it lies in, or lets it float. The signature of a
// group is kept in group_rules, so that equal hashes are compared in full.
void group_cells(std::uint32_t ruled, Constraints& out, ConstraintScratch& scratch) {
    scratch.group_rules.resize(scratch.cell_rules.size());  // room for all; every cell writes at the end of the last
    scratch.group_at.assign(1, 0);
    scratch.table.reset(ruled);
    std::uint32_t* const signature = scratch.group_rules.data();
    const OpenRule* const state = scratch.state.data();
    std::uint32_t mark = 0;
    for (std::uint32_t cell = 0; cell < ruled; ++cell) {
        if (out.verdict[cell] != Verdict::OPEN) continue;
        std::uint64_t hash = 0;
        std::uint32_t end = mark;
        for (std::uint32_t rule : rules_of(scratch, cell)) {
            if (!state[rule].restricts()) continue;
            signature[end++] = rule;
            hash = hash_next(hash, rule);
        }
        if (end == mark) {
            out.floating.push_back(cell);
            continue;
        }
        auto fresh = static_cast<std::uint32_t>(out.groups.size());
        const std::uint32_t* const at = scratch.group_at.data();
        // A full group is left alone: the next equal cell opens another piece of it.
        std::uint32_t group = scratch.table.find_or_insert(hash >> 32, fresh, [&](std::uint32_t other) {
            return at[other + 1] - at[other] == end - mark && out.groups[other].size < MAX_GROUP &&
                   std::equal(signature + mark, signature + end, signature + at[other]);
        });
        if (group == fresh) {
            out.groups.push_back({});
            scratch.group_at.push_back(end);
            mark = end;
        }
        out.group_of[cell] = group;
        ++out.groups[group].size;
    }
}

// Gives every item its place in a list, with room for as many entries as it counts, and lets it count from 0 again.
// Returns the length of the list.
template <class Item>
std::uint32_t take_places(std::vector<Item>& items, std::uint32_t Item::* first, std::uint32_t Item::* count) {
    std::uint32_t next = 0;
    for (Item& item : items) {
        item.*first = next;
        next += item.*count;
        item.*count = 0;
    }
    return next;
}

void list_cells(std::uint32_t ruled, Constraints& out) {
    out.group_cells.resize(take_places(out.groups, &Group::first_cell, &Group::size));
    for (std::uint32_t cell = 0; cell < ruled; ++cell) {
        if (out.group_of[cell] == Constraints::NONE) continue;
        Group& group = out.groups[out.group_of[cell]];
        out.group_cells[group.first_cell + group.size++] = cell;
    }
}

// Whether two rules restrict the same open cells. Equal hashes make it almost certain; the full comparison is cheap.
bool same_cells(const Constraints& out, const ConstraintScratch& scratch, std::uint32_t one, std::uint32_t other) {
    if (scratch.hash[one] != scratch.hash[other] || scratch.group_count[one] != scratch.group_count[other])
        return false;
    for (std::uint32_t cell : cells_of(scratch, one)) {
        if (out.verdict[cell] != Verdict::OPEN) continue;
        auto among = rules_of(scratch, cell);
        if (std::find(among.begin(), among.end(), other) == among.end()) return false;
    }
    return true;
}

// One clue for each restricting rule, except that rules over the same groups are intersected into one. False when
// such an intersection is empty.
bool merge_clues(Constraints& out, ConstraintScratch& scratch) {
    const auto& at = scratch.group_at;
    auto rule_count = static_cast<std::uint32_t>(scratch.state.size());
    scratch.hash.assign(rule_count, 0);
    scratch.group_count.assign(rule_count, 0);
    scratch.clue_of.assign(rule_count, Constraints::NONE);
    scratch.source_of.clear();
    std::uint64_t* const hash = scratch.hash.data();
    std::uint32_t* const group_count = scratch.group_count.data();
    const std::uint32_t* rule_at = scratch.group_rules.data();
    for (std::uint32_t group = 0; group < out.groups.size(); ++group)
        for (const std::uint32_t* const end = scratch.group_rules.data() + at[group + 1]; rule_at != end; ++rule_at) {
            hash[*rule_at] = hash_next(hash[*rule_at], group);
            ++group_count[*rule_at];
        }
    scratch.table.reset(rule_count);
    for (std::uint32_t rule = 0; rule < rule_count; ++rule) {
        OpenRule state = scratch.state[rule];
        if (!state.restricts()) continue;
        auto fresh = static_cast<std::uint32_t>(out.clues.size());
        std::uint32_t clue = scratch.table.find_or_insert(hash[rule] >> 32, fresh, [&](std::uint32_t other) {
            return same_cells(out, scratch, rule, scratch.source_of[other]);
        });
        std::int32_t lo = std::max(state.lo, 0), hi = std::min(state.hi, state.unknown);
        if (clue == fresh) {
            scratch.clue_of[rule] = clue;
            scratch.source_of.push_back(rule);
            out.clues.push_back(
                {lo, hi, static_cast<std::uint32_t>(state.unknown), rule, 0, scratch.group_count[rule]});
            continue;
        }
        Clue& merged = out.clues[clue];
        merged.lo = std::max(merged.lo, lo);
        merged.hi = std::min(merged.hi, hi);
        if (merged.lo > merged.hi) {
            out.conflict = rule;
            return false;
        }
    }
    return true;
}

void link_groups_and_clues(Constraints& out, const ConstraintScratch& scratch) {
    out.clue_groups.resize(take_places(out.clues, &Clue::first, &Clue::count));
    out.group_clues.resize(scratch.group_at.back());  // room for all; some are merged into others
    const std::uint32_t* const clue_of = scratch.clue_of.data();
    const std::uint32_t* rule = scratch.group_rules.data();
    Clue* const clues = out.clues.data();
    std::uint32_t* const clue_groups = out.clue_groups.data();
    std::uint32_t* const group_clues = out.group_clues.data();
    std::uint32_t used = 0;
    for (std::uint32_t group = 0; group < out.groups.size(); ++group) {
        Group& target = out.groups[group];
        target.first_clue = used;
        for (const std::uint32_t* const end = scratch.group_rules.data() + scratch.group_at[group + 1]; rule != end;
             ++rule) {
            std::uint32_t index = clue_of[*rule];
            if (index == Constraints::NONE) continue;
            Clue& clue = clues[index];
            group_clues[used++] = index;
            clue_groups[clue.first + clue.count++] = group;
        }
        target.clue_count = used - target.first_clue;
    }
    out.group_clues.resize(used);
}

}  // namespace

void constrain(const Rules& rules, Constraints& out, ConstraintScratch& scratch) {
    std::uint32_t ruled = rules.ruled_count;
    out.verdict.assign(rules.cell_count, Verdict::OPEN);
    out.group_of.assign(rules.cell_count, Constraints::NONE);
    out.floating.clear();
    out.settled_mines = 0;
    out.groups.clear();
    out.group_clues.clear();
    out.clues.clear();
    out.conflict = Constraints::NONE;
    index_pairs(rules.pair_rule, rules.pair_cell, rules.rules.size(), scratch.rule_first, scratch.rule_cells);
    index_pairs(rules.pair_cell, rules.pair_rule, ruled, scratch.cell_first, scratch.cell_rules);
    if (!settle(rules, out, scratch)) return;
    group_cells(ruled, out, scratch);
    std::size_t unrestricted = out.floating.size();
    out.floating.resize(unrestricted + rules.cell_count - ruled);
    std::iota(out.floating.begin() + static_cast<std::ptrdiff_t>(unrestricted), out.floating.end(), ruled);
    list_cells(ruled, out);
    if (!merge_clues(out, scratch)) return;
    link_groups_and_clues(out, scratch);
}

}  // namespace sapper
