// Rules to groups and clues, and groups to components, on random rules: no rule is lost or added, and only equal
// cells are merged.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "count/component.hpp"
#include "count/constraint.hpp"

using namespace sapper;

namespace {

// The constraints as facts over the cells of the rules.
std::vector<brute::Fact> facts_of(const Constraints& constraints) {
    std::vector<brute::Fact> facts;
    for (std::uint32_t cell = 0; cell < constraints.verdict.size(); ++cell) {
        if (constraints.verdict[cell] == Verdict::OPEN) continue;
        int mine = constraints.verdict[cell] == Verdict::MINE;
        facts.push_back({mine, mine, brute::World{1} << cell});
    }
    for (const Clue& clue : constraints.clues) {
        brute::Fact fact{clue.lo, clue.hi, 0};
        for (std::uint32_t group : constraints.groups_of(clue))
            for (std::uint32_t cell : constraints.cells_of(constraints.groups[group]))
                fact.cells |= brute::World{1} << cell;
        facts.push_back(fact);
    }
    return facts;
}

// Every cell is settled, floats, or lies in exactly one group, and the links between groups and clues agree.
void check_links(const Constraints& constraints) {
    std::vector<int> seen(constraints.verdict.size());
    for (std::uint32_t cell = 0; cell < constraints.verdict.size(); ++cell)
        seen[cell] += constraints.verdict[cell] != Verdict::OPEN;
    for (std::uint32_t cell : constraints.floating) {
        ++seen[cell];
        CHECK(constraints.group_of[cell] == Constraints::NONE);
    }
    CHECK(std::is_sorted(constraints.floating.begin(), constraints.floating.end()));
    std::set<std::pair<std::uint32_t, std::uint32_t>> from_groups, from_clues;
    std::multiset<std::vector<std::uint32_t>> signatures;
    for (std::uint32_t index = 0; index < constraints.groups.size(); ++index) {
        const Group& group = constraints.groups[index];
        CHECK(group.size > 0 && group.size <= MAX_GROUP && group.clue_count > 0);
        for (std::uint32_t cell : constraints.cells_of(group)) {
            ++seen[cell];
            CHECK(constraints.group_of[cell] == index);
        }
        std::vector<std::uint32_t> clues;
        for (std::uint32_t clue : constraints.clues_of(group)) {
            from_groups.insert({index, clue});
            clues.push_back(clue);
        }
        std::sort(clues.begin(), clues.end());
        if (group.size < MAX_GROUP) signatures.insert(clues);
    }
    CHECK(std::set<std::vector<std::uint32_t>>(signatures.begin(), signatures.end()).size() == signatures.size());
    for (int times : seen) CHECK(times == 1);
    for (std::uint32_t index = 0; index < constraints.clues.size(); ++index) {
        const Clue& clue = constraints.clues[index];
        std::uint32_t cells = 0;
        for (std::uint32_t group : constraints.groups_of(clue)) {
            from_clues.insert({group, index});
            cells += constraints.groups[group].size;
        }
        CHECK(clue.cells == cells);
        CHECK(0 <= clue.lo && clue.lo <= clue.hi && clue.hi <= static_cast<std::int32_t>(cells));
    }
    CHECK(from_groups == from_clues);
}

// The most clues open at once when the groups are placed in order.
std::uint32_t width_of(const Constraints& constraints, std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> placed(constraints.clues.size());
    std::uint32_t open = 0, width = 0;
    for (std::uint32_t group : order) {
        auto clues = constraints.clues_of(constraints.groups[group]);
        for (std::uint32_t clue : clues) open += placed[clue]++ == 0;
        width = std::max(width, open);
        for (std::uint32_t clue : clues) open -= placed[clue] == constraints.clues[clue].count;
    }
    return width;
}

void check_components(const Constraints& constraints, const Components& components) {
    std::vector<int> group_seen(constraints.groups.size()), clue_seen(constraints.clues.size());
    std::vector<std::size_t> owner(constraints.groups.size());
    for (std::size_t k = 0; k < components.list.size(); ++k) {
        const Component& component = components.list[k];
        std::uint32_t cells = 0;
        for (std::uint32_t group : components.groups_of(component)) {
            ++group_seen[group];
            owner[group] = k;
            cells += constraints.groups[group].size;
        }
        CHECK(component.cells == cells);
        CHECK(component.width == width_of(constraints, components.groups_of(component)));
        for (std::uint32_t clue : components.clues_of(component)) ++clue_seen[clue];
    }
    for (int times : group_seen) CHECK(times == 1);
    for (int times : clue_seen) CHECK(times == 1);
    // No clue reaches out of its component, and every component is connected.
    for (std::size_t k = 0; k < components.list.size(); ++k) {
        auto members = components.groups_of(components.list[k]);
        std::vector<std::uint32_t> reached{members[0]};
        std::set<std::uint32_t> seen{members[0]};
        for (std::size_t head = 0; head < reached.size(); ++head)
            for (std::uint32_t clue : constraints.clues_of(constraints.groups[reached[head]]))
                for (std::uint32_t other : constraints.groups_of(constraints.clues[clue])) {
                    CHECK(owner[other] == k);
                    if (seen.insert(other).second) reached.push_back(other);
                }
        CHECK(reached.size() == members.size());
    }
}

}  // namespace

