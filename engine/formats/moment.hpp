// Moments as ISO 8601, without a zone: "2022-10-18T20:15:35.606".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sapper::formats {

// A day and a time as a file tells them, unchecked; the part of a second, if there is one, follows as it is written.
struct ToldMoment {
    int year, month, day, hour, minute, second;
};
std::string spell_moment(const ToldMoment& told);

// A number of at least so many digits.
std::string pad(std::uint64_t number, std::size_t digits);

// Microseconds since 1970, with parts of a second only where there are some; "" for 0 and after the year 9999.
std::string spell_microseconds(std::uint64_t microseconds);

// The microseconds since 1970 of a moment; 0 for another text or an earlier one. A zone such as Z or +02:00 may
// follow.
std::uint64_t read_moment(std::string_view text);

}  // namespace sapper::formats
