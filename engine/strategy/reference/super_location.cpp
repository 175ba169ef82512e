#include "strategy/reference/super_location.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {

// Differences below this are rounding, and the cells are equals.
constexpr double EQUAL = 1e-9;
// What a linked cell is worth beyond its clears, where these are counted exactly.
constexpr double LINK_EXTRA = 0.1;

bool is_floating(const Position& position, Cell cell) {
    return position.cells[cell].mark == Mark::OPEN && floats(position, cell);
}

// How far every open cell is from a clue that wants to know of it.
void mark_reach(const Position& position, std::vector<Reach>& out) {
    out.assign(position.cells.size(), Reach::FAR);
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].clue() && position.cells[cell].open() > 0)
            position.shape->visit_neighbours(cell, [&](Cell other) {
                if (position.cells[other].mark == Mark::OPEN) out[other] = Reach::FRONTIER;
            });
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (out[cell] == Reach::FRONTIER)
            position.shape->visit_neighbours(cell, [&](Cell other) {
                if (out[other] == Reach::FAR) out[other] = Reach::ADJACENT;
            });
}

// Of the floating cells far from all clues, the first with the fewest open cells around it; none can show a zero that
// has a known mine beside it.
Cell likeliest_zero(const Position& position, const std::vector<Reach>& reach, const Mind& mind) {
    Cell best = NO_CELL;
    int fewest = MAX_NEIGHBOURS + 1;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const PositionCell& here = position.cells[cell];
        if (here.mark != Mark::OPEN || reach[cell] != Reach::FAR || here.found() > 0) continue;
        if (here.open() > fewest || (here.open() == fewest && tie_rank(cell, mind) > tie_rank(best, mind))) continue;
        best = cell;
        fewest = here.open();
    }
    return best;
}

// All cells that may be tried, the safest first, equals in the order of ties.
void list_cells(const Position& position, const Outlook& outlook, const Mind& mind, SuperLocations& found) {
    auto& out = found.candidates;
    out.clear();
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells) out.push_back({cell, 1 - group.mine_probability});
    mark_reach(position, found.reach);
    if (outlook.floating > 0) {
        double safety = 1 - outlook.floating_probability;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            const PositionCell& here = position.cells[cell];
            if (here.mark != Mark::OPEN || found.reach[cell] == Reach::FRONTIER) continue;
            if (found.reach[cell] == Reach::ADJACENT || here.found() > 0) out.push_back({cell, safety});
        }
        if (Cell zero = likeliest_zero(position, found.reach, mind); zero != NO_CELL) out.push_back({zero, safety});
    }
    std::sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) {
        return a.safety != b.safety ? a.safety > b.safety : tie_rank(a.cell, mind) < tie_rank(b.cell, mind);
    });
}

// Looks at a position and appends the cells that are certain to be safe in it. False when no world fits.
bool list_clears(const Position& child, Mind& mind, std::vector<Cell>& out) {
    look(child, Detail::PROBABILITIES, mind.limits, mind.store, mind.next);
    if (!mind.next.possible) return false;
    ++mind.nodes;
    for (Cell cell : child.safe)
        if (child.cells[cell].mark == Mark::SAFE) out.push_back(cell);
    for (const GroupOutlook& group : mind.next.groups)
        if (group.mine_probability == 0) out.insert(out.end(), group.cells.begin(), group.cells.end());
    if (mind.next.floating > 0 && mind.next.floating_probability == 0)
        for (Cell cell = 0; cell < child.cells.size(); ++cell)
            if (is_floating(child, cell)) out.push_back(cell);
    return true;
}

