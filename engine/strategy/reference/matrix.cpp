// Plays by a set of rules and a matrix: a mover that knows what can be known and then takes the lowest risk.
//
// Rules first: every clue says how many mines its open cells hold, and the total says it of all open cells. A rule
// that lies in another is taken out of it, until nothing changes; one that is left with no mines, or with nothing but
// mines, settles its cells. Where that settles nothing, the rules are rows of a matrix, component by component; all
// ways to fill it are counted, joined with the floating cells through the total, and give every cell its risk. Of
// equally low risks a cell beside a clue comes first, then one beside such a cell, as they may help with what is
// known already; then the first in cell order.
#include <algorithm>
#include <map>

#include "strategy/reference/deduce.hpp"
#include "strategy/reference/pods.hpp"
#include "strategy/reference/row_operations.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

// A component: its groups are the columns of its matrix, in order.
struct RuleComponent {
    RuleMatrix matrix;
    std::vector<std::vector<Cell>> groups;
    FilledMatrix filled;
};

struct MatrixPlayer {
    Pods pods;
    std::vector<RuleComponent> components;
    std::vector<double> risk;  // of every open cell
    std::vector<Cell> safe, mines, rest;
    std::vector<std::uint8_t> taken;
    std::vector<std::vector<double>> before, behind;  // weights by mines: of the components before, of those behind
};

namespace {

// More cells beside clues than this could take weights out of the range of doubles.
constexpr std::size_t MAX_FRONTIER = 400;
// Risks this close are equal: they differ by rounding.
constexpr double CLOSE = 1e-12;

enum Counter { RULE_CELLS, TOTAL_CELLS, MATRIX_CELLS, MATRICES, TRIALS, MOST_TRIALS, COUNTED_OTHERWISE };
constexpr std::array<NamedCounter, 7> COUNTERS = {{
    {"rule_cells"},
    {"total_cells"},
    {"matrix_cells"},
    {"matrices"},
    {"trials"},
    {"most_trials", true},
    {"counted_otherwise"},
}};

// Takes rules that have no cell in common out of the total; what is left may be settled.
std::uint32_t settle_by_total(Position& position, MatrixPlayer& self) {
    std::int64_t mines = position.mines_left;
    self.taken.assign(position.cells.size(), 0);
    for (const Pod& pod : self.pods.pods) {
        if (std::any_of(pod.begin(), pod.end(), [&](Cell cell) { return self.taken[cell]; })) continue;
        for (Cell cell : pod) self.taken[cell] = 1;
        mines -= pod.size > 0 ? pod.mines : 0;
    }
    self.rest.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && !self.taken[cell]) self.rest.push_back(cell);
    if (mines != 0 && mines != static_cast<std::int64_t>(self.rest.size())) return 0;
    return settle_cells(position, self.rest, mines != 0);
}

// Reduces the rules to a fixed point; returns how many cells that settled.
std::uint32_t settle_by_rules(Position& position, Mind& mind, MatrixPlayer& self) {
    std::uint32_t open = position.open_count;
    settle_position(position);
    reduce_pods(position, Reduction::SUBSETS, self.pods);
    settle_cells(position, self.pods.safe, false);
    settle_cells(position, self.pods.mines, true);
    std::uint32_t settled = open - position.open_count;
    mind.counters[RULE_CELLS] += settled;
    if (settled > 0) return settled;
    settled = settle_by_total(position, self);
    mind.counters[TOTAL_CELLS] += settled;
    return settled;
}

// The component each rule belongs to, numbered from 0 on; rules that share a cell belong together.
std::vector<std::size_t> number_components(const std::vector<Pod>& rules,
                                           const std::map<Cell, std::vector<std::size_t>>& rules_of) {
    std::vector<std::size_t> leader(rules.size());
    for (std::size_t k = 0; k < rules.size(); ++k) leader[k] = k;
    auto find = [&](std::size_t k) {
        while (leader[k] != k) k = leader[k] = leader[leader[k]];
        return k;
    };
    for (const auto& [cell, some] : rules_of)
        for (std::size_t k : some)
            leader[std::max(find(k), find(some.front()))] = std::min(find(k), find(some.front()));
    std::vector<std::size_t> number(rules.size());
    std::size_t next = 0;
    for (std::size_t k = 0; k < rules.size(); ++k)
        number[k] = rules[k].size == 0 ? 0 : find(k) == k ? next++ : number[find(k)];
    return number;
}

