#include "endgame/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace sapper {

namespace {

// Steps allowed for each row: on positions that fit few totals a walk may end without one.
constexpr std::uint64_t STEPS_A_WORLD = 64, STEPS_AT_LEAST = 1 << 16, STEPS_A_POLL = 1 << 12;

// The next way to put as many mines on these cells. False where this was the last; none is left on them then.
bool move_mines(std::span<const std::uint32_t> cells, std::uint8_t* row) {
    std::size_t end = cells.size(), mines = 0;
    for (; end > 0 && row[cells[end - 1]]; ++mines) row[cells[--end]] = 0;  // they can move no further
    while (end > 0 && !row[cells[end - 1]]) --end;
    if (end == 0) return false;
    row[cells[end - 1]] = 0;
    for (std::size_t at = end; at <= end + mines; ++at) row[cells[at]] = 1;
    return true;
}

// Walks through all worlds of an analysis, depth first, and writes a row of mines for each. A world is a row of
// decisions: how many mines a component has, then where those of each of its groups are; at last the floating cells.
class WorldWalk {
  public:
    WorldWalk(const Analysis& analysis, std::uint32_t max_worlds, const Watch& watch, Buffer<double>& weight,
              WorldsScratch& scratch)
        : analysis_(analysis),
          diagrams_(analysis.counting.diagrams),
          constraints_(analysis.counting.constraints),
          known_(analysis.total.known),
          max_worlds_(max_worlds),
          steps_(STEPS_AT_LEAST + STEPS_A_WORLD * max_worlds),
          watch_(watch),
          weight_(weight),
          scratch_(scratch),
          decided_(scratch.decided) {}

    // False when there are too many, or when finding them takes too many steps.
    bool run() {
        scratch_.mines.clear();
        weight_.clear();
        scratch_.row.resize(analysis_.rules.cell_count);
        for (std::size_t cell = 0; cell < scratch_.row.size(); ++cell)
            scratch_.row[cell] = constraints_.verdict[cell] == Verdict::MINE;
        bound_rest();
        decided_.clear();
        enter_component(0, analysis_.total.mines);
        while (!decided_.empty()) {
            if (!take_next(decided_.back())) {
                decided_.pop_back();
                continue;
            }
            if (steps_-- == 0) return false;
            if (steps_ % STEPS_A_POLL == 0) watch_.check();
            WorldDecision last = decided_.back();
            if (last.state != nullptr)
                go_on(last);
            else if (!write())
                return false;
        }
        return true;
    }

  private:
    // How many mines the components from each one on can take, together with the floating cells.
    void bound_rest() {
        std::size_t count = diagrams_.component_count();
        scratch_.fewest.resize(count + 1);
        scratch_.most.resize(count + 1);
        scratch_.fewest[count] = 0;
        scratch_.most[count] = analysis_.total.floating;
        for (std::size_t k = count; k-- > 0;) {
            const State& root = diagrams_.root(k);
            scratch_.fewest[k] = scratch_.fewest[k + 1] + root.lo;
            scratch_.most[k] = scratch_.most[k + 1] + root.lo + root.length - 1;
        }
    }

    // Whether the components from this one on, and the floating cells, can hold the mines that are left.
    bool fits(std::size_t component, std::int64_t left) const {
        return !known_ || (left >= scratch_.fewest[component] && left <= scratch_.most[component]);
    }

    bool can_complete(const State& state, std::int64_t mines) const {
        std::int64_t at = mines - state.lo;
        return at >= 0 && at < static_cast<std::int64_t>(state.length) &&
               analysis_.counting.tallies.values[state.value + static_cast<std::uint64_t>(at)] > 0;
    }

    // `left`: mines for this component and those after it.
    void enter_component(std::size_t component, std::int64_t left) {
        bool floating = component == diagrams_.component_count();
        decided_.push_back({.state = floating ? nullptr : &diagrams_.root(component),
                            .component = component,
                            .whole = !floating,
                            .left = left});
    }

    // `inside`: mines for this layer and those after it; `left`: for the components after this one.
    void enter_layer(std::size_t component, std::size_t layer, const State& state, std::int64_t inside,
                     std::int64_t left) {
        if (state.edge_count == 0) return enter_component(component + 1, left);
        decided_.push_back({.state = &state, .component = component, .layer = layer, .inside = inside, .left = left});
    }

    // What follows a decision.
    void go_on(const WorldDecision& one) {
        if (one.whole) return enter_layer(one.component, 0, *one.state, one.inside, one.left - one.inside);
        const State& target = diagrams_.states[diagrams_.edges_of(*one.state)[one.next - 1]];
        enter_layer(one.component, one.layer + 1, target, one.inside - one.mines, one.left);
    }

    std::span<const std::uint32_t> cells_of(const WorldDecision& one) const {
        if (one.state == nullptr) return constraints_.floating;
        return constraints_.cells_of(constraints_.groups[diagrams_.layers_of(one.component)[one.layer].group]);
    }

    // Decides in the next way. False when there is none any more; the cells it decided about are then without mines.
    bool take_next(WorldDecision& one) {
        if (one.whole) return take_mines(one);
        std::span<const std::uint32_t> cells = cells_of(one);
        if (one.next > 0 && move_mines(cells, scratch_.row.data())) return true;
        if (!take_edge(one, cells.size())) return false;
        for (std::int64_t k = 0; k < one.mines; ++k) scratch_.row[cells[static_cast<std::size_t>(k)]] = 1;
        return true;
    }

    // The mines of a component.
    bool take_mines(WorldDecision& one) const {
        while (one.next < one.state->length) {
            one.inside = one.state->lo + static_cast<std::int64_t>(one.next++);
            if (can_complete(*one.state, one.inside) && fits(one.component + 1, one.left - one.inside)) return true;
        }
        return false;
    }