// Tries a cell with every number it can show.
void try_cell(const Position& position, const Outlook& outlook, Candidate candidate, Mind& mind,
              SuperLocations& out) {
    SuperLocation location{candidate.cell, candidate.safety};
    location.first_outcome = static_cast<std::uint32_t>(out.outcomes.size());
    location.open = out.reach[candidate.cell] == Reach::FAR && position.cells[candidate.cell].found() == 0;
    int most = location.open ? 0 : position.cells[candidate.cell].open();
    for (int around = 0; around <= most; ++around) {
        Position& child = mind.child;
        child = position;
        Outcome outcome;
        outcome.number = number_at(position, candidate.cell, around);
        show_cell(child, candidate.cell, outcome.number);
        settle_position(child);
        outcome.first = static_cast<std::uint32_t>(out.clears.size());
        if (!child.possible || !list_clears(child, mind, out.clears)) continue;
        outcome.size = static_cast<std::uint32_t>(out.clears.size()) - outcome.first;
        outcome.probability = mind.next.worlds.over(outlook.worlds);
        if (outcome.size > 0) location.progress += outcome.probability;
        out.outcomes.push_back(outcome);
        ++location.outcomes;
    }
    out.all.push_back(location);
}

std::span<const Outcome> outcomes_of(const SuperLocations& found, const SuperLocation& location) {
    return {found.outcomes.data() + location.first_outcome, location.outcomes};
}

std::span<const Cell> clears_of(const SuperLocations& found, const Outcome& outcome) {
    return {found.clears.data() + outcome.first, outcome.size};
}

// Frontier cells that are safe whenever this one is.
void list_links(const SuperLocation& location, SuperLocations& found) {
    found.links.clear();
    auto outcomes = outcomes_of(found, location);
    if (location.open || outcomes.empty()) return;
    for (Cell cell : clears_of(found, outcomes.front())) {
        bool always = found.reach[cell] == Reach::FRONTIER;
        for (const Outcome& outcome : outcomes.subspan(1)) {
            auto clears = clears_of(found, outcome);
            always &= std::find(clears.begin(), clears.end(), cell) != clears.end();
        }
        if (always) found.links.push_back(cell);
    }
}

const SuperLocation* find_location(const SuperLocations& found, Cell cell) {
    for (const SuperLocation& location : found.all)
        if (location.cell == cell) return &location;
    return nullptr;
}

// Clears of one cell alone, on average over its numbers, where it is safe.
double mean_clears(const SuperLocations& found, const SuperLocation& location) {
    double mean = 0;
    for (const Outcome& outcome : outcomes_of(found, location)) mean += outcome.probability * outcome.size;
    return mean / location.safety;
}

double add_clears(const SuperLocations& found, const SuperLocation& location) {
    double mean = mean_clears(found, location);
    for (Cell link : found.links)
        if (const SuperLocation* other = find_location(found, link)) mean += mean_clears(found, *other);
    return mean;
}

// The expected size of the union of what the cell and its links clear, their numbers taken as independent.
double unite_clears(const Position& position, const SuperLocation& location, SuperLocations& found) {
    found.share.resize(position.cells.size(), 0);
    auto unite = [&](const SuperLocation& one) {
        for (const Outcome& outcome : outcomes_of(found, one))
            for (Cell cell : clears_of(found, outcome)) {
                if (found.reach[cell] != Reach::FRONTIER) continue;
                if (found.share[cell] == 0) found.touched.push_back(cell);
                found.share[cell] += (1 - found.share[cell]) * outcome.probability / one.safety;
            }
    };
    found.touched.clear();
    unite(location);
    for (Cell link : found.links)
        if (const SuperLocation* other = find_location(found, link)) unite(*other);
    double size = 0;
    for (Cell cell : found.touched) {
        size += found.share[cell];
        found.share[cell] = 0;
    }
    return size;
}

// Clears after the cell and one linked to it are both shown, on average over pairs of numbers.
double pair_clears(const Position& position, const Outlook& outlook, const SuperLocation& location, Cell link,
                   Mind& mind, SuperLocations& found) {
    double mean = 0;
    std::size_t kept = found.clears.size();
    for (const Outcome& outcome : outcomes_of(found, location)) {
        found.pair = position;
        show_cell(found.pair, location.cell, outcome.number);
        settle_position(found.pair);
        int open = found.pair.cells[link].open();
        for (int around = 0; around <= open; ++around) {
            mind.child = found.pair;
            show_cell(mind.child, link, number_at(found.pair, link, around));
            settle_position(mind.child);
            if (!mind.child.possible || !list_clears(mind.child, mind, found.clears)) continue;
            auto clears = static_cast<double>(found.clears.size() - kept + 1);  // the link was one too
            mean += mind.next.worlds.over(outlook.worlds) * clears;
            found.clears.resize(kept);
        }
    }
    return mean / location.safety;
}