// Makes a matrix of every component. Returns the number of cells beside clues.
std::size_t build_matrices(MatrixPlayer& self) {
    const auto& rules = self.pods.pods;
    std::map<Cell, std::vector<std::size_t>> rules_of;
    for (std::size_t k = 0; k < rules.size(); ++k)
        for (Cell cell : rules[k]) rules_of[cell].push_back(k);
    std::map<std::vector<std::size_t>, std::vector<Cell>> groups;
    for (const auto& [cell, some] : rules_of) groups[some].push_back(cell);
    auto number = number_components(rules, rules_of);
    self.components.clear();
    for (const auto& [some, cells] : groups) {
        self.components.resize(std::max(self.components.size(), number[some.front()] + 1));
        RuleComponent& component = self.components[number[some.front()]];
        component.groups.push_back(cells);
        component.matrix.sizes.push_back(static_cast<std::uint32_t>(cells.size()));
    }
    for (std::size_t k = 0; k < rules.size(); ++k) {
        if (rules[k].size == 0) continue;
        RuleComponent& component = self.components[number[k]];
        RuleRow& row = component.matrix.rows.emplace_back();
        row.mines = rules[k].mines;
        for (const auto& group : component.groups)
            row.factors.push_back(std::binary_search(rules[k].begin(), rules[k].end(), group.front()));
    }
    return rules_of.size();
}

// How many worlds of the floating cells there are for each number of mines in the components, up to a factor.
std::vector<double> weigh_floating(std::int64_t cells, std::int64_t mines, std::size_t length) {
    std::vector<double> weights(length);
    auto last = static_cast<std::int64_t>(length) - 1;
    std::int64_t from = std::max<std::int64_t>(0, mines - cells), to = std::min(mines, last);
    if (from > to) return weights;
    // From the largest weight outwards, so that none is too large.
    std::int64_t middle = std::clamp(mines - (cells + 1) / 2, from, to);
    auto at = [&](std::int64_t k) -> double& { return weights[static_cast<std::size_t>(k)]; };
    auto ratio = [&](std::int64_t k) {
        return static_cast<double>(mines - k) / static_cast<double>(cells - mines + k + 1);
    };
    at(middle) = 1;
    for (std::int64_t k = middle; k < to; ++k) at(k + 1) = at(k) * ratio(k);
    for (std::int64_t k = middle; k > from; --k) at(k - 1) = at(k) / ratio(k - 1);
    return weights;
}

// Divides by the largest number of ways, so that products of many components stay in range.
void normalize(FilledMatrix& filled) {
    double largest = *std::max_element(filled.ways.begin(), filled.ways.end());
    auto divide = [&](std::vector<double>& values) {
        for (double& value : values) value /= largest;
    };
    divide(filled.ways);
    for (auto& values : filled.mine_ways) divide(values);
    for (auto& values : filled.safe_ways) divide(values);
}

double risk_of(double mine, double safe) {
    return mine == 0 ? 0 : safe == 0 ? 1 : mine / (mine + safe);
}

// Gives every open cell its risk, from the ways of all components and the total; false when numbers leave the range
// of doubles.
bool join(const Position& position, std::size_t frontier, MatrixPlayer& self) {
    std::size_t count = self.components.size(), length = frontier + 1;
    auto floating = static_cast<std::int64_t>(position.open_count - frontier);
    self.before.assign(count + 1, {1.0});
    self.behind.resize(count + 1);
    self.behind[count] = weigh_floating(floating, position.mines_left, length);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& ways = self.components[i].filled.ways;
        self.before[i + 1].assign(self.before[i].size() + ways.size() - 1, 0);
        for (std::size_t a = 0; a < self.before[i].size(); ++a)
            for (std::size_t b = 0; b < ways.size(); ++b) self.before[i + 1][a + b] += self.before[i][a] * ways[b];
    }
    // behind[i] weighs k mines in the components before i, by all ways to fill i, those after it and the rest.
    for (std::size_t i = count; i-- > 0;) {
        const auto& ways = self.components[i].filled.ways;
        self.behind[i].assign(self.before[i].size(), 0);
        for (std::size_t a = 0; a < self.before[i].size(); ++a)
            for (std::size_t b = 0; b < ways.size(); ++b) self.behind[i][a] += ways[b] * self.behind[i + 1][a + b];
    }
    if (!(self.behind[0][0] > 0)) return false;
    double mine = 0, safe = 0;
    for (std::size_t k = 0; k < length; ++k) {
        double weight = self.before[count][k] * self.behind[count][k];
        if (weight == 0) continue;
        double mines = static_cast<double>(position.mines_left) - static_cast<double>(k);
        mine += weight * mines;
        safe += weight * (static_cast<double>(floating) - mines);
    }
    self.risk.assign(position.cells.size(), risk_of(mine, safe));
    for (std::size_t i = 0; i < count; ++i) {
        const RuleComponent& component = self.components[i];
        std::vector<double> outer(component.filled.ways.size());
        for (std::size_t b = 0; b < outer.size(); ++b)
            for (std::size_t a = 0; a < self.before[i].size(); ++a)
                outer[b] += self.before[i][a] * self.behind[i + 1][a + b];
        for (std::size_t column = 0; column < component.groups.size(); ++column) {
            mine = safe = 0;
            for (std::size_t n = 0; n < outer.size(); ++n) {
                mine += outer[n] * component.filled.mine_ways[column][n];
                safe += outer[n] * component.filled.safe_ways[column][n];
            }
            for (Cell cell : component.groups[column]) self.risk[cell] = risk_of(mine, safe);
        }
    }
    return true;
}

