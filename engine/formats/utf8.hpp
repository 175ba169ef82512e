// Texts in UTF-8, and their lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::formats {

inline constexpr std::string_view MARK = "\xEF\xBB\xBF";  // the byte order mark some editors write

// The first byte that is no UTF-8; none where all are.
std::optional<std::size_t> find_no_utf8(std::string_view text);

// A text without a mark at its beginning, all of whose lines end with "\n". It is copied only where it has others.
class PlainText {
  public:
    explicit PlainText(std::string_view given);
    PlainText(const PlainText&) = delete;
    PlainText& operator=(const PlainText&) = delete;

    std::string_view view() const { return view_; }

  private:
    std::string own_;
    std::string_view view_;
};

}  // namespace sapper::formats
