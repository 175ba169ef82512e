#include "formats/refusal.hpp"

#include <algorithm>

namespace sapper::formats {

namespace {

constexpr std::size_t LONGEST_QUOTE = 24;  // characters

bool continues(char byte) {
    return (byte & 0xC0) == 0x80;
}

// The number of a character; only those that are escaped need to be told apart.
std::uint32_t code_of(std::string_view character) {
    auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(character[k])); };
    return character.size() == 2 ? (byte(0) & 31) << 6 | (byte(1) & 63) : byte(0);
}

void append_escaped(std::string_view character, char mark, std::string& out) {
    static constexpr char DIGITS[] = "0123456789abcdef";
    char sign = character[0];
    if (character.size() == 1 && (sign == mark || sign == '\\')) {
        out += {'\\', sign};
    } else if (sign == '\n' || sign == '\r' || sign == '\t') {
        out += {'\\', sign == '\n' ? 'n' : sign == '\r' ? 'r' : 't'};
    } else {
        std::uint32_t code = code_of(character);
        bool hidden = character.size() <= 2 && (code < 32 || (code >= 127 && code <= 160) || code == 173);
        if (hidden)
            out += {'\\', 'x', DIGITS[code >> 4 & 15], DIGITS[code & 15]};
        else
            out += character;
    }
}

}  // namespace

Refusal fault_at_byte(std::string_view code, std::size_t byte, std::vector<Value> values) {
    return {Refusal::Kind::PARSE, code, std::move(values), {.byte = byte, .line = {}, .column = {}, .cell = {}}};
}

Refusal fault_in_text(std::string_view code, std::string_view text, std::size_t offset, std::vector<Value> values) {
    return {Refusal::Kind::PARSE, code, std::move(values), find_place(text, offset)};
}

Refusal fault_of_value(std::string_view code, std::vector<Value> values, FaultPlace place) {
    return {Refusal::Kind::INPUT, code, std::move(values), place};
}

FaultPlace find_place(std::string_view text, std::size_t offset) {
    std::string_view before = text.substr(0, offset);
    std::size_t begin = before.rfind('\n') + 1;  // 0 where there is none
    auto lines = std::count(before.begin(), before.end(), '\n');
    return {.byte = {},
            .line = static_cast<std::size_t>(lines) + 1,
            .column = count_characters(before.substr(begin)) + 1,
            .cell = {}};
}

std::size_t count_characters(std::string_view text) {
    auto signs = std::count_if(text.begin(), text.end(), [](char byte) { return !continues(byte); });
    return static_cast<std::size_t>(signs);
}

std::size_t character_bytes(std::string_view text) {
    std::size_t count = 1;
    while (count < 4 && count < text.size() && continues(text[count])) ++count;
    return count;
}

std::string_view first_characters(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    for (; most > 0 && end < text.size(); --most) end += character_bytes(text.substr(end));
    return text.substr(0, end);
}

std::string spell(std::string_view text) {
    char mark = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
    std::string out(1, mark);
    while (!text.empty()) {
        std::size_t size = character_bytes(text);
        append_escaped(text.substr(0, size), mark, out);
        text.remove_prefix(size);
    }
    return out + mark;
}

std::string quoted(std::string_view text) {
    std::string_view piece = first_characters(text, LONGEST_QUOTE);
    std::size_t end = piece.find('\n', 1);
    piece = piece.substr(0, end);
    return spell(piece) + (piece.size() < text.size() ? "..." : "");
}

}  // namespace sapper::formats