TEST(constraints_allow_the_same_worlds_as_the_rules) {
    cases::Random random(11);
    Constraints constraints;
    ConstraintScratch scratch;
    Components components;
    ComponentScratch component_scratch;
    int conflicts = 0;
    for (int round = 0; round < 3000; ++round) {
        cases::RuleSettings settings;
        settings.most_cells = 11;
        settings.bent = round % 3 == 0;
        Rules rules = cases::random_rules(random, settings);
        brute::Puzzle puzzle = brute::read_rules(rules);
        constrain(rules, constraints, scratch);
        if (constraints.conflict != Constraints::NONE) {
            ++conflicts;
            CHECK(constraints.conflict < rules.rules.size());
            CHECK(brute::list_worlds(puzzle, false).empty());
            continue;
        }
        check_links(constraints);
        auto facts = facts_of(constraints);
        bool same = true;
        for (brute::World world = 0; world < brute::World{1} << puzzle.cell_count; ++world)
            same &= brute::keeps_all(puzzle.facts, world) == brute::keeps_all(facts, world);
        CHECK(same);
        std::int64_t mines = std::count(constraints.verdict.begin(), constraints.verdict.end(), Verdict::MINE);
        CHECK(constraints.settled_mines == mines);
        split_components(constraints, components, component_scratch);
        check_components(constraints, components);
    }
    CHECK(conflicts > 50);
}

TEST(boards_have_sound_components_too) {
    cases::Random random(12);
    Rules rules;
    BoardNames names;
    Constraints constraints;
    ConstraintScratch scratch;
    Components components;
    ComponentScratch component_scratch;
    for (int round = 0; round < 800; ++round) {
        Board board = cases::random_board(random, 30);
        CHECK(state_rules(board, rules, names));
        constrain(rules, constraints, scratch);
        CHECK(constraints.conflict == Constraints::NONE);
        check_links(constraints);
        split_components(constraints, components, component_scratch);
        check_components(constraints, components);
    }
}

TEST(rules_over_the_same_cells_are_one_clue) {
    Rules rules;
    rules.cell_count = rules.ruled_count = 5;
    const std::vector<std::uint32_t> same = {0, 1, 2, 3};
    rules.add(0, 3, same);
    rules.add(1, 4, same);
    rules.add(0, 4, same);  // has no effect
    Constraints constraints;
    ConstraintScratch scratch;
    constrain(rules, constraints, scratch);
    CHECK(constraints.clues.size() == 1 && constraints.clues[0].lo == 1 && constraints.clues[0].hi == 3);
    CHECK(constraints.floating.size() == 1 && constraints.floating[0] == 4);
    rules.add(4, 4, same);
    rules.add(0, 2, same);
    constrain(rules, constraints, scratch);
    CHECK(constraints.conflict != Constraints::NONE);
}

TEST(groups_larger_than_exact_binomials_are_cut) {
    Rules rules;
    rules.cell_count = rules.ruled_count = 5 * MAX_GROUP + 3;
    std::vector<std::uint32_t> all(rules.cell_count);
    for (std::uint32_t cell = 0; cell < rules.cell_count; ++cell) all[cell] = cell;
    rules.add(7, 9, all);
    Constraints constraints;
    ConstraintScratch scratch;
    constrain(rules, constraints, scratch);
    check_links(constraints);
    CHECK(constraints.groups.size() == 6 && constraints.clues.size() == 1);
    CHECK(constraints.clues[0].count == 6 && constraints.clues[0].cells == rules.cell_count);
}
