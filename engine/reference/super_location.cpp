#include "reference/super_location.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {

// Differences below this are rounding, and the cells are equals.
constexpr double EQUAL = 1e-9;
// The bonus of a linked cell beyond its clears, where these are counted exactly.
constexpr double LINK_EXTRA = 0.1;

bool is_floating(const Position& position, Cell cell) {
    return position.cells[cell].mark == Mark::OPEN && floats(position, cell);
}

// The distance of every open cell from a clue with open cells.
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

}  // namespace

// Of the floating cells far from all clues, the first with the fewest open cells around it; none can show a zero that
// has a known mine beside it.
Cell SuperLocations::likeliest_zero(const Position& position, std::uint32_t row_length) const {
    Cell best = NO_CELL;
    int fewest = MAX_NEIGHBOURS + 1;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const PositionCell& here = position.cells[cell];
        if (here.mark != Mark::OPEN || reach_[cell] != Reach::FAR || here.found() > 0) continue;
        if (here.open() > fewest ||
            (here.open() == fewest && tie_rank(cell, row_length) > tie_rank(best, row_length)))
            continue;
        best = cell;
        fewest = here.open();
    }
    return best;
}

// All cells that may be tried, the safest first, equals in the order of ties.
void SuperLocations::list_cells(const Position& position, const Outlook& outlook, std::uint32_t row_length) {
    auto& out = candidates_;
    out.clear();
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells) out.push_back({cell, 1 - group.mine_probability});
    mark_reach(position, reach_);
    if (outlook.floating > 0) {
        double safety = 1 - outlook.floating_probability;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            const PositionCell& here = position.cells[cell];
            if (here.mark != Mark::OPEN || reach_[cell] == Reach::FRONTIER) continue;
            if (reach_[cell] == Reach::ADJACENT || here.found() > 0) out.push_back({cell, safety});
        }
        if (Cell zero = likeliest_zero(position, row_length); zero != NO_CELL) out.push_back({zero, safety});
    }
    std::sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) {
        return a.safety != b.safety ? a.safety > b.safety
                                    : tie_rank(a.cell, row_length) < tie_rank(b.cell, row_length);
    });
}

// Looks at the child and appends the cells that are certain to be safe in it to the clears. False when no world fits.
bool SuperLocations::list_clears(Resources& resources) {
    if (!child_.possible) return false;
    look(child_, Detail::PROBABILITIES, resources.limits, resources.store, next_);
    if (!next_.possible) return false;
    ++resources.spent.nodes;
    for (Cell cell : child_.safe)
        if (child_.cells[cell].mark == Mark::SAFE) clears_.push_back(cell);
    for (const GroupOutlook& group : next_.groups)
        if (group.mine_probability == 0) clears_.insert(clears_.end(), group.cells.begin(), group.cells.end());
    if (next_.floating > 0 && next_.floating_probability == 0)
        for (Cell cell = 0; cell < child_.cells.size(); ++cell)
            if (is_floating(child_, cell)) clears_.push_back(cell);
    return true;
}

// Tries a cell with every number it can show.
void SuperLocations::try_cell(const Position& position, const Outlook& outlook, const Candidate& candidate,
                              Resources& resources) {
    SuperLocation location{candidate.cell, candidate.safety};
    location.first_outcome = static_cast<std::uint32_t>(outcomes_.size());
    location.open = reach_[candidate.cell] == Reach::FAR && position.cells[candidate.cell].found() == 0;
    int most = location.open ? 0 : position.cells[candidate.cell].open();
    for (int around = 0; around <= most; ++around) {
        child_ = position;
        Outcome outcome;
        outcome.number = number_at(position, candidate.cell, around);
        show_cell(child_, candidate.cell, outcome.number);
        settle_position(child_);
        outcome.first = static_cast<std::uint32_t>(clears_.size());
        if (!list_clears(resources)) continue;
        outcome.size = static_cast<std::uint32_t>(clears_.size()) - outcome.first;
        outcome.probability = next_.worlds.over(outlook.worlds);
        if (outcome.size > 0) location.progress += outcome.probability;
        outcomes_.push_back(outcome);
        ++location.outcomes;
    }
    all_.push_back(location);
}

std::span<const Outcome> SuperLocations::outcomes_of(const SuperLocation& location) const {
    return {outcomes_.data() + location.first_outcome, location.outcomes};
}

std::span<const Cell> SuperLocations::clears_of(const Outcome& outcome) const {
    return {clears_.data() + outcome.first, outcome.size};
}

// Frontier cells that are safe whenever this one is.
void SuperLocations::list_links(const SuperLocation& location) {
    links_.clear();
    auto outcomes = outcomes_of(location);
    if (location.open || outcomes.empty()) return;
    for (Cell cell : clears_of(outcomes.front())) {
        bool always = reach_[cell] == Reach::FRONTIER;
        for (const Outcome& outcome : outcomes.subspan(1)) {
            auto clears = clears_of(outcome);
            always &= std::find(clears.begin(), clears.end(), cell) != clears.end();
        }
        if (always) links_.push_back(cell);
    }
}

const SuperLocation* SuperLocations::find_location(Cell cell) const {
    for (const SuperLocation& location : all_)
        if (location.cell == cell) return &location;
    return nullptr;
}

// Clears of one cell alone, on average over its numbers, where it is safe.
double SuperLocations::mean_clears(const SuperLocation& location) const {
    double mean = 0;
    for (const Outcome& outcome : outcomes_of(location)) mean += outcome.probability * outcome.size;
    return mean / location.safety;
}

double SuperLocations::add_clears(const SuperLocation& location) const {
    double mean = mean_clears(location);
    for (Cell link : links_)
        if (const SuperLocation* other = find_location(link)) mean += mean_clears(*other);
    return mean;
}