double best_pair(const Position& position, const Outlook& outlook, const SuperLocation& location, Mind& mind,
                 SuperLocations& found) {
    double best = mean_clears(found, location);
    const std::vector<Cell> links = found.links;
    for (Cell link : links) best = std::max(best, pair_clears(position, outlook, location, link, mind, found));
    return best + LINK_EXTRA * static_cast<double>(links.size());
}

// The clear value: the cell itself counts as one.
double weigh_clears(const Position& position, const Outlook& outlook, const SuperLocation& location, Mind& mind,
                    SuperLocations& found) {
    list_links(location, found);
    double mean = 0;
    switch (static_cast<Linked>(mind.settings.superloc.linked)) {
        case Linked::JAR:
            mean = add_clears(found, location);
            break;
        case Linked::OLD:
            mean = unite_clears(position, location, found);
            break;
        case Linked::NEW:
            mean = best_pair(position, outlook, location, mind, found);
            break;
    }
    return location.safety * (1 + mean);
}

}  // namespace

std::uint64_t tie_rank(Cell cell, const Mind& mind) {
    if (cell == NO_CELL) return std::numeric_limits<std::uint64_t>::max();
    if (mind.row_length == 0 || static_cast<TieOrder>(mind.settings.superloc.order) == TieOrder::ACROSS) return cell;
    return std::uint64_t{cell % mind.row_length} << 32 | cell / mind.row_length;
}

void find_super_locations(const Position& position, const Outlook& outlook, Mind& mind, SuperLocations& out) {
    out.all.clear();
    out.outcomes.clear();
    out.clears.clear();
    list_cells(position, outlook, mind, out);
    double enough = 0;
    for (const Candidate& candidate : out.candidates) {
        if (candidate.safety < enough) break;
        try_cell(position, outlook, candidate, mind, out);
        if (enough == 0 && !out.all.back().dead())
            enough = candidate.safety * mind.settings.superloc.threshold - EQUAL;
    }
    auto dead = std::stable_partition(out.all.begin(), out.all.end(), [](const auto& one) { return !one.dead(); });
    out.living = static_cast<std::size_t>(dead - out.all.begin());
    if (out.living < 2) return;
    for (std::size_t k = 0; k < out.living; ++k)
        out.all[k].clears = weigh_clears(position, outlook, out.all[k], mind, out);
}

std::size_t choose_super_location(const SuperLocations& found, const Mind& mind) {
    std::span<const SuperLocation> living{found.all.data(), found.living};
    // The best by `value` among those `among` allows, equals by the order of ties.
    auto best_by = [&](auto&& among, auto&& value) {
        double most = -1;
        for (const SuperLocation& one : living)
            if (among(one)) most = std::max(most, value(one));
        std::size_t best = living.size();
        for (std::size_t k = 0; k < living.size(); ++k) {
            if (!among(living[k]) || value(living[k]) < most - EQUAL) continue;
            if (best == living.size() || tie_rank(living[k].cell, mind) < tie_rank(living[best].cell, mind)) best = k;
        }
        return best;
    };
    double progress = 0;
    for (const SuperLocation& one : living) progress = std::max(progress, one.progress);
    std::size_t first = best_by([&](const SuperLocation& one) { return one.progress >= progress - EQUAL; },
                                [](const SuperLocation& one) { return one.clears; });
    if (mind.settings.superloc.plus == 0) return first;
    const SuperLocation& best = living[first];
    // One that is a little worse by safety and progress has to bring as many times more clears.
    auto worth = [&](const SuperLocation& one) {
        double points = 100 * (best.safety * best.progress - one.safety * one.progress);
        return one.clears / (1 + mind.settings.superloc.multiplier * std::max(0.0, points));
    };
    std::size_t other = best_by([](const SuperLocation&) { return true; }, worth);
    return worth(living[other]) > best.clears + EQUAL ? other : first;
}

}  // namespace sapper
