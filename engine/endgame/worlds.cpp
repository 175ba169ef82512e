#include "endgame/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace sapper {

namespace {

// Steps allowed for each row: on positions that fit few totals a walk may end without one.
constexpr std::uint64_t STEPS_A_WORLD = 64, STEPS_AT_LEAST = 1 << 16;

// Walks through all worlds of an analysis, depth first, and writes a row of mines for each.
class WorldWalk {
  public:
    WorldWalk(const Analysis& analysis, std::uint32_t max_worlds, Buffer<double>& weight, WorldsScratch& scratch)
        : analysis_(analysis),
          diagrams_(analysis.counting.diagrams),
          known_(analysis.total.known),
          max_worlds_(max_worlds),
          steps_(STEPS_AT_LEAST + STEPS_A_WORLD * max_worlds),
          weight_(weight),
          scratch_(scratch) {}

    // False when there are too many.
    bool run() {
        const Constraints& constraints = analysis_.counting.constraints;
        scratch_.mines.clear();
        weight_.clear();
        scratch_.row.resize(analysis_.rules.cell_count);
        for (std::size_t cell = 0; cell < scratch_.row.size(); ++cell)
            scratch_.row[cell] = constraints.verdict[cell] == Verdict::MINE;
        bound_rest();
        return enter_component(0, analysis_.total.mines);
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

    bool fits(std::size_t component, std::int64_t left) const {
        return !known_ || (left >= scratch_.fewest[component] && left <= scratch_.most[component]);
    }

    bool enter_component(std::size_t component, std::int64_t left) {
        if (component == diagrams_.component_count()) return place_floating(left, 0);
        const State& root = diagrams_.root(component);
        for (std::uint32_t k = 0; k < root.length; ++k) {
            std::int64_t inside = root.lo + static_cast<std::int64_t>(k);
            if (!can_complete(root, inside) || !fits(component + 1, left - inside)) continue;
            if (!enter_layer(component, 0, root, inside, left - inside)) return false;
        }
        return true;
    }

    bool can_complete(const State& state, std::int64_t mines) const {
        std::int64_t at = mines - state.lo;
        return at >= 0 && at < static_cast<std::int64_t>(state.length) &&
               analysis_.counting.tallies.values[state.value + static_cast<std::uint64_t>(at)] > 0;
    }

    // `inside`: mines for this layer and those after it; `left`: for the components after this one.
    bool enter_layer(std::size_t component, std::size_t index, const State& state, std::int64_t inside,
                     std::int64_t left) {
        if (steps_-- == 0) return false;
        if (state.edge_count == 0) return enter_component(component + 1, left);
        const Constraints& constraints = analysis_.counting.constraints;
        auto edges = diagrams_.edges_of(state);
        auto cells = constraints.cells_of(constraints.groups[diagrams_.layers_of(component)[index].group]);
        for (std::size_t k = 0; k < edges.size(); ++k) {
            const State& target = diagrams_.states[edges[k]];
            std::int64_t here = state.least + static_cast<std::int64_t>(k);
            if (!can_complete(target, inside - here)) continue;
            bool more = place(cells, static_cast<std::size_t>(here), 0,
                              [&] { return enter_layer(component, index + 1, target, inside - here, left); });
            if (!more) return false;
        }
        return true;
    }

    // All ways to put `count` mines on the cells from `first` on, with `then()` after each.
    template <class Then>
    bool place(std::span<const std::uint32_t> cells, std::size_t count, std::size_t first, const Then& then) {
        if (count == 0) return then();
        for (std::size_t at = first; at + count <= cells.size(); ++at) {
            scratch_.row[cells[at]] = 1;
            bool more = place(cells, count - 1, at + 1, then);
            scratch_.row[cells[at]] = 0;
            if (!more) return false;
        }
        return true;
    }

    bool place_floating(std::int64_t left, std::size_t first) {
        const auto& floating = analysis_.counting.constraints.floating;
        if (known_) return place(floating, static_cast<std::size_t>(left), 0, [&] { return write(); });
        // With a density any number of them may be mines.
        if (first == floating.size()) return write();
        for (std::uint8_t mine : {std::uint8_t{0}, std::uint8_t{1}}) {
            scratch_.row[floating[first]] = mine;
            bool more = place_floating(0, first + 1);
            scratch_.row[floating[first]] = 0;
            if (!more) return false;
        }
        return true;
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
    bool known_;
    std::uint32_t max_worlds_;
    std::uint64_t steps_;
    Buffer<double>& weight_;
    WorldsScratch& scratch_;
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

// All scales of the tally together.
int total_scale(const Tallies& tallies) {
    std::int64_t scale = 0;
    for (std::int64_t one : tallies.scale) scale += one;
    return static_cast<int>(std::min<std::int64_t>(scale, 1 << 20));
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
        for (const JoinNode& node : join.nodes) {
            auto ways = join.ways_of(node);
            sum *= std::accumulate(ways.begin(), ways.end(), 0.0);
        }
    }
    return std::ldexp(sum, total_scale(analysis.counting.tallies));
}

bool list_worlds(const Board& board, const BoardAnalysis& analysis, std::uint32_t max_worlds, Endgame& out,
                 WorldsScratch& scratch) {
    if (!WorldWalk(analysis.analysis, max_worlds, out.weight, scratch).run()) return false;
    out.worlds = static_cast<std::uint32_t>(out.weight.size());
    out.same_mines = analysis.analysis.total.known;
    choose_columns(board, analysis, out, scratch);
    show_rows(analysis.analysis.rules.cell_count, out, scratch);
    return true;
}

}  // namespace sapper
