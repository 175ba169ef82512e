// Plays by the rules of a person (deduce) and by differences of clues (pods), and guesses by estimates: a mover that
// misses what only a full count can prove. Three modes guess differently: at random; by pods, where a cell is as
// risky as the pods it is in are on average; or by counts, the share of all ways to fill its component alone in which
// it is a mine. The floating cells share what mines the components do not hold on average, each component being
// counted without regard to the others or to the total; so their risk is an estimate too.
//
// Near the end the total does count: ways that need more or fewer mines than can be left for them are struck out, and
// what all ways that are left agree upon is settled.
//
// The trail of a game names its stages in order, each with a count: s and t cells that rules for one clue and for two
// settled, shown by cascades or not; M and E cells that pods and counts settled; z, r and ^ zeros handed out, random
// guesses and other guesses in a row; W or X, won or lost.
#include <algorithm>

#include "strategy/reference/deduce.hpp"
#include "strategy/reference/pods.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

// What it keeps between the moves of a game.
struct Smartguess {
    char stage = 0;           // of the last entry of the trail, which is not written down yet; 0: none
    std::uint32_t count = 0;  // of that entry
    char moving = 0;          // the stage of the last move; 0 where its cells were counted before
    std::uint32_t shown = 0;  // cells shown before the last move
    bool deduced = false;     // whether anything was ever settled
    Pods pods;
    bool counted = false;              // whether the outlook is of this position
    std::vector<double> risk, times;   // a cell: sum over its pods, and how many
    std::vector<std::int64_t> lo, hi;  // a component: mines it can hold
    std::vector<Cell> least;           // cells that may be guessed
};

namespace {

// Risks this close are equal: they differ by rounding.
constexpr double CLOSE = 1e-12;

enum class Mode { RANDOM, BY_PODS, BY_COUNTS };
enum class First { START, HUMAN, ZERO };

bool is_mode(const Mind& mind, Mode mode) {
    return static_cast<Mode>(mind.settings.smartguess.mode) == mode;
}

bool is_first(const Mind& mind, First first) {
    return static_cast<First>(mind.settings.smartguess.first) == first;
}

void write_entry(Smartguess& self, Mind& mind) {
    if (self.stage) mind.trail += self.stage + std::to_string(self.count) + ' ';
    self.stage = 0;
}

void note(Smartguess& self, Mind& mind, char stage, std::uint32_t count) {
    if (count == 0) return;
    if (self.stage != stage) {
        write_entry(self, mind);
        self.stage = stage;
        self.count = 0;
    }
    self.count += count;
}

bool is_guess(char stage) {
    return stage == 'z' || stage == 'r' || stage == '^';
}

// Notes down what the last move did.
void note_last_move(Smartguess& self, Mind& mind) {
    std::uint32_t shown = mind.shown - self.shown;
    if (is_guess(self.moving))
        note(self, mind, self.moving, 1);
    else if (self.moving)
        note(self, mind, self.moving, shown);
    self.shown = mind.shown;
}

void list_open(const Position& position, bool floating_only, std::vector<Cell>& out) {
    out.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && (!floating_only || floats(position, cell)))
            out.push_back(cell);
}

// Whether ways with lo + k mines in a component are among those that are left.
bool is_left(const Smartguess& self, const Part& part, std::size_t at, std::uint32_t k) {
    std::int64_t mines = part.lo + std::int64_t{k};
    return mines >= self.lo[at] && mines <= self.hi[at];
}

// Calls visit(k, weight) for every number lo + k of mines that is left; the weight undoes the store's tilt.
template <class Visit>
void visit_left(const Smartguess& self, const PartStore& store, const Part& part, std::size_t at, Visit&& visit) {
    double weight = 1;
    for (std::uint32_t k = 0; k < part.length; ++k, weight /= store.tilt)
        if (is_left(self, part, at, k)) visit(k, weight);
}

struct Share {
    double mine = 0, safe = 0;

    double risk() const { return mine / (mine + safe); }
};

// In how many of the ways that are left a cell of a group is a mine, and in how many it is safe.
Share share_of(const Smartguess& self, const PartStore& store, const Part& part, std::size_t at,
               std::uint32_t group) {
    Share share;
    auto mine = store.mine_ways(part, group), safe = store.safe_ways(part, group);
    visit_left(self, store, part, at, [&](std::uint32_t k, double weight) {
        share.mine += mine[k] * weight;
        share.safe += safe[k] * weight;
    });
    return share;
}

// Brings a component's bounds to numbers of mines for which there is a way.
void tighten(Smartguess& self, const PartStore& store, const Part& part, std::size_t at) {
    auto ways = store.ways(part);
    while (self.lo[at] <= self.hi[at] && ways[static_cast<std::size_t>(self.lo[at] - part.lo)] == 0) ++self.lo[at];
    while (self.lo[at] <= self.hi[at] && ways[static_cast<std::size_t>(self.hi[at] - part.lo)] == 0) --self.hi[at];
}

