#include <algorithm>
#include <array>
#include <utility>

#include "formats/moment.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::size_t LEVEL_AT = 5, EVENT = 8;  // a byte, and the bytes of an event
constexpr std::uint8_t CUSTOM = 6;
constexpr std::uint8_t MARKS_ON = 0x11, MARKS_OFF = 0x7F;
constexpr std::size_t TEXT_HEAD = 5;  // bytes: marks, any, "[", a digit of the level, "|"
constexpr std::string_view SIGNED = "cs=";

struct Level {
    std::uint32_t rows, cols, mines;
};

constexpr Level LEVELS[] = {{8, 8, 10}, {16, 16, 40}, {16, 30, 99}};  // 3 beginner, 4 intermediate, 5 expert
constexpr std::uint8_t FIRST_LEVEL = 3;

bool is_level(std::uint8_t level) {
    return level >= FIRST_LEVEL && level <= CUSTOM;
}

// The byte where the text in brackets begins, with the marks before it; npos where there is none.
std::size_t find_text(Bytes data, std::size_t from) {
    for (std::size_t at = from; at + TEXT_HEAD <= data.size(); ++at)
        if ((data[at] == MARKS_ON || data[at] == MARKS_OFF) && data[at + 2] == '[' && data[at + 3] >= '0' &&
            data[at + 3] <= '3' && data[at + 4] == '|')
            return at;
    return std::string_view::npos;
}

// The first place whose bytes can be an event: at x below 512 in the first second.
std::size_t find_events(Bytes data, std::size_t from) {
    for (std::size_t at = from; at + 3 <= data.size(); ++at)
        if (data[at + 1] <= 1 && data[at + 2] == 1) return at;
    return data.size();
}

constexpr auto KINDS = [] {
    std::array<std::uint8_t, 256> table{};
    for (auto [code, kind] :
         std::initializer_list<std::pair<std::uint8_t, MouseEvent>>{{1, MouseEvent::MOVE},
                                                                    {3, MouseEvent::LEFT_DOWN},
                                                                    {5, MouseEvent::LEFT_UP},
                                                                    {9, MouseEvent::RIGHT_DOWN},
                                                                    {17, MouseEvent::RIGHT_UP},
                                                                    {33, MouseEvent::MIDDLE_DOWN},
                                                                    {65, MouseEvent::MIDDLE_UP},
                                                                    {11, MouseEvent::SHIFT_LEFT_DOWN},
                                                                    {21, MouseEvent::LEFT_UP},
                                                                    {145, MouseEvent::RIGHT_UP},
                                                                    {193, MouseEvent::MIDDLE_UP}})
        table[code] = static_cast<std::uint8_t>(kind);
    return table;
}();

// Reads the events, and returns the byte after them. They end at one without seconds.
std::size_t read_events(Bytes data, std::size_t from, bool partial, Recording& out) {
    std::size_t at = find_events(data, from);
    if (at == data.size()) {
        allow(out, fault_at_byte("no_events", at), partial);
        return at;
    }
    EventList events(out.events, (data.size() - at) / EVENT);
    std::int64_t seconds = 1;  // from 1 on
    for (; at + EVENT <= data.size(); at += EVENT) {
        const std::uint8_t* event = data.data() + at;
        seconds = event[6] << 8 | event[2];
        if (seconds == 0 || KINDS[event[0]] == 0) break;
        events.add(KINDS[event[0]], 1000 * (seconds - 1) + 10 * event[4], event[1] << 8 | event[3],
                   event[5] << 8 | event[7]);
    }
    events.end();
    if (at + EVENT > data.size())
        allow(out, fault_at_byte("events_without_end", data.size()), partial);
    else if (seconds != 0)
        allow(out, fault_at_byte("no_kind", at, {whole(data[at])}), partial);
    return at;
}

// Adds the thousandths that Freesweeper writes after the signature, two in a byte.
void refine(RecordedEvents& events, std::string_view tail) {
    std::size_t at = tail.find(SIGNED), count = events.size();
    Bytes packed = bytes_of(tail.substr(at == tail.npos ? tail.size() : at + SIGNED.size()));
    if (packed.size() < (count + 1) / 2) return;
    auto digit = [&](std::size_t k) { return k % 2 ? packed[k / 2] & 15 : packed[k / 2] >> 4; };
    for (std::size_t k = 0; k < count; ++k)
        if (digit(k) > 9) return;
    std::int64_t latest = 0;
    for (std::size_t k = 0; k < count; ++k) events.times[k] = latest = std::max(latest, events.times[k] + digit(k));
}

std::optional<std::int64_t> read_real_time(std::string_view tail) {
    static constexpr std::string_view NAME = "RealTime:";
    for (std::size_t at = tail.find(NAME); at != tail.npos; at = tail.find(NAME, at + 1)) {
        Scanner scan(tail, at + NAME.size());
        scan.skip(SPACES);
        std::string_view seconds = scan.digits();
        if (seconds.empty() || seconds.size() > 9) continue;
        std::int64_t time = 1000 * *read_digits(seconds), unit = 100;
        if (scan.pass(".,"))
            for (char digit : scan.digits(3)) {
                time += unit * (digit - '0');
                unit /= 10;
            }
        return time;
    }
    return {};
}

