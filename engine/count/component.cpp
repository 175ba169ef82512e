#include "count/component.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

using Candidate = ComponentScratch::Candidate;
using OpenClue = ComponentScratch::OpenClue;

// Above this many estimated states, looking for a better order costs less than it saves.
constexpr double COSTLY = 3000;
// The states that really occur are about fifteen times the root of the estimate, and placing a group costs as much
// as a few of them. This number of trials, within these bounds, takes about as long as the elimination.
constexpr double TRIALS = 6;
constexpr double MIN_TRIALS = 4, MAX_TRIALS = 160;
// An enormous component is too wide for any limit, but detecting that must not take long either. So an order looks at
// a limited number of candidates per step, and trials end after a limited number of looks.
constexpr std::size_t MAX_CANDIDATES = 1024;
constexpr std::uint64_t MAX_LOOKS = 50'000'000;
// A look reads all clues of a group. Where some group has more of them than a cell of squares has neighbours, as in
// boxes of three and more dimensions, trials end after so many clues read, a few milliseconds.
constexpr std::uint64_t FEW_CLUES = 8, MAX_CLUES_READ = 1'000'000;
// There, a trial also costs more for what it saves: so many of the trials are made.
constexpr double WORTH_OF_MANY_CLUES = 0.25;
// Groups placed between two looks at the watch.
constexpr std::uint32_t POLL_STEPS = 4096;
// How strongly an order prefers the groups of clues that have been open longest, as a factor per step of age: not at
// all, or enough to keep the front of a sweep over a wide component compact. Either may be better.
constexpr std::array<double, 2> PATIENCE = {1.0, 1.02};

// Where a group stands that is no candidate.
constexpr std::uint32_t UNSEEN = NO_CELL, PLACED = NO_CELL - 1;
// The score of a candidate whose clues have changed.
constexpr double UNRATED = -1;

// Everything about one attempt at an order.
struct Plan {
    double cost = 0;
    std::uint32_t width = 0;
    std::uint64_t looks = 0;  // at candidates, while it was made
};

// How many values the open need of a clue can have when `left` of its cells are still to be placed.
std::int32_t need_range(std::int32_t lo, std::int32_t hi, std::int32_t cells, std::int32_t left) {
    if (left == 0) return 1;
    return 1 + std::min({hi, cells - lo, left + hi - lo, cells - left});
}

// The ranges of the clues that most boards have: with one number of mines and at most so many cells.
constexpr std::uint32_t FEW_CELLS = 12;
using CommonRanges = std::array<std::array<std::array<double, FEW_CELLS + 1>, FEW_CELLS + 1>, FEW_CELLS + 1>;

CommonRanges list_common_ranges() {
    CommonRanges ranges{};  // by cells, mines and cells left
    for (std::size_t cells = 0; cells <= FEW_CELLS; ++cells)
        for (std::size_t mines = 0; mines <= cells; ++mines)
            for (std::size_t left = 0; left <= cells; ++left)
                ranges[cells][mines][left] =
                    need_range(static_cast<std::int32_t>(mines), static_cast<std::int32_t>(mines),
                               static_cast<std::int32_t>(cells), static_cast<std::int32_t>(left));
    return ranges;
}

const CommonRanges COMMON_RANGES = list_common_ranges();

// Finds the ranges of all clues of a component, which every order reads many times.
void list_ranges(const Constraints& constraints, std::span<const std::uint32_t> clues, ComponentScratch& scratch) {
    auto is_common = [](const Clue& clue) { return clue.lo == clue.hi && clue.cells <= FEW_CELLS; };
    std::size_t rare = 0;
    for (std::uint32_t index : clues) {
        const Clue& clue = constraints.clues[index];
        if (is_common(clue))
            scratch.ranges_of[index] = COMMON_RANGES[clue.cells][static_cast<std::size_t>(clue.hi)].data();
        else
            rare += clue.cells + 1;
    }
    if (rare == 0) return;
    scratch.ranges.resize(rare);
    double* range = scratch.ranges.data();
    for (std::uint32_t index : clues) {
        const Clue& clue = constraints.clues[index];
        if (is_common(clue)) continue;
        scratch.ranges_of[index] = range;
        auto cells = static_cast<std::int32_t>(clue.cells);
        for (std::int32_t left = 0; left <= cells; ++left) *range++ = need_range(clue.lo, clue.hi, cells, left);
    }
}