// Strikes out numbers of mines that the other components and the floating cells cannot make up for.
void strike_out(const Position& position, const PartStore& store, const Outlook& outlook, Smartguess& self) {
    for (bool moved = true; moved;) {
        moved = false;
        std::int64_t least = 0, most = outlook.floating;
        for (std::int64_t lo : self.lo) least += lo;
        for (std::int64_t hi : self.hi) most += hi;
        for (std::size_t at = 0; at < outlook.parts.size(); ++at) {
            std::int64_t lo = self.lo[at], hi = self.hi[at];
            self.hi[at] = std::min(hi, position.mines_left - (least - lo));
            self.lo[at] = std::max(lo, position.mines_left - (most - hi));
            tighten(self, store, store.parts[outlook.parts[at]], at);
            moved |= self.lo[at] != lo || self.hi[at] != hi;
            least += self.lo[at] - lo;
            most += self.hi[at] - hi;
        }
    }
}

// Counts the components, and strikes out what cannot be near the end.
void count(const Position& position, Mind& mind, Smartguess& self, bool near_end) {
    look(position, Detail::PROBABILITIES, mind.limits, mind.store, mind.outlook);
    self.counted = true;
    self.lo.clear();
    self.hi.clear();
    for (std::size_t at = 0; at < mind.outlook.parts.size(); ++at) {
        const Part& part = mind.store.parts[mind.outlook.parts[at]];
        self.lo.push_back(part.lo);
        self.hi.push_back(std::min(part.lo + std::int64_t{part.length} - 1, position.mines_left));
        tighten(self, mind.store, part, at);
    }
    if (near_end) strike_out(position, mind.store, mind.outlook, self);
}

// Settles the groups of a component about which all ways that are left agree.
std::uint32_t settle_part(Position& position, Mind& mind, const Smartguess& self, std::size_t at) {
    const Part& part = mind.store.parts[mind.outlook.parts[at]];
    bool all = true;
    auto agreed = [](const Share& share) { return share.mine == 0 || share.safe == 0; };
    for (std::uint32_t group = 0; group < part.groups; ++group)
        all &= agreed(share_of(self, mind.store, part, at, group));
    // Guessing by pods, it keeps no list of cells beside the counts: only a single way tells it anything.
    if (!all && !is_mode(mind, Mode::BY_COUNTS)) return 0;
    std::uint32_t settled = 0;
    for (std::uint32_t group = 0; group < part.groups; ++group) {
        Share share = share_of(self, mind.store, part, at, group);
        if (!agreed(share)) continue;
        const PartGroup& cells = mind.store.groups[part.first_group + group];
        for (std::uint32_t k = 0; k < cells.size; ++k, ++settled)
            settle_cell(position, mind.store.cells[cells.first + k], share.safe == 0);
    }
    return settled;
}

// Settles what the counts agree upon; returns how many cells.
std::uint32_t deduce_from_counts(Position& position, Mind& mind, Smartguess& self) {
    bool near_end = static_cast<double>(position.mines_left) <= mind.settings.smartguess.end_mines;
    self.counted = false;
    list_open(position, true, self.least);
    if (!near_end && !is_mode(mind, Mode::BY_COUNTS) && self.least.empty()) return 0;
    count(position, mind, self, near_end);
    if (!near_end && !is_mode(mind, Mode::BY_COUNTS)) return 0;
    std::int64_t fewest = 0, most = 0, left = position.mines_left;
    for (std::int64_t lo : self.lo) fewest += lo;
    for (std::int64_t hi : self.hi) most += hi;
    std::uint32_t settled = 0;
    for (std::size_t at = 0; at < mind.outlook.parts.size(); ++at) settled += settle_part(position, mind, self, at);
    if (near_end && fewest == left) settled += settle_cells(position, self.least, false);
    if (near_end && fewest != left && most + mind.outlook.floating == left)
        settled += settle_cells(position, self.least, true);
    return settled;
}

// One stage after the other, the first that settles something; false when none does.
bool deduce(Position& position, Mind& mind, Smartguess& self) {
    LevelCounts levels = std::span(mind.counters).first<LEVELS>();
    auto count_mines = [&](char stage, auto&& run) {
        std::int64_t mines = position.mines_left;
        std::uint32_t settled = run();
        note(self, mind, stage, static_cast<std::uint32_t>(mines - position.mines_left));
        if (settled) self.moving = stage;
        self.deduced |= settled > 0;
        return settled;
    };
    count_mines('s', [&] { return deduce_from_clues(position, levels); });
    if (!position.safe.empty()) return true;
    if (position.mines_left == 0) {
        // The game is decided: what is left to reveal belongs to no stage.
        list_open(position, false, self.least);
        self.moving = 0;
        return settle_cells(position, self.least, false) > 0;
    }
    if (count_mines('t', [&] { return deduce_from_pairs(position, mind.pairs, levels); })) return true;
    if (is_mode(mind, Mode::RANDOM) || (is_first(mind, First::ZERO) && !self.deduced && mind.zeros)) return false;
    reduce_pods(position, Reduction::COVERS, self.pods);
    std::uint32_t settled =
        settle_cells(position, self.pods.safe, false) + settle_cells(position, self.pods.mines, true);
    levels[static_cast<std::size_t>(Level::MANY_CLUES)] += settled;
    note(self, mind, 'M', settled);
    if (settled == 0) {
        settled = deduce_from_counts(position, mind, self);
        levels[static_cast<std::size_t>(Level::COUNTS)] += settled;
        note(self, mind, 'E', settled);
    }
    if (settled) self.moving = 0;
    self.deduced |= settled > 0;
    return settled > 0;
}

