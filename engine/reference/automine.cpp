#include "reference/automine.hpp"

#include <algorithm>
#include <array>

#include "strategy/registration.hpp"

namespace sapper {

namespace {

constexpr double REDUCED = 0.9, RAISED = 1.05;  // of cells that one clue sees, and several
constexpr double LEAST_ADJUSTED = 0.1, MOST_ADJUSTED = 0.9;

// The risks around two clues side by side: beside the first alone, beside both, beside the second alone.
struct PatternRisk {
    int first, second;
    double before, shared, after;
};
constexpr std::array<PatternRisk, 9> PATTERNS = {{
    {1, 2, 0.04, 0.21, 0.37},
    {1, 3, 0.01, 0.24, 0.68},
    {1, 4, 0.00, 0.25, 1.00},
    {2, 3, 0.09, 0.43, 0.42},
    {2, 4, 0.03, 0.47, 0.70},
    {2, 5, 0.00, 0.50, 1.00},
    {3, 4, 0.13, 0.65, 0.46},
    {3, 5, 0.09, 0.69, 0.75},
    {4, 5, 0.27, 0.79, 0.61},
}};
constexpr std::uint32_t PATTERN_NEIGHBOURS = 8, PATTERN_SHARED = 4;

constexpr std::size_t WORK_A_LOOK = 1 << 18;  // cells

bool is_found(View view) {
    return view == View::FLAG || view == View::MINE;
}
bool is_open(View view) {
    return view == View::HIDDEN || view == View::QUESTION;
}
bool is_settled(double risk) {
    return risk == 0 || risk == 1;
}

// The need of a clue divided by its hidden cells.
struct Wish {
    int found = 0, open = 0;

    double share(int number) const { return static_cast<double>(number - found) / open; }
};

class Spreading {
  public:
    Spreading(const SeenBoard& board, AutomineRisk& out) : board_(board), shape_(*board.shape), out_(out) {
        list_cells();
    }

    // Every clue alone, averaged with what cells hold on the whole board.
    void spread_once() {
        average_ = average(false);
        out_.risk.assign(board_.views.size(), average_);
        for (Cell clue : out_.clues) {
            Wish wish = read(clue, false);
            double share = wish.share(clue_number(board_.views[clue]));
            visit_open(clue, [&](double& risk) {
                if (share == 0 || risk == 0)
                    risk = 0;
                else if (share == 1 || risk == 1)
                    risk = 1;
                else
                    risk = (share + risk) / 2;
            });
        }
    }

    // Repeats this with the cells settled so far, until no risk changes by a hundredth.
    void spread_until_still() {
        do {
            ++out_.rounds;
            look_up_from_work();
            out_.before = out_.risk;
            double old = average_;
            average_ = average(true);
            if (!is_settled(average_))
                for (Cell cell : out_.hidden)
                    if (out_.risk[cell] == old) out_.risk[cell] = average_;
            for (Cell clue : out_.clues) raise(clue);
        } while (moved());
    }

    void adjust_overlaps() {
        for (Cell cell : out_.hidden) {
            double& risk = out_.risk[cell];
            if (!(risk > LEAST_ADJUSTED && risk < MOST_ADJUSTED)) continue;
            int clues = 0;
            shape_.visit_neighbours(cell, [&](Cell other) { clues += is_clue(board_.views[other]); });
            if (clues > 0) risk *= clues == 1 ? REDUCED : RAISED;
        }
    }

    void apply_patterns() {
        for (Cell first : out_.clues) {
            Cell second = lone_clue_beside(first);
            if (second == NO_CELL || !side_by_side(first, second)) continue;
            int one = clue_number(board_.views[first]), other = clue_number(board_.views[second]);
            auto found = std::find_if(PATTERNS.begin(), PATTERNS.end(), [&](const PatternRisk& pattern) {
                return pattern.first == one && pattern.second == other;
            });
            if (found == PATTERNS.end()) continue;
            ++out_.patterns;
            shape_.visit_neighbours(second, [&](Cell cell) {
                if (!beside(cell, first)) look_up(cell, found->after);
            });
            shape_.visit_neighbours(
                first, [&](Cell cell) { look_up(cell, beside(cell, second) ? found->shared : found->before); });
        }
    }

    // Flags may be wrong, and then a clue may need less than nothing or more mines than it has cells.
    void keep_within_bounds() {
        for (Cell cell : out_.hidden) out_.risk[cell] = std::clamp(out_.risk[cell], 0.0, 1.0);
    }

