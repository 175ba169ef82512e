#include "formats/recorded.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "formats/mouse.hpp"

namespace sapper {

namespace {

constexpr std::uint8_t MOST_MOUSE = 12;                // kinds of events of the mouse are 1 up to this
constexpr std::size_t MOUSE_BYTES = 6, OLD_BYTES = 8;  // of an event of EVF 4, and of older ones and AVF
constexpr std::uint8_t REPLAY = 81, WIN = 82, FAIL = 83, FAULT = 99;  // marks
constexpr std::uint8_t NUMBER = 200, TEXT = 201, PAUSE = 255;         // values of counters, and a pause

std::uint16_t u16(const std::uint8_t* at) {
    return static_cast<std::uint16_t>(at[0] << 8 | at[1]);
}

std::int16_t i16(const std::uint8_t* at) {
    return static_cast<std::int16_t>(u16(at));
}

// The length of what is no event of the mouse; 0 where there is no such thing, or only a part of it.
std::size_t length_of_other(std::span<const std::uint8_t> bytes) {
    auto whole = [&](std::size_t length) { return length <= bytes.size() ? length : 0; };
    switch (bytes[0]) {
        case PAUSE:
            return whole(3);
        case REPLAY:
        case WIN:
        case FAIL:
        case FAULT:
            return whole(2);
        case NUMBER:
            return whole(12);
        case TEXT: {
            if (bytes.size() < 5) return 0;
            auto zero = std::find(bytes.begin() + 4, bytes.end(), 0);
            return zero == bytes.end() ? 0 : static_cast<std::size_t>(zero - bytes.begin()) + 1;
        }
        default:
            return 0;
    }
}

// Appends events; there is room for `most`.
class Writer {
  public:
    Writer(RecordedEvents& out, std::size_t most) : out_(out) {
        out.kinds.resize(most);
        out.times.resize(most);
        out.xs.resize(most);
        out.ys.resize(most);
    }

    void add(std::uint8_t kind, std::int64_t time, std::int32_t x, std::int32_t y) {
        latest_ = std::max(latest_, time);
        out_.kinds[count_] = kind;
        out_.times[count_] = latest_;
        out_.xs[count_] = x;
        out_.ys[count_++] = y;
    }

    bool empty() const { return count_ == 0; }

    void end(std::size_t at) {
        out_.kinds.resize(count_);
        out_.times.resize(count_);
        out_.xs.resize(count_);
        out_.ys.resize(count_);
        out_.end = at;
    }

  private:
    RecordedEvents& out_;
    std::size_t count_ = 0;
    std::int64_t latest_ = 0;
};

std::uint32_t u24(const std::uint8_t* at) {
    return static_cast<std::uint32_t>(at[0] << 16 | at[1] << 8 | at[2]);
}

// Kinds of events of RMV.
constexpr std::uint8_t RMV_STAMP = 0, RMV_MOST_MOUSE = 7, RMV_SHORT = 28;
constexpr int RMV_LEFT = 12, RMV_TOP = 56;  // of the board in the window of RMV 1, in pixels

bool shows_cell(std::uint8_t kind) {
    return (kind >= 9 && kind <= 14) || (kind >= 18 && kind <= 27);
}

bool ends_game(std::uint8_t kind) {
    return kind >= 15 && kind <= 17;
}

// Bytes of an event of RMV; 0 where there is no such kind.
std::size_t rmv_length(std::uint8_t kind, bool second) {
    if (kind >= 1 && kind <= RMV_MOST_MOUSE) return 9;
    if (shows_cell(kind)) return 3;
    if (ends_game(kind)) return 4;
    if (second) return kind == RMV_SHORT ? 3 : 0;
    return kind == RMV_STAMP ? 5 : 0;
}

// A signed number of four bits.
int nibble(int bits) {
    return bits > 7 ? bits - 16 : bits;
}

// Takes a line of RAWVF apart.
class Line {
  public:
    Line(const char* at, const char* end) : at_(at), end_(end) {}

