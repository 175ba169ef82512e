#include "measure/least_clicks.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "measure/chords.hpp"
#include "measure/ptt_zini.hpp"
#include "measure/sweep.hpp"

namespace sapper {

namespace {

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

LeastClicks find_least_clicks(const MineField& field, const ScanOrders& orders, std::uint64_t max_states,
                              const Watch& watch) {
    Regions regions;
    std::vector<Cell> stack;
    find_regions(field, regions, stack);
    ChordChoice choice = find_candidates(field, regions);
    SweepPlan plan = choose_plan(choice, field.mined.size(), orders, watch);

    Swept swept = sweep_chords(plan, Overflow::DROP, max_states, watch);
    std::vector<std::uint8_t> chorded(field.mined.size(), 0);
    for (std::uint32_t k : swept.chosen) chorded[choice.candidates[k].cell] = 1;
    LeastClicks least{swept.clicks, play_chords(field, regions, chorded), swept.states};
    if (swept.complete) return least;

    std::vector<Click> other = improve_zini(field, regions, orders, watch);
    if (other.size() < least.path.size()) least.path = std::move(other);
    Swept relaxed = sweep_chords(plan, Overflow::RELAX, max_states, watch);
    least.low = std::min(relaxed.clicks, static_cast<std::uint32_t>(least.path.size()));
    least.states += relaxed.states;
    return least;
}

}  // namespace sapper
