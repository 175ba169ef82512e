#include "formats/forms.hpp"
#include "formats/utf8.hpp"

namespace sapper::formats {

namespace {

constexpr std::size_t HEADER = 4;  // bytes before the mines

std::size_t length_of(Bytes data) {
    return HEADER + 2 * static_cast<std::size_t>(data[2] << 8 | data[3]);
}

}  // namespace

bool is_binary(Bytes data) {
    std::string_view text = signs_of(data);
    return text.find('\0') != text.npos || find_no_utf8(text).has_value();
}

bool is_mbf(Bytes data) {
    return data.size() >= HEADER && data.size() == length_of(data) && data[0] > 0 && data[1] > 0;
}

}  // namespace sapper::formats