    bool empty() const { return at_ == end_; }
    char next() const { return empty() ? '\0' : *at_; }
    void step() { ++at_; }
    void skip(std::string_view signs) {
        while (!empty() && signs.find(*at_) != signs.npos) ++at_;
    }
    // A number of at most so many digits; -1 where there is none, or a longer one.
    std::int64_t digits(std::size_t most) {
        std::int64_t number = 0;
        std::size_t count = 0;
        for (; !empty() && *at_ >= '0' && *at_ <= '9' && count <= most; ++at_, ++count)
            number = 10 * number + (*at_ - '0');
        return count == 0 || count > most ? -1 : number;
    }
    // A part of a second in milliseconds; -1 where there is none, or one of more than six digits.
    std::int64_t thousandths() {
        const char* first = at_;
        std::int64_t number = digits(6);
        for (std::ptrdiff_t count = at_ - first; number >= 0 && count != 3; count < 3 ? ++count : --count)
            number = count < 3 ? 10 * number : number / 10;
        return number;
    }
    // A number that may be negative.
    bool place(std::int32_t& out) {
        bool negative = next() == '-';
        if (negative) step();
        std::int64_t number = digits(6);
        out = static_cast<std::int32_t>(negative ? -number : number);
        return number >= 0;
    }
    // The event of a name of two letters and what follows it; 0 where there is none.
    std::uint8_t name() {
        if (end_ - at_ < 3 || (at_[2] != ' ' && at_[2] != '\t' && at_[2] != '(')) return 0;
        static constexpr std::pair<std::string_view, MouseEvent> NAMES[] = {
            {"mv", MouseEvent::MOVE},       {"lc", MouseEvent::LEFT_DOWN},       {"lr", MouseEvent::LEFT_UP},
            {"rc", MouseEvent::RIGHT_DOWN}, {"rr", MouseEvent::RIGHT_UP},        {"mc", MouseEvent::MIDDLE_DOWN},
            {"mr", MouseEvent::MIDDLE_UP},  {"sc", MouseEvent::SHIFT_LEFT_DOWN}, {"mt", MouseEvent::MARKS}};
        const char told[] = {static_cast<char>(at_[0] | 32), static_cast<char>(at_[1] | 32)};
        for (auto [name, kind] : NAMES)
            if (std::string_view(told, 2) == name) {
                at_ += 2;
                return static_cast<std::uint8_t>(kind);
            }
        return 0;
    }
    // Goes behind a sign; false where it does not follow.
    bool pass(char sign) {
        while (!empty() && *at_ != sign) ++at_;
        if (empty()) return false;
        ++at_;
        return true;
    }

  private:
    const char *at_, *end_;
};

struct RawEvent {
    std::uint8_t kind = 0;  // 0: none
    std::int64_t time = 0;
    std::int32_t x = 0, y = 0;
};

// The event of a line that begins with a digit.
RawEvent read_raw_event(Line line) {
    RawEvent event;
    std::int64_t seconds = line.digits(9), part = 0;
    if (line.next() == '.' || line.next() == ',') {
        line.step();
        part = line.thousandths();
    }
    bool blank = line.next() == ' ' || line.next() == '\t';
    line.skip(" \t");
    std::uint8_t kind = seconds < 0 || part < 0 || !blank ? 0 : line.name();
    if (kind == 0 || !line.pass('(')) return {};
    line.skip(" \t");
    if (!line.place(event.x)) return {};
    bool apart = line.next() == ' ' || line.next() == '\t' || line.next() == ',';
    line.skip(" \t,");
    if (!apart || !line.place(event.y)) return {};
    event.kind = kind;
    event.time = 1000 * seconds + part;
    return event;
}

// What a state of MVF has, as logical bits from `first` on.
struct MvfField {
    unsigned first, size;

