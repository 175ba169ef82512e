#include "position/small_part.hpp"

#include <bit>
#include <type_traits>

#include "count/tally.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t SLOT_BITS = 4;
constexpr std::uint64_t SLOT_MASK = 15;
// Bounds are looked at in a loop only beyond these: few groups have more clues.
constexpr std::uint32_t USUAL_BOUNDS = 4;

// Calls visit(bit) for each, from the lowest.
template <class Visit>
void visit_bits(std::uint64_t bits, Visit&& visit) {
    for (; bits; bits &= bits - 1) visit(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

// Says of most words that are not in a list that they are new, without a search. Most words that are looked up are.
class Sieve {
  public:
    // False only for a word that was not met before.
    bool meets(std::uint64_t word) {
        std::uint64_t bit = std::uint64_t{1} << (word * 0x9e3779b97f4a7c15u >> 58), before = met_;
        met_ |= bit;
        return before & bit;
    }

  private:
    std::uint64_t met_ = 0;
};

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
    if (!key_.empty()) return;
    key_.resize(MAX_STATES);
    reached_.resize(MAX_STATES);
    alive_.resize(MAX_STATES);
    edges_.resize(MAX_EDGES);
    values_.resize(MAX_VALUES + MAX_CELLS);
    reaching_.resize(MAX_VALUES + MAX_CELLS);
}

void SmallPart::group_cells() {
    group_count_ = 0;
    Sieve sieve;
    for (std::uint32_t cell = 0; cell < cell_count_; ++cell) {
        std::uint32_t group = sieve.meets(clues_of_[cell]) ? group_count_ : 0;
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
    std::array<std::uint64_t, MAX_CLUES> groups_of;  // a clue: its groups
    std::fill_n(groups_of.begin(), clue_count_, 0);
    std::array<std::uint8_t, MAX_CELLS> place, at;  // the groups that wait, in no order; a group: where it is there
    for (std::uint32_t group = 0; group < group_count_; ++group) {
        visit_bits(group_clues_[group], [&](std::uint32_t clue) { groups_of[clue] |= std::uint64_t{1} << group; });
        place[group] = at[group] = static_cast<std::uint8_t>(group);
    }
    std::uint64_t opened = 0, last = 0;  // clues some of whose groups are placed, and those with but one to place
    for (std::uint32_t clue = 0; clue < clue_count_; ++clue)
        last |= std::uint64_t{std::has_single_bit(groups_of[clue])} << clue;
    std::uint64_t near = 0;  // groups that wait and have an opened clue
    for (std::uint32_t step = 0, waiting = group_count_; step < group_count_; ++step) {
        std::uint32_t group = place[waiting - 1];
        std::int32_t best = -1;
        visit_bits(near, [&](std::uint32_t other) {
            std::uint64_t clues = group_clues_[other];
            std::int32_t score = (32 + std::popcount(clues & last) - std::popcount(clues & ~opened)) * 64 +
                                 static_cast<std::int32_t>(std::bit_width(clues & opened)) - 1;
            score = score * 64 + 63 - at[other];
            group = score > best ? other : group;
            best = std::max(best, score);
        });
        order_[step] = static_cast<std::uint8_t>(group);
        std::uint8_t moved = place[--waiting];
        place[at[group]] = moved;
        at[moved] = at[group];
        opened |= group_clues_[group];
        visit_bits(group_clues_[group], [&](std::uint32_t clue) {
            std::uint64_t left = groups_of[clue] &= ~(std::uint64_t{1} << group);
            near |= left;
            last |= std::uint64_t{std::has_single_bit(left)} << clue;
        });
        near &= ~(std::uint64_t{1} << group);
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
    for (std::uint32_t k = step.bounds; k < USUAL_BOUNDS; ++k) {  // the first one again
        step.shift[k] = step.shift[0];
        step.reserve[k] = step.reserve[0];
    }
    free_slots_ |= closing;
    return room;
}

// Lists the edges from the states of a layer and collects the next layer; false when that grows too large.
bool SmallPart::expand(const Step& step, std::uint32_t index, std::uint32_t first, std::uint32_t end) {
    const double* const ways = binomials(static_cast<std::uint32_t>(step.size)).data();
    const double* const mined_ways = binomials(static_cast<std::uint32_t>(step.size - 1)).data();
    std::uint64_t* const next = key_.data() + end;
    Reached *const reached = reached_.data(), *const next_reached = reached + end;
    std::uint32_t count = 0;
    Sieve sieve;
    Edge* edge = edges_.data() + edge_count_;
    for (std::uint32_t from = first; from < end; ++from) {
        std::uint64_t key = key_[from] + step.open;
        std::int32_t least = 0, most = step.size;
        auto bound = [&](std::uint32_t k) {
            auto need = static_cast<std::int32_t>(key >> step.shift[k] & SLOT_MASK);
            most = std::min(most, need);
            least = std::max(least, need - step.reserve[k]);
        };
        bound(0), bound(1), bound(2), bound(3);
        for (std::uint32_t k = USUAL_BOUNDS; k < step.bounds; ++k) bound(k);
        if (edge + MAX_CELLS > edges_.data() + MAX_EDGES) return false;
        key -= step.delta * static_cast<std::uint64_t>(least);
        const Reached here = reached[from];
        for (std::int32_t mines = least; mines <= most; ++mines, key -= step.delta) {
            std::uint64_t target = key & step.keep;
            Reached there{here.lo + mines, here.hi + mines};
            std::uint32_t to = sieve.meets(target) ? 0 : count;
            while (to < count && next[to] != target) ++to;
            if (to == count) {
                if (count == MAX_LAYER || end + count == MAX_STATES) return false;
                next[count] = target;
                next_reached[count++] = there;
            } else {
                next_reached[to] = {std::min(next_reached[to].lo, there.lo), std::max(next_reached[to].hi, there.hi)};
            }
            const std::int32_t some = mines > 0;
            *edge++ = {ways[mines],
                       some * mined_ways[mines - some],
                       static_cast<std::uint16_t>(from),
                       static_cast<std::uint16_t>(end + to),
                       static_cast<std::uint16_t>(mines),
                       static_cast<std::uint16_t>(index)};
        }
    }
    edge_count_ = static_cast<std::uint32_t>(edge - edges_.data());
    state_count_ = end + count;
    return true;
}

// False when it grows too large.
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
    reached_[0] = {};
    end_ = 0;
    for (std::uint32_t index = 0; index < group_count_; ++index) {
        std::uint32_t first = end_;
        end_ = state_count_;
        Step step;
        if (!take_step(order_[index], step) || !expand(step, index, first, end_)) return false;
    }
    return true;
}

// For every state, the ways to complete it, from the end back to the root. Its counts begin with the mines that are
// left of the fewest in all if it was reached with the fewest. Edges to states that nothing completes are dropped.
template <class Width>
void SmallPart::complete(Width width) {
    double* const values = values_.data();
    std::uint8_t* const alive = alive_.data();
    const Reached* const reached = reached_.data();
    std::fill_n(values, state_count_ * width + MAX_CELLS, 0.0);
    std::fill_n(alive, state_count_, std::uint8_t{0});
    values[end_ * width] = alive[end_] = 1;
    Edge *const edges = edges_.data(), *kept = edges + edge_count_;
    for (std::uint32_t k = edge_count_; k-- > 0;) {
        Edge edge = edges[k];
        const std::uint8_t goes_on = alive[edge.to];
        alive[edge.from] |= goes_on;
        edge.shift = static_cast<std::uint16_t>(reached[edge.from].lo + edge.shift - reached[edge.to].lo);
        kept[-1] = edge;
        kept -= goes_on;
        // Where the shift leads behind the counts of a state, only zeros are added.
        const double* const from = values + edge.to * width;
        double* const to = values + edge.from * width + edge.shift;
        for (std::uint32_t m = 0; m < width; ++m) to[m] += edge.ways * from[m];
    }
    first_edge_ = static_cast<std::uint32_t>(kept - edges);
}

// Carries the ways to reach each state from the root on. Where an edge puts mines into a group, they meet the ways to
// complete its target.
template <class Width>
void SmallPart::profile_groups(Width width) {
    mine_ways_.resize(std::size_t{group_count_} * length_ + 2 * width);
    std::fill(mine_ways_.begin(), mine_ways_.end(), 0.0);
    double *const reaching = reaching_.data(), *const mine_ways = mine_ways_.data();
    const double* const values = values_.data();
    std::fill_n(reaching, state_count_ * width + MAX_CELLS, 0.0);
    reaching[0] = 1;
    for (const Edge *edge = edges_.data() + first_edge_, *end = edges_.data() + edge_count_; edge != end; ++edge) {
        const double* const from = reaching + edge->from * width;
        double* const to = reaching + edge->to * width + edge->shift;
        for (std::uint32_t m = 0; m < width; ++m) to[m] += edge->ways * from[m];
        if (edge->mined_ways == 0) continue;
        const double* const completing = values + edge->to * width;
        double* const sum = mine_ways + edge->step * length_ + edge->shift;
        for (std::uint32_t m = 0; m < width; ++m) {
            const double mined = edge->mined_ways * from[m];
            for (std::uint32_t n = 0; n < width; ++n) sum[m + n] += mined * completing[n];
        }
    }
}

template <class Width>
bool SmallPart::fill(Width width, bool profile) {
    if (state_count_ * width > MAX_VALUES) return false;
    complete(width);
    if (profile) profile_groups(width);
    return true;
}

// Lists the cells by groups, the groups in the order they were placed.
void SmallPart::list_cells() {
    std::array<std::uint8_t, MAX_CELLS> next;
    group_first_[0] = 0;
    for (std::uint32_t step = 0; step < group_count_; ++step) {
        next[order_[step]] = group_first_[step];
        group_first_[step + 1] = static_cast<std::uint8_t>(group_first_[step] + group_size_[order_[step]]);
    }
    for (std::uint32_t cell = 0; cell < cell_count_; ++cell)
        cells_[next[group_of_[cell]]++] = static_cast<std::uint8_t>(cell);
}

SmallPart::Outcome SmallPart::count(bool profile) {
    if (most_need_ > MAX_NEED) return Outcome::TOO_WIDE;
    group_cells();
    order_groups();
    if (!build()) return Outcome::TOO_WIDE;
    if (state_count_ == end_) return Outcome::IMPOSSIBLE;
    lo_ = static_cast<std::uint32_t>(reached_[end_].lo);
    length_ = static_cast<std::uint32_t>(reached_[end_].hi - reached_[end_].lo + 1);
    // The usual widths are compiled each on its own.
    bool filled = length_ <= 2   ? fill(std::integral_constant<std::uint32_t, 2>(), profile)
                  : length_ <= 4 ? fill(std::integral_constant<std::uint32_t, 4>(), profile)
                                 : fill(length_, profile);
    if (!filled) return Outcome::TOO_WIDE;
    ways_ = values_.data();
    list_cells();
    return Outcome::COUNTED;
}

}  // namespace sapper
