#include "strategy/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.hpp"

namespace sapper {

namespace {

// Every setting fits in 32 bits.
constexpr double MOST = 1e9;

// The shortest text of a number; without the trailing zeros of to_string where the library cannot write it.
std::string write_number(double number) {
#ifdef __cpp_lib_to_chars
    std::array<char, 32> text;
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
#else
    std::string text = std::to_string(number);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
#endif
}

std::string quote(const SettingValue& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return "'" + *word + "'";
    if (const auto* number = std::get_if<double>(&value)) return write_number(*number);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
    return std::to_string(std::get<std::int64_t>(value));
}

std::vector<std::string_view> words_of(const SettingInfo& info) {
    return info.kind == SettingKind::SWITCH ? std::vector<std::string_view>{"off", "on"} : info.words;
}

// The number of a word; NaN for a word that the setting does not have.
double number_of(const SettingInfo& info, const std::string& word) {
    auto words = words_of(info);
    auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::nan("") : static_cast<double>(found - words.begin());
}

bool fits(const SettingInfo& info, double number) {
    if (info.kind != SettingKind::NUMBER && number != std::floor(number)) return false;
    auto words = static_cast<double>(words_of(info).size());
    return number >= 0 && (words > 0 ? number < words : number <= MOST);
}

std::string describe_values(const SettingInfo& info) {
    if (info.kind == SettingKind::NUMBER) return "a number from 0 to a billion";
    if (info.kind == SettingKind::COUNT) return "a whole number from 0 to a billion";
    std::string text = "one of";
    for (std::string_view word : words_of(info)) text.append(text == "one of" ? " " : ", ").append(word);
    return text;
}

}  // namespace

double read_setting(const SettingInfo& info, const SettingValue& value) {
    double number = std::visit(
        [&](const auto& given) {
            if constexpr (std::is_same_v<std::decay_t<decltype(given)>, std::string>)
                return number_of(info, given);
            else
                return static_cast<double>(given);
        },
        value);
    if (!fits(info, number))
        throw InputError("setting '" + std::string(info.name) + "' must be " + describe_values(info) + ", unlike " +
                         quote(value));
    return number;
}

SettingValue write_setting(const SettingInfo& info, double number) {
    if (info.kind == SettingKind::NUMBER) return number;
    if (info.kind == SettingKind::SWITCH) return number != 0;
    return static_cast<std::int64_t>(number);
}

}  // namespace sapper