  private:
    void list_cells() {
        const auto count = static_cast<Cell>(board_.views.size());
        const std::uint32_t length = std::max(1u, board_.row_length);
        if (out_.order.size() != count || out_.order_length != length) {
            out_.order.clear();
            out_.order_length = length;
            for (Cell col = 0; col < length; ++col)
                for (Cell cell = col; cell < count; cell += length) out_.order.push_back(cell);
        }
        out_.hidden.clear();
        out_.clues.clear();
        out_.rounds = out_.patterns = 0;
        for (Cell cell : out_.order) {
            if (is_open(board_.views[cell])) out_.hidden.push_back(cell);
            if (is_clue(board_.views[cell]) && read(cell, false).open > 0) out_.clues.push_back(cell);
        }
    }

    // Polls the watch every few milliseconds.
    void look_up_from_work() {
        worked_ += out_.hidden.size() + out_.clues.size();
        if (worked_ < WORK_A_LOOK) return;
        board_.watch.check();
        worked_ = 0;
    }

    template <class Visit>
    void visit_open(Cell clue, Visit&& visit) {
        shape_.visit_neighbours(clue, [&](Cell cell) {
            if (is_open(board_.views[cell])) visit(out_.risk[cell]);
        });
    }

    Wish read(Cell clue, bool settled) const {
        Wish wish;
        shape_.visit_neighbours(clue, [&](Cell cell) {
            View view = board_.views[cell];
            if (is_open(view)) {
                bool safe = settled && out_.risk[cell] == 0, mine = settled && out_.risk[cell] == 1;
                wish.open += !safe && !mine;
                wish.found += mine;
            }
            wish.found += is_found(view);
        });
        return wish;
    }

    // Mines left for each cell that is left, on the whole board.
    double average(bool settled) const {
        std::int64_t left = board_.mines, cells = 0;
        for (View view : board_.views) left -= is_found(view);
        for (Cell cell : out_.hidden) {
            bool mine = settled && out_.risk[cell] == 1;
            left -= mine;
            cells += !mine && !(settled && out_.risk[cell] == 0);
        }
        return cells == 0 ? average_ : static_cast<double>(left) / static_cast<double>(cells);
    }

    void raise(Cell clue) {
        Wish wish = read(clue, true);
        if (wish.open == 0) return;
        double share = wish.share(clue_number(board_.views[clue]));
        visit_open(clue, [&](double& risk) {
            if (!is_settled(risk) && (share == 0 || risk <= share)) risk = share;
        });
    }

    bool moved() const {
        auto hundredths = [](double risk) { return static_cast<int>(100 * risk); };
        return std::any_of(out_.hidden.begin(), out_.hidden.end(), [&](Cell cell) {
            double risk = out_.risk[cell];
            return risk >= 0 && risk <= 1 && hundredths(risk) != hundredths(out_.before[cell]);
        });
    }

    bool beside(Cell one, Cell other) const {
        auto around = shape_.neighbours(one);
        return std::find(around.begin(), around.end(), other) != around.end();
    }

    // The only clue beside a clue away from the edges with nothing else shown or flagged around it; NO_CELL: none.
    Cell lone_clue_beside(Cell clue) const {
        auto around = shape_.neighbours(clue);
        if (around.size() != PATTERN_NEIGHBOURS) return NO_CELL;
        Cell lone = NO_CELL;
        for (Cell cell : around) {
            if (is_open(board_.views[cell])) continue;
            if (lone != NO_CELL || !is_clue(board_.views[cell])) return NO_CELL;
            lone = cell;
        }
        return lone;
    }

    // Not at a corner of each other: those share two cells.
    bool side_by_side(Cell one, Cell other) const {
        std::uint32_t shared = 0;
        shape_.visit_neighbours(one, [&](Cell cell) { shared += beside(cell, other); });
        return shared == PATTERN_SHARED;
    }

    void look_up(Cell cell, double risk) {
        if (is_open(board_.views[cell]) && out_.risk[cell] > 0 && out_.risk[cell] < 1) out_.risk[cell] = risk;
    }

    const SeenBoard& board_;
    const Shape& shape_;
    AutomineRisk& out_;
    double average_ = 0;
    std::size_t worked_ = 0;  // cells processed since the watch was last polled
};

// The first green cell that is still hidden; NO_CELL: none.
Cell take_green(const Position& position, std::vector<Cell>& green) {
    while (!green.empty()) {
        Cell cell = green.back();
        green.pop_back();
        if (position.cells[cell].hidden()) return cell;
    }
    return NO_CELL;
}

// Whether nothing is shown yet. A single move may be asked for in the middle of a game.
bool begins(const Position& position) {
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].clue()) return false;
    return true;
}