    // The mines of a group, or of the floating cells: those that are left or, with a density, any number.
    bool take_edge(WorldDecision& one, std::size_t cells) const {
        if (one.state == nullptr) {
            one.mines = known_ ? one.left : one.next;
            return one.next++ <= (known_ ? 0 : cells);
        }
        auto edges = diagrams_.edges_of(*one.state);
        while (one.next < edges.size()) {
            one.mines = one.state->least + static_cast<std::int64_t>(one.next);
            if (can_complete(diagrams_.states[edges[one.next++]], one.inside - one.mines)) return true;
        }
        return false;
    }

    bool write() {
        if (weight_.size() == max_worlds_) return false;
        const auto& row = scratch_.row;
        scratch_.mines.insert(scratch_.mines.end(), row.begin(), row.end());
        weight_.push_back(known_ ? 1 : weigh(std::count(row.begin(), row.end(), 1)));
        return true;
    }

    // With a density: of a world with so many mines.
    double weigh(std::int64_t mines) const {
        double density = analysis_.total.density, weight = 1;
        for (std::size_t k = 0; k < scratch_.row.size(); ++k, --mines) weight *= mines > 0 ? density : 1 - density;
        return weight;
    }

    const Analysis& analysis_;
    const Diagrams& diagrams_;
    const Constraints& constraints_;
    bool known_;
    std::uint32_t max_worlds_;
    std::uint64_t steps_;
    const Watch& watch_;
    Buffer<double>& weight_;
    WorldsScratch& scratch_;
    std::vector<WorldDecision>& decided_;
};

// The hidden cells that can be safe, and what lies around each.
void choose_columns(const Board& board, const BoardAnalysis& analysis, Endgame& out, WorldsScratch& scratch) {
    const BoardNames& names = analysis.names;
    out.cell_of.clear();
    scratch.unknown_of.clear();
    scratch.first_neighbour.assign(1, 0);
    scratch.neighbour.clear();
    scratch.known_around.clear();
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        if (!is_covered(board.views[cell]) || analysis.mine_probability(cell) == 1) continue;
        std::uint8_t known = 0;
        for (Cell other : board.shape->neighbours(cell)) {
            if (names.index_of[other] != BoardNames::NONE) scratch.neighbour.push_back(names.index_of[other]);
            known = static_cast<std::uint8_t>(known + is_known_mine(board, names, other));
        }
        out.cell_of.push_back(cell);
        scratch.unknown_of.push_back(names.index_of[cell]);
        scratch.first_neighbour.push_back(static_cast<std::uint32_t>(scratch.neighbour.size()));
        scratch.known_around.push_back(known);
    }
    out.cells = static_cast<std::uint32_t>(out.cell_of.size());
}

// Rows of mines to rows of what every column shows.
void show_rows(std::uint32_t unknown_count, Endgame& out, const WorldsScratch& scratch) {
    out.shows.resize(std::size_t{out.worlds} * out.cells);
    std::uint8_t* to = out.shows.data();
    for (std::uint32_t world = 0; world < out.worlds; ++world) {
        const std::uint8_t* mines = scratch.mines.data() + std::size_t{world} * unknown_count;
        for (std::uint32_t column = 0; column < out.cells; ++column, ++to) {
            std::uint32_t own = scratch.unknown_of[column];
            std::uint8_t number = scratch.known_around[column];
            for (std::uint32_t k = scratch.first_neighbour[column]; k < scratch.first_neighbour[column + 1]; ++k)
                number = static_cast<std::uint8_t>(number + mines[scratch.neighbour[k]]);
            *to = own != NO_CELL && mines[own] ? Endgame::MINE : number;
        }
    }
}

double binomial(std::int64_t n, std::int64_t k) {
    double out = 1;
    k = std::min(k, n - k);
    if (k < 0) return 0;
    for (std::int64_t j = 1; j <= k; ++j) out = out * static_cast<double>(n - k + j) / static_cast<double>(j);
    return out;
}

}  // namespace

double count_worlds(const Analysis& analysis) {
    const Join& join = analysis.join;
    const Total& total = analysis.total;
    double sum = 0;
    if (is_large(analysis.rules.cell_count)) return std::numeric_limits<double>::infinity();
    if (total.known) {
        const JoinNode& root = join.nodes.back();
        auto ways = join.ways_of(root);
        for (std::size_t k = 0; k < root.length; ++k)
            if (ways[k] > 0)
                sum += ways[k] * binomial(total.floating, total.mines - root.lo - static_cast<std::int64_t>(k));
    } else {
        sum = std::ldexp(1.0, static_cast<int>(total.floating));
        const Counting& counting = analysis.counting;
        for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component) {
            auto ways = counting.tallies.counts_of(counting.diagrams, component).ways;
            sum *= std::accumulate(ways.begin(), ways.end(), 0.0);
        }
    }
    return sum;
}

bool list_worlds(const Board& board, const BoardAnalysis& analysis, std::uint32_t max_worlds, const Watch& watch,
                 Endgame& out, WorldsScratch& scratch) {
    max_worlds = Endgame::most_worlds(max_worlds, analysis.analysis.rules.cell_count);
    if (!WorldWalk(analysis.analysis, max_worlds, watch, out.weight, scratch).run()) return false;
    out.worlds = static_cast<std::uint32_t>(out.weight.size());
    out.same_mines = analysis.analysis.total.known;
    choose_columns(board, analysis, out, scratch);
    show_rows(analysis.analysis.rules.cell_count, out, scratch);
    return true;
}

}  // namespace sapper
