#include "count/conflict.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "base/shrink.hpp"

namespace sapper {

namespace {

// Rules counted over all trial sets before minimising stops; a few seconds of work.
constexpr std::uint64_t MAX_WORK = 5'000'000;
// States a trial may take after the first one: small sets take few, and there may be thousands of trials.
constexpr std::uint64_t TRIAL_STATES = 500'000;

class Trial {
  public:
    Trial(const Rules& rules, bool use_total, const Limits& limits)
        : rules_(rules), cells_(rules), use_total_(use_total), limits_(limits) {}

    bool exhausted() const { return work_ > MAX_WORK; }

    // Whether some world fits the chosen rules. A set too wide to decide counts as possible, so that only
    // proven contradictions are reported.
    bool has_world(const std::vector<std::uint32_t>& chosen, std::uint64_t most_states = TRIAL_STATES) {
        subset_.clear();
        subset_.cell_count = subset_.ruled_count = rules_.cell_count;
        for (std::uint32_t index : chosen)
            subset_.add(rules_.rules[index].lo, rules_.rules[index].hi, cells_.of(index));
        work_ += chosen.size() + 1;
        limits_.watch.check();
        Limits limits = limits_;
        limits.max_states = std::min(limits.max_states, most_states);
        try {
            if (!count_ways(subset_, limits, counting_, scratch_)) return false;
        } catch (const LimitError&) {
            return true;
        }
        return !use_total_ || total_fits();
    }

    std::span<const std::uint32_t> cells_of(std::uint32_t rule) const { return cells_.of(rule); }
    // A rule near the contradiction that has_world() found last; all rules have been tried, so rules keep their
    // numbers.
    std::uint32_t near() const { return counting_.constraints.conflict; }
    std::int64_t fewest() const { return fewest_; }
    std::int64_t most() const { return most_; }

  private:
    bool total_fits() {
        parts_.clear();
        for (std::size_t component = 0; component < counting_.diagrams.component_count(); ++component)
            parts_.push_back(counting_.tallies.counts_of(counting_.diagrams, component));
        const std::int64_t settled = counting_.constraints.settled_mines;
        auto floating = static_cast<std::int64_t>(counting_.constraints.floating.size());
        Total total{true, rules_.mines.total - settled, floating};
        join_parts(parts_, total, is_large(rules_.cell_count), false, join_);
        fewest_ = settled + join_.fewest;
        most_ = settled + join_.most + floating;
        return join_.possible;
    }

    const Rules& rules_;
    RuleCells cells_;
    bool use_total_;
    Limits limits_;
    Rules subset_;
    Counting counting_;
    CountingScratch scratch_;
    std::vector<Counts> parts_;
    Join join_;
    std::uint64_t work_ = 0;
    std::int64_t fewest_ = 0, most_ = 0;
};

// The rules that share a cell with a rule of the set, added behind it.
void grow(const Trial& trial, std::vector<std::uint32_t>& set, std::vector<bool>& in_set,
          std::vector<bool>& cell_reached, std::size_t& frontier) {
    for (; frontier < set.size(); ++frontier)
        for (std::uint32_t cell : trial.cells_of(set[frontier])) cell_reached[cell] = true;
    for (std::uint32_t index = 0; index < in_set.size(); ++index) {
        if (in_set[index]) continue;
        auto cells = trial.cells_of(index);
        if (std::any_of(cells.begin(), cells.end(), [&](std::uint32_t cell) { return cell_reached[cell]; })) {
            in_set[index] = true;
            set.push_back(index);
        }
    }
}

std::vector<std::uint32_t> contradictory_ball(const Rules& rules, std::uint32_t near, Trial& trial) {
    std::vector<std::uint32_t> set{near};
    std::vector<bool> in_set(rules.rules.size()), cell_reached(rules.cell_count);
    in_set[near] = true;
    std::size_t frontier = 0;
    while (trial.has_world(set)) {
        std::size_t before = set.size();
        grow(trial, set, in_set, cell_reached, frontier);
        if (set.size() == before) break;  // undecidable within the limits: report all that is connected
    }
    return set;
}

void minimise(std::vector<std::uint32_t>& set, Trial& trial) {
    shrink(
        set, [&](const std::vector<std::uint32_t>& smaller) { return !trial.has_world(smaller); },
        [&] { return trial.exhausted(); });
}

std::string count_mines(std::int64_t mines) {
    return std::to_string(mines) + (mines == 1 ? " mine" : " mines");
}

}  // namespace

Conflict find_conflict(const Rules& rules, const Limits& limits) {
    Conflict conflict;
    std::vector<std::uint32_t> all(rules.rules.size());
    std::iota(all.begin(), all.end(), 0);
    Trial by_themselves(rules, false, limits);
    if (by_themselves.has_world(all, limits.max_states)) {
        Trial with_total(rules, true, limits);
        conflict.rules = all;
        conflict.needs_total = true;
        minimise(conflict.rules, with_total);
        // Within the limits of a trial the set may be too wide to decide; then no bound is known.
        bool open = with_total.has_world(conflict.rules);
        conflict.fewest = open ? rules.mines.total : with_total.fewest();
        conflict.most = open ? rules.mines.total : with_total.most();
    } else {
        conflict.rules = contradictory_ball(rules, by_themselves.near(), by_themselves);
        minimise(conflict.rules, by_themselves);
    }
    std::sort(conflict.rules.begin(), conflict.rules.end());
    return conflict;
}

std::string describe_conflict(const Conflict& conflict, std::int64_t total, const ConflictWords& words) {
    if (!conflict.needs_total)
        return words.subject + (conflict.rules.size() == 1   ? " cannot hold"
                                : conflict.rules.size() == 2 ? " cannot both hold"
                                                             : " cannot all hold");
    if (total >= conflict.fewest && total <= conflict.most)
        return words.subject + " cannot hold with exactly " + count_mines(total + words.known_mines) + " in all";
    bool plural = words.plural || words.known_mines > 0;
    std::string subject = words.subject;
    if (words.known_mines > 0)
        subject += " and the " + std::string(words.known_mines == 1 ? "" : std::to_string(words.known_mines) + " ") +
                   "known mine" + (words.known_mines == 1 ? "" : "s");
    bool short_of = total < conflict.fewest;
    std::string verb = short_of ? plural ? " need at least " : " needs at least "
                       : plural ? " leave room for at most "
                                : " leaves room for at most ";
    std::int64_t possible = (short_of ? conflict.fewest : conflict.most) + words.known_mines;
    return subject + verb + count_mines(possible) + ", but " + words.total;
}

void throw_contradiction(const Rules& rules, const Limits& limits) {
    Conflict conflict = find_conflict(rules, limits);
    bool plural = conflict.rules.size() != 1;
    ConflictWords words{plural ? "the rules {clues}" : "the rule {clues}", plural,
                        "the total is " + std::to_string(rules.mines.total)};
    std::string message = describe_conflict(conflict, rules.mines.total, words);
    throw ContradictionError(message, std::move(conflict.rules), conflict.needs_total);
}

}  // namespace sapper
