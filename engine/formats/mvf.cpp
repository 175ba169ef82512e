#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "formats/moment.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::string_view NEW = "\x11M", HACK{"\0\0", 2};
constexpr std::size_t YEAR_AT = 27;  // the last digit of the copyright
constexpr std::size_t VERSION_AT = 53, DATA_97_AT = 74, DATA_2006_AT = 71, DATA_HACK_AT = 7;
constexpr std::size_t SHORT = 5, LONG = 6;  // bytes of an event in 0.97, and since 2006
constexpr std::size_t OLD_EVENT = 8;
constexpr std::string_view MODES[] = {"classic", "density", "upk", "cheat"};  // from 1 on
constexpr std::uint8_t MOST_LEVELS = 5;
constexpr int MARGIN = 32;  // pixels that places are moved by since 2006

// Before 0.97: bytes from the end where the time stands; the name follows if there is one.
struct OldTail {
    std::string_view version;
    std::size_t back;
};
constexpr OldTail OLD_TAILS[] = {{"0.96", 125}, {"0.76", 113}, {"0.75", 13}};
constexpr std::size_t NAME = 100;          // bytes
constexpr std::int64_t LATEST_END = 2000;  // milliseconds from the last event to the time of the game
constexpr std::uint8_t MOST_BUTTONS = 7;   // all three bits
constexpr std::uint8_t MOST_HUNDREDTHS = 99;
constexpr std::int64_t TURN = 256'000;  // milliseconds after which the byte of the seconds begins again

// The state of the mouse at a time.
struct State {
    unsigned buttons = 0;  // 1 left, 2 middle, 4 right: those that are down
    std::int64_t time = 0;
    std::int32_t x = 0, y = 0;
};

// Appends the presses and releases from one state to the next, the left button first; a state that changes no button
// is a move.
class Presses {
  public:
    Presses(RecordedEvents& out, std::size_t states) : events_(out, 3 * states) {}

    void add(const State& state) {
        static constexpr struct {
            unsigned bit;
            MouseEvent down, up;
        } BUTTONS[] = {{1, MouseEvent::LEFT_DOWN, MouseEvent::LEFT_UP},
                       {2, MouseEvent::MIDDLE_DOWN, MouseEvent::MIDDLE_UP},
                       {4, MouseEvent::RIGHT_DOWN, MouseEvent::RIGHT_UP}};
        auto add_one = [&](MouseEvent kind) {
            events_.add(static_cast<std::uint8_t>(kind), state.time, state.x, state.y);
        };
        if (state.buttons == before_) add_one(MouseEvent::MOVE);
        for (const auto& button : BUTTONS)
            if ((state.buttons ^ before_) & button.bit) add_one(state.buttons & button.bit ? button.down : button.up);
        before_ = state.buttons;
    }
    void end() { events_.end(); }

  private:
    EventList events_;
    unsigned before_ = 0;
};

// For each logical bit its place among the bits of an event, the lowest bit of the first byte first.
std::vector<std::uint8_t> permute(double key, std::size_t size) {
    double a = std::sqrt(key), b = std::sqrt(key + 1000);
    double c = std::sqrt(a + 1000), d = std::sqrt(b + 1000);
    const double values[] = {std::cos(c + 1000), std::sin(std::sqrt(b)),
                             std::cos(c),        std::sin(std::sqrt(a) + 1000),
                             std::cos(d),        std::sin(d)};
    std::string digits;
    for (std::size_t k = 0; k < size; ++k) {
        std::string eight = pad(static_cast<std::uint64_t>(std::nearbyint(std::abs(values[k]) * 1e8)), 8);
        digits += eight.substr(eight.size() - 8);
    }
    std::vector<std::uint8_t> places(8 * size);
    std::iota(places.begin(), places.end(), std::uint8_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::uint8_t one, std::uint8_t other) { return digits[one] < digits[other]; });
    return places;
}

// What a state has, as logical bits from `first` on.
struct Field {
    unsigned first, size;

    std::int32_t of(std::uint64_t bits) const {
        return static_cast<std::int32_t>(bits >> first & ((std::uint64_t{1} << size) - 1));
    }
};

