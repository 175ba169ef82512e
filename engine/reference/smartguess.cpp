// Plays by the rules of a person (deduce) and by differences of clues (pods), and guesses by estimates: a mover that
// misses what only a full count can prove. Three modes guess differently: at random; by pods, where a cell is as
// risky as the pods it is in are on average; or by counts, the share of all ways to fill its component alone in which
// it is a mine. The floating cells share what mines the components do not hold on average, each component being
// counted without regard to the others or to the total; so their risk is an estimate too.
//
// Near the end the total does count: ways that need more or fewer mines than can be left for them are struck out, and
// what all ways that are left agree upon is settled.
//
// The trail of a game names its stages in order, each with a count: s and t cells that rules for one clue and for two
// settled, shown by cascades or not; M and E cells that pods and counts settled; z, r and ^ zeros handed out, random
// guesses and other guesses in a row; W or X, won or lost.
#include <algorithm>
#include <cmath>

#include "reference/deduce.hpp"
#include "reference/pods.hpp"
#include "strategy/registration.hpp"

namespace sapper {

namespace {

// Risks this close are equal: they differ by rounding.
constexpr double CLOSE = 1e-12;

// Chains with more ways than this are counted as large: listing them one by one would be cut off.
constexpr double LARGE = 10'000;
constexpr std::size_t LARGE_CHAINS = LEVELS;  // the counter of these

// The steps of the end solver, and of what else is settled without comparing clues, as the log names them.
constexpr std::string_view EXCLUDED = "end_solver_excluded";    // ways that need too many or too few mines are out
constexpr std::string_view ALL_MOST = "end_solver_most";        // the most mines everywhere are just enough
constexpr std::string_view ALL_LEAST = "end_solver_least";      // the fewest mines everywhere are all that are left
constexpr std::string_view AGGREGATE = "end_solver_aggregate";  // all ways of a component agree, without the total
constexpr std::string_view ALL_FLAGGED = "all_flagged";         // no mine is left

enum class Mode { RANDOM, BY_PODS, BY_COUNTS };
enum class First { START, HUMAN, ZERO };

constexpr Reason ZERO{"zero", "a cell with no mine beside it, handed out by the game"};

struct Settings {
    Mode mode = Mode::BY_PODS;
    First first = First::START;
    std::uint32_t end_mines = 14;  // with at most so many mines left, the total limits the mines of components
};

// The stages of a game in order, each with a count.
class Trail {
  public:
    void note(char stage, std::uint32_t count) {
        if (count == 0) return;
        if (stage_ != stage) {
            write_entry();
            stage_ = stage;
            count_ = 0;
        }
        count_ += count;
    }

    std::string end(bool won) {
        write_entry();
        text_ += won ? 'W' : 'X';
        return std::move(text_);
    }

  private:
    void write_entry() {
        if (stage_) text_ += stage_ + std::to_string(count_) + ' ';
    }

    std::string text_;
    char stage_ = 0;           // of the last entry, which is not written down yet; 0: none
    std::uint32_t count_ = 0;  // of that entry
};

bool is_guess(char stage) {
    return stage == 'z' || stage == 'r' || stage == '^';
}

void list_open(const Position& position, bool floating_only, std::vector<Cell>& out) {
    out.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].mark == Mark::OPEN && (!floating_only || floats(position, cell)))
            out.push_back(cell);
}

// The mines a component can hold.
struct MineBounds {
    std::int64_t lo = 0, hi = 0;
};

// Calls visit(k) for every number lo + k of mines that is left.
template <class Visit>
void visit_left(const MineBounds& bounds, const Part& part, Visit&& visit) {
    for (std::uint32_t k = 0; k < part.length; ++k)
        if (std::int64_t mines = part.lo + std::int64_t{k}; mines >= bounds.lo && mines <= bounds.hi) visit(k);
}

struct Share {
    double mine = 0, safe = 0;

    double risk() const { return mine / (mine + safe); }
};

