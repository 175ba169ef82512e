#include "component.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace sapper {

namespace {

using Mark = ComponentScratch::Mark;
using OpenClue = ComponentScratch::OpenClue;

// Above this many estimated states, looking for a better order costs less than it saves.
constexpr double COSTLY = 400;
// One more order is tried for every so many states it might save, within these bounds.
constexpr double STATES_A_TRIAL = 20'000;
constexpr std::uint32_t MIN_TRIALS = 24, MAX_TRIALS = 160;
// An enormous component is too wide for any limit, but finding that out must not take long either: an order looks at
// so many candidates a step at most, and trials end after so many looks.
constexpr std::size_t MAX_CANDIDATES = 1024;
constexpr std::uint64_t MAX_LOOKS = 50'000'000;
// Groups placed between two looks at the watch.
constexpr std::uint32_t POLL_STEPS = 4096;
// How strongly an order prefers the groups of clues that have been open longest, as a factor for each step of
// age: not at all, or enough to hold a sweep over a wide component together. Either may be the better one.
constexpr std::array<double, 2> PATIENCE = {1.0, 1.02};

// Everything about one attempt at an order.
struct Plan {
    double cost = 0;
    std::uint32_t width = 0;
    std::uint64_t looks = 0;  // at candidates, while it was made
};

// How many values the open need of a clue can have when `cells_left` of its cells are still to be placed.
double need_range(const Clue& clue, std::uint32_t cells_left) {
    if (cells_left == 0) return 1;
    auto placed = static_cast<std::int32_t>(clue.cells - cells_left);
    std::int32_t most = std::min(clue.hi, static_cast<std::int32_t>(cells_left) + clue.hi - clue.lo);
    std::int32_t least = std::max(0, clue.hi - placed);
    return std::max(1, most - least + 1);
}

// The factor by which placing the group changes the estimated number of states.
double growth(const Constraints& constraints, const ComponentScratch& scratch, const Group& group) {
    double factor = 1;
    for (std::uint32_t index : constraints.clues_of(group)) {
        const OpenClue& open = scratch.open[index];
        factor *= need_range(constraints.clues[index], open.cells_left - group.size) / open.range;
    }
    return factor;
}

// When the oldest open clue of the group was opened: ties go to the oldest, which keeps the sweep together.
std::uint32_t age(const Constraints& constraints, const ComponentScratch& scratch, const Group& group) {
    std::uint32_t oldest = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t index : constraints.clues_of(group)) {
        const OpenClue& open = scratch.open[index];
        if (open.opened) oldest = std::min(oldest, open.opened);
    }
    return oldest;
}

// By multiplication alone, so that every machine orders alike; library functions may differ in the last bit.
double power(double base, std::uint32_t exponent) {
    double result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) result *= base;
    return result;
}

// Takes the best candidate out of the list.
std::uint32_t take_candidate(const Constraints& constraints, double patience, ComponentScratch& scratch) {
    auto& candidates = scratch.candidates;
    std::size_t best = candidates.size() - 1;
    double best_score = std::numeric_limits<double>::infinity();
    std::uint32_t best_age = 0;
    std::size_t first = candidates.size() - std::min(candidates.size(), MAX_CANDIDATES);
    for (std::size_t k = first; k < candidates.size(); ++k) {
        const Group& group = constraints.groups[candidates[k]];
        double score = growth(constraints, scratch, group);
        if (score > best_score) continue;
        std::uint32_t oldest = age(constraints, scratch, group);
        if (patience != 1) score *= power(patience, oldest);
        if (score < best_score || (score == best_score && oldest < best_age)) {
            best = k;
            best_score = score;
            best_age = oldest;
        }
    }
    std::uint32_t group = candidates[best];
    candidates[best] = candidates.back();
    candidates.pop_back();
    return group;
}

void reset_plan(const Constraints& constraints, std::span<const std::uint32_t> groups,
                std::span<const std::uint32_t> clues, ComponentScratch& scratch) {
    scratch.candidates.clear();
    for (std::uint32_t group : groups) scratch.mark[group] = Mark::UNSEEN;
    for (std::uint32_t index : clues) {
        const Clue& clue = constraints.clues[index];
        scratch.open[index] = {clue.cells, clue.count, 0, 1};
    }
}

// Orders a component greedily from a start and estimates what eliminating in that order costs. Gives up as soon
// as the estimate exceeds `budget`.
Plan plan_order(const Constraints& constraints, std::span<const std::uint32_t> groups,
                std::span<const std::uint32_t> clues, std::uint32_t start, double patience, double budget,
                const Watch& watch, ComponentScratch& scratch, std::span<std::uint32_t> order) {
    reset_plan(constraints, groups, clues, scratch);
    scratch.mark[start] = Mark::CANDIDATE;
    scratch.candidates.push_back(start);
    Plan plan;
    double states = 1;
    std::uint32_t open_now = 0;
    for (std::uint32_t step = 0; step < order.size(); ++step) {
        plan.looks += std::min(scratch.candidates.size(), MAX_CANDIDATES);
        std::uint32_t index = take_candidate(constraints, patience, scratch);
        if (step % POLL_STEPS == POLL_STEPS - 1) watch.check();
        const Group& group = constraints.groups[index];
        scratch.mark[index] = Mark::PLACED;
        order[step] = index;
        for (std::uint32_t clue_index : constraints.clues_of(group)) {
            OpenClue& open = scratch.open[clue_index];
            const Clue& clue = constraints.clues[clue_index];
            if (!open.opened) {
                open.opened = step + 1;
                ++open_now;
                for (std::uint32_t other : constraints.groups_of(clue))
                    if (scratch.mark[other] == Mark::UNSEEN) {
                        scratch.mark[other] = Mark::CANDIDATE;
                        scratch.candidates.push_back(other);
                    }
            }
            open.cells_left -= group.size;
            double range = need_range(clue, open.cells_left);
            states *= range / open.range;
            open.range = range;
            plan.width = std::max(plan.width, open_now);
        }
        for (std::uint32_t clue_index : constraints.clues_of(group))
            open_now -= --scratch.open[clue_index].groups_left == 0;
        plan.cost += states;
        if (plan.cost > budget) break;
    }
    return plan;
}

void order_component(const Constraints& constraints, Components& out, Component& component, const Watch& watch,
                     ComponentScratch& scratch) {
    std::span<std::uint32_t> order{out.order.data() + component.first, component.count};
    std::span<const std::uint32_t> clues = out.clues_of(component);
    auto& groups = scratch.groups;
    groups.assign(order.begin(), order.end());
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    // The walk that collected the component reached an end of it last.
    Plan best = plan_order(constraints, groups, clues, groups.back(), PATIENCE[0], unlimited, watch, scratch, order);
    if (best.cost > COSTLY) {
        auto& trial = scratch.trial;
        trial.resize(component.count);
        double worth = std::clamp(best.cost / STATES_A_TRIAL, double{MIN_TRIALS}, double{MAX_TRIALS});
        auto trials = std::min(static_cast<std::uint32_t>(worth), 2 * component.count);
        std::uint64_t looks = best.looks;
        for (std::uint32_t k = 0; k < trials && looks < MAX_LOOKS; ++k) {
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
    scratch.mark.resize(group_count);
    scratch.open.resize(constraints.clues.size());
    for (std::uint32_t group = 0; group < group_count; ++group)
        if (!scratch.seen_group[group]) out.list.push_back(collect(constraints, group, out, scratch));
    for (Component& component : out.list) order_component(constraints, out, component, watch, scratch);
}

}  // namespace sapper
