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
    free_clue_ = NO_CLUE;
    cell_count_ = cells;
    std::fill_n(clues_of_.begin(), cells, 0);
    if (!key_.empty()) return;
    key_.resize(MAX_STATES);
    reached_.resize(MAX_STATES);
    alive_.resize(MAX_STATES);
    edges_.resize(MAX_EDGES);
    reaching_.resize(MAX_VALUES + MAX_CELLS);
    completing_.resize(MAX_VALUES + MAX_CELLS);
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
        if (clue == free_clue_) return;  // it bounds nothing, and its slot is read at the end
        if (left_[clue] == 0) {
            step.keep &= ~(SLOT_MASK << shift);
            closing |= 1u << shift / SLOT_BITS;
        }
        if (!room) return;
        step.shift[step.bounds] = static_cast<std::uint8_t>(shift);
        step.reserve[step.bounds++] = left_[clue];
    });
    // A group in the free clue alone is bounded by nothing.
    if (step.bounds == 0) {
        step.shift[0] = slot_[free_clue_];
        step.reserve[step.bounds++] = MAX_NEED;
    }
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
        dead_ |= most < least;
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
    for (std::uint32_t to = 0; to < count; ++to)
        width_ = std::max(width_, next_reached[to].hi - next_reached[to].lo + 1);
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
    edge_count_ = first_edge_ = 0;
    state_count_ = 1;
    width_ = 1;
    dead_ = false;
    key_[0] = 0;
    reached_[0] = {};
    std::uint32_t layer = 0;
    for (std::uint32_t index = 0; index < group_count_; ++index) {
        std::uint32_t first = layer;
        layer = state_count_;
        Step step;
        if (!take_step(order_[index], step) || !expand(step, index, first, layer)) return false;
    }
    find_ends(layer);
    return true;
}

// Finds the number that each state of the last layer stands for: what the free clue has left of its cells.
void SmallPart::find_ends(std::uint32_t layer) {
    end_of_.fill(NO_STATE);
    for (std::uint32_t state = layer; state < state_count_; ++state) {
        std::uint64_t number = 0;
        if (free_clue_ != NO_CLUE) number = need_[free_clue_] - (key_[state] >> slot_[free_clue_] & SLOT_MASK);
        end_of_[number] = static_cast<std::uint16_t>(state);
    }
}

// Drops the edges to states that nothing completes.
void SmallPart::drop_dead_ends() {
    std::uint8_t* const alive = alive_.data();
    std::fill_n(alive, state_count_, std::uint8_t{0});
    for (std::uint16_t end : end_of_)
        if (end != NO_STATE) alive[end] = 1;
    Edge *const edges = edges_.data(), *kept = edges + edge_count_;
    for (std::uint32_t k = edge_count_; k-- > 0;) {
        Edge edge = edges[k];
        const std::uint8_t goes_on = alive[edge.to];
        alive[edge.from] |= goes_on;
        kept[-1] = edge;
        kept -= goes_on;
    }
    first_edge_ = static_cast<std::uint32_t>(kept - edges);
}

// Carries the ways to reach each state from the root on, and shifts the edges. Where a shift leads behind the counts
// of a state, only zeros are added.
template <class Width>
void SmallPart::reach(Width width) {
    double* const reaching = reaching_.data();
    std::fill_n(reaching, width, 0.0);
    reaching[0] = 1;
    std::uint32_t last = 0;  // states are met in order, and cleared then
    const Reached* const reached = reached_.data();
    for (Edge *edge = edges_.data() + first_edge_, *end = edges_.data() + edge_count_; edge != end; ++edge) {
        edge->shift = static_cast<std::uint16_t>(reached[edge->from].lo + edge->shift - reached[edge->to].lo);
        const double* const from = reaching + edge->from * width;
        double* to = reaching + edge->to * width;
        if (edge->to > last) {
            last = edge->to;
            for (std::uint32_t m = 0; m < width; ++m) to[m] = 0;
        }
        to += edge->shift;
        for (std::uint32_t m = 0; m < width; ++m) to[m] += edge->ways * from[m];
    }
}

