// Plays by a set of rules and a matrix: a mover that finds every certain cell and else takes the lowest risk.
//
// Rules first: every clue gives the number of mines in its open cells, and the total that of all open cells. A rule
// that lies in another is subtracted from it, until nothing changes; a rule with no mines left, or with only mines,
// settles its cells. Where that settles nothing, every cell gets its exact risk. The system finds it by row
// operations on a matrix of the rules (sapper.reference.rule_matrix shows them); the engine's own counts have the
// same result. Of equally low risks a cell beside a clue comes first, then one beside such a cell, because they may
// help to settle further cells; then the topmost row, and in it the cell farthest to the left or, by a setting, to
// the right.
#include <algorithm>

#include "reference/deduce.hpp"
#include "reference/pods.hpp"
#include "strategy/registration.hpp"

namespace sapper {

namespace {

enum class TieSide : std::uint8_t { LEFT, RIGHT };

struct MatrixSettings {
    TieSide ties = TieSide::LEFT;  // which cell of a row comes first among equals
};

// Working memory, reused from move to move.
struct Memory {
    Pods pods;
    std::vector<double> risk;  // of every open cell
    std::vector<Cell> safe, mines, rest;
    std::vector<std::uint8_t> taken;
    Outlook outlook;
};

// Risks this close are equal: they differ by rounding.
constexpr double CLOSE = 1e-12;

enum Counter { RULE_CELLS, TOTAL_CELLS, MATRIX_CELLS };

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
            if (settle_by_rules(position, resources.spent.counters, memory_) > 0) continue;
            look(position, Detail::PROBABILITIES, resources.limits, resources.store, memory_.outlook);
            fill_risks(position, memory_.outlook, memory_.risk);
            std::uint32_t settled = settle_by_risk(position, memory_);
            if (settled == 0) {
                if (resources.recorders.weighed) weigh_open_cells(position, memory_.outlook, resources);
                return guess(position, memory_,
                             settings_.ties == TieSide::RIGHT ? std::max(1u, resources.row_length) : 1);
            }
            resources.spent.counters[MATRIX_CELLS] += settled;
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
        .settings = {setting("ties", &MatrixSettings::ties, "which cell of a row comes first among equals",
                             {"left", "right"})},
        .reasons = {&reasons::SAFEST},
        .counters = {{"rule_cells"}, {"total_cells"}, {"matrix_cells"}},
        .gallery = {{"matrix", "matrix"}},
    });
}

}  // namespace sapper