// In how many of the ways that are left a cell of a group is a mine, and in how many it is safe.
Share share_of(const MineBounds& bounds, const PartStore& store, const Part& part, std::uint32_t group) {
    Share share;
    auto mine = store.mine_ways(part, group), safe = store.safe_ways(part, group);
    visit_left(bounds, part, [&](std::uint32_t k) {
        share.mine += mine[k];
        share.safe += safe[k];
    });
    return share;
}

// The ways to fill a component that are left, and the mines in them on average.
struct Filling {
    double ways = 0, mines = 0;
};
Filling fill(const MineBounds& bounds, const PartStore& store, const Part& part) {
    auto ways = store.ways(part);
    double mines = 0, all = 0;
    visit_left(bounds, part, [&](std::uint32_t k) {
        all += ways[k];
        mines += ways[k] * static_cast<double>(part.lo + std::int64_t{k});
    });
    return {std::ldexp(all, static_cast<int>(part.exponent)), mines / all};
}

// Brings a component's bounds to numbers of mines for which there is a way.
void tighten(const PartStore& store, const Part& part, MineBounds& bounds) {
    auto ways = store.ways(part);
    while (bounds.lo <= bounds.hi && ways[static_cast<std::size_t>(bounds.lo - part.lo)] == 0) ++bounds.lo;
    while (bounds.lo <= bounds.hi && ways[static_cast<std::size_t>(bounds.hi - part.lo)] == 0) --bounds.hi;
}

// Strikes out numbers of mines that the other components and the floating cells cannot make up for.
void strike_out(const Position& position, const PartStore& store, const Outlook& outlook,
                std::vector<MineBounds>& all) {
    for (bool moved = true; moved;) {
        moved = false;
        std::int64_t least = 0, most = outlook.floating;
        for (const MineBounds& bounds : all) {
            least += bounds.lo;
            most += bounds.hi;
        }
        for (std::size_t at = 0; at < all.size(); ++at) {
            auto [lo, hi] = all[at];
            all[at].hi = std::min(hi, position.mines_left - (least - lo));
            all[at].lo = std::max(lo, position.mines_left - (most - hi));
            tighten(store, store.parts[outlook.parts[at]], all[at]);
            moved |= all[at].lo != lo || all[at].hi != hi;
            least += all[at].lo - lo;
            most += all[at].hi - hi;
        }
    }
}

class Smartguess : public Mover {
  public:
    explicit Smartguess(const Settings& settings) : settings_(settings) {}

    Move next_move(Position& position, const Turn& turn, Resources& resources) override {
        if (turn.shown == 0) {
            trail_ = {};
            moving_ = 0;
            shown_ = 0;
            deduced_ = false;
            if (settings_.first == First::START && turn.asks_for_opening()) {
                moving_ = settings_.mode == Mode::RANDOM ? 'r' : '^';
                return turn.opening;
            }
        }
        if (turn.shown == shown_) moving_ = 0;  // it asked for a zero, and there was none
        note_last_move(turn.shown);
        bool wants_zero = settings_.first == First::ZERO && turn.zeros;  // as long as nothing was deduced
        while (true) {
            if (Cell cell = take_safe(position); cell != NO_CELL) return {cell};
            Deduced deduced{std::span(resources.spent.counters).first<LEVELS>(), resources.recorders.log, turn.click};
            if (!deduce(position, wants_zero, deduced, resources))
                return guess(position, wants_zero, turn.click, resources);
        }
    }

    std::string end_game(std::uint32_t shown, bool won) override {
        note_last_move(shown);
        return trail_.end(won);
    }

  private:
    // Notes down what the last move did, from how many cells are shown now.
    void note_last_move(std::uint32_t shown) {
        if (moving_) trail_.note(moving_, is_guess(moving_) ? 1 : shown - shown_);
        shown_ = shown;
    }

