#include "proof/forcing.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "base/shrink.hpp"

namespace sapper {

namespace {

// Clues counted in all tests, before shrinking and before the search for a smaller set stops.
constexpr std::uint64_t SHRINK_WORK = 400'000;
constexpr std::uint64_t SEARCH_WORK = 30'000;
// States a test may take: sets of a few clues take few.
constexpr std::uint64_t TEST_STATES = 200'000;
// Steps of one search for a set that meets all counterexamples, and elements of the set.
constexpr std::uint32_t HITTING_STEPS = 20'000;
constexpr std::size_t MOST_HITTING = 64;

using Set = std::vector<std::uint32_t>;

// A smallest set that meets every one of a list of sets.
class Hitting {
  public:
    void add(Set set) { sets_.push_back(std::move(set)); }

    // A set of `size` elements at most that meets all; false when there is none or the search takes too long.
    bool find(std::size_t size, Set& out) {
        out.clear();
        steps_ = 0;
        return meet(size, out);
    }
    bool gave_up() const { return steps_ > HITTING_STEPS; }

  private:
    bool meet(std::size_t more, Set& out) {
        if (++steps_ > HITTING_STEPS) return false;
        const Set* missed = nullptr;
        for (const Set& set : sets_) {
            bool met = std::any_of(set.begin(), set.end(), [&](std::uint32_t element) {
                return std::find(out.begin(), out.end(), element) != out.end();
            });
            if (!met && (missed == nullptr || set.size() < missed->size())) missed = &set;
        }
        if (missed == nullptr) return true;
        if (more == 0) return false;
        for (std::uint32_t element : *missed) {
            out.push_back(element);
            if (meet(more - 1, out)) return true;
            out.pop_back();
        }
        return false;
    }

