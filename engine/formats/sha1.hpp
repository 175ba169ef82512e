// The digest SHA-1, by which Tatham's Mines masks its layouts. It keeps nothing secret.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sapper::formats {

std::array<std::uint8_t, 20> digest_sha1(std::string_view text);

}  // namespace sapper::formats