    // Counts the components, and strikes out what cannot be near the end.
    void count(const Position& position, bool near_end, Resources& resources) {
        const PartStore& store = resources.store;
        look(position, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
        counted_ = true;
        bounds_.clear();
        for (std::uint32_t at : outlook_.parts) {
            const Part& part = store.parts[at];
            bounds_.push_back({part.lo, std::min(part.lo + std::int64_t{part.length} - 1, position.mines_left)});
            tighten(store, part, bounds_.back());
        }
        if (near_end) strike_out(position, store, outlook_, bounds_);
    }

    // Settles those of the cells that are still open and notes the rule down; returns how many.
    static std::uint32_t settle(Position& position, std::span<const Cell> cells, bool mine, std::string_view rule,
                                const Deduced& deduced) {
        if (!deduced.log) return settle_cells(position, cells, mine);
        std::vector<Cell> open(cells.begin(), cells.end());
        std::erase_if(open, [&](Cell cell) { return position.cells[cell].mark != Mark::OPEN; });
        std::sort(open.begin(), open.end());
        open.erase(std::unique(open.begin(), open.end()), open.end());  // pods may list a cell twice
        if (!open.empty()) deduced.note(rule, {}, open, mine);
        return settle_cells(position, cells, mine);
    }

    // Settles the groups of a component about which all ways that are left agree.
    std::uint32_t settle_part(Position& position, const PartStore& store, std::size_t at, std::string_view rule,
                              const Deduced& deduced) const {
        const Part& part = store.parts[outlook_.parts[at]];
        bool all = true;
        auto agreed = [](const Share& share) { return share.mine == 0 || share.safe == 0; };
        for (std::uint32_t group = 0; group < part.groups; ++group)
            all &= agreed(share_of(bounds_[at], store, part, group));
        // Guessing by pods, it keeps no cells beside the counts, so it settles cells only if a single way is left.
        if (!all && settings_.mode != Mode::BY_COUNTS) return 0;
        std::uint32_t settled = 0;
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            Share share = share_of(bounds_[at], store, part, group);
            if (!agreed(share)) continue;
            settled += settle(position, store.cells_of(part, group), share.safe == 0, rule, deduced);
        }
        return settled;
    }

    // Settles what the counts agree upon; returns how many cells.
    std::uint32_t deduce_from_counts(Position& position, const Deduced& deduced, Resources& resources) {
        bool near_end = position.mines_left <= settings_.end_mines, by_counts = settings_.mode == Mode::BY_COUNTS;
        counted_ = false;
        list_open(position, true, least_);
        if (!near_end && !by_counts && least_.empty()) return 0;
        count(position, near_end, resources);
        if (!near_end && !by_counts) return 0;
        std::int64_t fewest = 0, most = 0, left = position.mines_left;
        for (const MineBounds& bounds : bounds_) {
            fewest += bounds.lo;
            most += bounds.hi;
        }
        std::uint32_t settled = 0;
        for (std::size_t at = 0; at < outlook_.parts.size(); ++at)
            settled += settle_part(position, resources.store, at, near_end ? EXCLUDED : AGGREGATE, deduced);
        if (near_end && fewest == left) settled += settle(position, least_, false, ALL_LEAST, deduced);
        if (near_end && fewest != left && most + outlook_.floating == left)
            settled += settle(position, least_, true, ALL_MOST, deduced);
        return settled;
    }

    // One stage after the other, the first that settles something; false when none does.
    bool deduce(Position& position, bool wants_zero, const Deduced& deduced, Resources& resources) {
        auto count_mines = [&](char stage, auto&& run) {
            std::int64_t mines = position.mines_left;
            std::uint32_t settled = run();
            trail_.note(stage, static_cast<std::uint32_t>(mines - position.mines_left));
            if (settled) moving_ = stage;
            deduced_ |= settled > 0;
            return settled;
        };
        count_mines('s', [&] { return deduce_from_clues(position, deduced); });
        if (!position.safe.empty()) return true;
        if (position.mines_left == 0) {
            // The game is decided: what is left to reveal belongs to no stage.
            list_open(position, false, least_);
            moving_ = 0;
            return settle(position, least_, false, ALL_FLAGGED, deduced) > 0;
        }
        if (count_mines('t', [&] { return deduce_from_pairs(position, pairs_, deduced); })) return true;
        if (settings_.mode == Mode::RANDOM || (wants_zero && !deduced_)) return false;
        reduce_pods(position, Reduction::COVERS, pods_);
        constexpr auto MANY = static_cast<std::size_t>(Level::MANY_CLUES);
        std::uint32_t settled = settle(position, pods_.safe, false, LEVEL_NAMES[MANY], deduced) +
                                settle(position, pods_.mines, true, LEVEL_NAMES[MANY], deduced);
        deduced.counts[MANY] += settled;
        trail_.note('M', settled);
        if (settled == 0) {
            settled = deduce_from_counts(position, deduced, resources);
            deduced.counts[static_cast<std::size_t>(Level::COUNTS)] += settled;
            trail_.note('E', settled);
        }
        if (settled) moving_ = 0;
        deduced_ |= settled > 0;
        return settled > 0;
    }

