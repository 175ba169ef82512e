#include "strategy/catalogue.hpp"

#include <algorithm>
#include <cassert>

#include "base/error.hpp"

namespace sapper {

Strategy random_strategy(), safest_strategy(), lookahead_strategy(), best_strategy(), efficient_strategy();

namespace {

// Names separated by commas, for messages.
template <class Range, class Name>
std::string list_names(const Range& range, Name&& name_of) {
    std::string text;
    for (const auto& one : range) text.append(text.empty() ? "" : ", ").append(name_of(one));
    return text;
}

}  // namespace

std::size_t find_setting(const std::vector<SettingInfo>& settings, std::string_view name) {
    auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& one) { return one.name == name; });
    if (found != settings.end()) return static_cast<std::size_t>(found - settings.begin());
    throw InputError("unknown setting '" + std::string(name) + "': " +
                     (settings.empty() ? "the strategy has none"
                                       : "it is one of " + list_names(settings, [](auto& one) { return one.name; })));
}

SettingValues Strategy::read(const SettingValues& values) const {
    SettingValues out;
    for (const auto& [given, value] : values) {
        const SettingInfo& info = settings[find_setting(settings, given)];
        out[given] = write_setting(info, read_setting(info, value));
    }
    return out;
}

const SettingValues& Strategy::budget(std::string_view budget_name) const {
    auto found = std::find(BUDGET_NAMES.begin(), BUDGET_NAMES.end(), budget_name);
    if (found != BUDGET_NAMES.end()) return budgets[static_cast<std::size_t>(found - BUDGET_NAMES.begin())];
    throw InputError("unknown budget '" + std::string(budget_name) + "': it is one of " +
                     list_names(BUDGET_NAMES, [](auto name) { return name; }));
}

Catalogue::Catalogue(std::vector<Strategy> strategies)
    : strategies_(std::move(strategies)), reasons_{&reasons::START,     &reasons::RANDOM,  &reasons::SAFEST,
                                                   &reasons::LOOKAHEAD, &reasons::ENDGAME, &reasons::AREA} {
    for (const Strategy& strategy : strategies_) {
        assert(strategy.counters.size() <= MAX_COUNTERS);
        for (const Reason* reason : strategy.reasons)
            if (std::find(reasons_.begin(), reasons_.end(), reason) == reasons_.end()) reasons_.push_back(reason);
    }
}

const Strategy& Catalogue::find(std::string_view name) const {
    for (const Strategy& strategy : strategies_)
        if (strategy.name == name) return strategy;
    throw InputError("unknown strategy '" + std::string(name) + "': it is one of " +
                     list_names(strategies_, [](auto& one) { return one.name; }));
}

const Catalogue& own_catalogue() {
    // In the order in which users see them.
    static const Catalogue own(
        {random_strategy(), safest_strategy(), lookahead_strategy(), best_strategy(), efficient_strategy()});
    return own;
}

}  // namespace sapper
