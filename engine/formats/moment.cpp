#include "formats/moment.hpp"

namespace sapper::formats {

namespace {

constexpr std::uint64_t SECOND = 1'000'000, DAY = 86'400 * SECOND;  // microseconds
constexpr std::uint64_t LATEST = 253'402'300'800 * SECOND;          // the year 10,000

// Reads numbers of a fixed number of digits; after the first that is none, nothing fits.
struct Digits {
    std::string_view rest;
    bool fits = true;

    int next(std::size_t count) {
        int number = 0;
        for (; fits && count > 0; --count) {
            fits = !rest.empty() && rest[0] >= '0' && rest[0] <= '9';
            if (!fits) return 0;
            number = 10 * number + (rest[0] - '0');
            rest.remove_prefix(1);
        }
        return number;
    }
    bool pass(std::string_view signs) {
        bool found = fits && !rest.empty() && signs.find(rest[0]) != signs.npos;
        if (found) rest.remove_prefix(1);
        return found;
    }
    int after(std::string_view signs, std::size_t count) {
        fits = pass(signs);
        return next(count);
    }
};

// Days from 1970 on, and their dates. A year begins in March here, so that its last day may be the 29th of February;
// 400 years have 146,097 days.
constexpr std::int64_t ERA = 146'097, BEFORE = 719'468;

std::int64_t days_of(int year, int month, int day) {
    std::int64_t from_march = (month + 9) % 12, years = year - (month <= 2 ? 1 : 0);
    std::int64_t era = years / 400, of_era = years % 400;
    return era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + (153 * from_march + 2) / 5 + day - 1 - BEFORE;
}

ToldMoment date_of(std::int64_t days) {
    days += BEFORE;
    std::int64_t era = days / ERA, rest = days % ERA;
    std::int64_t years = (rest - rest / 1460 + rest / 36'524 - rest / 146'096) / 365;
    rest -= 365 * years + years / 4 - years / 100;
    std::int64_t from_march = (5 * rest + 2) / 153;
    int day = static_cast<int>(rest - (153 * from_march + 2) / 5 + 1);
    int month = static_cast<int>(from_march < 10 ? from_march + 3 : from_march - 9);
    return {static_cast<int>(era * 400 + years) + (month <= 2 ? 1 : 0), month, day, 0, 0, 0};
}

bool is_date(int year, int month, int day) {
    if (year < 1 || month < 1 || month > 12 || day < 1) return false;
    ToldMoment back = date_of(days_of(year, month, day));
    return back.month == month && back.day == day;
}

// A part of a second in microseconds; digits beyond the sixth are left out.
std::int64_t read_part(Digits& digits) {
    std::int64_t part = 0, unit = SECOND / 10;
    for (; !digits.rest.empty() && digits.rest[0] >= '0' && digits.rest[0] <= '9'; unit /= 10)
        part += unit * digits.next(1);
    return part;
}

}  // namespace

std::string pad(std::uint64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

std::string spell_moment(const ToldMoment& told) {
    auto two = [](int number) { return pad(static_cast<std::uint64_t>(number), 2); };
    return pad(static_cast<std::uint64_t>(told.year), 4) + "-" + two(told.month) + "-" + two(told.day) + "T" +
           two(told.hour) + ":" + two(told.minute) + ":" + two(told.second);
}

std::string spell_microseconds(std::uint64_t microseconds) {
    if (microseconds == 0 || microseconds >= LATEST) return "";
    ToldMoment told = date_of(static_cast<std::int64_t>(microseconds / DAY));
    int second = static_cast<int>(microseconds % DAY / SECOND);
    told.hour = second / 3600;
    told.minute = second / 60 % 60;
    told.second = second % 60;
    std::string text = spell_moment(told);
    std::uint64_t part = microseconds % SECOND;
    return part == 0 ? text : text + "." + pad(part, 6);
}

std::uint64_t read_moment(std::string_view text) {
    Digits digits{text};
    int year = digits.next(4), month = digits.after("-", 2), day = digits.after("-", 2);
    int hour = 0, minute = 0, second = 0;
    std::int64_t part = 0, ahead = 0;  // microseconds, and minutes before Greenwich
    if (digits.fits && !digits.rest.empty()) {
        digits.rest.remove_prefix(1);  // T, or a blank
        hour = digits.next(2);
        minute = digits.after(":", 2);
        if (digits.pass(":")) second = digits.next(2);
        if (digits.pass(".,")) part = read_part(digits);
        bool east = digits.fits && !digits.rest.empty() && digits.rest[0] == '+';
        if (digits.pass("+-")) {
            ahead = 60 * digits.next(2);
            digits.pass(":");
            ahead = (ahead + digits.next(2)) * (east ? 1 : -1);
        } else {
            digits.pass("Z");
        }
    }
    bool fits = digits.fits && digits.rest.empty() && is_date(year, month, day);
    if (!fits || hour > 23 || minute > 59 || second > 59) return 0;
    std::int64_t seconds = days_of(year, month, day) * 86'400 + hour * 3600 + (minute - ahead) * 60 + second;
    return seconds < 0 ? 0 : static_cast<std::uint64_t>(seconds) * SECOND + static_cast<std::uint64_t>(part);
}

}  // namespace sapper::formats
