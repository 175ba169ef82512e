// Plays for few clicks: flags mines and makes chords where that is expected to save clicks, and guesses as
// `lookahead` does, so that it wins as often.
//
// Before every click it settles all that is certain. Of the chords that are worth it by the rule (click_rule.hpp) and
// the reveals of safe cells of unknown number it makes the one that is best by knack (knack.hpp). Without knack such
// a chord comes first, then the best reveal by the rule. A safe cell whose number is known tells nothing, so it waits
// until only such cells are left, and so do chords that reveal nothing else. Once nothing is uncertain, the fewest
// clicks that are left are searched (finish.hpp).
//
// With a budget of worlds, other chords and reveals near that click are compared with it in worlds drawn from those
// that fit. In each world the trial is made, then the best clicks around the usual click, with all that is certain
// settled and exact mine probabilities as in the game, and the rest is forecast (measure/zini.hpp). A forecast
// knows the mines, so it cannot tell what a reveal teaches; the clicks before it can, and those elsewhere would be
// the same for both. One is made instead of the usual click where it saves clicks by more than the error of the
// comparison.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/index_table.hpp"
#include "measure/zini.hpp"
#include "strategy/catalogue.hpp"
#include "strategy/click_rule.hpp"
#include "strategy/finish.hpp"
#include "strategy/memo.hpp"
#include "strategy/registration.hpp"
#include "strategy/world_draw.hpp"

namespace sapper {

namespace {

struct TrialSettings {
    std::uint32_t worlds = 0;
    std::uint32_t trials = 8;  // solves, and reveals
    std::uint32_t near = 3;
    std::uint32_t radius = 5;
    double rest = 1.1;
    double errors = 1;
    double margin = 0.05;
    std::uint32_t judged = 4;
};

struct Settings {
    bool flags = true;
    double win = 1;  // 1: takes no risk for clicks
    bool knack = true;
    bool finish = true;
    ClickWeights weights;
    TrialSettings trials;
};

// Clicks that a certain loss is worth, for every unit of win / (1 - win).
constexpr double PRICE_OF_LOSS = 2;

constexpr std::uint32_t WORLDS_A_ROUND = 8;  // between two looks at which trials are still worth it
constexpr double DROP_ERRORS = 2;            // standard errors by which a trial may lie below the margin

constexpr std::size_t MOST_REMEMBERED = 1 << 15;

// A reveal, or a solve, that is compared with others in drawn worlds.
struct Trial {
    Cell cell = NO_CELL;
    bool solve = false;
    double worth = 0;              // by the rule, among trials of its kind
    double gain = 0, squares = 0;  // clicks saved against the usual one, in all worlds so far
};

class Efficient : public Mover {
  public:
    explicit Efficient(const Settings& settings) : settings_(settings), rule_(settings.weights) {
        const Strategy& guesser = own_catalogue().find("lookahead");
        guesser_ = guesser.make(guesser.budget("normal"));
        price_ = settings.win < 1 ? PRICE_OF_LOSS * settings.win / (1 - settings.win)
                                  : std::numeric_limits<double>::infinity();
    }

    Move next_move(Position& position, const Turn& turn, Resources& resources) override {
        if (turn.click == 0 || flagged_.size() != position.cells.size()) {
            flagged_.assign(position.cells.size(), 0);
            planned_.clear();
            finish_.begin_game();
        }
        if (turn.asks_for_opening()) return turn.opening;
        if (!planned_.empty()) return next_planned();
        if (!settle(position, resources)) return guesser_->next_move(position, turn, resources);
        bool chords = turn.flags && settings_.flags;
        if (chords && settings_.finish && position.open_count == 0 && plan_finish(position, resources))
            return next_planned();
        fill_risks(position, outlook_, risk_);
        rule_.read(position, flagged_, risk_, settings_.win < 1);
        Trial next = chords ? best_safe(false) : Trial{};
        if (!next.solve) {
            Move reveal = best_reveal(position, next.cell);
            if (reveal.is_guess()) return reveal;
            next = {reveal.cell, false};
        }
        if (next.cell != NO_CELL) {
            if (chords) next = compare(next, position, resources);
            if (!next.solve) return {next.cell};
            plan_solve(position, next.cell);
            return next_planned();
        }
        if (position.open_count == 0) return {rule_.likeliest_zero()};
        // The guesser would reveal safe cells first, also those that tell nothing.
        bare_ = position;
        bare_.safe.clear();
        return guesser_->next_move(bare_, turn, resources);
    }

    bool finds_all_certain() const override { return true; }