// Any hidden cell, each as likely as the others.
Move click_anywhere(const Position& position, Kiss64& rng) {
    std::uint32_t hidden = 0;
    std::int64_t mines = position.mines_left;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        hidden += position.cells[cell].hidden();
        mines += position.cells[cell].mark == Mark::MINE;
    }
    std::uint32_t left = rng.below(hidden);
    Cell chosen = 0;
    while (!position.cells[chosen].hidden() || left-- > 0) ++chosen;
    return {chosen, &reasons::RANDOM, 1 - static_cast<double>(mines) / hidden};
}

enum Counter { LOOKS, ROUNDS, PATTERNS_FOUND, BYTES };

// Reveals all green cells, then the lowest risk, the first in the order of the clues.
class AutomineMover : public Mover {
  public:
    explicit AutomineMover(const AutomineSettings& settings) : settings_(settings) {}

    Move next_move(Position& position, const Turn& turn, Resources& resources) override {
        if (turn.shown == 0) {
            green_.clear();
            random_left_ = begins(position) ? settings_.random_clicks : 0;
        }
        if (turn.asks_for_opening()) return turn.opening;
        if (random_left_ > 0) {
            --random_left_;
            return click_anywhere(position, resources.rng);
        }
        if (Cell cell = take_green(position, green_); cell != NO_CELL) return {cell};
        show_views(position, views_);
        std::int64_t total = position.mines_left;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) total += position.cells[cell].mark == Mark::MINE;
        find_risk({position.shape, views_, total, resources.row_length, resources.limits.watch}, settings_, found_);
        Cell best = NO_CELL;
        for (Cell cell : found_.hidden) {
            double risk = found_.risk[cell];
            if (resources.recorders.weighed)
                resources.recorders.weighed->push_back({.cell = cell, .estimate = 1 - risk});
            if (risk == 0) green_.push_back(cell);
            if (risk == 1 && position.cells[cell].mark == Mark::OPEN) settle_cell(position, cell, true);
            if (best == NO_CELL || risk < found_.risk[best]) best = cell;
        }
        std::reverse(green_.begin(), green_.end());
        count_look(resources.spent.counters);
        if (Cell cell = take_green(position, green_); cell != NO_CELL) return {cell};
        return {best, &reasons::ESTIMATE, 1 - found_.risk[best]};
    }

  private:
    void count_look(Counters& counters) const {
        ++counters[LOOKS];
        counters[ROUNDS] += found_.rounds;
        counters[PATTERNS_FOUND] += found_.patterns;
        std::uint64_t bytes = found_.bytes() + views_.size() * sizeof(View) + green_.capacity() * sizeof(Cell);
        counters[BYTES] = std::max(counters[BYTES], bytes);
    }

    const AutomineSettings settings_;
    AutomineRisk found_;
    std::vector<View> views_;
    std::vector<Cell> green_;        // safe cells still to be revealed, the first last
    std::uint32_t random_left_ = 0;  // random clicks still to be made; none where it plays on in the middle of a game
};

}  // namespace

std::size_t AutomineRisk::bytes() const {
    return (risk.size() + before.size()) * sizeof(double) +
           (order.size() + hidden.capacity() + clues.capacity()) * sizeof(Cell);
}

void find_risk(const SeenBoard& board, const AutomineSettings& settings, AutomineRisk& out) {
    Spreading spreading(board, out);
    spreading.spread_once();
    if (settings.search) spreading.spread_until_still();
    if (settings.overlap) spreading.adjust_overlaps();
    if (settings.patterns) spreading.apply_patterns();
    spreading.keep_within_bounds();
}

Strategy automine_strategy() {
    return register_strategy<AutomineMover>(Registration<AutomineSettings>{
        .name = "automine",
        .family = "automine",
        .settings = {setting("search", &AutomineSettings::search, "repeats the search until no risk changes"),
                     setting("overlap", &AutomineSettings::overlap,
                             "adjusts risks by the number of clues that see a cell"),
                     setting("patterns", &AutomineSettings::patterns,
                             "takes risks around two clues side by side from the table"),
                     setting("random_clicks", &AutomineSettings::random_clicks,
                             "reveals so many cells at random after the first")},
        .reasons = {&reasons::ESTIMATE, &reasons::RANDOM},
        .counters = {{"looks"}, {"rounds"}, {"patterns"}, {"bytes", true}},
        .gallery = {{"automine", "automine"},
                    {"automine, no patterns", "automine,patterns=off"},
                    {"automine, search alone", "automine,overlap=off,patterns=off"},
                    {"automine, no search", "automine,search=off"}},
    });
}

}  // namespace sapper