    std::int64_t of(std::uint64_t bits) const {
        return static_cast<std::int64_t>(bits >> first & ((std::uint64_t{1} << size) - 1));
    }
};

constexpr std::size_t SHORTEST_LINE = 9;  // "0 mv(0 0\n" of RAWVF

constexpr int MVF_MARGIN = 32;  // pixels that places are moved by since 2006

}  // namespace

RecordedEvents read_avf_events(std::span<const std::uint8_t> bytes) {
    static constexpr std::pair<std::uint8_t, MouseEvent> KINDS[] = {
        {1, MouseEvent::MOVE},       {3, MouseEvent::LEFT_DOWN},        {5, MouseEvent::LEFT_UP},
        {9, MouseEvent::RIGHT_DOWN}, {17, MouseEvent::RIGHT_UP},        {33, MouseEvent::MIDDLE_DOWN},
        {65, MouseEvent::MIDDLE_UP}, {11, MouseEvent::SHIFT_LEFT_DOWN}, {21, MouseEvent::LEFT_UP},
        {145, MouseEvent::RIGHT_UP}, {193, MouseEvent::MIDDLE_UP}};
    static constexpr auto TABLE = [] {
        std::array<std::uint8_t, 256> table{};
        for (auto [code, kind] : KINDS) table[code] = static_cast<std::uint8_t>(kind);
        return table;
    }();
    RecordedEvents out;
    Writer writer(out, bytes.size() / OLD_BYTES);
    std::size_t at = 0;
    for (; at + OLD_BYTES <= bytes.size(); at += OLD_BYTES) {
        const std::uint8_t* event = bytes.data() + at;
        std::int64_t seconds = event[6] << 8 | event[2];  // from 1 on
        if (seconds == 0 || TABLE[event[0]] == 0) break;
        writer.add(TABLE[event[0]], 1000 * (seconds - 1) + 10 * event[4], event[1] << 8 | event[3],
                   event[5] << 8 | event[7]);
    }
    writer.end(at);
    return out;
}

RecordedEvents read_old_evf_events(std::span<const std::uint8_t> bytes) {
    RecordedEvents out;
    Writer writer(out, bytes.size() / OLD_BYTES);
    std::size_t at = 0;
    for (; at + OLD_BYTES <= bytes.size(); at += OLD_BYTES) {
        const std::uint8_t* event = bytes.data() + at;
        if (event[0] == 0 || event[0] > MOST_MOUSE) break;
        writer.add(event[0], u24(event + 1), u16(event + 4), u16(event + 6));
    }
    writer.end(at);
    return out;
}

RecordedEvents read_evf_events(std::span<const std::uint8_t> bytes) {
    RecordedEvents out;
    Writer writer(out, bytes.size() / MOUSE_BYTES);
    std::int64_t time = 0;
    std::uint32_t x = 0, y = 0;  // unsigned, so that sums may overflow
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::uint8_t* event = bytes.data() + at;
        if (event[0] >= 1 && event[0] <= MOST_MOUSE) {
            if (at + MOUSE_BYTES > bytes.size()) break;
            time += event[1];
            x += static_cast<std::uint32_t>(i16(event + 2));
            y += static_cast<std::uint32_t>(i16(event + 4));
            writer.add(event[0], time, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
            at += MOUSE_BYTES;
            continue;
        }
        std::size_t length = length_of_other(bytes.subspan(at));
        if (length == 0) break;
        time += event[0] == PAUSE ? u16(event + 1) : event[1];
        at += length;
    }
    writer.end(at);
    return out;
}

RecordedEvents read_rmv_events(std::span<const std::uint8_t> bytes, bool second) {
    RecordedEvents out;
    Writer writer(out, bytes.size() / 3 + 1);
    std::int64_t time = 0;
    int x = 0, y = 0;
    auto add = [&](std::uint8_t kind) {
        if (writer.empty()) writer.add(static_cast<std::uint8_t>(MouseEvent::LEFT_DOWN), time, x, y);
        writer.add(kind, time, x, y);
    };
    std::size_t at = 0;
    while (at < bytes.size() && !out.duration) {
        const std::uint8_t* event = bytes.data() + at;
        std::size_t length = rmv_length(event[0], second);
        if (length == 0 || at + length > bytes.size()) break;
        at += length;
        if (ends_game(event[0])) out.duration = u24(event + 1);
        if (event[0] >= 1 && event[0] <= RMV_MOST_MOUSE) {
            time = u24(event + 1);
            x = second ? i16(event + 5) : u16(event + 5) - RMV_LEFT;
            y = second ? i16(event + 7) : u16(event + 7) - RMV_TOP;
            add(event[0]);
        } else if (second && event[0] == RMV_SHORT) {
            time += event[1];
            x += nibble(event[2] >> 4);
            y += nibble(event[2] & 15);
            add(static_cast<std::uint8_t>(MouseEvent::MOVE));
        }
    }
    writer.end(at);
    return out;
}

RecordedEvents read_rawvf_events(std::span<const std::uint8_t> bytes) {
    RecordedEvents out;
    Writer writer(out, bytes.size() / SHORTEST_LINE + 1);
    const char* text = reinterpret_cast<const char*>(bytes.data());
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto* end = static_cast<const char*>(std::memchr(text + at, '\n', bytes.size() - at));
        std::size_t stop = end ? static_cast<std::size_t>(end - text) : bytes.size();
        Line line(text + at, text + stop);
        line.skip(" \t");
        char first = static_cast<char>(line.next() | 32);
        if (!line.empty() && !(first >= 'a' && first <= 'z')) {
            RawEvent event = read_raw_event(line);
            if (event.kind == 0) break;
            writer.add(event.kind, event.time, event.x, event.y);
        }
        at = std::min(stop + 1, bytes.size());
    }
    writer.end(at);
    return out;
}