  private:
    Move next_planned() {
        Move move = planned_.back();
        planned_.pop_back();
        return move;
    }

    // Settles everything that is certain. False where the position is too wide to count.
    bool settle(Position& position, Resources& resources) try {
        settle_position(position);
        while (settle_pairs(position, pairs_)) continue;
        do {
            look(position, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
        } while (settle_certain(position, outlook_));
        return true;
    } catch (const LimitError&) {
        return false;
    }

    // Plans the clicks of a solve.
    void plan_solve(const Position& position, Cell cell) {
        rule_.read(position, flagged_, risk_);
        planned_.push_back({.cell = cell, .kind = ClickKind::CHORD});
        for (Cell mine : rule_.flags_of(cell)) planned_.push_back({.cell = mine, .kind = ClickKind::FLAG});
        for (const Move& move : planned_)
            if (move.kind == ClickKind::FLAG) flagged_[move.cell] = 1;
        if (position.cells[cell].mark == Mark::SAFE) planned_.push_back({cell});
    }

    // Plans all clicks that are left where nothing is uncertain. False where that takes too long.
    bool plan_finish(const Position& position, Resources& resources) {
        auto clicks = finish_.find(position, flagged_, resources.row_length, resources.limits.watch);
        if (!clicks || clicks->empty()) return false;
        for (; !clicks->empty(); clicks->pop_back()) {
            const Click& click = clicks->back();
            planned_.push_back({.cell = click.cell, .kind = click.kind});
            if (click.kind == ClickKind::FLAG) flagged_[click.cell] = 1;
        }
        return true;
    }

    // The next click by knack or by the rule, if any saves clicks or tells something. A quick look judges fewer
    // clicks by knack, and leaves out the chord after a chord.
    Trial best_safe(bool quick) {
        if (settings_.knack) {
            auto [cell, solve] = quick ? rule_.best_click(settings_.trials.judged) : rule_.best_click();
            return {cell, solve};
        }
        if (Cell cell = rule_.best_solve(quick); cell != NO_CELL) return {cell, true};
        return {rule_.best_reveal().cell, false};
    }

    // A cell of unknown number to reveal: this safe one or that of the rule, unless a risk is worth the clicks it
    // saves.
    Move best_reveal(const Position& position, Cell safe) {
        auto [cell, most] = rule_.best_reveal();
        Move move{safe == NO_CELL ? cell : safe};
        if (cell == NO_CELL || settings_.win >= 1) return move;
        for (Cell other = 0; other < position.cells.size(); ++other) {
            if (position.cells[other].mark != Mark::OPEN) continue;
            double worth = (1 - risk_[other]) * rule_.reveal_worth(other) - price_ * risk_[other];
            if (worth > most) most = worth, move = {other, &reasons::CLICKS, 1 - risk_[other]};
        }
        return move;
    }

    // The usual next click, or one that takes fewer clicks in drawn worlds.
    Trial compare(const Trial& usual, const Position& position, Resources& resources) try {
        const TrialSettings& told = settings_.trials;
        if (told.worlds == 0) return usual;
        mark_window(*position.shape, usual.cell, told.near);
        list_trials(usual);
        if (trials_.empty()) return usual;
        mark_window(*position.shape, usual.cell, told.radius);
        draw_.aim(position, resources.limits);
        ClickLessons* lessons = resources.recorders.click_lessons;
        if (lessons) describe_trials(usual, *lessons);
        remembered_.clear();
        std::uint32_t worlds = 0;
        auto gain_of = [&](const Trial& one, double errors) {
            double mean = one.gain / worlds, spread = std::max(one.squares / worlds - mean * mean, 0.0);
            return mean + errors * std::sqrt(spread / worlds);
        };
        while (worlds < told.worlds && !trials_.empty()) {
            resources.limits.watch.check();
            auto world = draw_.draw(resources.rng.next());
            lay(*position.shape, world);
            double clicks = play_out(position, world, usual, resources);
            for (Trial& one : trials_) {
                double gain = clicks - play_out(position, world, one, resources);
                one.gain += gain;
                one.squares += gain * gain;
            }
            resources.spent.nodes += 1 + trials_.size();
            if (++worlds % WORLDS_A_ROUND == 0 && !lessons)
                std::erase_if(trials_, [&](const Trial& one) { return gain_of(one, DROP_ERRORS) < told.margin; });
        }
        if (lessons)
            for (const Trial& one : trials_) {
                lessons->gain.push_back(gain_of(one, 0));
                lessons->error.push_back(gain_of(one, 1) - gain_of(one, 0));
            }
        Trial best = usual;
        double most = told.margin;
        for (const Trial& one : trials_)
            if (double gain = gain_of(one, -told.errors); gain > most) most = gain, best = one;
        return best;
    } catch (const LimitError&) {  // too wide to draw
        return usual;
    }

    // Makes the cells within a radius of a cell the window.
    void mark_window(const Shape& shape, Cell cell, std::uint32_t radius) {
        window_.assign(shape.cell_count(), 0);
        window_[cell] = 1;
        around_.begin(shape, cell);
        for (std::uint32_t step = 0; step < radius; ++step)
            around_.step([&](Cell other) { return window_[other] = 1; });
    }

    // The best solves and reveals in the window by the rule, other than the usual one.
    void list_trials(const Trial& usual) {
        trials_.clear();
        solves_.clear();
        for (Cell cell : rule_.near_safe()) {
            if (!window_[cell]) continue;
            if (rule_.worth_solving(cell) && !(usual.solve && cell == usual.cell))
                solves_.push_back({cell, true, rule_.solve_worth(cell)});
            if (rule_.may_tell(cell) && (usual.solve || cell != usual.cell))
                trials_.push_back({cell, false, rule_.reveal_worth(cell)});
        }
        for (auto* listed : {&solves_, &trials_}) {
            auto most = std::min<std::size_t>(listed->size(), settings_.trials.trials);
            std::partial_sort(listed->begin(), listed->begin() + static_cast<std::ptrdiff_t>(most), listed->end(),
                              [](const Trial& a, const Trial& b) {
                                  return a.worth != b.worth ? a.worth > b.worth : a.cell < b.cell;
                              });
            listed->resize(most);
        }
        trials_.insert(trials_.end(), solves_.begin(), solves_.end());
    }

    // Begins a lesson with the usual click and all trials.
    void describe_trials(const Trial& usual, ClickLessons& lessons) {
        auto add = [&](const Trial& one) {
            lessons.traits.push_back(rule_.describe(one.cell, one.solve));
            lessons.judged.push_back(judge_by_knack(lessons.traits.back()));
        };
        add(usual);
        for (const Trial& one : trials_) add(one);
        lessons.gain.push_back(0);
        lessons.error.push_back(0);
        lessons.first.push_back(static_cast<std::uint32_t>(lessons.traits.size()));
    }

    // The clicks from a position on if a world is the true one: those of a trial, the best ones in the window,
    // and the forecast of the rest. Where a guess is needed it is made, if it is right in the world.
    double play_out(const Position& position, std::span<const std::uint8_t> world, const Trial& first,
                    Resources& resources) {
        played_ = position;
        tried_flags_ = flagged_;
        std::uint32_t clicks = 0;
        Trial next{first.cell, first.solve};
        while (next.cell != NO_CELL) {
            clicks += make_clicks(world, next);
            next = click_after(resources);
            if (next.cell != NO_CELL && world[next.cell]) break;
        }
        return clicks + settings_.trials.rest * forecast(world);
    }

    // Counts what the cells of a drawn world show.
    void lay(const Shape& shape, std::span<const std::uint8_t> world) {
        shows_.assign(world.size(), 0);
        for (Cell mine = 0; mine < world.size(); ++mine)
            if (world[mine]) shape.visit_neighbours(mine, [&](Cell cell) { ++shows_[cell]; });
        find_regions({shape, world, shows_}, regions_);
        order_.resize(world.size());
        std::iota(order_.begin(), order_.end(), Cell{0});
    }

    // The clicks that a player would still make in a drawn world who knows all mines and solves only what is shown.
    std::uint32_t forecast(std::span<const std::uint8_t> world) {
        shown_.resize(world.size());
        for (Cell cell = 0; cell < world.size(); ++cell) shown_[cell] = !played_.cells[cell].hidden();
        return count_zini({*played_.shape, world, shows_}, regions_, order_, ZiniRule::FORECAST, zini_, {}, nullptr,
                          {shown_, tried_flags_});
    }

    // The next click when a position is played out; none where that ends. It depends on the position and its flags
    // alone, so it is remembered for the other worlds and trials.
    Trial click_after(Resources& resources) {
        PositionKey key = key_of(played_.cells, 0);
        for (std::size_t cell = 0; cell < tried_flags_.size(); ++cell)
            if (tried_flags_[cell]) key[0] ^= mix_bits(cell), key[1] += mix_bits(~cell);
        if (const Trial* known = remembered_.find(key)) return *known;
        Trial next;
        if (settle(played_, resources)) {
            fill_risks(played_, outlook_, risk_);
            rule_.read(played_, tried_flags_, risk_, false, window_);
            next = best_safe(true);
            if (next.cell == NO_CELL) next.cell = safest_near();
        }
        remembered_.keep(key, next);
        return next;
    }

    // The open cell of the window that is safest, among those beside clues.
    Cell safest_near() const {
        double least = 1;
        Cell best = NO_CELL;
        for (const GroupOutlook& group : outlook_.groups)
            for (Cell cell : group.cells)
                if (window_[cell] && std::pair(group.mine_probability, cell) < std::pair(least, best))
                    least = group.mine_probability, best = cell;
        return best;
    }

    // Makes a reveal or a solve in a world, and counts its clicks.
    std::uint32_t make_clicks(std::span<const std::uint8_t> world, const Trial& next) {
        auto shows = [&](Cell cell) { return shows_[cell]; };
        std::uint32_t clicks = next.solve;
        if (played_.cells[next.cell].hidden()) {
            ++clicks;
            reveal_cell(played_, next.cell, shows);
        }
        if (!next.solve) return clicks;
        played_.shape->visit_neighbours(next.cell, [&](Cell other) {
            clicks += world[other] && !tried_flags_[other];
            tried_flags_[other] |= world[other];
        });
        played_.shape->visit_neighbours(next.cell, [&](Cell other) {
            if (played_.cells[other].hidden() && !world[other]) reveal_cell(played_, other, shows);
        });
        return clicks;
    }

    const Settings settings_;
    double price_;  // clicks that a certain loss is worth
    std::unique_ptr<Mover> guesser_;
    ClickRule rule_;
    Finish finish_;
    std::vector<std::uint8_t> flagged_;  // a cell, planned flags included
    std::vector<Move> planned_;          // the next one last
    std::vector<double> risk_;           // a cell of the position that the rule reads
    PairScratch pairs_;
    Outlook outlook_;
    Position bare_;
    // Of comparisons:
    std::vector<Trial> trials_, solves_;
    std::vector<std::uint8_t> window_;  // a cell: 1 for those near the usual click
    Around around_;
    WorldDraw draw_;
    std::vector<std::uint8_t> shows_, shown_;  // a cell of a drawn world: its number, and whether it is shown
    Regions regions_;                          // of the world
    std::vector<Cell> order_;                  // all cells, rising
    ZiniScratch zini_;
    Position played_;
    std::vector<std::uint8_t> tried_flags_;
    // Clicks of this comparison, by the position before all that is certain is settled, with the flags.
    Memo<PositionKey, Trial> remembered_{MOST_REMEMBERED};
};

SettingList<Settings> list_settings() {
    SettingList<Settings> all = {
        setting("flags", &Settings::flags, "whether it flags mines and makes chords"),
        setting("win", &Settings::win, "1 takes no risk to save clicks; lower values give up wins for clicks"),
        setting("knack", &Settings::knack, "whether a network judges clicks; the rule does otherwise"),
        setting("finish", &Settings::finish, "whether the fewest clicks are searched once all mines are known"),
    };
    add_settings(all, &Settings::weights, click_weights());
    add_settings(
        all, &Settings::trials,
        {
            setting("worlds", &TrialSettings::worlds, "worlds in which the next clicks are compared; 0 for none"),
            setting("trials", &TrialSettings::trials, "chords, and reveals, that are compared with the usual click"),
            setting("near", &TrialSettings::near, "how near to the usual click these are, in cells"),
            setting("radius", &TrialSettings::radius, "how near to it clicks are played after them in each world"),
            setting("rest", &TrialSettings::rest, "weight of the clicks that are forecast after those"),
            setting("errors", &TrialSettings::errors,
                    "standard errors by which it must be better than the usual one"),
            setting("margin", &TrialSettings::margin, "clicks that it must save beyond them"),
            setting("judged", &TrialSettings::judged,
                    "chords, and reveals, that knack judges for each click played after them"),
        });
    return all;
}

}  // namespace

Strategy efficient_strategy() {
    return register_strategy<Efficient>(Registration<Settings>{
        .name = "efficient",
        .settings = list_settings(),
        .deep = {.weights = {}, .trials = {.worlds = 24}},
        .record = Settings{.weights = {}, .trials = {.worlds = 200, .near = 4, .radius = 7}},
        .reasons = {&reasons::LOOKAHEAD, &reasons::SAFEST, &reasons::ENDGAME, &reasons::AREA, &reasons::ESTIMATE,
                    &reasons::CLICKS},
        .gallery = {{"efficient", "efficient"}},
    });
}

}  // namespace sapper
