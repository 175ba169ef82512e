// Texts in JSON, read where they stand: nothing is kept of a value but its place. `check_json` says what is wrong
// with a text; the others take values of a text that it passed. Numbers may be NaN and Infinity, as Python writes
// them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::formats {

// Refuses what is no value of JSON with nothing behind it, with line and column.
void check_json(std::string_view text);

// The members of an object, or the items of a list, one after the other.
class JsonItems {
  public:
    explicit JsonItems(std::string_view value);

    // False behind the last one. A key is as it is written, without its quotes; "" in a list.
    bool next();
    std::string_view key() const { return key_; }
    std::string_view value() const { return value_; }

  private:
    std::string_view text_, key_, value_;
    std::size_t at_ = 0;
    bool object_ = false;
};

// The last member of this name in an object; "" where there is none, and in other values.
std::string_view find_json(std::string_view value, std::string_view key);

// A number, or that in a text; none for other values and where it is not finite.
std::optional<double> json_number(std::string_view value);

// The text of a value: a text without its quotes and escapes, others as they are written. Half a character is "?".
std::string json_text(std::string_view value);

}  // namespace sapper::formats
