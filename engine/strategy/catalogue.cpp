#include "catalogue.hpp"

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

Settings with_rollouts(Settings settings, double rollouts) {
    settings.rollouts = rollouts;
    return settings;
}

}  // namespace

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all = {
        {"random", guess_randomly, spend({}, {}, {})},
        {"safest", guess_safest, spend({}, {}, {})},
        {"lookahead", guess_lookahead,
         spend(with_endgames(100, 300), with_endgames(200, 2000), with_endgames(1000, 20'000))},
        {"best", guess_best,
         spend(with_rollouts(with_endgames(200, 2000), 4), with_rollouts(with_endgames(400, 5000), 20),
               with_rollouts(with_endgames(1000, 20'000), 400))},
    };
    return all;
}

}  // namespace sapper
