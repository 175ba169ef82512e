#include "position/small_part.hpp"

#include <bit>

#include "count/tally.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t SLOT_BITS = 4;
constexpr std::uint64_t SLOT_MASK = 15;

// Calls visit(bit) for each, from the lowest.
template <class Visit>
void visit_bits(std::uint64_t bits, Visit&& visit) {
    for (; bits; bits &= bits - 1) visit(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace

// The constants of placing one group: what opening its clues adds, what one mine subtracts, what survives closing,
// and where the bounds on its mines are read.
struct SmallPart::Step {
    std::uint64_t open = 0, delta = 0, keep = ~std::uint64_t{0};
    std::int32_t size = 0;
    std::uint32_t bounds = 0;
    std::array<std::uint8_t, MAX_SLOTS> shift;
    std::array<std::int32_t, MAX_SLOTS> reserve;  // what the clue can still get from later groups
};

void SmallPart::begin(std::uint32_t cells) {
    clue_count_ = most_need_ = 0;
    cell_count_ = cells;
    std::fill_n(clues_of_.begin(), cells, 0);
    if (!states_.empty()) return;
    key_.resize(MAX_STATES);
    states_.resize(MAX_STATES);
    edges_.resize(MAX_EDGES);
    values_.resize(MAX_VALUES);
    reaching_.resize(MAX_LAYER * (MAX_CELLS + 1));
    next_reaching_.resize(MAX_LAYER * (MAX_CELLS + 1));
}

void SmallPart::group_cells() {
    group_count_ = 0;
    for (std::uint32_t cell = 0; cell < cell_count_; ++cell) {
        std::uint32_t group = group_count_;
        // Cells of a group are mostly next to each other, so the latest groups are compared first.
        while (group > 0 && group_clues_[group - 1] != clues_of_[cell]) --group;
        if (group == 0) {
            group = ++group_count_;
            group_clues_[group - 1] = clues_of_[cell];
            group_size_[group - 1] = 0;
        }
        ++group_size_[group - 1];
        group_of_[cell] = static_cast<std::uint8_t>(group - 1);
    }
}

// Sweeps from the last group to the others, next the one that leaves the fewest clues open; of equals the one whose
// clues are the oldest. Cells are drafted from one end of a component to the other, so the last is at an end.
void SmallPart::order_groups() {
    std::array<std::uint8_t, MAX_CLUES> groups_left{};
    for (std::uint32_t group = 0; group < group_count_; ++group)
        visit_bits(group_clues_[group], [&](std::uint32_t clue) { ++groups_left[clue]; });
    std::uint64_t opened = 0, last = 0;  // clues some of whose groups are placed, and those with but one to place
    for (std::uint32_t clue = 0; clue < clue_count_; ++clue) last |= std::uint64_t{groups_left[clue] == 1} << clue;
    std::uint32_t waiting = group_count_;
    std::array<std::uint8_t, MAX_CELLS> place;
    for (std::uint32_t group = 0; group < group_count_; ++group) place[group] = static_cast<std::uint8_t>(group);
    for (std::uint32_t step = 0; step < group_count_; ++step) {
        std::uint32_t best = waiting - 1;
        if (step > 0) {
            std::int32_t best_score = -1;
            for (std::uint32_t k = 0; k < waiting; ++k) {
                std::uint64_t clues = group_clues_[place[k]];
                if (!(clues & opened)) continue;
                std::int32_t score = (32 + std::popcount(clues & last) - std::popcount(clues & ~opened)) * 64 +
                                     static_cast<std::int32_t>(std::bit_width(clues & opened)) - 1;
                if (score > best_score) {
                    best_score = score;
                    best = k;
                }
            }
        }
        std::uint32_t group = place[best];
        place[best] = place[--waiting];
        order_[step] = static_cast<std::uint8_t>(group);
        opened |= group_clues_[group];
        visit_bits(group_clues_[group],
                   [&](std::uint32_t clue) { last |= std::uint64_t{--groups_left[clue] == 1} << clue; });
    }
}

// Opens and closes the clues of a group; false when there is no room for another open clue.
bool SmallPart::take_step(std::uint32_t group, Step& step) {
    step.size = group_size_[group];
    std::uint32_t closing = 0;
    bool room = true;
    visit_bits(group_clues_[group], [&](std::uint32_t clue) {
        if (!(opened_ >> clue & 1)) {
            opened_ |= std::uint64_t{1} << clue;
            room &= free_slots_ != 0;
            slot_[clue] = static_cast<std::uint8_t>(std::countr_zero(free_slots_) % MAX_SLOTS * SLOT_BITS);
            free_slots_ &= free_slots_ - 1;
            step.open += std::uint64_t{need_[clue]} << slot_[clue];
        }
        std::uint32_t shift = slot_[clue];
        left_[clue] = static_cast<std::uint8_t>(left_[clue] - group_size_[group]);
        step.delta += std::uint64_t{1} << shift;
        if (left_[clue] == 0) {
            step.keep &= ~(SLOT_MASK << shift);
            closing |= 1u << shift / SLOT_BITS;
        }
        if (!room) return;
        step.shift[step.bounds] = static_cast<std::uint8_t>(shift);
        step.reserve[step.bounds++] = left_[clue];
    });
    free_slots_ |= closing;
    return room;
}

// Gives the states of a layer their edges and collects the next layer; false when that grows too large.
bool SmallPart::expand(const Step& step, std::uint32_t first, std::uint32_t end) {
    std::uint64_t* const next = key_.data() + end;
    std::uint32_t count = 0;
    for (std::uint32_t index = first; index < end; ++index) {
        std::uint64_t key = key_[index] + step.open;
        std::int32_t least = 0, most = step.size;
        for (std::uint32_t k = 0; k < step.bounds; ++k) {
            auto need = static_cast<std::int32_t>(key >> step.shift[k] & SLOT_MASK);
            most = std::min(most, need);
            least = std::max(least, need - step.reserve[k]);
        }
        State& state = states_[index];
        state.first_edge = static_cast<std::uint16_t>(edge_count_);
        state.edge_count = static_cast<std::uint8_t>(std::max(0, most - least + 1));
        state.least = static_cast<std::uint8_t>(least);
        key -= step.delta * static_cast<std::uint64_t>(least);
        for (std::uint32_t k = 0; k < state.edge_count; ++k, key -= step.delta) {
            std::uint64_t target = key & step.keep;
            std::uint32_t to = 0;
            while (to < count && next[to] != target) ++to;
            if (to == count) {
                if (count == MAX_LAYER || end + count == MAX_STATES) return false;
                next[count++] = target;
            }
            if (edge_count_ == MAX_EDGES) return false;
            edges_[edge_count_++] = static_cast<std::uint16_t>(end + to);
        }
    }
    state_count_ = end + count;
    return true;
}

bool SmallPart::build() {
    std::fill_n(left_.begin(), clue_count_, std::uint8_t{0});
    for (std::uint32_t group = 0; group < group_count_; ++group)
        visit_bits(group_clues_[group], [&](std::uint32_t clue) {
            left_[clue] = static_cast<std::uint8_t>(left_[clue] + group_size_[group]);
        });
    opened_ = 0;
    free_slots_ = (1u << MAX_SLOTS) - 1;
    edge_count_ = 0;
    state_count_ = 1;
    key_[0] = 0;
    layer_[0] = 0;
    for (std::uint32_t index = 0; index < group_count_; ++index) {
        layer_[index + 1] = state_count_;
        Step step;
        if (!take_step(order_[index], step) || !expand(step, layer_[index], state_count_)) return false;
    }
    layer_[group_count_ + 1] = state_count_;
    return true;
}

// For every state, the ways to complete it, from the end to the root; false when they need too much room.
bool SmallPart::complete() {
    std::uint32_t next_value = 0;
    for (std::uint32_t index = layer_[group_count_]; index < state_count_; ++index) {
        states_[index].lo = 0;
        states_[index].length = 1;
        states_[index].value = static_cast<std::uint16_t>(next_value);
        values_[next_value++] = 1;
    }
    for (std::uint32_t step = group_count_; step-- > 0;) {
        const double* const weights = binomials(group_size_[order_[step]]).data();
        for (std::uint32_t index = layer_[step]; index < layer_[step + 1]; ++index) {
            State& state = states_[index];
            const std::uint16_t* const edges = edges_.data() + state.first_edge;
            std::uint32_t lo = MAX_CELLS + 1, end = 0;
            for (std::uint32_t k = 0; k < state.edge_count; ++k) {
                const State& target = states_[edges[k]];
                std::uint32_t from = state.least + k + target.lo, to = from + target.length;
                if (from == to) continue;
                lo = std::min(lo, from);
                end = std::max(end, to);
            }
            std::uint32_t length = end > lo ? end - lo : 0;
            if (next_value + length > MAX_VALUES) return false;
            state.lo = static_cast<std::uint8_t>(lo);
            state.length = static_cast<std::uint8_t>(length);
            state.value = static_cast<std::uint16_t>(next_value);
            double* const sum = values_.data() + next_value;
            next_value += length;
            for (std::uint32_t k = 0; k < length; ++k) sum[k] = 0;
            for (std::uint32_t k = 0; k < state.edge_count; ++k) {
                const State& target = states_[edges[k]];
                const double* const ways = values_.data() + target.value;
                double weight = weights[state.least + k];
                double* const to = sum + (state.least + k + target.lo) - lo;
                for (std::uint32_t m = 0; m < target.length; ++m) to[m] += weight * ways[m];
            }
        }
    }
    return true;
}

// Carries the ways to reach each state from the root on, by the mines placed. Where an edge puts mines into a group,
// they meet the ways to complete its target: C(n - 1, v - 1) of the C(n, v) ways have a mine in a given cell.
void SmallPart::profile_groups() {
    struct Window {
        std::uint32_t lo, end;  // mines placed
    };
    std::array<Window, MAX_LAYER> here, next;
    const std::uint32_t stride = lo_ + length_;  // no way places more mines
    mine_ways_.resize(std::size_t{group_count_} * length_);
    std::fill(mine_ways_.begin(), mine_ways_.end(), 0.0);
    double* reaching = reaching_.data();
    double* next_reaching = next_reaching_.data();
    std::fill_n(reaching, stride, 0.0);
    reaching[0] = 1;
    here[0] = {0, 1};
    for (std::uint32_t step = 0; step < group_count_; ++step) {
        std::uint32_t first = layer_[step], next_first = layer_[step + 1];
        std::uint32_t next_count = layer_[step + 2] - next_first, size = group_size_[order_[step]];
        const double* const all = binomials(size).data();
        const double* const others = binomials(size - 1).data();
        double* const sum = mine_ways_.data() + std::size_t{step} * length_;
        std::fill_n(next_reaching, next_count * stride, 0.0);
        std::fill_n(next.begin(), next_count, Window{stride, 0});
        for (std::uint32_t index = first; index < next_first; ++index) {
            const State& state = states_[index];
            Window from = here[index - first];
            const double* const ways = reaching + (index - first) * stride;
            for (std::uint32_t k = 0; k < state.edge_count; ++k) {
                std::uint32_t to = edges_[state.first_edge + k] - next_first, mines = state.least + k;
                const State& target = states_[next_first + to];
                if (target.length == 0) continue;
                next[to].lo = std::min(next[to].lo, from.lo + mines);
                next[to].end = std::max(next[to].end, from.end + mines);
                double* const into = next_reaching + to * stride + mines;
                for (std::uint32_t m = from.lo; m < from.end; ++m) into[m] += all[mines] * ways[m];
                if (mines == 0) continue;
                const double* const completing = values_.data() + target.value;
                for (std::uint32_t m = from.lo; m < from.end; ++m) {
                    double mined = others[mines - 1] * ways[m];
                    if (mined == 0) continue;
                    double* const at = sum + (m + mines + target.lo) - lo_;
                    for (std::uint32_t n = 0; n < target.length; ++n) at[n] += mined * completing[n];
                }
            }
        }
        std::swap(reaching, next_reaching);
        std::copy_n(next.begin(), next_count, here.begin());
    }
}

SmallPart::Outcome SmallPart::count(bool profile) {
    if (most_need_ > MAX_NEED) return Outcome::TOO_WIDE;
    group_cells();
    order_groups();
    if (!build() || !complete()) return Outcome::TOO_WIDE;
    const State& root = states_[0];
    if (root.length == 0) return Outcome::IMPOSSIBLE;
    lo_ = root.lo;
    length_ = root.length;
    ways_ = values_.data() + root.value;
    // Cells by groups, the groups in the order they were placed.
    std::array<std::uint8_t, MAX_CELLS> next;
    group_first_[0] = 0;
    for (std::uint32_t step = 0; step < group_count_; ++step) {
        next[order_[step]] = group_first_[step];
        group_first_[step + 1] = static_cast<std::uint8_t>(group_first_[step] + group_size_[order_[step]]);
    }
    for (std::uint32_t cell = 0; cell < cell_count_; ++cell)
        cells_[next[group_of_[cell]]++] = static_cast<std::uint8_t>(cell);
    if (profile) profile_groups();
    return Outcome::COUNTED;
}

}  // namespace sapper