// Keeps the cells with the lowest risk so far.
void offer(Smartguess& self, double& least, double risk, Cell cell) {
    if (risk > least + CLOSE) return;
    if (risk < least - CLOSE) self.least.clear();
    least = std::min(least, risk);
    self.least.push_back(cell);
}

double least_risk_by_pods(const Position& position, Smartguess& self) {
    self.risk.assign(position.cells.size(), 0);
    self.times.assign(position.cells.size(), 0);
    for (const Pod& pod : self.pods.pods)
        for (Cell cell : pod) {
            self.risk[cell] += static_cast<double>(pod.mines) / pod.size;
            self.times[cell] += 1;
        }
    double least = 2;
    self.least.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (self.times[cell] > 0) offer(self, least, self.risk[cell] / self.times[cell], cell);
    return least;
}

double least_risk_by_counts(const Mind& mind, Smartguess& self) {
    double least = 2;
    self.least.clear();
    for (std::size_t at = 0; at < mind.outlook.parts.size(); ++at) {
        const Part& part = mind.store.parts[mind.outlook.parts[at]];
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            double risk = share_of(self, mind.store, part, at, group).risk();
            const PartGroup& cells = mind.store.groups[part.first_group + group];
            for (std::uint32_t k = 0; k < cells.size; ++k)
                offer(self, least, risk, mind.store.cells[cells.first + k]);
        }
    }
    return least;
}

// The risk of a floating cell, from the mines each component holds on average; more than 1 where there is none.
double floating_risk(const Position& position, const Mind& mind, const Smartguess& self) {
    if (!self.counted || mind.outlook.floating == 0) return 1.5;
    auto left = static_cast<double>(position.mines_left);
    for (std::size_t at = 0; at < mind.outlook.parts.size(); ++at) {
        const Part& part = mind.store.parts[mind.outlook.parts[at]];
        auto ways = mind.store.ways(part);
        double mines = 0, all = 0;
        visit_left(self, mind.store, part, at, [&](std::uint32_t k, double weight) {
            all += ways[k] * weight;
            mines += ways[k] * weight * static_cast<double>(part.lo + std::int64_t{k});
        });
        left -= mines / all;
    }
    return std::max(left, 0.0) / mind.outlook.floating;
}

Move guess(const Position& position, Mind& mind, Smartguess& self) {
    if (is_first(mind, First::ZERO) && !self.deduced && mind.zeros) {
        self.moving = 'z';
        return {NO_CELL, Reason::ZERO};
    }
    double risk;
    if (is_mode(mind, Mode::RANDOM)) {
        self.moving = 'r';
        list_open(position, false, self.least);
        risk = static_cast<double>(position.mines_left) / position.open_count;
    } else {
        self.moving = '^';
        risk = is_mode(mind, Mode::BY_COUNTS) ? least_risk_by_counts(mind, self) : least_risk_by_pods(position, self);
        if (double floating = floating_risk(position, mind, self); floating < risk - CLOSE) {
            risk = floating;
            list_open(position, true, self.least);
        }
    }
    // In an order of their own: that in which components are counted must not tell.
    std::sort(self.least.begin(), self.least.end());
    Cell cell = self.least[mind.rng.below(static_cast<std::uint32_t>(self.least.size()))];
    return {cell, self.moving == 'r' ? Reason::RANDOM : Reason::ESTIMATE, 1 - risk};
}

}  // namespace

Move move_by_smartguess(Position& position, Mind& mind) {
    if (!mind.smartguess) mind.smartguess = std::make_shared<Smartguess>();
    Smartguess& self = *mind.smartguess;
    if (mind.shown == 0) {
        self.stage = self.moving = 0;
        self.shown = 0;
        self.deduced = false;
        if (is_first(mind, First::START) && mind.opening.cell != NO_CELL) {
            self.moving = is_mode(mind, Mode::RANDOM) ? 'r' : '^';
            return mind.opening;
        }
    }
    if (mind.shown == self.shown) self.moving = 0;  // it asked for a zero, and there was none
    note_last_move(self, mind);
    while (true) {
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
        if (!deduce(position, mind, self)) return guess(position, mind, self);
    }
}

std::span<const NamedCounter> smartguess_counters() {
    static constexpr std::array<NamedCounter, LEVELS> counters = {{
        {"rule_1"},
        {"rule_2"},
        {"rule_3"},
        {"rule_4"},
        {"rule_5"},
        {"multi_cell"},
        {"end_solver"},
    }};
    return counters;
}

void end_smartguess(bool won, Mind& mind) {
    Smartguess& self = *mind.smartguess;
    note_last_move(self, mind);
    write_entry(self, mind);
    mind.trail += won ? 'W' : 'X';
}

}  // namespace sapper
