// What the next position is worth: for every candidate, the sum over the numbers it may show of their probability
// times the safety of the safest cell afterwards. A cell that is a little more dangerous but shows more can win so.
// Dead cells, which show the same number in every world, teach nothing and are left out. Candidates close to the best
// are lined up by lookahead and what instinct adds to it; `best` plays them out.
#include <algorithm>
#include <cmath>

#include "strategy/instinct.hpp"

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

// What some safe cells are worth beside one: more of them open more.
double progress_bonus(std::size_t safe, double progress) {
    auto others = static_cast<double>(safe - 1);
    return 1 + progress * others / (others + 3);
}

// Adds what one number of a candidate brings.
void note(Glimpse& glimpse, int around, std::size_t safe, double probability, double worth) {
    glimpse.shown[static_cast<std::size_t>(std::min(around, 8))] += probability;
    glimpse.squares += probability * probability;
    for (std::size_t k = 0; k < glimpse.opens.size(); ++k) glimpse.opens[k] += safe >= 1u << k ? probability : 0;
    auto cells = static_cast<double>(safe);
    glimpse.gain += probability * cells / (cells + 3);
    if (safe == 0) (worth == 1 ? glimpse.certain : glimpse.stuck) += probability * worth;
}

// What counts for a cell beside what comes after it.
double factor_of(Candidate candidate, const Mind& mind) {
    double factor = 1 + mind.settings.bold * (1 - candidate.safety);
    if (mind.settings.fifty > 0) factor += mind.settings.fifty * mind.hazard[candidate.cell] / candidate.safety;
    return factor;
}

}  // namespace

double most_ahead(Candidate candidate, const Mind& mind) {
    return candidate.safety * (1 + mind.settings.progress) * factor_of(candidate, mind);
}

// Cells that are nearly as safe as the safest, the safest first.
void list_candidates(const Position& position, const Outlook& outlook, const Settings& settings,
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

double look_ahead(const Position& position, const Outlook& outlook, Candidate candidate, double enough, Mind& mind) {
    mind.glimpse = {};
    int open = position.cells[candidate.cell].open();
    double value = 0, left = candidate.safety;
    int numbers = 0;
    double factor = factor_of(candidate, mind);
    // The likely numbers come first, so that a poor candidate is given up early.
    double density = position.open_count > 0 ? static_cast<double>(position.mines_left) / position.open_count : 0;
    int middle = static_cast<int>(open * density + 0.5);
    for (int step = 0; step <= 2 * open + 1; ++step) {
        int around = step % 2 ? middle + (step + 1) / 2 : middle - step / 2;
        if (around < 0 || around > open) continue;
        if ((value + left * (1 + mind.settings.progress)) * factor <= enough || left < 1e-12) break;
        Position& child = mind.child;
        child = position;
        show_cell(child, candidate.cell, number_at(position, candidate.cell, around));
        settle_position(child);
        if (!child.possible) continue;
        bool settled = !child.safe.empty();
        look(child, settled ? Detail::WORLDS : Detail::PROBABILITIES, mind.limits, mind.store, mind.next);
        if (!mind.next.possible) continue;
        ++mind.nodes;
        double probability = mind.next.worlds.over(outlook.worlds);
        left -= probability;
        ++numbers;
        double worth = settled ? progress_bonus(child.safe.size(), mind.settings.progress)
                               : prospect(mind.next, mind.settings.second);
        value += probability * worth;
        note(mind.glimpse, around, child.safe.size(), probability, worth);
    }
    return numbers == 1 ? 0 : value * factor;
}

void line_up(const Position& position, const Outlook& outlook, Mind& mind) {
    auto& runners = mind.runners;
    const Settings& settings = mind.settings;
    list_candidates(position, outlook, settings, mind.candidates);
    fill_risks(position, outlook, mind);
    if (settings.fifty > 0) find_hazards(position, outlook, mind);
    bool asks_more = settings.instinct > 0 || settings.rollouts >= 1 || settings.careful >= 1 || mind.teaching;
    double close = asks_more ? 1 - settings.close : 1, most = 0;
    runners.clear();
    for (const Candidate& candidate : mind.candidates) {
        if (most_ahead(candidate, mind) <= most * close) continue;
        double ahead = look_ahead(position, outlook, candidate, most * close, mind);
        if (ahead <= most * close) continue;
        runners.push_back({candidate, ahead, mind.glimpse, {}, 0, {}});
        most = std::max(most, ahead);
    }
    std::erase_if(runners, [&](const Runner& runner) { return runner.ahead < most * close; });
    if (settings.instinct > 0 || mind.teaching)
        for (Runner& runner : runners) {
            describe(position, outlook, runner, mind);
            runner.ahead *= 1 + settings.instinct * judge_by_instinct(runner.traits);
        }
    std::stable_sort(runners.begin(), runners.end(),
                     [](const Runner& a, const Runner& b) { return a.ahead > b.ahead; });
    while (runners.size() > 1 && runners.back().ahead <= runners.front().ahead * close) runners.pop_back();
    auto limit = std::max<std::size_t>(static_cast<std::size_t>(settings.runners), 1);
    if (runners.size() > limit) runners.resize(limit);
}

Move reveal_by_lookahead(const Position& position, const Outlook& outlook, Mind& mind) {
    list_candidates(position, outlook, mind.settings, mind.candidates);
    if (mind.candidates.size() == 1) return reveal_safest(position, outlook);
    Candidate best;
    double most = 0;
    for (const Candidate& candidate : mind.candidates) {
        if (most_ahead(candidate, mind) <= most) continue;
        double ahead = look_ahead(position, outlook, candidate, most, mind);
        if (ahead <= most) continue;
        best = candidate;
        most = ahead;
    }
    if (best.cell == NO_CELL) return reveal_safest(position, outlook);
    return {best.cell, Reason::LOOKAHEAD, best.safety};
}

Move reveal_first_runner(const Position& position, const Outlook& outlook, const Mind& mind) {
    if (mind.runners.empty()) return reveal_safest(position, outlook);
    const Candidate& first = mind.runners.front().candidate;
    return {first.cell, Reason::LOOKAHEAD, first.safety};
}

Move guess_lookahead(const Position& position, const Outlook& outlook, Mind& mind) {
    if (Move move = guess_exactly(position, outlook, mind); move.cell != NO_CELL) return move;
    line_up(position, outlook, mind);
    return reveal_first_runner(position, outlook, mind);
}

}  // namespace sapper