void read_new_events(Bytes packed, const std::vector<std::uint8_t>& places, RecordedEvents& out) {
    std::size_t size = places.size() / 8;
    bool late = size == LONG;
    // What every value of every byte adds to the logical bits.
    std::array<std::array<std::uint64_t, 256>, LONG> adds{};
    for (std::size_t bit = 0; bit < places.size(); ++bit)
        for (unsigned value = 0; value < 256; ++value)
            if (value >> places[bit] % 8 & 1) adds[places[bit] / 8][value] |= std::uint64_t{1} << bit;
    const Field y = late ? Field{3, 11} : Field{3, 9}, x = late ? Field{14, 11} : Field{12, 9};
    const Field thousandths{25, 22}, hundredths{21, 7}, seconds{28, 10};
    int margin = late ? MARGIN : 0;
    Presses presses(out, packed.size() / size);
    for (std::size_t at = 0; at + size <= packed.size(); at += size) {
        std::uint64_t bits = 0;
        for (std::size_t byte = 0; byte < size; ++byte) bits |= adds[byte][packed[at + byte]];
        State state;
        state.buttons = static_cast<unsigned>((bits >> 2 & 1) | (bits & 2) | (bits & 1) << 2);
        state.time = late ? thousandths.of(bits) : 1000 * seconds.of(bits) + 10 * hundredths.of(bits);
        state.x = x.of(bits) - margin;
        state.y = y.of(bits) - margin;
        presses.add(state);
    }
    presses.end();
}

Recording begin() {
    Recording out;
    out.format = "mvf";
    out.program = std::string_view("Minesweeper Clone");
    out.official = true;
    return out;
}

Recording read_new(Cursor cursor, std::string_view version, std::size_t size, bool partial,
                   std::string_view mode = {}) {
    Recording out = begin();
    out.version = version;
    unsigned month = cursor.u8(), day = cursor.u8(), year = cursor.u16();
    unsigned hour = cursor.u8(), minute = cursor.u8(), second = cursor.u8();
    std::size_t level_at = cursor.at();
    std::uint8_t level = cursor.u8(), code = cursor.u8();
    if (level < 1 || level > MOST_LEVELS) throw fault_at_byte("mvf_level", level_at, {whole(level)});
    if (size == SHORT) {
        out.rtime = 1000 * std::int64_t{cursor.u16()};
        *out.rtime += 10 * cursor.u8();
        out.bbbv = cursor.u16();
        for (const char* name : {"solved", "left", "double", "right"})
            out.details.emplace_back(name, std::to_string(cursor.u16()));
    } else {
        out.rtime = cursor.u24();
    }
    out.questions = cursor.u8() != 0;
    std::size_t at = cursor.at();
    out.cols = cursor.u8();
    out.rows = cursor.u8();
    std::uint32_t mines = cursor.u16();
    check_size(out.rows, out.cols, mines, at);
    std::size_t mines_at = cursor.at();
    out.mines = read_mines({cursor.take(2 * std::size_t{mines}, "mines"), mines_at, 1, true}, out.rows, out.cols);
    out.player = signs_of(cursor.take(cursor.u8(), "name"));
    std::uint16_t key = cursor.u16();
    std::size_t count = cursor.u24(), held = cursor.left() / size;
    if (held < count) {
        allow(out, fault_at_byte("few_events", cursor.data().size(), {whole(held), whole(count)}), partial);
        count = held;
    }
    out.count = count;
    read_new_events(cursor.take(count * size, "events"), permute(key, size), out.events);
    if (!mode.empty())
        out.mode = mode;
    else
        out.mode.bytes = code >= 1 && code <= std::size(MODES) ? std::string(MODES[code - 1]) : std::to_string(code);
    auto number = [](unsigned value) { return static_cast<int>(value); };
    if (year && month)
        out.started.bytes = spell_moment(
            {number(year), number(month), day ? number(day) : 1, number(hour), number(minute), number(second)});
    return out;
}

Recording read_named(Bytes data, bool partial) {
    std::uint8_t digit = Cursor(data, YEAR_AT).u8();
    if (digit == '5') return read_new(Cursor(data, DATA_97_AT), "0.97", SHORT, partial);
    if (digit == '8') return read_new(Cursor(data, DATA_97_AT), "0.97 funny mode", SHORT, partial, "upk");
    if (digit != '6' && digit != '7')
        throw fault_at_byte("mvf_year", YEAR_AT, {spell(signs_of(data.subspan(YEAR_AT, 1)))});
    Cursor cursor(data, VERSION_AT);
    std::string_view version = signs_of(cursor.take(cursor.u8(), "version"));
    return read_new(Cursor(data, DATA_2006_AT), version, LONG, partial);
}

// What follows the events of a file from before 0.97.
struct Tail {
    std::string_view version;
    std::int64_t rtime = 0;  // milliseconds
    std::string_view player;
    std::size_t at = 0;  // its first byte
};

// States one after the other, as far as the times rise and the tail does not begin. The byte of the seconds begins
// again after 256.
class OldStates {
  public:
    OldStates(Bytes data, std::size_t begin, const std::optional<Tail>& tail)
        : data_(data), at_(begin), end_(tail ? tail->at : data.size()), latest_(tail ? tail->rtime : INT64_MAX) {}

