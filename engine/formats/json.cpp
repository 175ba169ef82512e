#include "formats/json.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "formats/refusal.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::string_view JSON_SPACES = " \t\n\r";
constexpr std::string_view WORDS[] = {"null", "true", "false", "NaN", "Infinity", "-Infinity"};

// Passes what a text is made of; refuses what is not there.
class Checker {
  public:
    explicit Checker(std::string_view text) : scan_(text) {}

    // Without recursion: a text of brackets alone would take any depth.
    void run() {
        std::vector<char> open;  // brackets that end the lists and objects around this place
        do {
            if (!open.empty() && open.back() == '}') pass_key();
            scan_.skip(JSON_SPACES);
            char sign = scan_.next();
            bool nested = sign == '{' || sign == '[';
            if (nested) {
                scan_.step();
                open.push_back(sign == '{' ? '}' : ']');
                scan_.skip(JSON_SPACES);
                if (scan_.next() != open.back()) continue;
            } else {
                pass_plain();
                scan_.skip(JSON_SPACES);
            }
            while (!open.empty() && scan_.next() == open.back()) {
                open.pop_back();
                scan_.step();
                scan_.skip(JSON_SPACES);
            }
            if (open.empty()) break;
            expect(',');
        } while (true);
        if (!scan_.ended()) refuse("json_rest");
    }

  private:
    [[noreturn]] void refuse(std::string_view code, std::vector<Value> values = {}) {
        throw fault_in_text(code, scan_.text(), scan_.at(), std::move(values));
    }

    void expect(char sign) {
        if (!scan_.pass({&sign, 1})) refuse("json_sign", {std::string(1, sign)});
    }

    void pass_key() {
        scan_.skip(JSON_SPACES);
        pass_text();
        scan_.skip(JSON_SPACES);
        expect(':');
    }

    void pass_plain() {
        if (scan_.next() == '"') return pass_text();
        for (std::string_view word : WORDS)
            if (scan_.rest().starts_with(word)) return scan_.step(word.size());
        scan_.pass("-");
        if (!is_digit(scan_.next())) refuse("json_value");
        if (!scan_.pass("0")) scan_.digits();
        if (scan_.next() == '.' && is_digit(scan_.rest().substr(0, 2).back())) {
            scan_.step();
            scan_.digits();
        }
        Scanner power = scan_;
        if (power.pass("eE")) {
            power.pass("+-");
            if (!power.digits().empty()) scan_ = power;
        }
    }

    void pass_text() {
        expect('"');
        while (!scan_.pass("\"")) {
            if (scan_.ended() || static_cast<unsigned char>(scan_.next()) < ' ') refuse("json_text");
            if (!scan_.pass("\\")) {
                scan_.step();
            } else if (scan_.pass("u")) {
                for (int k = 0; k < 4; ++k)
                    if (!scan_.pass("0123456789abcdefABCDEF")) refuse("json_text");
            } else if (!scan_.pass("\"\\/bfnrt")) {
                refuse("json_text");
            }
        }
    }

    Scanner scan_;
};

// The end of a text that begins with quotes.
std::size_t end_of_text(std::string_view text, std::size_t at) {
    for (++at; text[at] != '"'; ++at) at += text[at] == '\\';
    return at + 1;
}

// The end of the value that begins here, in a text that is checked.
std::size_t end_of_value(std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    do {
        char sign = text[at];
        if (sign == '"') {
            at = end_of_text(text, at);
            continue;
        }
        if (sign == '{' || sign == '[') ++depth;
        if (sign == '}' || sign == ']') --depth;
        if (std::string_view("{}[],: \t\n\r").find(sign) != std::string_view::npos)
            ++at;
        else
            at = std::min(text.find_first_of(",:{}[] \t\n\r\"", at), text.size());
    } while (depth > 0);
    return at;
}

void append_character(std::uint32_t code, std::string& out) {
    auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            add(0xE0 | code >> 12);
        } else {
            add(0xF0 | code >> 18);
            add(0x80 | (code >> 12 & 63));
        }
        add(0x80 | (code >> 6 & 63));
    }
    add(0x80 | (code & 63));
}

// The 16 bits of an escape \uXXXX, which is passed.
std::uint32_t pass_unit(std::string_view& text) {
    std::uint32_t unit = 0;
    std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    text.remove_prefix(6);
    return unit;
}

}  // namespace

void check_json(std::string_view text) {
    Checker(text).run();
}

JsonItems::JsonItems(std::string_view value) : text_(value), object_(value.starts_with('{')) {}

bool JsonItems::next() {
    if (!object_ && !text_.starts_with('[')) return false;
    auto skip = [&] { at_ = text_.find_first_not_of(JSON_SPACES, at_); };
    ++at_;  // the bracket, or the comma
    skip();
    if (text_[at_] == '}' || text_[at_] == ']') return false;
    if (object_) {
        std::size_t end = end_of_text(text_, at_);
        key_ = text_.substr(at_ + 1, end - at_ - 2);
        at_ = text_.find(':', end) + 1;
        skip();
    }
    std::size_t end = end_of_value(text_, at_);
    value_ = text_.substr(at_, end - at_);
    at_ = end;
    skip();
    if (text_[at_] != ',') --at_;  // the bracket is seen again
    return true;
}

std::string_view find_json(std::string_view value, std::string_view key) {
    std::string_view found;
    if (!value.starts_with('{')) return found;
    for (JsonItems items(value); items.next();)
        if (items.key() == key) found = items.value();
    return found;
}

std::optional<double> json_number(std::string_view value) {
    if (value.starts_with('"')) value = strip(value.substr(1, value.size() - 2));
    if (value.empty() || value.find_first_not_of("0123456789+-.eE") != value.npos) return {};
    std::string copy(value);
    char* end = nullptr;
    double number = std::strtod(copy.c_str(), &end);
    return *end == '\0' && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string json_text(std::string_view value) {
    if (!value.starts_with('"')) return std::string(value);
    static constexpr std::string_view NAMES = "\"\\/bfnrt", SIGNS = "\"\\/\b\f\n\r\t";
    std::string out;
    for (value = value.substr(1, value.size() - 2); !value.empty();) {
        if (value[0] != '\\') {
            out += value[0];
            value.remove_prefix(1);
        } else if (value[1] != 'u') {
            out += SIGNS[NAMES.find(value[1])];
            value.remove_prefix(2);
        } else {
            std::uint32_t code = pass_unit(value);
            bool first = code >= 0xD800 && code < 0xDC00;
            if (first && value.starts_with("\\u")) {
                std::string_view rest = value;
                std::uint32_t second = pass_unit(rest);
                if (second >= 0xDC00 && second < 0xE000) {
                    code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
                    value = rest;
                }
            }
            append_character(code >= 0xD800 && code < 0xE000 ? '?' : code, out);
        }
    }
    return out;
}

}  // namespace sapper::formats