std::string_view read_program(std::string_view tail) {
    std::size_t at = tail.npos;
    for (std::string_view name : {"Minesweeper Arbiter", "Freesweeper", "FreeSweeper"})
        at = std::min(at, tail.find(name));
    if (at == tail.npos) return {};
    std::string_view line = tail.substr(at);
    line = line.substr(0, line.find_first_of("\r\n"));
    return strip(line.substr(0, line.find(". Copyright")));
}

// The name: the line after that of the skin.
std::string_view read_player(std::string_view tail) {
    std::size_t at = tail.find("Skin:");
    std::size_t end = at == tail.npos ? at : tail.find_first_of("\r\n", at);
    if (end == tail.npos) return {};
    std::string_view name = tail.substr(end + (tail.substr(end, 2) == "\r\n" ? 2 : 1));
    return strip(name.substr(0, name.find_first_of("\r\n")));
}

// The 3BV: B, digits, T and another digit.
std::optional<std::int64_t> read_bbbv(std::string_view text) {
    for (std::size_t at = text.find('B'); at != text.npos; at = text.find('B', at + 1)) {
        Scanner scan(text, at + 1);
        std::string_view digits = scan.digits();
        if (!digits.empty() && digits.size() <= 9 && scan.pass("T") && is_digit(scan.next()))
            return read_digits(digits);
    }
    return {};
}

// A moment as day.month.year.hour:minute:second:part. The tenth of a second stands before the milliseconds.
std::string read_start(std::string_view text) {
    static constexpr std::pair<std::size_t, std::string_view> PARTS[] = {{2, "."}, {2, "."}, {4, "."}, {2, ":"},
                                                                         {2, ":"}, {2, ":"}, {4, ""}};
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        if (!is_digit(text[begin]) || (begin > 0 && is_digit(text[begin - 1]))) continue;
        Scanner scan(text, begin);
        std::string_view parts[7];
        bool fits = true;
        for (std::size_t k = 0; k < 7 && fits; ++k) {
            parts[k] = scan.digits();
            fits = !parts[k].empty() && parts[k].size() <= PARTS[k].first;
            if (fits && k < 6) fits = scan.pass(PARTS[k].second);
        }
        if (!fits) continue;
        auto number = [&](std::size_t k) { return static_cast<int>(*read_digits(parts[k])); };
        std::uint64_t part = static_cast<std::uint64_t>(read_digits(parts[6].substr(1)).value_or(0));
        return spell_moment({number(2), number(1), number(0), number(3), number(4), number(5)}) + "." + pad(part, 3);
    }
    return {};
}

}  // namespace

bool is_avf(Bytes data) {
    return data.size() > LEVEL_AT && is_level(data[LEVEL_AT]) && find_text(data, 0) != std::string_view::npos;
}

Recording read_avf(Bytes data, bool partial) {
    Cursor cursor(data, LEVEL_AT);
    std::uint8_t code = cursor.u8();
    // Files of any other kind arrive here as well: AVF has no mark at its beginning.
    if (!is_level(code)) throw fault_at_byte("no_replay", LEVEL_AT, {whole(code)});
    Level level{};
    if (code == CUSTOM) {
        level.cols = cursor.u8() + 1u;
        level.rows = cursor.u8() + 1u;
        level.mines = cursor.u16();
    } else {
        level = LEVELS[code - FIRST_LEVEL];
    }
    check_size(level.rows, level.cols, level.mines, LEVEL_AT);
    Recording out;
    out.rows = level.rows;
    out.cols = level.cols;
    std::size_t mines_at = cursor.at();
    out.mines = read_mines({cursor.take(2 * std::size_t{level.mines}, "mines"), mines_at, 1}, out.rows, out.cols);
    std::size_t marks = find_text(data, cursor.at());
    if (marks == std::string_view::npos) throw fault_at_byte("no_brackets", cursor.at());
    std::size_t begin = marks + TEXT_HEAD, end = signs_of(data).find(']', begin);
    if (end == std::string_view::npos) throw fault_at_byte("brackets_without_end", begin);
    std::string_view text = signs_of(data.subspan(begin, end - begin));
    std::string_view tail = signs_of(data.subspan(read_events(data, end + 1, partial, out)));
    bool free = data[0] == 0;
    if (free) refine(out.events, tail);
    out.format = free ? "fsvf" : "avf";
    out.version.bytes = free ? "R" : "0.";
    out.version.bytes += std::to_string(data[free ? 1 : 0]);
    out.count = out.events.size();
    out.rtime = read_real_time(tail);
    if (!out.rtime && out.count > 0) out.rtime = out.events.times[out.count - 1];
    out.bbbv = read_bbbv(text);
    out.questions = data[marks] == MARKS_ON;
    out.mode = std::string_view(free && data[2] ? "cheat" : "classic");
    out.program = read_program(tail);
    out.player = read_player(tail);
    out.started.bytes = read_start(text);
    out.official = tail.find(SIGNED) != tail.npos;
    return out;
}

}  // namespace sapper::formats
