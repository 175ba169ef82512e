#include "strategy/lineup.hpp"

#include <algorithm>
#include <cmath>

#include "strategy/safest.hpp"

namespace sapper {

namespace {

// How good a position without certain cells is to guess in: the safety of its safest cell and, as far as `second`
// says, of the next.
double prospect(const Outlook& outlook, double second) {
    double least = 1, next = 1;
    auto meet = [&](double mine_probability, std::size_t cells) {
        if (mine_probability < least) {
            next = cells > 1 ? mine_probability : least;
            least = mine_probability;
        } else {
            next = std::min(next, mine_probability);
        }
    };
    if (outlook.floating > 0) meet(outlook.floating_probability, outlook.floating);
    for (const GroupOutlook& group : outlook.groups) meet(group.mine_probability, group.cells.size());
    if (least == 0) return 1;
    return (1 - second) * (1 - least) + second * (1 - next);
}

// Adds the value of one number of a candidate.
void note(Glimpse& glimpse, int around, std::size_t safe, double probability, double worth) {
    glimpse.shown[static_cast<std::size_t>(std::min(around, 8))] += probability;
    glimpse.squares += probability * probability;
    for (std::size_t k = 0; k < glimpse.opens.size(); ++k) glimpse.opens[k] += safe >= 1u << k ? probability : 0;
    auto cells = static_cast<double>(safe);
    glimpse.gain += probability * cells / (cells + 3);
    if (safe == 0) (worth == 1 ? glimpse.certain : glimpse.stuck) += probability * worth;
}

// The part of a cell's value that does not depend on the positions after it.
double factor_of(const Candidate& candidate, const LookaheadSettings& settings) {
    return 1 + (settings.fifty > 0 ? settings.fifty * candidate.hazard / candidate.safety : 0);
}

}  // namespace

SettingList<LookaheadSettings> lookahead_settings() {
    using Settings = LookaheadSettings;
    return {
        setting("candidates", &Settings::candidates,
                "lookahead tries cells whose safety is at least this share of the safest cell's"),
        setting("floating_candidates", &Settings::floating_candidates, "the same for floating cells"),
        setting("second", &Settings::second,
                "share of the weight that the second safest cell after a reveal gets; the safest gets the rest"),
        setting("fifty", &Settings::fifty, "weight of the hazard of unavoidable guesses; 0 switches hazards off"),
        setting("instinct", &Settings::instinct, "weight of the correction by instinct; 0 switches it off"),
        setting("close", &Settings::close,
                "candidates whose score is within this share of the best are corrected by instinct and played out"),
    };
}

void list_candidates(const Position& position, const Outlook& outlook, const LookaheadSettings& settings,
                     std::vector<Candidate>& out) {
    out.clear();
    double best = 1 - outlook.floating_probability;
    if (outlook.floating == 0) best = 0;
    for (const GroupOutlook& group : outlook.groups) best = std::max(best, 1 - group.mine_probability);
    double least = best * settings.candidates;
    for (const GroupOutlook& group : outlook.groups)
        if (1 - group.mine_probability >= least)
            for (Cell cell : group.cells) out.push_back({cell, 1 - group.mine_probability});
    if (outlook.floating > 0 && 1 - outlook.floating_probability >= best * settings.floating_candidates) {
        std::uint32_t fewest = MAX_NEIGHBOURS;
        Cell lonely = NO_CELL;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            if (position.cells[cell].mark != Mark::OPEN || !floats(position, cell)) continue;
            bool near = false;  // two steps from a clue
            auto hidden = static_cast<std::uint32_t>(position.cells[cell].open());
            position.shape->visit_neighbours(cell, [&](Cell other) {
                position.shape->visit_neighbours(other, [&](Cell third) { near |= position.cells[third].clue(); });
            });
            if (hidden < fewest) {
                fewest = hidden;
                lonely = cell;
            }
            if (near || hidden <= 3 || outlook.floating < 30) out.push_back({cell, 1 - outlook.floating_probability});
        }
        if (std::none_of(out.begin(), out.end(), [&](const Candidate& other) { return other.cell == lonely; }))
            out.push_back({lonely, 1 - outlook.floating_probability});
    }
    std::sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
        return a.safety != b.safety ? a.safety > b.safety : a.cell < b.cell;
    });
}

double Lookahead::most_worth(const Candidate& candidate) const {
    return candidate.safety * factor_of(candidate, settings_);
}