// So many counts of a state are looked at: all where their number is known to the compiler, else those it has.
template <class Width>
std::uint32_t SmallPart::length_reached(std::uint32_t state, Width width) const {
    if constexpr (!std::is_same_v<Width, std::uint32_t>) return width;
    return static_cast<std::uint32_t>(reached_[state].hi - reached_[state].lo + 1);
}

// Carries the ways to complete each state back from the end that is taken. A state's counts begin with the mines that
// are left of the fewest in all if it was reached with the fewest. Where an edge puts mines into a group, they meet
// the ways to reach its start.
template <class Width>
void SmallPart::profile_groups(Width width) {
    mine_ways_.resize(std::size_t{group_count_} * length_ + 3 * width);
    std::fill(mine_ways_.begin(), mine_ways_.end(), 0.0);
    double *const completing = completing_.data(), *const mine_ways = mine_ways_.data();
    const double* const reaching = reaching_.data();
    std::uint8_t* const alive = alive_.data();  // states on a way to this end; they are cleared when they are met
    std::fill_n(alive, state_count_, std::uint8_t{0});
    auto meet = [&](std::uint32_t state) {
        if (alive[state]) return;
        alive[state] = 1;
        for (std::uint32_t m = 0; m < width; ++m) completing[state * width + m] = 0;
    };
    meet(end_);
    completing[end_ * width] = 1;
    for (const Edge *edge = edges_.data() + edge_count_, *first = edges_.data() + first_edge_; edge-- != first;) {
        if (!alive[edge->to]) continue;
        meet(edge->from);
        const double* const from = completing + edge->to * width;
        double* const to = completing + edge->from * width + edge->shift;
        for (std::uint32_t m = 0; m < width; ++m) to[m] += edge->ways * from[m];
        if (edge->mined_ways == 0) continue;
        const double* const placed = reaching + edge->from * width;
        double* const sum = mine_ways + edge->step * length_ + edge->shift;
        const std::uint32_t reached = length_reached(edge->from, width);
        for (std::uint32_t m = 0; m < reached; ++m) {
            const double mined = edge->mined_ways * placed[m];
            for (std::uint32_t n = 0; n < width; ++n) sum[m + n] += mined * from[n];
        }
    }
}

// The usual widths are compiled each on its own.
template <class Visit>
void SmallPart::with_width(Visit&& visit) {
    if (width_ <= 2)
        visit(std::integral_constant<std::uint32_t, 2>());
    else if (width_ <= 4)
        visit(std::integral_constant<std::uint32_t, 4>());
    else
        visit(static_cast<std::uint32_t>(width_));
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

SmallPart::Outcome SmallPart::sweep() {
    if (most_need_ > MAX_NEED) return Outcome::TOO_WIDE;
    group_cells();
    order_groups();
    if (!build()) return Outcome::TOO_WIDE;
    if (std::all_of(end_of_.begin(), end_of_.end(), [](std::uint16_t end) { return end == NO_STATE; }))
        return Outcome::IMPOSSIBLE;
    if (state_count_ * static_cast<std::uint32_t>(width_) > MAX_VALUES) return Outcome::TOO_WIDE;
    if (dead_) drop_dead_ends();
    with_width([&](auto width) { reach(width); });
    list_cells();
    return Outcome::COUNTED;
}

void SmallPart::take(std::uint32_t number, bool profile) {
    end_ = end_of_[number];
    lo_ = static_cast<std::uint32_t>(reached_[end_].lo);
    length_ = static_cast<std::uint32_t>(reached_[end_].hi - reached_[end_].lo + 1);
    with_width([&](auto width) {
        ways_ = reaching_.data() + end_ * width;
        if (profile) profile_groups(width);
    });
}

}  // namespace sapper