    // Keeps the cells with the lowest risk so far.
    void offer(double& least, double risk, Cell cell, const Resources& resources) {
        if (resources.recorders.weighed) resources.recorders.weighed->push_back({.cell = cell, .estimate = 1 - risk});
        if (risk > least + CLOSE) return;
        if (risk < least - CLOSE) least_.clear();
        least = std::min(least, risk);
        least_.push_back(cell);
    }

    double least_risk_by_pods(const Position& position, const Resources& resources) {
        risk_.assign(position.cells.size(), 0);
        times_.assign(position.cells.size(), 0);
        for (const Pod& pod : pods_.pods)
            for (Cell cell : pod) {
                risk_[cell] += static_cast<double>(pod.mines) / pod.size;
                times_[cell] += 1;
            }
        double least = 2;
        least_.clear();
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (times_[cell] > 0) offer(least, risk_[cell] / times_[cell], cell, resources);
        return least;
    }

    double least_risk_by_counts(const Resources& resources) {
        const PartStore& store = resources.store;
        double least = 2;
        least_.clear();
        for (std::size_t at = 0; at < outlook_.parts.size(); ++at) {
            const Part& part = store.parts[outlook_.parts[at]];
            for (std::uint32_t group = 0; group < part.groups; ++group) {
                double risk = share_of(bounds_[at], store, part, group).risk();
                const PartGroup& cells = store.groups[part.first_group + group];
                for (std::uint32_t k = 0; k < cells.size; ++k)
                    offer(least, risk, store.cells[cells.first + k], resources);
            }
        }
        return least;
    }

    // The mines that the components hold on average, each counted alone; NaN where none was counted.
    double estimate_frontier(Resources& resources, GuessEstimate* told) const {
        if (!counted_ || outlook_.parts.empty()) return GuessEstimate::NONE;
        const PartStore& store = resources.store;
        double mines = 0;
        for (std::size_t at = 0; at < outlook_.parts.size(); ++at) {
            const Part& part = store.parts[outlook_.parts[at]];
            Filling filling = fill(bounds_[at], store, part);
            mines += filling.mines;
            resources.spent.counters[LARGE_CHAINS] += filling.ways > LARGE;
            if (!told) continue;
            told->components.push_back({{}, filling.ways, bounds_[at].lo, bounds_[at].hi, filling.mines});
            std::vector<Cell>& cells = told->components.back().cells;
            for (std::uint32_t group = 0; group < part.groups; ++group) {
                auto some = store.cells_of(part, group);
                cells.insert(cells.end(), some.begin(), some.end());
            }
            std::sort(cells.begin(), cells.end());
        }
        return mines;
    }

    // The risk of a floating cell, from the mines that the frontier is estimated to hold; more than 1 where there is
    // none.
    double floating_risk(const Position& position, double frontier_mines) const {
        if (!counted_ || outlook_.floating == 0) return 1.5;
        double left = static_cast<double>(position.mines_left) - (outlook_.parts.empty() ? 0 : frontier_mines);
        return std::max(left, 0.0) / outlook_.floating;
    }

    // Adds cells of one risk to the table, where it is asked for.
    static void weigh_open(const Position& position, bool floating_only, double risk, const Resources& resources) {
        if (!resources.recorders.weighed) return;
        std::vector<Cell> cells;
        list_open(position, floating_only, cells);
        for (Cell cell : cells) resources.recorders.weighed->push_back({.cell = cell, .estimate = 1 - risk});
    }