Lookahead::Foreseen Lookahead::look_at(const Position& position, const Outlook& outlook, const Candidate& candidate,
                                       double enough, Resources& resources) {
    Foreseen out;
    int open = position.cells[candidate.cell].open();
    double value = 0, left = candidate.safety;
    int shown = 0;  // numbers that are possible
    double factor = factor_of(candidate, settings_);
    // The likely numbers come first, so that a poor candidate is given up early.
    double density = position.open_count > 0 ? static_cast<double>(position.mines_left) / position.open_count : 0;
    int middle = static_cast<int>(open * density + 0.5);
    const bool at_once = numbers_.aim(position, candidate.cell, resources.limits, resources.store);
    for (int step = 0; step <= 2 * open + 1; ++step) {
        int around = step % 2 ? middle + (step + 1) / 2 : middle - step / 2;
        if (around < 0 || around > open || (at_once && !numbers_.fits(around))) continue;
        if ((value + left) * factor <= enough || left < 1e-12) break;
        child_ = position;
        show_cell(child_, candidate.cell, number_at(position, candidate.cell, around));
        settle_position(child_);
        if (!child_.possible) continue;
        bool settled = !child_.safe.empty();
        const Detail detail = settled ? Detail::WORLDS : Detail::PROBABILITIES;
        if (at_once)
            numbers_.look(around, detail, next_);
        else
            look(child_, detail, resources.limits, resources.store, next_);
        if (!next_.possible) continue;
        ++resources.spent.nodes;
        double probability = next_.worlds.over(outlook.worlds);
        left -= probability;
        ++shown;
        double worth = settled ? 1 : prospect(next_, settings_.second);
        value += probability * worth;
        note(out.glimpse, around, child_.safe.size(), probability, worth);
    }
    out.worth = shown == 1 ? 0 : value * factor;
    return out;
}

Move Lookahead::reveal_best(const Position& position, const Outlook& outlook, Resources& resources) {
    list_candidates(position, outlook, settings_, candidates_);
    if (candidates_.size() == 1) return reveal_safest(position, outlook);
    Candidate best;
    double most = 0;
    for (const Candidate& candidate : candidates_) {
        if (most_worth(candidate) <= most) continue;
        double worth = look_at(position, outlook, candidate, most, resources).worth;
        if (worth <= most) continue;
        best = candidate;
        most = worth;
    }
    if (best.cell == NO_CELL) return reveal_safest(position, outlook);
    return {best.cell, &reasons::LOOKAHEAD, best.safety};
}

// Adds every candidate to the table, also those that a look gave up early; instinct judged those close to the best.
void LineUp::weigh(const Position& position, const Outlook& outlook, const std::vector<Runner>& close,
                   Resources& resources) {
    const LookaheadSettings& settings = lookahead_.settings();
    for (const Candidate& candidate : candidates_) {
        auto [worth, glimpse] = lookahead_.look_at(position, outlook, candidate, -1, resources);
        Weighed one{.cell = candidate.cell, .safety = candidate.safety};
        one.progress = glimpse.opens[0] + glimpse.certain;
        one.secondary_safety = one.progress + glimpse.stuck;
        if (settings.fifty > 0) one.hazard = candidate.hazard;
        one.lookahead = worth;
        if (settings.instinct > 0)
            for (const Runner& runner : close)
                if (runner.candidate.cell == candidate.cell)
                    one.instinct = judge_by_instinct(*position.shape, runner.traits);
        resources.recorders.weighed->push_back(one);
    }
}

void LineUp::run(const Position& position, const Outlook& outlook, const Wanted& wanted, Resources& resources,
                 std::vector<Runner>& out) {
    const LookaheadSettings& settings = lookahead_.settings();
    list_candidates(position, outlook, settings, candidates_);
    fill_risks(position, outlook, risk_);
    if (settings.fifty > 0) {
        hazards_.find(position, outlook, risk_, resources, hazard_);
        for (Candidate& candidate : candidates_) candidate.hazard = hazard_[candidate.cell];
    }
    double close = settings.instinct > 0 || wanted.close ? 1 - settings.close : 1, most = 0;
    out.clear();
    for (const Candidate& candidate : candidates_) {
        if (lookahead_.most_worth(candidate) <= most * close) continue;
        auto [worth, glimpse] = lookahead_.look_at(position, outlook, candidate, most * close, resources);
        if (worth <= most * close) continue;
        out.push_back({candidate, worth, glimpse, {}, 0, {}});
        most = std::max(most, worth);
    }
    std::erase_if(out, [&](const Runner& runner) { return runner.ahead < most * close; });
    if (settings.instinct > 0 || wanted.described)
        for (Runner& runner : out) {
            runner.traits = surroundings_.describe(position, outlook, risk_, runner);
            runner.ahead *= 1 + settings.instinct * judge_by_instinct(*position.shape, runner.traits);
        }
    if (resources.recorders.weighed) weigh(position, outlook, out, resources);
    std::stable_sort(out.begin(), out.end(), [](const Runner& a, const Runner& b) { return a.ahead > b.ahead; });
    while (out.size() > 1 && out.back().ahead <= out.front().ahead * close) out.pop_back();
    if (out.size() > std::max<std::size_t>(wanted.most, 1)) out.resize(std::max<std::size_t>(wanted.most, 1));
}

Move reveal_first(const Position& position, const Outlook& outlook, const std::vector<Runner>& runners) {
    if (runners.empty()) return reveal_safest(position, outlook);
    const Candidate& first = runners.front().candidate;
    return {first.cell, &reasons::LOOKAHEAD, first.safety};
}

}  // namespace sapper
