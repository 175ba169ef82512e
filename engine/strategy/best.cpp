// Everything together: closed areas and endgames are searched exactly; elsewhere lookahead names the candidates, and
// games played out from each of them choose.
//
// What a candidate is worth differs from what lookahead and instinct say by one to five percent, while one rollout is
// off by far more. So these two are the prior, and rollouts move it as far as they can be trusted: all candidates are
// played out with the same luck, only differences between them count, and a candidate that can be expected to gain
// less than the stake is dropped.
//
// How sure anything is, is counted in rounds of games. The prior is worth some hundred of them while most of the
// board is hidden, and few near the end: the fewer cells are left, the more they differ from each other.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "strategy/instinct.hpp"
#include "strategy/rollout.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

namespace {

// A race looks at its runners after 8, 12, 16, 24, 32, ... rounds.
constexpr std::size_t FIRST_CHECK = 8;
constexpr bool is_check(std::size_t rounds) {
    return rounds >= FIRST_CHECK &&
           (std::has_single_bit(rounds) || (rounds % 3 == 0 && std::has_single_bit(rounds / 3)));
}

// Of a normally distributed number with deviation 1 and a mean of 0, -1/4, -2/4, ..., what is above zero, in the
// mean.
constexpr std::array ABOVE_ZERO = {0.39894, 0.28634, 0.19780, 0.13117, 0.08332, 0.05059, 0.02931, 0.01617, 0.00849,
                                   0.00423, 0.00200, 0.00090, 0.00038, 0.00015, 0.00006, 0.00002, 0.00001};
constexpr double PER_DEVIATION = 4;

double square(double value) {
    return value * value;
}

// Quick games are worth at most so many rounds, however many are played: what they tell apart is what the candidates
// are worth to a player who goes on like them.
constexpr double QUICK_WORTH = 200;

struct Judged {
    double value = 0;      // chance to win
    double deviation = 0;  // what it may be off by
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

// How many rounds what is known is worth: what was known before, and the rounds of this leg.
struct Worth {
    double before = 0, now = 0;
};

// What each runner is worth after the rounds so far.
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

// What a runner can be expected to gain over one that it is behind of, if the truth came out. Between two entries of
// the table it is taken as a straight line.
double may_gain(double behind, double deviation) {
    double at = behind / deviation * PER_DEVIATION;
    if (!(at < static_cast<double>(ABOVE_ZERO.size() - 1))) return 0;
    auto k = static_cast<std::size_t>(at);
    double part = at - static_cast<double>(k);
    return deviation * (ABOVE_ZERO[k] + part * (ABOVE_ZERO[k + 1] - ABOVE_ZERO[k]));
}

// Drops runners of which nothing worth playing for can be expected: they are far behind, or are known well.
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

// One game played out for every runner, with the same luck.
void run_round(const Position& position, Mind& mind) {
    std::uint64_t salt = mind.rng.next();
    for (Runner& runner : mind.runners) {
        double value = runner.candidate.safety * roll_out(position, runner.place, runner.candidate.cell, salt, mind);
        runner.ratios.push_back(value / runner.ahead);
        ++mind.nodes;
    }
}

// Writes down what was played out, for others to learn from.
void take_lesson(const std::vector<Runner>& runners, Lessons& lessons) {
    for (const Runner& runner : runners) {
        double sum = 0;
        for (double ratio : runner.ratios) sum += ratio;
        lessons.traits.push_back(runner.traits);
        lessons.judged.push_back(judge_by_instinct(runner.traits));
        lessons.ahead.push_back(runner.ahead);
        lessons.worth.push_back(runner.ahead * sum / static_cast<double>(runner.ratios.size()));
        auto rounds = static_cast<double>(runner.ratios.size());
        lessons.error.push_back(std::sqrt(set_apart(runners, runner).variance / rounds));
    }
    lessons.first.push_back(static_cast<std::uint32_t>(lessons.ahead.size()));
}

// A race has two legs: games that go on by the safest cell are quick, and tell the best few; careful ones, which go
// on by lookahead, are slow and choose among those.
struct Leg {
    double games = 0;  // over all runners
    bool careful = false;
    double most = 0;  // rounds that it is worth, however many are played
};

// How games are played out: by settings of their own. Careful ones look at fewer candidates than a real guess does,
// which saves a part of their time and costs them little.
Settings settings_of_games(const Settings& settings) {
    Settings out;
    out.endgame_worlds = settings.rollout_worlds;
    out.endgame_nodes = settings.rollout_nodes;
    out.candidates = 0.93;
    out.floating_candidates = 0.98;
    return out;
}

// Plays games out until the runners are told apart or the leg's games are spent; then each is worth what they said.
// Returns the rounds that what is known is worth then, from those it was worth before.
double run_leg(const Position& position, const Leg& leg, double before, Mind& mind) {
    auto& runners = mind.runners;
    const Settings settings = mind.settings;
    mind.settings = settings_of_games(settings);
    mind.rollouts->careful = leg.careful;
    for (Runner& runner : runners) runner.ratios.clear();
    std::vector<Judged> judged;
    Worth worth{before, 0};
    double left = leg.games;
    for (std::size_t rounds = 1; runners.size() > 1 && left > 0; ++rounds) {
        run_round(position, mind);
        left -= static_cast<double>(runners.size());
        worth.now = 1 / (1 / static_cast<double>(rounds) + 1 / leg.most);
        if (mind.teaching || !is_check(rounds)) continue;
        judge(runners, worth, judged);
        drop_hopeless(runners, judged, settings.stake);
    }
    mind.settings = settings;
    if (runners.front().ratios.empty()) return before;  // one was left by the leg before
    if (mind.teaching) take_lesson(runners, mind.lessons);
    judge(runners, worth, judged);
    for (std::size_t k = 0; k < runners.size(); ++k)
        runners[k].ahead = std::max(judged[k].value, 1e-12);  // 0 where every game was hopeless
    return worth.before + worth.now;
}

Move race(const Position& position, Mind& mind) {
    auto& runners = mind.runners;
    std::vector<Cell> cells;
    for (Runner& runner : runners) {
        runner.place = cells.size();
        cells.push_back(runner.candidate.cell);
    }
    aim_rollouts(position, cells, mind);
    double worth = std::max(mind.settings.prior, 0.0) * position.open_count;
    constexpr double any = std::numeric_limits<double>::infinity();
    for (Leg leg : {Leg{mind.settings.rollouts, false, QUICK_WORTH}, Leg{mind.settings.careful, true, any}})
        if (leg.games >= 1) {
            worth = run_leg(position, leg, worth, mind);
            if (mind.teaching) break;  // one lesson a guess, told by lookahead and instinct alone
        }
    auto best = std::max_element(runners.begin(), runners.end(),
                                 [](const Runner& a, const Runner& b) { return a.ahead < b.ahead; });
    return {best->candidate.cell, Reason::ROLLOUT, best->candidate.safety, best->ahead};
}

}  // namespace

Move guess_best(const Position& position, const Outlook& outlook, Mind& mind) {
    if (Move move = guess_exactly(position, outlook, mind); move.cell != NO_CELL) return move;
    line_up(position, outlook, mind);
    bool plays_out = mind.settings.rollouts >= 1 || mind.settings.careful >= 1;
    if (mind.runners.size() < 2 || !plays_out) return reveal_first_runner(position, outlook, mind);
    return race(position, mind);
}

}  // namespace sapper
