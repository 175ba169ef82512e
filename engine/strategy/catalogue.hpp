// The strategies by name, and what each spends under each budget: the one list a caller chooses from.
#pragma once

#include <string_view>
#include <vector>

#include "strategy/strategy.hpp"

namespace sapper {

struct Budget {
    std::string_view name;
    Settings settings;
};

struct Strategy {
    std::string_view name;
    Way way;
    std::vector<Budget> budgets;             // fast, normal, deep
    std::span<const NamedSetting> settings;  // those it has, by name
    std::span<const NamedCounter> counters;  // what it counts
};

const std::vector<Strategy>& strategies();

inline constexpr std::array<std::string_view, GUESS_KINDS> GUESS_KIND_NAMES = {
    "start",     "random",   "safest",   "lookahead", "endgame",  "area", "rollout",
    "do_or_die", "superloc", "floating", "lone",      "estimate", "zero",
};

}  // namespace sapper