    std::vector<Set> sets_;
    std::uint32_t steps_ = 0;
};

// Adds clues, piece by piece, to a set that does not force, as long as it still does not; the others go to `rest`.
void grow(ForcingTest& test, std::span<const std::uint32_t> more, Set& set, Set& rest) {
    if (more.empty()) return;
    std::size_t before = set.size();
    set.insert(set.end(), more.begin(), more.end());
    if (!test.forces(set)) return;
    set.resize(before);
    if (more.size() == 1) {
        rest.push_back(more[0]);
        return;
    }
    grow(test, more.first(more.size() / 2), set, rest);
    grow(test, more.subspan(more.size() / 2), set, rest);
}

// Replaces `best` by a smallest set among `all` that forces; true when it is known to be one.
bool search_smaller(ForcingTest& test, const Set& all, Set& best) {
    Hitting hitting;
    Set trial, grown, rest, others;
    std::uint64_t end = test.work() + SEARCH_WORK;
    for (std::size_t size = 0; size < best.size();) {
        if (size > MOST_HITTING) return false;
        if (!hitting.find(size, trial)) {
            if (hitting.gave_up()) return false;
            ++size;
            continue;
        }
        if (test.forces(trial)) {
            best = trial;
            return true;
        }
        if (test.work() > end) return false;
        others.clear();
        for (std::uint32_t rule : all)
            if (std::find(trial.begin(), trial.end(), rule) == trial.end()) others.push_back(rule);
        grown = trial;
        rest.clear();
        grow(test, others, grown, rest);
        hitting.add(rest);
    }
    return true;
}

Set rules_at(const ForcingTest& test, std::span<const Cell> clues) {
    Set out;
    for (Cell clue : clues) out.push_back(test.rule_at(clue));
    return out;
}

// Rising.
std::vector<Cell> clues_at(const ForcingTest& test, const Set& rules) {
    std::vector<Cell> out;
    for (std::uint32_t rule : rules) out.push_back(test.clue_of(rule));
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

ForcingTest::ForcingTest(const Board& board, const Claim& claim, const Limits& limits)
    : claim_(claim),
      limits_(limits),
      cells_((state_all_rules(board, rules_, names_), rules_)),
      name_of_(rules_.cell_count),
      stamp_of_(rules_.cell_count, 0) {
    limits_.max_states = std::min(limits_.max_states, TEST_STATES);
    // Distances, by a walk over clues that share a cell.
    std::vector<std::uint32_t> first(rules_.cell_count + 1, 0), rules_of(rules_.pair_cell.size());
    for (std::uint32_t cell : rules_.pair_cell) ++first[cell + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t rule = 0; rule < rules_.rules.size(); ++rule)
        for (std::uint32_t cell : cells_.of(rule)) rules_of[next[cell]++] = rule;
    distance_.assign(rules_.rules.size(), 0);
    std::vector<std::uint8_t> seen(rules_.cell_count, 0);
    auto visit = [&](std::uint32_t cell, std::uint32_t distance) {
        if (seen[cell]) return;
        seen[cell] = 1;
        for (std::uint32_t k = first[cell]; k < first[cell + 1]; ++k) {
            std::uint32_t rule = rules_of[k];
            if (distance_[rule] != 0) continue;
            distance_[rule] = distance;
            ordered_.push_back(rule);
        }
    };
    visit(names_.index_of[claim.cell], 1);
    for (std::size_t head = 0; head < ordered_.size(); ++head)
        for (std::uint32_t cell : cells_.of(ordered_[head])) visit(cell, distance_[ordered_[head]] + 1);
    if (!claim.counter) return;
    for (std::uint32_t rule = 0; rule < distance_.size(); ++rule)
        if (distance_[rule] == 0 && !cells_.of(rule).empty()) ordered_.push_back(rule);
}

std::vector<std::uint32_t> ForcingTest::nearest(std::size_t steps) const {
    if (claim_.counter) return ordered_;
    Set out;
    for (std::uint32_t rule : ordered_)
        if (distance_[rule] <= steps) out.push_back(rule);
    return out;
}

std::uint32_t ForcingTest::name(std::uint32_t cell) {
    if (stamp_of_[cell] != stamp_) {
        stamp_of_[cell] = stamp_;
        name_of_[cell] = named_++;
    }
    return name_of_[cell];
}

bool ForcingTest::forces(std::span<const std::uint32_t> rules) {
    ++stamp_;
    named_ = 0;
    work_ += rules.size() + 1;
    subset_.clear();
    among_.assign(1, name(names_.index_of[claim_.cell]));
    subset_.add(!claim_.mine, !claim_.mine, among_);
    for (std::uint32_t rule : rules) {
        among_.clear();
        for (std::uint32_t cell : cells_.of(rule)) among_.push_back(name(cell));
        subset_.add(rules_.rules[rule].lo, rules_.rules[rule].hi, among_);
    }
    subset_.cell_count = subset_.ruled_count = named_;
    limits_.watch.check();
    try {
        if (!count_ways(subset_, limits_, counting_, scratch_)) return true;
    } catch (const LimitError&) {
        ++undecided_;
        return false;
    }
    return claim_.counter && !total_fits();
}

// Whether the cells outside the subset can hold what its fillings leave over.
bool ForcingTest::total_fits() {
    std::vector<std::uint8_t> reach;
    list_reach(counting_, reach);
    std::int64_t total = rules_.mines.total, outside = rules_.cell_count - named_;
    for (std::size_t mines = 0; mines < reach.size(); ++mines) {
        std::int64_t left = total - static_cast<std::int64_t>(mines);
        if (reach[mines] && left >= 0 && left <= outside) return true;
    }
    return false;
}

void list_reach(const Counting& counting, std::vector<std::uint8_t>& reach) {
    std::vector<std::uint8_t> sum;
    // Adds a part that can hold lo + k mines where ways(k).
    auto join = [&](std::size_t lo, std::size_t length, auto&& ways) {
        sum.assign(reach.size() + lo + length - 1, 0);
        for (std::size_t a = 0; a < reach.size(); ++a)
            for (std::size_t b = 0; reach[a] && b < length; ++b) sum[a + lo + b] |= ways(b);
        reach.swap(sum);
    };
    reach.assign(1, 1);
    join(static_cast<std::size_t>(counting.constraints.settled_mines), 1, [](std::size_t) { return true; });
    for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component) {
        Counts counts = counting.tallies.counts_of(counting.diagrams, component);
        join(static_cast<std::size_t>(counts.lo), counts.ways.size(),
             [&](std::size_t k) { return counts.ways[k] > 0; });
    }
    join(0, counting.constraints.floating.size() + 1, [](std::size_t) { return true; });
}

Forcing shrink_forcing(ForcingTest& test, std::span<const Cell> clues) {
    Forcing out;
    Set set = rules_at(test, clues);
    std::uint64_t end = test.work() + SHRINK_WORK;
    out.minimal =
        shrink(set, [&](const Set& smaller) { return test.forces(smaller); }, [&] { return test.work() > end; });
    out.minimal = out.minimal && test.undecided() == 0;
    out.smallest = out.minimal && set.size() <= 1;
    out.clues = clues_at(test, set);
    return out;
}

Forcing find_forcing(ForcingTest& test, std::span<const Cell> clues) {
    Forcing out = shrink_forcing(test, clues);
    if (!out.minimal || out.smallest) return out;
    Set set = rules_at(test, out.clues);
    // A smaller set without the counter is connected and holds a clue beside the cell.
    out.smallest = search_smaller(test, test.nearest(set.size() - 1), set) && test.undecided() == 0;
    out.clues = clues_at(test, set);
    return out;
}

}  // namespace sapper
