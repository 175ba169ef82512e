// Plays by a set of rules and a matrix: a mover that finds every certain cell and else takes the lowest risk.
//
// Rules first: every clue gives the number of mines in its open cells, and the total that of all open cells. A rule
// that lies in another is subtracted from it, until nothing changes; a rule with no mines left, or with only mines,
// settles its cells. Where that settles nothing, the rules are rows of a matrix, component by component; all
// ways to fill it are counted, joined with the floating cells through the total, and give every cell its risk. Of
// equally low risks a cell beside a clue comes first, then one beside such a cell, because they may help to settle
// further cells; then the topmost row, and in it the cell farthest to the left or, by a setting, to the right.
#include <algorithm>
#include <map>

#include "reference/deduce.hpp"
#include "reference/pods.hpp"
#include "reference/row_operations.hpp"
#include "strategy/registration.hpp"

namespace sapper {

namespace {

enum class TieSide : std::uint8_t { LEFT, RIGHT };

struct MatrixSettings {
    std::uint32_t trials = 1'000'000;  // for each component; beyond, the engine's own counts are used
    TieSide ties = TieSide::LEFT;      // which cell of a row comes first among equals
};

// A component: its groups are the columns of its matrix, in order.
struct RuleComponent {
    RuleMatrix matrix;
    std::vector<std::vector<Cell>> groups;
    FilledMatrix filled;
};

// Working memory, reused from move to move.
struct Memory {
    Pods pods;
    std::vector<RuleComponent> components;
    std::vector<double> risk;  // of every open cell
    std::vector<Cell> safe, mines, rest;
    std::vector<std::uint8_t> taken;
    std::vector<std::vector<double>> before, behind;  // weights by mines: of the components before, of those behind
    Outlook outlook;
};

// More cells beside clues than this could take weights out of the range of doubles.
constexpr std::size_t MAX_FRONTIER = 400;
// Risks this close are equal: they differ by rounding.
constexpr double CLOSE = 1e-12;

enum Counter { RULE_CELLS, TOTAL_CELLS, MATRIX_CELLS, MATRICES, TRIALS, MOST_TRIALS, COUNTED_OTHERWISE };

// Takes rules that have no cell in common out of the total; what is left may be settled.
std::uint32_t settle_by_total(Position& position, Memory& memory) {
    std::int64_t mines = position.mines_left;
    memory.taken.assign(position.cells.size(), 0);
    for (const Pod& pod : memory.pods.pods) {
        if (std::any_of(pod.begin(), pod.end(), [&](Cell cell) { return memory.taken[cell]; })) continue;
        for (Cell cell : pod) memory.taken[cell] = 1;
        mines -= pod.size > 0 ? pod.mines : 0;
    }
    memory.rest.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && !memory.taken[cell]) memory.rest.push_back(cell);
    if (mines != 0 && mines != static_cast<std::int64_t>(memory.rest.size())) return 0;
    return settle_cells(position, memory.rest, mines != 0);
}

// Reduces the rules to a fixed point; returns how many cells that settled.
std::uint32_t settle_by_rules(Position& position, Counters& counters, Memory& memory) {
    std::uint32_t open = position.open_count;
    settle_position(position);
    reduce_pods(position, Reduction::SUBSETS, memory.pods);
    settle_cells(position, memory.pods.safe, false);
    settle_cells(position, memory.pods.mines, true);
    std::uint32_t settled = open - position.open_count;
    counters[RULE_CELLS] += settled;
    if (settled > 0) return settled;
    settled = settle_by_total(position, memory);
    counters[TOTAL_CELLS] += settled;
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
std::size_t build_matrices(Memory& memory) {
    const auto& rules = memory.pods.pods;
    std::map<Cell, std::vector<std::size_t>> rules_of;
    for (std::size_t k = 0; k < rules.size(); ++k)
        for (Cell cell : rules[k]) rules_of[cell].push_back(k);
    std::map<std::vector<std::size_t>, std::vector<Cell>> groups;
    for (const auto& [cell, some] : rules_of) groups[some].push_back(cell);
    auto number = number_components(rules, rules_of);
    memory.components.clear();
    for (const auto& [some, cells] : groups) {
        memory.components.resize(std::max(memory.components.size(), number[some.front()] + 1));
        RuleComponent& component = memory.components[number[some.front()]];
        component.groups.push_back(cells);
        component.matrix.sizes.push_back(static_cast<std::uint32_t>(cells.size()));
    }
    for (std::size_t k = 0; k < rules.size(); ++k) {
        if (rules[k].size == 0) continue;
        RuleComponent& component = memory.components[number[k]];
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
bool join(const Position& position, std::size_t frontier, Memory& memory) {
    std::size_t count = memory.components.size(), length = frontier + 1;
    auto floating = static_cast<std::int64_t>(position.open_count - frontier);
    memory.before.assign(count + 1, {1.0});
    memory.behind.resize(count + 1);
    memory.behind[count] = weigh_floating(floating, position.mines_left, length);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& ways = memory.components[i].filled.ways;
        memory.before[i + 1].assign(memory.before[i].size() + ways.size() - 1, 0);
        for (std::size_t a = 0; a < memory.before[i].size(); ++a)
            for (std::size_t b = 0; b < ways.size(); ++b)
                memory.before[i + 1][a + b] += memory.before[i][a] * ways[b];
    }
    // behind[i] weighs k mines in the components before i, by all ways to fill i, those after it and the rest.
    for (std::size_t i = count; i-- > 0;) {
        const auto& ways = memory.components[i].filled.ways;
        memory.behind[i].assign(memory.before[i].size(), 0);
        for (std::size_t a = 0; a < memory.before[i].size(); ++a)
            for (std::size_t b = 0; b < ways.size(); ++b)
                memory.behind[i][a] += ways[b] * memory.behind[i + 1][a + b];
    }
    if (!(memory.behind[0][0] > 0)) return false;
    double mine = 0, safe = 0;
    for (std::size_t k = 0; k < length; ++k) {
        double weight = memory.before[count][k] * memory.behind[count][k];
        if (weight == 0) continue;
        double mines = static_cast<double>(position.mines_left) - static_cast<double>(k);
        mine += weight * mines;
        safe += weight * (static_cast<double>(floating) - mines);
    }
    memory.risk.assign(position.cells.size(), risk_of(mine, safe));
    for (std::size_t i = 0; i < count; ++i) {
        const RuleComponent& component = memory.components[i];
        std::vector<double> outer(component.filled.ways.size());
        for (std::size_t b = 0; b < outer.size(); ++b)
            for (std::size_t a = 0; a < memory.before[i].size(); ++a)
                outer[b] += memory.before[i][a] * memory.behind[i + 1][a + b];
        for (std::size_t column = 0; column < component.groups.size(); ++column) {
            mine = safe = 0;
            for (std::size_t n = 0; n < outer.size(); ++n) {
                mine += outer[n] * component.filled.mine_ways[column][n];
                safe += outer[n] * component.filled.safe_ways[column][n];
            }
            for (Cell cell : component.groups[column]) memory.risk[cell] = risk_of(mine, safe);
        }
    }
    return true;
}

// Gives every open cell its risk by matrices; false where that takes too much.
bool weigh_by_matrices(const Position& position, std::uint64_t max_trials, Resources& resources, Memory& memory) {
    std::size_t frontier = build_matrices(memory);
    if (frontier > MAX_FRONTIER) return false;
    for (RuleComponent& component : memory.components) {
        bool filled = fill_matrix(component.matrix, max_trials, resources.limits.watch, component.filled);
        std::uint64_t trials = component.filled.trials;
        resources.nodes += trials;
        resources.counters[MATRICES] += 1;
        resources.counters[TRIALS] += trials;
        resources.counters[MOST_TRIALS] = std::max(resources.counters[MOST_TRIALS], trials);
        if (!filled) return false;
        normalize(component.filled);
    }
    return join(position, frontier, memory);
}

// The same by the engine's own counts.
void weigh_otherwise(const Position& position, Resources& resources, Memory& memory) {
    resources.counters[COUNTED_OTHERWISE] += 1;
    look(position, Detail::PROBABILITIES, resources.limits, resources.store, memory.outlook);
    memory.risk.assign(position.cells.size(), memory.outlook.floating_probability);
    for (const GroupOutlook& group : memory.outlook.groups)
        for (Cell cell : group.cells) memory.risk[cell] = group.mine_probability;
}

// Settles the cells that are mines in no way or in all; returns how many.
std::uint32_t settle_by_risk(Position& position, Memory& memory) {
    memory.safe.clear();
    memory.mines.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (position.cells[cell].mark != Mark::OPEN) continue;
        if (memory.risk[cell] == 0) memory.safe.push_back(cell);
        if (memory.risk[cell] == 1) memory.mines.push_back(cell);
    }
    return settle_cells(position, memory.safe, false) + settle_cells(position, memory.mines, true);
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

void weigh_by_risk(const Position& position, const Memory& memory, WeighedTable& out) {
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN) out.push_back({.cell = cell, .safety = 1 - memory.risk[cell]});
}

// Scans rows of this length from the right; a length of 1 gives the cells in order.
Move guess(const Position& position, const Memory& memory, std::uint32_t length) {
    double least = 2;
    Cell best = NO_CELL;
    int nearest = 0;
    for (Cell place = 0; place < position.cells.size(); ++place) {
        Cell cell = place - place % length + (length - 1 - place % length);
        if (position.cells[cell].mark != Mark::OPEN || memory.risk[cell] > least + CLOSE) continue;
        int away = distance(position, cell);
        if (memory.risk[cell] >= least - CLOSE && away >= nearest) continue;
        best = cell;
        least = memory.risk[cell];
        nearest = away;
    }
    return {best, &reasons::SAFEST, 1 - memory.risk[best]};
}

class MatrixMover : public Mover {
  public:
    explicit MatrixMover(const MatrixSettings& settings) : settings_(settings) {}

    Move next_move(Position& position, const Turn& turn, Resources& resources) override {
        if (turn.asks_for_opening()) return turn.opening;
        while (true) {
            if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
            if (settle_by_rules(position, resources.counters, memory_) > 0) continue;
            if (!weigh_by_matrices(position, settings_.trials, resources, memory_))
                weigh_otherwise(position, resources, memory_);
            std::uint32_t settled = settle_by_risk(position, memory_);
            if (settled == 0) {
                if (resources.weighed) weigh_by_risk(position, memory_, *resources.weighed);
                return guess(position, memory_,
                             settings_.ties == TieSide::RIGHT ? std::max(1u, resources.row_length) : 1);
            }
            resources.counters[MATRIX_CELLS] += settled;
        }
    }

  private:
    const MatrixSettings settings_;
    Memory memory_;
};

}  // namespace

Strategy matrix_strategy() {
    return register_strategy<MatrixMover>(Registration<MatrixSettings>{
        .name = "matrix",
        .family = "matrix",
        .settings = {setting("trials", &MatrixSettings::trials,
                             "trials for each component; beyond, the engine's own counts are used"),
                     setting("ties", &MatrixSettings::ties, "which cell of a row comes first among equals",
                             {"left", "right"})},
        .reasons = {&reasons::SAFEST},
        .counters = {{"rule_cells"},
                     {"total_cells"},
                     {"matrix_cells"},
                     {"matrices"},
                     {"trials"},
                     {"most_trials", true},
                     {"counted_otherwise"}},
        .gallery = {{"matrix", "matrix"}},
    });
}

}  // namespace sapper