// Gives every open cell its risk by matrices; false where that takes too much.
bool weigh_by_matrices(const Position& position, Mind& mind, MatrixPlayer& self) {
    std::size_t frontier = build_matrices(self);
    if (frontier > MAX_FRONTIER) return false;
    auto max_trials = static_cast<std::uint64_t>(mind.settings.matrix.trials);
    for (RuleComponent& component : self.components) {
        bool filled = fill_matrix(component.matrix, max_trials, mind.limits.watch, component.filled);
        std::uint64_t trials = component.filled.trials;
        mind.nodes += trials;
        mind.counters[MATRICES] += 1;
        mind.counters[TRIALS] += trials;
        mind.counters[MOST_TRIALS] = std::max(mind.counters[MOST_TRIALS], trials);
        if (!filled) return false;
        normalize(component.filled);
    }
    return join(position, frontier, self);
}

// The same by the engine's own counts.
void weigh_otherwise(const Position& position, Mind& mind, MatrixPlayer& self) {
    mind.counters[COUNTED_OTHERWISE] += 1;
    look(position, Detail::PROBABILITIES, mind.limits, mind.store, mind.outlook);
    self.risk.assign(position.cells.size(), mind.outlook.floating_probability);
    for (const GroupOutlook& group : mind.outlook.groups)
        for (Cell cell : group.cells) self.risk[cell] = group.mine_probability;
}

// Settles the cells that are mines in no way or in all; returns how many.
std::uint32_t settle_by_risk(Position& position, MatrixPlayer& self) {
    self.safe.clear();
    self.mines.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (position.cells[cell].mark != Mark::OPEN) continue;
        if (self.risk[cell] == 0) self.safe.push_back(cell);
        if (self.risk[cell] == 1) self.mines.push_back(cell);
    }
    return settle_cells(position, self.safe, false) + settle_cells(position, self.mines, true);
}

// How far a cell is from being beside a clue: 0, 1, or more.
int distance(const Position& position, Cell cell) {
    if (!floats(position, cell)) return 0;
    auto around = position.shape->neighbours(cell);
    bool near = std::any_of(around.begin(), around.end(), [&](Cell other) {
        return position.cells[other].mark == Mark::OPEN && !floats(position, other);
    });
    return near ? 1 : 2;
}

Move guess(const Position& position, const MatrixPlayer& self) {
    double least = 2;
    Cell best = NO_CELL;
    int nearest = 0;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (position.cells[cell].mark != Mark::OPEN || self.risk[cell] > least + CLOSE) continue;
        int away = distance(position, cell);
        if (self.risk[cell] >= least - CLOSE && away >= nearest) continue;
        best = cell;
        least = self.risk[cell];
        nearest = away;
    }
    return {best, Reason::SAFEST, 1 - self.risk[best]};
}

}  // namespace

std::span<const NamedCounter> matrix_counters() {
    return COUNTERS;
}

Move move_by_matrix(Position& position, Mind& mind) {
    if (mind.shown == 0 && mind.opening.cell != NO_CELL) return mind.opening;
    if (!mind.matrix) mind.matrix = std::make_shared<MatrixPlayer>();
    MatrixPlayer& self = *mind.matrix;
    while (true) {
        if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
        if (settle_by_rules(position, mind, self) > 0) continue;
        if (!weigh_by_matrices(position, mind, self)) weigh_otherwise(position, mind, self);
        std::uint32_t settled = settle_by_risk(position, self);
        if (settled == 0) return guess(position, self);
        mind.counters[MATRIX_CELLS] += settled;
    }
}

}  // namespace sapper