    bool read(State& state) {
        if (at_ + OLD_EVENT > end_) return false;
        const std::uint8_t* event = data_.data() + at_;
        std::int64_t time = 1000 * event[0] + 10 * event[1];
        if (count_ > 0 && time - told_ < -200'000) turned_ += TURN;
        told_ = time;
        time += turned_;
        bool wrong = (count_ > 0 && time < state.time) || event[1] > MOST_HUNDREDTHS || event[2] > MOST_BUTTONS;
        if (wrong || time > latest_) return false;
        state = {event[2], time, event[3] << 8 | event[4], event[5] << 8 | event[6]};
        ++count_;
        at_ += OLD_EVENT;
        return true;
    }
    std::size_t count() const { return count_; }

  private:
    Bytes data_;
    std::size_t at_, end_, count_ = 0;
    std::int64_t latest_, told_ = 0, turned_ = 0;
};

// Whether bytes can be an event on a board of a usual level.
bool is_old_event(Bytes data, std::size_t at) {
    return at + 6 <= data.size() && data[at + 1] <= MOST_HUNDREDTHS && data[at + 2] <= MOST_BUTTONS &&
           data[at + 3] <= 1 && data[at + 5] <= 1;
}

// What follows the events; none where the file is cut off. Any bytes can be a time: most events are before it, the
// last one ends the game, and none follows.
std::optional<Tail> read_old_tail(Bytes data, std::size_t begin) {
    for (const OldTail& one : OLD_TAILS) {
        if (data.size() < begin + one.back) continue;
        std::size_t at = data.size() - one.back;
        Bytes tail = data.subspan(at);
        if (one.version == "0.96" && (tail.back() != 0 || tail[3 + NAME] != 0)) continue;
        if (one.version == "0.76" && !std::all_of(tail.end() - 10, tail.end(), is_digit)) continue;
        if (tail[2] > MOST_HUNDREDTHS) continue;
        std::string_view name = one.version == "0.75" ? "" : signs_of(tail.subspan(3, NAME));
        Tail found{one.version, 1000 * (tail[0] << 8 | tail[1]) + 10 * tail[2],
                   strip(name.substr(0, name.find('\0'))), at};
        State last;
        OldStates states(data, begin, found);
        while (states.read(last)) {
        }
        bool few = 2 * states.count() < (at - begin) / OLD_EVENT;
        bool early = states.count() > 0 && found.rtime - last.time > LATEST_END;
        if (!few && !early && !is_old_event(data, at + 1)) return found;
    }
    return {};
}

Recording read_old(Bytes data, bool partial) {
    Recording out = begin();
    Cursor cursor(data);
    out.cols = cursor.u8();
    out.rows = cursor.u8();
    std::uint32_t mines = cursor.u16();
    check_size(out.rows, out.cols, mines, 0);
    out.mines = read_mines({cursor.take(2 * std::size_t{mines}, "mines"), 4, 0, true}, out.rows, out.cols);
    out.questions = cursor.u8() != 0;
    cursor.take(1);
    std::size_t begin = cursor.at();
    std::optional<Tail> tail = read_old_tail(data, begin);
    OldStates states(data, begin, tail);
    Presses presses(out.events, (data.size() - begin) / OLD_EVENT);
    for (State state; states.read(state);) presses.add(state);
    presses.end();
    out.count = states.count();
    if (!tail)
        allow(out, fault_at_byte("events_without_end", data.size()), partial);
    else if (out.count == 0)
        allow(out, fault_at_byte("no_events", begin), partial);
    out.mode = std::string_view("classic");
    if (!tail) return out;
    out.version = tail->version;
    out.rtime = tail->rtime;
    out.player = tail->player;
    return out;
}

}  // namespace

bool is_mvf(Bytes data) {
    static constexpr std::uint16_t LEVELS[][3] = {{30, 16, 99}, {16, 16, 40}, {8, 8, 10}};
    if (signs_of(data).starts_with(NEW)) return true;
    if (data.size() <= 4) return false;
    std::size_t mines = static_cast<std::size_t>(data[2] << 8 | data[3]);
    return data.size() > 4 + 2 * mines + OLD_EVENT &&
           std::any_of(std::begin(LEVELS), std::end(LEVELS), [&](const auto& level) {
               return level[0] == data[0] && level[1] == data[1] && level[2] == mines;
           });
}

Recording read_mvf(Bytes data, bool partial) {
    if (signs_of(data).starts_with(NEW)) return read_named(data, partial);
    if (signs_of(data).starts_with(HACK)) return read_new(Cursor(data, DATA_HACK_AT), "0.97 hack", SHORT, partial);
    return read_old(data, partial);
}

}  // namespace sapper::formats
