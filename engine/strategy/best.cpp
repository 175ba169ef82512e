// Everything together: closed areas and endgames are searched exactly; elsewhere lookahead names the candidates, and
// games played out from each of them choose.
//
// Lookahead and instinct estimate the value of a candidate within one to five percent, while the error of one rollout
// is far larger. So these two are the prior, and rollouts update it by their precision. All candidates are played out
// with the same random numbers, and only differences between them count. A candidate is dropped when its expected
// gain over the leader is below `stake`.
//
// Precision is measured in rounds of games. The prior is worth about a hundred rounds while most of the board is
// hidden, and few near the end: the fewer cells are left, the more they differ from each other.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "strategy/book.hpp"
#include "strategy/instinct.hpp"
#include "strategy/lineup.hpp"
#include "strategy/registration.hpp"
#include "strategy/rollout.hpp"
#include "strategy/world_search.hpp"

namespace sapper {

namespace {

// A race compares its runners after 8, 12, 16, 24, 32, ... rounds.
constexpr std::size_t FIRST_CHECK = 8;
constexpr bool is_check(std::size_t rounds) {
    return rounds >= FIRST_CHECK &&
           (std::has_single_bit(rounds) || (rounds % 3 == 0 && std::has_single_bit(rounds / 3)));
}

// The mean of max(x, 0) for a normally distributed x with deviation 1 and mean 0, -1/4, -2/4, ...
constexpr std::array ABOVE_ZERO = {0.39894, 0.28634, 0.19780, 0.13117, 0.08332, 0.05059, 0.02931, 0.01617, 0.00849,
                                   0.00423, 0.00200, 0.00090, 0.00038, 0.00015, 0.00006, 0.00002, 0.00001};
constexpr double PER_DEVIATION = 4;

double square(double value) {
    return value * value;
}

// Quick games count as at most this many rounds, even if more are played: they measure the value of candidates for a
// player that continues by quick play, not by this strategy.
constexpr double QUICK_WORTH = 200;

struct Judged {
    double value = 0;      // chance to win
    double deviation = 0;  // standard deviation of its error
};

// How far the ratios of a runner are off the mean of all, round by round.
struct Apart {
    double mean = 0;
    double variance = 0;  // of one round
};

Apart set_apart(const std::vector<Runner>& runners, const Runner& one) {
    std::size_t rounds = one.ratios.size();
    auto count = static_cast<double>(runners.size()), times = static_cast<double>(rounds);
    double sum = 0, squares = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        double middle = 0;
        for (const Runner& runner : runners) middle += runner.ratios[round] / count;
        double apart = one.ratios[round] - middle;
        sum += apart;
        squares += apart * apart;
    }
    double mean = sum / times;
    return {mean, std::max(squares / times - mean * mean, 1e-9)};
}

// The precision in rounds: that of the prior, plus the rounds of this leg.
struct Worth {
    double before = 0, now = 0;
};

// The value of each runner after the rounds so far.
void judge(const std::vector<Runner>& runners, Worth worth, std::vector<Judged>& out) {
    auto count = static_cast<double>(runners.size()), times = static_cast<double>(runners.front().ratios.size());
    double ratio = 0;  // chance to win for each unit of `ahead`, over all runners
    for (const Runner& runner : runners)
        for (double one : runner.ratios) ratio += one / (count * times);
    double all = worth.before + worth.now, trust = worth.now / all;
    out.assign(runners.size(), {});
    for (std::size_t k = 0; k < runners.size(); ++k) {
        Apart apart = set_apart(runners, runners[k]);
        // The mean of all contains the runner itself, which hides a part of its noise.
        double variance = apart.variance * count / std::max(count - 1, 1.0);
        out[k] = {runners[k].ahead * (ratio + trust * apart.mean), runners[k].ahead * std::sqrt(variance / all)};
    }
}

std::size_t leader(const std::vector<Judged>& judged) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < judged.size(); ++k)
        if (judged[k].value > judged[best].value) best = k;
    return best;
}