MouseStates read_mvf_states(std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> places) {
    std::size_t size = places.size() / 8, count = size == 0 ? 0 : bytes.size() / size;
    bool late = size == 6;
    // What every value of every byte adds to the logical bits.
    std::vector<std::array<std::uint64_t, 256>> adds(size);
    for (std::size_t bit = 0; bit < places.size(); ++bit) {
        auto& table = adds[places[bit] / 8];
        unsigned own = 1u << places[bit] % 8;
        for (unsigned value = 0; value < 256; ++value)
            if (value & own) table[value] |= std::uint64_t{1} << bit;
    }
    const MvfField y = late ? MvfField{3, 11} : MvfField{3, 9}, x = late ? MvfField{14, 11} : MvfField{12, 9};
    const MvfField thousandths{25, 22}, hundredths{21, 7}, seconds{28, 10};
    int margin = late ? MVF_MARGIN : 0;
    MouseStates out;
    out.buttons.resize(count);
    out.times.resize(count);
    out.xs.resize(count);
    out.ys.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
        std::uint64_t bits = 0;
        for (std::size_t byte = 0; byte < size; ++byte) bits |= adds[byte][bytes[k * size + byte]];
        out.buttons[k] = static_cast<std::uint8_t>((bits >> 2 & 1) | (bits & 2) | (bits & 1) << 2);
        out.times[k] = late ? thousandths.of(bits) : 1000 * seconds.of(bits) + 10 * hundredths.of(bits);
        out.xs[k] = static_cast<std::int32_t>(x.of(bits)) - margin;
        out.ys[k] = static_cast<std::int32_t>(y.of(bits)) - margin;
    }
    return out;
}

RecordedEvents press_buttons(const MouseStates& states) {
    struct Button {
        unsigned bit;
        MouseEvent down, up;
    };
    static constexpr Button BUTTONS[] = {{1, MouseEvent::LEFT_DOWN, MouseEvent::LEFT_UP},
                                         {2, MouseEvent::MIDDLE_DOWN, MouseEvent::MIDDLE_UP},
                                         {4, MouseEvent::RIGHT_DOWN, MouseEvent::RIGHT_UP}};
    RecordedEvents out;
    Writer writer(out, 3 * states.buttons.size());
    unsigned before = 0;
    for (std::size_t k = 0; k < states.buttons.size(); ++k) {
        unsigned now = states.buttons[k];
        auto add = [&](MouseEvent kind) {
            writer.add(static_cast<std::uint8_t>(kind), states.times[k], states.xs[k], states.ys[k]);
        };
        if (now == before) add(MouseEvent::MOVE);
        for (const Button& button : BUTTONS)
            if ((now ^ before) & button.bit) add(now & button.bit ? button.down : button.up);
        before = now;
    }
    writer.end(0);
    return out;
}

}  // namespace sapper
