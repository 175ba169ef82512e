#include "strategy/catalogue.hpp"

namespace sapper {

namespace {

std::vector<Budget> spend(const Settings& fast, const Settings& normal, const Settings& deep) {
    return {{"fast", fast}, {"normal", normal}, {"deep", deep}};
}

// Searches endgames of up to so many worlds.
Settings with_endgames(double worlds, double nodes) {
    Settings settings;
    settings.endgame_worlds = worlds;
    settings.endgame_nodes = nodes;
    return settings;
}

// Weighs more than the safest cell afterwards.
Settings with_prospects(Settings settings) {
    settings.second = 0.3;
    settings.progress = 0.03;
    return settings;
}

// Minds guesses that cannot be avoided too.
Settings with_hazards(Settings settings) {
    settings.bold = 0.1;
    settings.fifty = 0.3;
    return with_prospects(settings);
}

// Asks instinct about candidates whose lookahead is close to the best.
Settings with_instinct(Settings settings, double close) {
    settings.instinct = 1;
    settings.close = close;
    return settings;
}

// Plays candidates out, quickly and then carefully, until what is left to be gained is less than the stake. The more
// is spent on it, the more candidates take part.
Settings with_rollouts(Settings settings, double rollouts, double careful, double runners, double stake) {
    settings.rollouts = rollouts;
    settings.careful = careful;
    settings.runners = runners;
    settings.stake = stake;
    return settings;
}

// Ends games played out where so few worlds are left.
Settings with_leaves(Settings settings, double worlds, double nodes) {
    settings.rollout_worlds = worlds;
    settings.rollout_nodes = nodes;
    return settings;
}

// Searches positions of up to so many worlds.
Settings with_tree(double worlds) {
    Settings settings;
    settings.superloc.worlds = worlds;
    return settings;
}

Settings with_mode(double mode) {
    Settings settings;
    settings.smartguess.mode = mode;
    return settings;
}

}  // namespace

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all = {
        {"random", {.guess = guess_randomly}, spend({}, {}, {}), COMMON_SETTINGS, {}},
        {"safest", {.guess = guess_safest}, spend({}, {}, {}), COMMON_SETTINGS, {}},
        {"lookahead",
         {.guess = guess_lookahead},
         spend(with_endgames(100, 300), with_instinct(with_prospects(with_endgames(200, 2000)), 0.02),
               with_instinct(with_hazards(with_endgames(1000, 20'000)), 0.05)),
         COMMON_SETTINGS,
         {}},
        {"best",
         {.guess = guess_best},
         spend(with_instinct(with_hazards(with_endgames(400, 5000)), 0.08),
               with_rollouts(with_instinct(with_hazards(with_endgames(1000, 20'000)), 0.05), 100, 0, 3, 0.0025),
               with_leaves(with_rollouts(with_instinct(with_hazards(with_endgames(5000, 100'000)), 0.1), 400, 1000, 8,
                                         0.0008),
                           200, 1000)),
         COMMON_SETTINGS,
         {}},
        {"superloc",
         {.guess = guess_superloc},
         spend(with_tree(400), with_tree(1000), with_tree(4000)),
         SUPERLOC_SETTINGS,
         superloc_counters()},
        {"smartguess",
         {.mover = move_by_smartguess, .ending = end_smartguess},
         spend(with_mode(0), with_mode(1), with_mode(2)),
         SMARTGUESS_SETTINGS,
         smartguess_counters()},
        {"matrix", {.mover = move_by_matrix}, spend({}, {}, {}), MATRIX_SETTINGS, matrix_counters()},
        {"automine", {.mover = move_by_automine}, spend({}, {}, {}), AUTOMINE_SETTINGS, automine_counters()},
    };
    return all;
}

}  // namespace sapper