// The expected gain of a runner over one that is ahead of it, if the true values were known. Interpolates linearly
// between two entries of the table.
double may_gain(double behind, double deviation) {
    double at = behind / deviation * PER_DEVIATION;
    if (!(at < static_cast<double>(ABOVE_ZERO.size() - 1))) return 0;
    auto k = static_cast<std::size_t>(at);
    double part = at - static_cast<double>(k);
    return deviation * (ABOVE_ZERO[k] + part * (ABOVE_ZERO[k + 1] - ABOVE_ZERO[k]));
}

// Drops runners whose expected gain is below the stake: they are far behind, or their value is well known.
void drop_hopeless(std::vector<Runner>& runners, const std::vector<Judged>& judged, double stake) {
    std::size_t best = leader(judged), kept = 0;
    for (std::size_t k = 0; k < runners.size(); ++k) {
        double off = std::sqrt(square(judged[k].deviation) + square(judged[best].deviation));
        if (k != best && may_gain(judged[best].value - judged[k].value, off) < stake) continue;
        if (kept != k) std::swap(runners[kept], runners[k]);
        ++kept;
    }
    runners.resize(kept);
}

// Records the results of the rollouts as a lesson for training.
void take_lesson(const Shape& shape, const std::vector<Runner>& runners, Lessons& lessons) {
    for (const Runner& runner : runners) {
        double sum = 0;
        for (double ratio : runner.ratios) sum += ratio;
        lessons.traits.push_back(runner.traits);
        lessons.judged.push_back(judge_by_instinct(shape, runner.traits));
        lessons.ahead.push_back(runner.ahead);
        lessons.worth.push_back(runner.ahead * sum / static_cast<double>(runner.ratios.size()));
        auto rounds = static_cast<double>(runner.ratios.size());
        lessons.error.push_back(std::sqrt(set_apart(runners, runner).variance / rounds));
    }
    lessons.first.push_back(static_cast<std::uint32_t>(lessons.ahead.size()));
}

constexpr Reason ROLLOUT{"rollout", "the best average of games played out"};

struct RaceSettings {
    std::uint32_t rollouts = 0;  // quick games played out at a guess, over all candidates; 0: none
    std::uint32_t careful = 0;   // careful games played out after them; 0: none
    std::uint32_t runners = 6;   // candidates played out at most
    double prior = 0.35;         // rounds of games that lookahead and instinct are worth, for each open cell
    double stake = 0.001;        // a candidate with a smaller expected gain is dropped

    bool plays_out() const { return rollouts > 0 || careful > 0; }
};

// A race has two legs: quick games, which continue by the safest cell, find the best few candidates; careful games,
// which continue by lookahead and are slow, choose among those.
struct Leg {
    double games = 0;  // over all runners
    Rollouts::Policy policy = Rollouts::Policy::QUICK;
    double most = 0;  // upper limit of its precision in rounds
};

class Race {
  public:
    Race(const RaceSettings& settings, const RolloutSettings& games) : settings_(settings), rollouts_(games) {}

    // The runner that wins more of the games played out. Two or more.
    Move run(const Position& position, std::vector<Runner>& runners, Resources& resources) {
        cells_.clear();
        for (Runner& runner : runners) {
            runner.place = cells_.size();
            cells_.push_back(runner.candidate.cell);
        }
        rollouts_.aim(position, cells_, resources.limits);
        double worth = settings_.prior * position.open_count;
        const std::array legs = {
            Leg{double(settings_.rollouts), Rollouts::Policy::QUICK, QUICK_WORTH},
            Leg{double(settings_.careful), Rollouts::Policy::CAREFUL, std::numeric_limits<double>::infinity()}};
        for (const Leg& leg : legs)
            if (leg.games > 0) {
                worth = run_leg(position, leg, worth, runners, resources);
                if (resources.recorders.lessons)
                    break;  // one lesson per guess, with the values of lookahead and instinct alone
            }
        auto best = std::max_element(runners.begin(), runners.end(),
                                     [](const Runner& a, const Runner& b) { return a.ahead < b.ahead; });
        return {best->candidate.cell, &ROLLOUT, best->candidate.safety, best->ahead};
    }

