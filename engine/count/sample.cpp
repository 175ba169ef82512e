#include "count/sample.hpp"

#include <algorithm>

#include "base/index_table.hpp"

namespace sapper {

namespace {

// 53 of the bits, as a number in [0, 1).
double unit(std::uint64_t bits) {
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

// What a chance decides for a cell. No two decisions of a draw may share a chance.
enum class Choice : std::uint64_t {
    SPLIT,  // the mines of what lies left and right of its component in the join's tree
    COUNT,  // the mines of its component
    GROUP,  // the mines of its group
    RANK,   // which cells of a group they are on
};

// Chances from a stream: each decision takes the next one.
class Stream {
  public:
    explicit Stream(Kiss64& random) : random_(random) {}

    double at(std::uint32_t, Choice) { return unit(random_.next()); }

    // Puts `count` mines on the cells, each subset equally likely.
    void place(std::span<const std::uint32_t> cells, std::int64_t count, std::vector<std::uint32_t>& shuffled,
               std::span<std::uint8_t> mines) {
        shuffled.assign(cells.begin(), cells.end());
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
            auto pick = k + static_cast<std::size_t>(unit(random_.next()) * static_cast<double>(shuffled.size() - k));
            std::swap(shuffled[k], shuffled[pick]);
            mines[shuffled[k]] = 1;
        }
    }

  private:
    Kiss64& random_;
};

// Every cell has its own chance for the number of mines in what it stands for, and its own rank among the cells that
// mines are placed on.
class Places {
  public:
    explicit Places(const CellChances& chances) : chances_(chances) {}

    double at(std::uint32_t cell, Choice choice) { return unit(bits(cell, choice)); }

    void place(std::span<const std::uint32_t> cells, std::int64_t count, std::vector<std::uint32_t>& shuffled,
               std::span<std::uint8_t> mines) {
        if (count == 0) return;
        shuffled.assign(cells.begin(), cells.end());
        auto end = shuffled.begin() + count;
        if (end != shuffled.end())
            std::nth_element(shuffled.begin(), end, shuffled.end(), [&](std::uint32_t a, std::uint32_t b) {
                return bits(a, Choice::RANK) < bits(b, Choice::RANK);
            });
        std::for_each(shuffled.begin(), end, [&](std::uint32_t cell) { mines[cell] = 1; });
    }

  private:
    std::uint64_t bits(std::uint32_t cell, Choice choice) const {
        std::uint64_t place = cell == NO_CELL ? NO_CELL : chances_.cells[cell];
        return mix_bits(chances_.salt + 4 * place + static_cast<std::uint64_t>(choice));
    }

    CellChances chances_;
};

// An index drawn in proportion to weight(0) .. weight(count - 1).
template <class Weight>
std::size_t choose(double chance, std::size_t count, Weight&& weight) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += weight(k);
    double left = chance * sum;
    std::size_t last = 0;
    for (std::size_t k = 0; k < count; ++k) {
        double here = weight(k);
        if (!(here > 0)) continue;
        last = k;
        if (left < here) return k;
        left -= here;
    }
    return last;  // only because of rounding
}

}  // namespace

// The cell that stands for a component.
std::uint32_t Sampler::first_cell(std::size_t component) const {
    const Constraints& constraints = analysis_.counting.constraints;
    auto layers = analysis_.counting.diagrams.layers_of(component);
    return constraints.cells_of(constraints.groups[layers.front().group]).front();
}

// Decides how many mines each node of the join's tree holds, from the root down.
template <class Chances>
void Sampler::split_total(Chances& chances) {
    const Join& join = analysis_.join;
    const JoinNode& root = join.nodes.back();
    auto ways = join.ways_of(root), weights = join.weights_of(root);
    std::size_t at =
        choose(chances.at(NO_CELL, Choice::SPLIT), root.length, [&](std::size_t k) { return ways[k] * weights[k]; });
    node_mines_.back() = root.lo + static_cast<std::int64_t>(at);
    floating_mines_ = analysis_.total.mines - node_mines_.back();
    for (std::size_t k = join.nodes.size(); k-- > 0;) {
        const JoinNode& node = join.nodes[k];
        if (node.left == NO_CELL) break;  // only components are left
        const JoinNode &left = join.nodes[node.left], &right = join.nodes[node.right];
        auto left_ways = join.ways_of(left), right_ways = join.ways_of(right);
        // The first component on the right belongs to no other split.
        std::uint32_t parting = node.right;
        while (join.nodes[parting].left != NO_CELL) parting = join.nodes[parting].left;
        double chance = chances.at(first_cell(parting), Choice::SPLIT);
        std::size_t in_left = choose(chance, left.length, [&](std::size_t i) {
            std::int64_t j = node_mines_[k] - left.lo - static_cast<std::int64_t>(i) - right.lo;
            bool fits = j >= 0 && j < static_cast<std::int64_t>(right.length);
            return fits ? left_ways[i] * right_ways[static_cast<std::size_t>(j)] : 0.0;
        });
        node_mines_[node.left] = left.lo + static_cast<std::int64_t>(in_left);
        node_mines_[node.right] = node_mines_[k] - node_mines_[node.left];
    }
}