// The expected size of the union of what the cell and its links clear, their numbers taken as independent.
double SuperLocations::unite_clears(const Position& position, const SuperLocation& location) {
    share_.resize(position.cells.size(), 0);
    auto unite = [&](const SuperLocation& one) {
        for (const Outcome& outcome : outcomes_of(one))
            for (Cell cell : clears_of(outcome)) {
                if (reach_[cell] != Reach::FRONTIER) continue;
                if (share_[cell] == 0) touched_.push_back(cell);
                share_[cell] += (1 - share_[cell]) * outcome.probability / one.safety;
            }
    };
    touched_.clear();
    unite(location);
    for (Cell link : links_)
        if (const SuperLocation* other = find_location(link)) unite(*other);
    double size = 0;
    for (Cell cell : touched_) {
        size += share_[cell];
        share_[cell] = 0;
    }
    return size;
}

// Clears after the cell and one linked to it are both shown, on average over pairs of numbers.
double SuperLocations::pair_clears(const Position& position, const Outlook& outlook, const SuperLocation& location,
                                   Cell link, Resources& resources) {
    double mean = 0;
    std::size_t kept = clears_.size();
    for (const Outcome& outcome : outcomes_of(location)) {
        pair_ = position;
        show_cell(pair_, location.cell, outcome.number);
        settle_position(pair_);
        int open = pair_.cells[link].open();
        for (int around = 0; around <= open; ++around) {
            child_ = pair_;
            show_cell(child_, link, number_at(pair_, link, around));
            settle_position(child_);
            if (!list_clears(resources)) continue;
            auto clears = static_cast<double>(clears_.size() - kept + 1);  // the link was one too
            mean += next_.worlds.over(outlook.worlds) * clears;
            clears_.resize(kept);
        }
    }
    return mean / location.safety;
}

double SuperLocations::best_pair(const Position& position, const Outlook& outlook, const SuperLocation& location,
                                 Resources& resources) {
    double best = mean_clears(location);
    for (Cell link : links_) best = std::max(best, pair_clears(position, outlook, location, link, resources));
    return best + LINK_EXTRA * static_cast<double>(links_.size());
}

// The clear value: the cell itself counts as one.
double SuperLocations::weigh_clears(const Position& position, const Outlook& outlook, const SuperLocation& location,
                                    Resources& resources) {
    list_links(location);
    double mean = 0;
    switch (settings_.linked) {
        case Linked::JAR:
            mean = add_clears(location);
            break;
        case Linked::OLD:
            mean = unite_clears(position, location);
            break;
        case Linked::NEW:
            mean = best_pair(position, outlook, location, resources);
            break;
    }
    return location.safety * (1 + mean);
}

std::uint64_t SuperLocations::tie_rank(Cell cell, std::uint32_t row_length) const {
    if (cell == NO_CELL) return std::numeric_limits<std::uint64_t>::max();
    if (row_length == 0 || settings_.order == TieOrder::ACROSS) return cell;
    return std::uint64_t{cell % row_length} << 32 | cell / row_length;
}

std::span<const SuperLocation> SuperLocations::find(const Position& position, const Outlook& outlook,
                                                    Resources& resources) {
    all_.clear();
    outcomes_.clear();
    clears_.clear();
    list_cells(position, outlook, resources.row_length);
    double enough = 0;
    for (const Candidate& candidate : candidates_) {
        if (candidate.safety < enough) break;
        try_cell(position, outlook, candidate, resources);
        if (enough == 0 && !all_.back().dead()) enough = candidate.safety * settings_.threshold - EQUAL;
    }
    auto dead = std::stable_partition(all_.begin(), all_.end(), [](const auto& one) { return !one.dead(); });
    std::span<SuperLocation> living(all_.data(), static_cast<std::size_t>(dead - all_.begin()));
    if (living.size() > 1)
        for (SuperLocation& one : living) one.clears = weigh_clears(position, outlook, one, resources);
    if (resources.recorders.weighed)
        for (const SuperLocation& one : all_) {
            double clears = one.dead() || living.size() == 1 ? Weighed::NONE : one.clears;
            resources.recorders.weighed->push_back(
                {.cell = one.cell, .safety = one.safety, .progress = one.progress, .clears = clears});
        }
    return living;
}

const SuperLocation& SuperLocations::choose(std::span<const SuperLocation> living, std::uint32_t row_length) const {
    // The best by `value` among those `among` allows, equals by the order of ties.
    auto best_by = [&](auto&& among, auto&& value) {
        double most = -1;
        for (const SuperLocation& one : living)
            if (among(one)) most = std::max(most, value(one));
        const SuperLocation* best = nullptr;
        for (const SuperLocation& one : living) {
            if (!among(one) || value(one) < most - EQUAL) continue;
            if (!best || tie_rank(one.cell, row_length) < tie_rank(best->cell, row_length)) best = &one;
        }
        return best;
    };
    double progress = 0;
    for (const SuperLocation& one : living) progress = std::max(progress, one.progress);
    const SuperLocation& best = *best_by([&](const SuperLocation& one) { return one.progress >= progress - EQUAL; },
                                         [](const SuperLocation& one) { return one.clears; });
    if (!settings_.plus) return best;
    // One that is a little worse by safety and progress has to bring as many times more clears.
    auto worth = [&](const SuperLocation& one) {
        double points = 100 * (best.safety * best.progress - one.safety * one.progress);
        return one.clears / (1 + settings_.multiplier * std::max(0.0, points));
    };
    const SuperLocation& other = *best_by([](const SuperLocation&) { return true; }, worth);
    return worth(other) > best.clears + EQUAL ? other : best;
}

}  // namespace sapper
