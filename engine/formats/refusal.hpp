// Why a text or a file of another program is refused: a code, the values of its sentence, and a place. Whoever speaks
// to a person words it. Texts in values are UTF-8; `quoted` and `spell` write them as messages quote them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/types.hpp"

namespace sapper::formats {

// A number, or a text that is written as it is.
using Value = std::variant<std::int64_t, std::string>;

// Where a fault is. A file that is no text has bytes, a text has lines; a value that cannot be written has a cell.
struct FaultPlace {
    std::optional<std::size_t> byte;                              // from 0
    std::optional<std::size_t> line, column;                      // characters, from 1
    std::optional<std::pair<std::uint32_t, std::uint32_t>> cell;  // row and column of a board, from 0
};

struct Refusal : std::exception {
    enum class Kind : std::uint8_t { PARSE, INPUT, LIMIT };

    Refusal(Kind kind, std::string_view code, std::vector<Value> values = {}, FaultPlace place = {})
        : kind(kind), code(code), values(std::move(values)), place(place) {}

    const char* what() const noexcept override { return "a text or file of another program is refused"; }

    Kind kind;
    std::string_view code;  // a literal
    std::vector<Value> values;
    FaultPlace place;
    std::vector<Refusal> cause;  // none or one: what is wrong inside, the last value of the sentence
};

// Faults of files and of texts. Offsets of a text count bytes of UTF-8.
Refusal fault_at_byte(std::string_view code, std::size_t byte, std::vector<Value> values = {});
Refusal fault_in_text(std::string_view code, std::string_view text, std::size_t offset,
                      std::vector<Value> values = {});
Refusal fault_of_value(std::string_view code, std::vector<Value> values = {}, FaultPlace place = {});

// The line and column of an offset.
FaultPlace find_place(std::string_view text, std::size_t offset);

// A text between quotes, control characters escaped.
std::string spell(std::string_view text);

// The same of the first 24 characters of the first line; "..." follows where there are more.
std::string quoted(std::string_view text);

// Characters of a text.
std::size_t count_characters(std::string_view text);

// The first `most` characters of a text.
std::string_view first_characters(std::string_view text, std::size_t most);

// The bytes of the character at the beginning of a text that is not empty: 1 up to 4.
std::size_t character_bytes(std::string_view text);

inline Value whole(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

}  // namespace sapper::formats
