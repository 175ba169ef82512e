// Signs of ASCII and their kinds, and texts taken apart from the left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::formats {

inline constexpr std::string_view BLANKS = " \t";
inline constexpr std::string_view SPACES = " \t\n\r\f\v";

inline bool is_digit(char sign) {
    return sign >= '0' && sign <= '9';
}
inline char lower(char sign) {
    return sign >= 'A' && sign <= 'Z' ? static_cast<char>(sign | 32) : sign;
}
inline bool is_letter(char sign) {
    return lower(sign) >= 'a' && lower(sign) <= 'z';
}
inline bool is_space(char sign) {
    return SPACES.find(sign) != SPACES.npos;
}

std::string lowered(std::string_view text);
std::string_view strip(std::string_view text, std::string_view signs = SPACES);
std::string_view strip_end(std::string_view text, std::string_view signs = SPACES);

// The number that a text of digits writes; none where it is another text, or has above 18 digits.
std::optional<std::int64_t> read_digits(std::string_view text);

// A place in a text, from which pieces are taken.
class Scanner {
  public:
    explicit Scanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

    std::size_t at() const { return at_; }
    std::string_view text() const { return text_; }
    std::string_view rest() const { return text_.substr(at_); }
    bool ended() const { return at_ >= text_.size(); }
    char next() const { return ended() ? '\0' : text_[at_]; }
    void step(std::size_t count = 1) { at_ += count; }

    // Passes signs of a set, and says how many there were.
    std::size_t skip(std::string_view signs);
    // Passes a sign of a set, or a word in letters of either size; false where it does not follow.
    bool pass(std::string_view signs);
    bool pass_word(std::string_view word);
    // The digits that follow, at most so many; further ones are left.
    std::string_view digits(std::size_t most = std::string_view::npos);
    // The rest of the line; its end is passed, too.
    std::string_view line();

  private:
    std::string_view text_;
    std::size_t at_;
};

}  // namespace sapper::formats