    Move guess(const Position& position, bool wants_zero, std::uint32_t click, Resources& resources) {
        if (wants_zero && !deduced_) {
            moving_ = 'z';
            return {NO_CELL, &ZERO};
        }
        GuessEstimate* told = resources.recorders.log ? &resources.recorders.log->guesses.emplace_back() : nullptr;
        bool random = settings_.mode == Mode::RANDOM;
        moving_ = random ? 'r' : '^';
        double risk, frontier_mines = GuessEstimate::NONE;
        if (random) {
            list_open(position, false, least_);
            risk = static_cast<double>(position.mines_left) / position.open_count;
            weigh_open(position, false, risk, resources);
        } else {
            bool by_counts = settings_.mode == Mode::BY_COUNTS;
            risk = by_counts ? least_risk_by_counts(resources) : least_risk_by_pods(position, resources);
            frontier_mines = estimate_frontier(resources, told);
            double floating = floating_risk(position, frontier_mines);
            if (told) tell_risks(risk, floating, *told);
            if (floating <= 1) weigh_open(position, true, floating, resources);
            if (floating < risk - CLOSE) {
                risk = floating;
                list_open(position, true, least_);
            }
        }
        // In a fixed order, so that the result does not depend on the order in which components are counted.
        std::sort(least_.begin(), least_.end());
        if (told) {
            told->click = click;
            told->drawn_from = least_;
        }
        Move move{least_[resources.rng.below(static_cast<std::uint32_t>(least_.size()))],
                  random ? &reasons::RANDOM : &reasons::ESTIMATE, 1 - risk};
        move.frontier_mines = frontier_mines;
        return move;
    }

    // Writes down the risks between which the guess decides; those above 1 are of no cell.
    void tell_risks(double frontier, double floating, GuessEstimate& told) const {
        if (frontier <= 1) told.frontier_risk = frontier;
        if (floating <= 1) told.floating_risk = floating;
        told.floating = counted_ ? outlook_.floating : 0;
        told.pods = static_cast<std::uint32_t>(
            std::count_if(pods_.pods.begin(), pods_.pods.end(), [](const Pod& pod) { return pod.size > 0; }));
    }

    const Settings settings_;
    Trail trail_;
    char moving_ = 0;          // the stage of the last move; 0 if its cells are already counted
    std::uint32_t shown_ = 0;  // cells shown before the last move
    bool deduced_ = false;     // whether anything was ever settled
    bool counted_ = false;     // whether the outlook is of this position
    Outlook outlook_;
    std::vector<MineBounds> bounds_;  // a component
    Pods pods_;
    DeduceScratch pairs_;
    std::vector<double> risk_, times_;  // a cell: sum over its pods, and how many
    std::vector<Cell> least_;           // cells that may be guessed
};

}  // namespace

Strategy smartguess_strategy() {
    return register_strategy<Smartguess>(Registration<Settings>{
        .name = "smartguess",
        .family = "smartguess",
        .settings = {setting("mode", &Settings::mode, "how it guesses: at random, by pods or by counts",
                             {"random", "smart", "perfect"}),
                     setting("first", &Settings::first,
                             "its first move: where the run starts, like any other guess, or a zero",
                             {"start", "human", "zero"}),
                     setting("end_mines", &Settings::end_mines,
                             "with at most so many mines left, the total limits the mines of components")},
        .fast = {.mode = Mode::RANDOM},
        .normal = {},
        .deep = {.mode = Mode::BY_COUNTS},
        .reasons = {&reasons::RANDOM, &reasons::ESTIMATE, &ZERO},
        .counters = {{LEVEL_NAMES[0]},
                     {LEVEL_NAMES[1]},
                     {LEVEL_NAMES[2]},
                     {LEVEL_NAMES[3]},
                     {LEVEL_NAMES[4]},
                     {LEVEL_NAMES[5]},
                     {LEVEL_NAMES[6]},
                     {"large_chains"}},
        .gallery = {{"smartguess random", "smartguess,mode=random"},
                    {"smartguess smart", "smartguess,mode=smart"},
                    {"smartguess perfect", "smartguess,mode=perfect"}},
    });
}

}  // namespace sapper