// The factor by which placing the group changes the estimated number of states, weighed by how long the oldest of its
// clues has been open. Ties go to the oldest too, which keeps the sweep together.
void rate(const Constraints& constraints, const OpenClue* clues, Candidate& candidate) {
    const Group& group = constraints.groups[candidate.group];
    double factor = 1, weight = 1;
    std::uint32_t age = OpenClue::UNOPENED;
    for (std::uint32_t index : constraints.clues_of(group)) {
        const OpenClue& open = clues[index];
        factor *= open.range[-static_cast<std::ptrdiff_t>(group.size)] / *open.range;
        if (open.opened < age) {
            age = open.opened;
            weight = open.weight;
        }
    }
    candidate.age = age;
    candidate.score = factor * weight;
}

// Takes the best candidate out of the list.
std::uint32_t take_candidate(const Constraints& constraints, ComponentScratch& scratch) {
    std::size_t count = scratch.candidates.size();
    Candidate* const candidates = scratch.candidates.data();
    std::size_t first = count - std::min(count, MAX_CANDIDATES), best = first;
    for (std::size_t k = first; k < count && count > 1; ++k) {
        Candidate& candidate = candidates[k];
        if (candidate.score == UNRATED) rate(constraints, scratch.open.data(), candidate);
        if (candidate.is_better_than(candidates[best])) best = k;
    }
    std::uint32_t group = candidates[best].group;
    candidates[best] = candidates[count - 1];
    scratch.place[candidates[best].group] = static_cast<std::uint32_t>(best);
    scratch.candidates.pop_back();
    return group;
}

// Makes the groups of a clue candidates, to be rated anew.
void reach_groups(const Constraints& constraints, const Clue& clue, ComponentScratch& scratch) {
    std::uint32_t* const place = scratch.place.data();
    for (std::uint32_t group : constraints.groups_of(clue)) {
        if (place[group] == UNSEEN) {
            place[group] = static_cast<std::uint32_t>(scratch.candidates.size());
            scratch.candidates.push_back({UNRATED, 0, group});
        } else if (place[group] != PLACED) {
            scratch.candidates[place[group]].score = UNRATED;
        }
    }
}

void reset_plan(const Constraints& constraints, std::span<const std::uint32_t> groups,
                std::span<const std::uint32_t> clues, ComponentScratch& scratch) {
    scratch.candidates.clear();
    for (std::uint32_t group : groups) scratch.place[group] = UNSEEN;
    for (std::uint32_t index : clues) {
        const Clue& clue = constraints.clues[index];
        scratch.open[index] = {scratch.ranges_of[index] + clue.cells, clue.count, OpenClue::UNOPENED, 1};
    }
}

// Orders a component greedily from a start and estimates what eliminating in that order costs. Gives up as soon
// as the estimate exceeds `budget`.
Plan plan_order(const Constraints& constraints, std::span<const std::uint32_t> groups,
                std::span<const std::uint32_t> clues, std::uint32_t start, double patience, double budget,
                const Watch& watch, ComponentScratch& scratch, std::span<std::uint32_t> order) {
    reset_plan(constraints, groups, clues, scratch);
    scratch.candidates.push_back({UNRATED, 0, start});
    Plan plan;
    double states = 1, weight = 1;
    std::uint32_t open_now = 0;
    OpenClue* const clues_open = scratch.open.data();
    for (std::uint32_t step = 0; step < order.size(); ++step, weight *= patience) {
        plan.looks += std::min(scratch.candidates.size(), MAX_CANDIDATES);
        std::uint32_t index = take_candidate(constraints, scratch);
        if (step % POLL_STEPS == POLL_STEPS - 1) watch.check();
        const Group& group = constraints.groups[index];
        scratch.place[index] = PLACED;
        order[step] = index;
        for (std::uint32_t clue_index : constraints.clues_of(group)) {
            OpenClue& open = clues_open[clue_index];
            if (open.opened == OpenClue::UNOPENED) {
                open.opened = step;
                open.weight = weight;
                ++open_now;
            }
            const double* const range = open.range - group.size;
            states *= *range / *open.range;
            open.range = range;
        }
        plan.width = std::max(plan.width, open_now);
        plan.cost += states;
        if (plan.cost > budget) break;
        for (std::uint32_t clue_index : constraints.clues_of(group))
            if (--clues_open[clue_index].groups_left == 0)
                --open_now;
            else
                reach_groups(constraints, constraints.clues[clue_index], scratch);
    }
    return plan;
}