  private:
    // Plays games out until one runner leads clearly or the leg's games are spent, and stores the new values. Takes
    // the precision before the leg, in rounds, and returns the precision after it.
    double run_leg(const Position& position, const Leg& leg, double before, std::vector<Runner>& runners,
                   Resources& resources) {
        for (Runner& runner : runners) runner.ratios.clear();
        Worth worth{before, 0};
        double left = leg.games;
        for (std::size_t rounds = 1; runners.size() > 1 && left > 0; ++rounds) {
            run_round(position, leg.policy, runners, resources);
            left -= static_cast<double>(runners.size());
            worth.now = 1 / (1 / static_cast<double>(rounds) + 1 / leg.most);
            if (resources.recorders.lessons || !is_check(rounds)) continue;
            judge_all(runners, worth, resources);
            drop_hopeless(runners, judged_, settings_.stake);
        }
        if (runners.front().ratios.empty()) return before;  // one was left by the leg before
        if (resources.recorders.lessons) take_lesson(*position.shape, runners, *resources.recorders.lessons);
        judge_all(runners, worth, resources);
        for (std::size_t k = 0; k < runners.size(); ++k)
            runners[k].ahead = std::max(judged_[k].value, 1e-12);  // 0 where every game was hopeless
        return worth.before + worth.now;
    }

    void judge_all(const std::vector<Runner>& runners, Worth worth, const Resources& resources) {
        judge(runners, worth, judged_);
        if (!resources.recorders.weighed) return;
        for (std::size_t k = 0; k < runners.size(); ++k)
            row_of(*resources.recorders.weighed, runners[k].candidate.cell).win = judged_[k].value;
    }

    // Plays one game out for every runner, with the same random numbers.
    void run_round(const Position& position, Rollouts::Policy policy, std::vector<Runner>& runners,
                   Resources& resources) {
        std::uint64_t salt = resources.rng.next();
        for (Runner& runner : runners) {
            Candidate candidate = runner.candidate;
            double won = rollouts_.play(position, {candidate.cell, runner.place}, salt, policy, resources);
            runner.ratios.push_back(candidate.safety * won / runner.ahead);
            if (resources.recorders.weighed)
                row_of(*resources.recorders.weighed, candidate.cell).add_game(candidate.safety * won);
            ++resources.spent.nodes;
        }
    }

    const RaceSettings settings_;
    Rollouts rollouts_;
    std::vector<Cell> cells_;
    std::vector<Judged> judged_;
};

struct Settings {
    EndgameSettings endgame;
    LookaheadSettings ahead;
    RaceSettings race;
    RolloutSettings games;
};

SettingList<Settings> list_settings() {
    SettingList<Settings> all;
    add_settings(all, &Settings::endgame, endgame_settings());
    add_settings(all, &Settings::ahead, lookahead_settings());
    add_settings(
        all, &Settings::race,
        {
            setting("rollouts", &RaceSettings::rollouts,
                    "quick games played out per guess, all candidates together; 0 for none"),
            setting("careful", &RaceSettings::careful,
                    "careful games played out after them, all candidates together; 0 for none"),
            setting("runners", &RaceSettings::runners, "largest number of candidates played out"),
            setting("prior", &RaceSettings::prior,
                    "rounds of rollouts that the lookahead score counts for, per open cell"),
            setting("stake", &RaceSettings::stake,
                    "a candidate is dropped when its expected gain in win probability over the leader is below this"),
        });
    SettingList<RolloutSettings> games;
    add_settings(games, &RolloutSettings::leaves,
                 {
                     setting("rollout_worlds", &EndgameSettings::worlds,
                             "a rollout ends with an exact search when at most this many worlds are left"),
                     setting("rollout_nodes", &EndgameSettings::nodes, "sets of worlds that this search may visit"),
                 });
    add_settings(all, &Settings::games, games);
    return all;
}

