// The registration of a strategy: its name, its settings and budgets, the reasons it gives, its counters, its entries
// in the gallery, and how it plays. A strategy is one source file that ends with a function
// `Strategy NAME_strategy()`, and one line in the catalogue.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "strategy/settings.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

// Something a strategy counts while it plays: the sum over all games, or the most in any of them.
struct NamedCounter {
    std::string_view name;
    bool largest = false;
};

// A strategy with settings that the gallery compares with others.
struct GalleryEntry {
    std::string_view name;      // short, for the table and the picture
    std::string_view strategy;  // NAME[@BUDGET][,setting=value...]
    std::uint32_t share = 1;    // it plays the first 1/share of the games; more than 1 for slow strategies
};

inline constexpr std::array<std::string_view, 4> BUDGET_NAMES = {"fast", "normal", "deep", "record"};
inline constexpr std::string_view OWN_FAMILY = "Sapper";

// A strategy in the catalogue.
struct Strategy {
    std::string_view name, family;
    std::vector<SettingInfo> settings;
    std::array<SettingValues, BUDGET_NAMES.size()> budgets;  // every setting under each budget
    std::vector<const Reason*> reasons;                      // that it gives for guesses, START first
    std::vector<NamedCounter> counters;
    std::vector<GalleryEntry> gallery;

    // Returns one that plays with these settings; those not given have their defaults. Throws InputError for an
    // unknown setting or a value that a setting cannot have.
    std::function<std::unique_ptr<Mover>(const SettingValues&)> make;

    // Settings as the strategy reads them, words by their numbers. Throws as `make` does.
    SettingValues read(const SettingValues& values) const;

    // The settings under a budget. Throws InputError for an unknown one.
    const SettingValues& budget(std::string_view budget_name) const;
};

// The same, with settings that are fields of a struct.
template <class Settings>
struct Registration {
    std::string_view name;
    std::string_view family = OWN_FAMILY;  // or the system that it comes from
    SettingList<Settings> settings = {};
    Settings fast = {}, normal = {}, deep = {};
    std::optional<Settings> record = {};  // the most work; none: as deep
    std::vector<const Reason*> reasons = {};
    std::vector<NamedCounter> counters = {};
    std::vector<GalleryEntry> gallery = {};
};

// The place of a setting among those of a strategy. Throws InputError for an unknown name.
std::size_t find_setting(const std::vector<SettingInfo>& settings, std::string_view name);

// Registers a strategy that is played by a `Play`, a mover made from settings.
template <class Play, class Settings>
[[gnu::cold]] Strategy register_strategy(Registration<Settings> told) {
    Strategy out{told.name, told.family, {}, {}, {&reasons::START}, told.counters, told.gallery, {}};
    out.reasons.insert(out.reasons.end(), told.reasons.begin(), told.reasons.end());
    if constexpr (std::is_base_of_v<Guesser, Play>)
        for (const Reason* reason : {&reasons::SAFEST, &reasons::ESTIMATE})  // where a position is too wide to count
            if (std::find(out.reasons.begin(), out.reasons.end(), reason) == out.reasons.end())
                out.reasons.push_back(reason);
    for (const auto& one : told.settings) out.settings.push_back(one.info);
    const std::array chosen = {told.fast, told.normal, told.deep, told.record.value_or(told.deep)};
    for (std::size_t k = 0; k < chosen.size(); ++k)
        for (const auto& one : told.settings)
            out.budgets[k][std::string(one.info.name)] = write_setting(one.info, one.get(chosen[k]));
    out.make = [fields = std::move(told.settings), infos = out.settings](const SettingValues& values) {
        Settings settings;
        for (const auto& [name, value] : values) {
            const auto& field = fields[find_setting(infos, name)];
            field.set(settings, read_setting(field.info, value));
        }
        return std::make_unique<Play>(settings);
    };
    return out;
}

}  // namespace sapper