// With a density, every component has its own number of mines.
template <class Chances>
void Sampler::draw_count(Chances& chances, std::size_t component) {
    const Counting& counting = analysis_.counting;
    Counts counts = counting.tallies.counts_of(counting.diagrams, component);
    outer_weights(analysis_.join, counts, analysis_.total, component, wide_chance_);
    for (std::size_t k = 0; k < wide_chance_.size(); ++k) wide_chance_[k] = wide_chance_[k] * counts.at(k);
    take_wide_chances();
    std::size_t at = choose(chances.at(first_cell(component), Choice::COUNT), chance_.size(),
                            [&](std::size_t k) { return chance_[k]; });
    node_mines_[component] = counts.lo + static_cast<std::int64_t>(at);
}

// Writes the wide chances to the others, relative to the largest.
void Sampler::take_wide_chances() {
    ExponentRange range;
    for (const Scaled& chance : wide_chance_) range.meet(chance);
    chance_.clear();
    for (const Scaled& chance : wide_chance_)
        chance_.push_back(Scaled{chance.value, chance.exponent - range.most}.plain());
}

template <class Chances>
void Sampler::fill_component(Chances& chances, std::size_t component, std::int64_t count,
                             std::span<std::uint8_t> mines) {
    const Counting& counting = analysis_.counting;
    const Diagrams& diagrams = counting.diagrams;
    const Tallies& tallies = counting.tallies;
    const bool wide = tallies.wide_first[component] != Tallies::PLAIN;
    const State* state = &diagrams.root(component);
    for (const Layer& layer : diagrams.layers_of(component)) {
        if (state->edge_count == 0) break;  // the end
        auto edges = diagrams.edges_of(*state);
        auto weights = binomials(layer.size);
        chance_.assign(edges.size(), 0);
        if (wide) wide_chance_.assign(edges.size(), {});
        for (std::size_t k = 0; k < edges.size(); ++k) {
            const State& target = diagrams.states[edges[k]];
            std::int64_t left = count - state->least - static_cast<std::int64_t>(k) - target.lo;
            if (left < 0 || left >= static_cast<std::int64_t>(target.length)) continue;
            const double weight = weights[state->least + k];
            const std::uint64_t value = target.value + static_cast<std::uint64_t>(left);
            if (wide)
                wide_chance_[k] =
                    tallies.wide[tallies.wide_first[component] + value - Tallies::first_value(diagrams, component)] *
                    weight;
            else
                chance_[k] = weight * tallies.values[value];
        }
        if (wide) take_wide_chances();
        auto cells = counting.constraints.cells_of(counting.constraints.groups[layer.group]);
        std::size_t edge =
            choose(chances.at(cells.front(), Choice::GROUP), edges.size(), [&](std::size_t k) { return chance_[k]; });
        std::int64_t here = state->least + static_cast<std::int64_t>(edge);
        chances.place(cells, here, shuffled_, mines);
        count -= here;
        state = &diagrams.states[edges[edge]];
    }
}

template <class Chances>
void Sampler::draw_by(Chances& chances, std::span<std::uint8_t> mines) {
    const Constraints& constraints = analysis_.counting.constraints;
    const Diagrams& diagrams = analysis_.counting.diagrams;
    for (std::size_t cell = 0; cell < mines.size(); ++cell) mines[cell] = constraints.verdict[cell] == Verdict::MINE;
    bool known = analysis_.total.known;
    node_mines_.resize(std::max(analysis_.join.nodes.size(), diagrams.component_count()));
    if (known) split_total(chances);
    for (std::size_t component = 0; component < diagrams.component_count(); ++component) {
        if (!known) draw_count(chances, component);
        fill_component(chances, component, node_mines_[component], mines);
    }
    if (known) {
        chances.place(constraints.floating, floating_mines_, shuffled_, mines);
        return;
    }
    for (std::uint32_t cell : constraints.floating)
        mines[cell] = chances.at(cell, Choice::RANK) < analysis_.join.floating_probability;
}

void Sampler::draw(Kiss64& random, std::span<std::uint8_t> mines) {
    Stream stream(random);
    draw_by(stream, mines);
}

void Sampler::draw(const CellChances& chances, std::span<std::uint8_t> mines) {
    Places places(chances);
    draw_by(places, mines);
}

}  // namespace sapper
