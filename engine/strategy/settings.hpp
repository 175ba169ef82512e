// Settings of strategies: typed fields in the code, named values for callers. A strategy keeps its settings in a
// struct of its own and lists the fields by name; a switch is a bool, a choice an enum with a word for each value, a
// count a whole number, a weight a double. Callers may give a switch or a choice by its word or by its number, so
// that every setting can be swept.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sapper {

enum class SettingKind : std::uint8_t { SWITCH, CHOICE, COUNT, NUMBER };

struct SettingInfo {
    std::string_view name;
    std::string_view description;  // one line
    SettingKind kind = SettingKind::NUMBER;
    std::vector<std::string_view> words;  // of a choice: for the values 0, 1, ...
};

using SettingValue = std::variant<bool, std::int64_t, double, std::string>;
using SettingValues = std::map<std::string, SettingValue, std::less<>>;

// The number that a value stands for. Throws InputError for a value that the setting cannot have.
double read_setting(const SettingInfo& info, const SettingValue& value);

// The value that a number stands for. A choice is given by its number.
SettingValue write_setting(const SettingInfo& info, double number);

// A setting, and how to reach it in a struct of settings.
template <class Settings>
struct Setting {
    SettingInfo info;
    std::function<double(const Settings&)> get;
    std::function<void(Settings&, double)> set;
};
template <class Settings>
using SettingList = std::vector<Setting<Settings>>;

template <class Field>
constexpr SettingKind kind_of_field() {
    if constexpr (std::is_same_v<Field, bool>) return SettingKind::SWITCH;
    if constexpr (std::is_enum_v<Field>) return SettingKind::CHOICE;
    return std::is_integral_v<Field> ? SettingKind::COUNT : SettingKind::NUMBER;
}

// Names a field of a struct of settings. The words are those of an enum. Cold, as all that lists settings: it runs
// once and is compiled for size.
template <class Settings, class Field>
[[gnu::cold]] Setting<Settings> setting(std::string_view name, Field Settings::* field, std::string_view description,
                                        std::vector<std::string_view> words = {}) {
    return {{name, description, kind_of_field<Field>(), std::move(words)},
            [field](const Settings& all) { return static_cast<double>(all.*field); },
            [field](Settings& all, double number) { all.*field = static_cast<Field>(number); }};
}

// Adds the settings of a part to those of the struct that contains it.
template <class Settings, class Part>
[[gnu::cold]] void add_settings(SettingList<Settings>& all, Part Settings::* part, const SettingList<Part>& some) {
    for (const Setting<Part>& one : some)
        all.push_back({one.info, [part, get = one.get](const Settings& from) { return get(from.*part); },
                       [part, set = one.set](Settings& to, double number) { set(to.*part, number); }});
}

}  // namespace sapper