// The most clues of any group.
std::uint64_t most_clues(const Constraints& constraints, std::span<const std::uint32_t> groups) {
    std::uint64_t most = 0;
    for (std::uint32_t group : groups) most = std::max<std::uint64_t>(most, constraints.groups[group].clue_count);
    return most;
}

void order_component(const Constraints& constraints, Components& out, Component& component, const Watch& watch,
                     ComponentScratch& scratch) {
    std::span<std::uint32_t> order{out.order.data() + component.first, component.count};
    std::span<const std::uint32_t> clues = out.clues_of(component);
    auto& groups = scratch.groups;
    groups.assign(order.begin(), order.end());
    list_ranges(constraints, clues, scratch);
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    // The walk that collected the component reached an end of it last.
    Plan best = plan_order(constraints, groups, clues, groups.back(), PATIENCE[0], unlimited, watch, scratch, order);
    if (best.cost > COSTLY) {
        auto& trial = scratch.trial;
        trial.resize(component.count);
        double worth = TRIALS * std::sqrt(best.cost) / component.count;
        std::uint64_t looks = best.looks, most_looks = MAX_LOOKS;
        double least_trials = MIN_TRIALS;
        if (std::uint64_t most = most_clues(constraints, groups); most > FEW_CLUES) {
            most_looks = MAX_CLUES_READ / most;
            worth *= WORTH_OF_MANY_CLUES;
            least_trials = 1;
        }
        auto trials =
            std::min(static_cast<std::uint32_t>(std::clamp(worth, least_trials, MAX_TRIALS)), 2 * component.count);
        for (std::uint32_t k = 0; k < trials && looks < most_looks; ++k) {
            std::uint32_t start = groups[std::uint64_t{k} * component.count / trials];
            Plan plan = plan_order(constraints, groups, clues, start, PATIENCE[k % PATIENCE.size()], best.cost, watch,
                                   scratch, trial);
            looks += plan.looks;
            if (plan.cost >= best.cost) continue;
            best = plan;
            std::copy(trial.begin(), trial.end(), order.begin());
        }
    }
    component.cost = best.cost;
    component.width = best.width;
}

// Collects one component by walking from a group to all groups it shares clues with.
Component collect(const Constraints& constraints, std::uint32_t start, Components& out, ComponentScratch& scratch) {
    Component component;
    component.first = static_cast<std::uint32_t>(out.order.size());
    component.first_clue = static_cast<std::uint32_t>(out.clues.size());
    out.order.push_back(start);
    scratch.seen_group[start] = 1;
    for (std::size_t head = component.first; head < out.order.size(); ++head) {
        const Group& group = constraints.groups[out.order[head]];
        component.cells += group.size;
        for (std::uint32_t clue : constraints.clues_of(group)) {
            if (scratch.seen_clue[clue]) continue;
            scratch.seen_clue[clue] = 1;
            out.clues.push_back(clue);
            for (std::uint32_t other : constraints.groups_of(constraints.clues[clue]))
                if (!scratch.seen_group[other]) {
                    scratch.seen_group[other] = 1;
                    out.order.push_back(other);
                }
        }
    }
    component.count = static_cast<std::uint32_t>(out.order.size()) - component.first;
    component.clue_count = static_cast<std::uint32_t>(out.clues.size()) - component.first_clue;
    return component;
}

}  // namespace

void split_components(const Constraints& constraints, Components& out, ComponentScratch& scratch,
                      const Watch& watch) {
    auto group_count = static_cast<std::uint32_t>(constraints.groups.size());
    out.list.clear();
    out.order.clear();
    out.clues.clear();
    scratch.seen_group.assign(group_count, 0);
    scratch.seen_clue.assign(constraints.clues.size(), 0);
    scratch.place.resize(group_count);
    scratch.open.resize(constraints.clues.size());
    scratch.ranges_of.resize(constraints.clues.size());
    for (std::uint32_t group = 0; group < group_count; ++group)
        if (!scratch.seen_group[group]) out.list.push_back(collect(constraints, group, out, scratch));
    for (Component& component : out.list) order_component(constraints, out, component, watch, scratch);
}

}  // namespace sapper
