#include "measure/least_clicks.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "measure/chords.hpp"
#include "measure/ptt_zini.hpp"
#include "measure/split_choice.hpp"
#include "measure/sweep.hpp"

namespace sapper {

namespace {

// The weight of a plan for each state of its sweep: 100 to 800 where sweeps of expert layouts are complete. From the
// second on no sweep is complete, and few states give as good clicks as many.
constexpr double FITTING_WEIGHT = 500, HOPELESS_WEIGHT = 8000;
constexpr std::uint64_t FEWER_STATES = 16;
constexpr std::uint32_t MOST_HOPELESS_LABELS = 32;  // a state takes time that grows with their cube

// The plan with the fewest states to expect, over all orders.
SweepPlan choose_plan(const ChordChoice& choice, std::size_t cells, const ScanOrders& orders, const Watch& watch) {
    std::vector<std::uint32_t> number(cells, SweepPlan::NO_PLACE);
    for (std::uint32_t k = 0; k < choice.candidates.size(); ++k) number[choice.candidates[k].cell] = k;
    std::unique_ptr<SweepPlan> best;
    for (const std::vector<Cell>& scan : orders) {
        watch.check();
        std::vector<std::uint32_t> order;
        for (Cell cell : scan)
            if (number[cell] != SweepPlan::NO_PLACE) order.push_back(number[cell]);
        auto plan = std::make_unique<SweepPlan>(choice, std::move(order));
        if (!best || plan->weight() < best->weight()) best = std::move(plan);
    }
    return std::move(*best);
}

// Parts of equal numbers of candidates, one after the other in an order of the cells.
SplitChoice split_along(const ChordChoice& choice, const std::vector<Cell>& scan, std::uint32_t parts) {
    std::vector<std::uint32_t> number(scan.size(), SweepPlan::NO_PLACE), part_of(choice.candidates.size());
    for (std::uint32_t k = 0; k < choice.candidates.size(); ++k) number[choice.candidates[k].cell] = k;
    std::uint64_t passed = 0;
    for (Cell cell : scan)
        if (number[cell] != SweepPlan::NO_PLACE)
            part_of[number[cell]] = static_cast<std::uint32_t>(passed++ * parts / choice.candidates.size());
    return split_choice(choice, part_of, parts);
}

bool is_hopeless(const SweepPlan& plan, std::uint64_t max_states) {
    return plan.weight() > HOPELESS_WEIGHT * static_cast<double>(max_states);
}

// One byte a cell: 1 where a sweep chose a chord.
std::vector<std::uint8_t> mark_chords(const ChordChoice& choice, const Swept& swept, std::size_t cells) {
    std::vector<std::uint8_t> chorded(cells, 0);
    for (std::uint32_t k : swept.chosen) chorded[choice.candidates[k].cell] = 1;
    return chorded;
}

// All ways to split a choice into so many parts along an order, those first that make least free.
std::vector<SplitChoice> list_splits(const ChordChoice& choice, const ScanOrders& orders, std::uint32_t parts) {
    std::vector<SplitChoice> splits;
    for (const std::vector<Cell>& scan : orders) splits.push_back(split_along(choice, scan, parts));
    std::stable_sort(splits.begin(), splits.end(),
                     [](const SplitChoice& one, const SplitChoice& other) { return one.shared < other.shared; });
    return splits;
}

struct SweptParts {
    std::uint32_t low = 0;              // a lower bound of the clicks of the whole
    std::vector<std::uint8_t> chorded;  // a cell: 1 where the best clicks of its part chord it
    std::uint64_t states = 0;
};

// Sweeps parts that can be searched one by one, as few parts as the states allow.
SweptParts sweep_parts(const ChordChoice& choice, std::size_t cells, const ScanOrders& orders,
                       std::uint64_t max_states, const Watch& watch) {
    auto most = static_cast<std::uint32_t>(choice.candidates.size());
    for (std::uint32_t parts = std::min(2u, most);; parts = std::min(most, parts + (parts + 1) / 2)) {
        for (const SplitChoice& split : list_splits(choice, orders, parts)) {
            std::vector<SweepPlan> plans;
            double weight = 0, enough = FITTING_WEIGHT * static_cast<double>(max_states);
            for (const ChordChoice& part : split.parts) {
                plans.push_back(choose_plan(part, cells, orders, watch));
                weight += plans.back().weight();
                if (weight > enough && parts < most) break;
            }
            if (weight > enough && parts < most) continue;
            SweptParts swept{choice.fixed, std::vector<std::uint8_t>(cells, 0), 0};
            std::uint64_t dropped = max_states, relaxed = max_states;  // states left to each kind of sweep
            auto sweep = [&](const SweepPlan& plan, Overflow overflow, std::uint64_t& left) {
                Swept one = sweep_chords(plan, overflow, left, watch);
                left -= std::min(left - 1, one.states);
                swept.states += one.states;
                return one;
            };
            for (std::size_t k = 0; k < plans.size(); ++k) {
                Swept part = sweep(plans[k], Overflow::DROP, dropped);
                for (std::uint32_t chosen : part.chosen) swept.chorded[split.parts[k].candidates[chosen].cell] = 1;
                if (!part.complete) part = sweep(plans[k], Overflow::RELAX, relaxed);
                swept.low += part.clicks;
            }
            swept.low -= split.gates;
            return swept;
        }
    }
}

// The chords of the best ZiNi, with the clicks that they really need.
std::vector<Click> improve_zini(const MineField& field, const Regions& regions, const ScanOrders& orders,
                                const Watch& watch) {
    std::vector<Click> best, path;
    ZiniScratch scratch;
    std::vector<std::uint8_t> chorded;
    auto offer = [&] {
        chorded.assign(field.mined.size(), 0);
        for (const Click& click : path)
            if (click.kind == ClickKind::CHORD) chorded[click.cell] = 1;
        std::vector<Click> played = play_chords(field, regions, chorded);
        if (best.empty() || played.size() < best.size()) best = std::move(played);
    };
    auto offer_rule = [&](std::size_t order, ZiniRule rule) {
        watch.check();
        count_zini(field, regions, orders[order], rule, scratch, watch, &path);
        offer();
    };
    for (std::size_t k = 0; k < orders.size(); ++k) offer_rule(k, ZiniRule::GREEDY);
    for (ZiniRule rule : {ZiniRule::HUMAN, ZiniRule::ONLINE, ZiniRule::ONLINE_CORRECTED, ZiniRule::ONLINE_HUMAN})
        offer_rule(0, rule);
    draw_ptt_zini(field, regions, ptt_runs(field, regions), 0, scratch, watch, &path);
    offer();
    return best;
}

}  // namespace

std::optional<std::vector<Click>> finish_in_fewest(const MineField& field, const Progress& progress,
                                                   const ScanOrders& orders, std::uint64_t max_states,
                                                   const Watch& watch) {
    Regions regions;
    find_regions(field, regions);
    regions = regions_left(regions, field, progress);
    ChordChoice choice = find_candidates(field, regions, progress);
    SweepPlan plan = choose_plan(choice, field.mined.size(), orders, watch);
    if (is_hopeless(plan, max_states)) return std::nullopt;
    Swept swept = sweep_chords(plan, Overflow::DROP, max_states, watch);
    if (!swept.complete) return std::nullopt;
    return play_chords(field, regions, mark_chords(choice, swept, field.mined.size()), progress);
}

LeastClicks find_least_clicks(const MineField& field, const ScanOrders& orders, std::uint64_t max_states,
                              const Watch& watch) {
    Regions regions;
    find_regions(field, regions);
    ChordChoice choice = find_candidates(field, regions);
    SweepPlan plan = choose_plan(choice, field.mined.size(), orders, watch);

    LeastClicks least;
    auto offer = [&](std::vector<Click> path) {
        if (least.path.empty() || path.size() < least.path.size()) least.path = std::move(path);
    };
    bool hopeless = is_hopeless(plan, max_states);
    if (!hopeless || plan.labels() <= MOST_HOPELESS_LABELS) {
        std::uint64_t few = hopeless ? std::max<std::uint64_t>(max_states / FEWER_STATES, 1) : max_states;
        Swept swept = sweep_chords(plan, Overflow::DROP, few, watch);
        auto chorded = mark_chords(choice, swept, field.mined.size());
        least = {swept.clicks, play_chords(field, regions, chorded), swept.states};
        if (swept.complete) return least;
    }
    offer(improve_zini(field, regions, orders, watch));
    SweptParts parts = sweep_parts(choice, field.mined.size(), orders, max_states, watch);
    offer(play_chords(field, regions, parts.chorded));
    least.low = std::min(parts.low, static_cast<std::uint32_t>(least.path.size()));
    least.states += parts.states;
    if (hopeless || least.low == least.path.size()) return least;
    Swept relaxed = sweep_chords(plan, Overflow::RELAX, max_states, watch);
    least.low = std::clamp(relaxed.clicks, least.low, static_cast<std::uint32_t>(least.path.size()));
    least.states += relaxed.states;
    return least;
}

}  // namespace sapper