class Best : public Guesser {
  public:
    explicit Best(const Settings& settings)
        : settings_(settings.race),
          search_(settings.endgame),
          line_up_(settings.ahead),
          race_(settings.race, settings.games) {
        for (const auto& one : list_settings()) told_.push_back(one.get(settings));
    }

  private:
    Move guess(const Position& position, const Outlook& outlook, Resources& resources) override {
        if (Move move = search_.guess(position, outlook, resources); move.cell != NO_CELL) return move;
        bool kept = settings_.plays_out() && !resources.recorders.lessons && Book::is_common(position);
        return kept ? look_up(position, resources) : judge(position, outlook, resources);
    }

    // The move of a position that other games may meet. Whether it was known or not, the game goes on with an empty
    // store and the same dice; so what other games were played before changes neither its moves nor its nodes.
    Move look_up(const Position& position, Resources& resources) {
        Book::Key key = key_for(position, resources);
        auto known = resources.recorders.weighed ? std::nullopt : Book::shared().find(key);
        resources.store.discard();
        if (known) {
            resources.spent.nodes += known->nodes;
            return known->move;
        }
        std::uint64_t before = resources.spent.nodes;
        Kiss64 dice = std::exchange(resources.rng, Kiss64(key.position[1]));
        look(position, Detail::PROBABILITIES, resources.limits, resources.store, own_outlook_);
        Move move = judge(position, own_outlook_, resources);
        resources.rng = dice;
        resources.store.discard();
        if (!resources.recorders.weighed) Book::shared().keep(key, {move, resources.spent.nodes - before});
        return move;
    }

    Book::Key key_for(const Position& position, const Resources& resources) const {
        std::uint64_t player = digest_of_player(told_, *position.shape, resources.row_length);
        return {key_of(position.cells, static_cast<std::uint64_t>(position.mines_left)), player};
    }

    // The best candidate.
    Move judge(const Position& position, const Outlook& outlook, Resources& resources) {
        bool teaching = resources.recorders.lessons != nullptr, plays_out = settings_.plays_out();
        line_up_.run(position, outlook, {settings_.runners, plays_out || teaching, teaching}, resources, runners_);
        if (runners_.size() < 2 || !plays_out) return reveal_first(position, outlook, runners_);
        return race_.run(position, runners_, resources);
    }

    const RaceSettings settings_;
    WorldSearch search_;
    LineUp line_up_;
    Race race_;
    std::vector<double> told_;  // all settings
    Outlook own_outlook_;       // of a position that other games may meet
    std::vector<Runner> runners_;
};

constexpr LookaheadSettings look_ahead_to(double close) {
    return {.candidates = 0.85, .second = 0.3, .fifty = 0.3, .instinct = 1, .close = close};
}

}  // namespace

Strategy best_strategy() {
    return register_strategy<Best>(Registration<Settings>{
        .name = "best",
        .settings = list_settings(),
        .fast = {.endgame = {1000, 5000}, .ahead = look_ahead_to(0.1), .race = {}, .games = {}},
        .normal = {.endgame = {5000, 20'000}, .ahead = look_ahead_to(0.1), .race = {}, .games = {}},
        .deep = {.endgame = {20'000, 100'000},
                 .ahead = look_ahead_to(0.1),
                 .race = {.rollouts = 400, .careful = 1000, .runners = 8, .stake = 0.0008},
                 .games = {.leaves = {200, 1000}}},
        .record = Settings{.endgame = {50'000, 1'000'000},
                           .ahead = look_ahead_to(0.15),
                           .race = {.rollouts = 2000, .careful = 20'000, .runners = 12, .stake = 0.0002},
                           .games = {.leaves = {500, 5000}}},
        .reasons = {&ROLLOUT, &reasons::LOOKAHEAD, &reasons::SAFEST, &reasons::ENDGAME, &reasons::AREA},
        .gallery = {{"best@fast", "best@fast"}, {"best", "best"}, {"best@deep", "best@deep", 2}},
    });
}

}  // namespace sapper
