#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "formats/evf_modes.hpp"
#include "formats/moment.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

using namespace evf;

constexpr std::size_t EVENT = 6, OLD_EVENT = 8;  // bytes
constexpr std::size_t OLD_CHECKSUM = 32;

std::uint16_t u16(const std::uint8_t* at) {
    return static_cast<std::uint16_t>(at[0] << 8 | at[1]);
}

std::uint32_t i16(const std::uint8_t* at) {
    return static_cast<std::uint32_t>(static_cast<std::int16_t>(u16(at)));  // unsigned, so that sums may overflow
}

// The length of what is no event of the mouse; 0 where there is no such thing, or only a part of it.
std::size_t length_of_other(Bytes bytes) {
    auto all = [&](std::size_t length) { return length <= bytes.size() ? length : 0; };
    switch (bytes[0]) {
        case PAUSE:
            return all(3);
        case REPLAY:
        case WIN:
        case FAIL:
        case FAULT:
            return all(2);
        case NUMBER:
            return all(12);
        case TEXT: {
            if (bytes.size() < 5) return 0;
            auto zero = std::find(bytes.begin() + 4, bytes.end(), 0);
            return zero == bytes.end() ? 0 : static_cast<std::size_t>(zero - bytes.begin()) + 1;
        }
        default:
            return 0;
    }
}

bool is_kind(std::uint8_t code, std::uint8_t version) {
    if (code >= 1 && code <= MOST_MOUSE) return true;
    static constexpr std::uint8_t OTHERS[] = {REPLAY, WIN, FAIL, FAULT, NUMBER, TEXT, PAUSE};
    return version >= NEWEST && std::find(std::begin(OTHERS), std::end(OTHERS), code) != std::end(OTHERS);
}

// Versions 0 to 3: a kind, the time, and the place, in 8 bytes.
std::size_t read_old_events(Bytes data, std::size_t at, RecordedEvents& out) {
    EventList events(out, (data.size() - at) / OLD_EVENT);
    for (; at + OLD_EVENT <= data.size(); at += OLD_EVENT) {
        const std::uint8_t* event = data.data() + at;
        if (event[0] == 0 || event[0] > MOST_MOUSE) break;
        events.add(event[0], event[1] << 16 | event[2] << 8 | event[3], u16(event + 4), u16(event + 6));
    }
    events.end();
    return at;
}

// Version 4: a kind, milliseconds since the event before it, steps of the pointer. Between them stand pauses, marks
// and values of counters, whose time counts for the next event.
std::size_t read_new_events(Bytes data, std::size_t at, RecordedEvents& out) {
    EventList events(out, (data.size() - at) / EVENT);
    std::int64_t time = 0;
    std::uint32_t x = 0, y = 0;
    while (at < data.size()) {
        const std::uint8_t* event = data.data() + at;
        if (event[0] >= 1 && event[0] <= MOST_MOUSE) {
            if (at + EVENT > data.size()) break;
            time += event[1];
            x += i16(event + 2);
            y += i16(event + 4);
            events.add(event[0], time, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
            at += EVENT;
            continue;
        }
        std::size_t length = length_of_other(data.subspan(at));
        if (length == 0) break;
        time += event[0] == PAUSE ? u16(event + 1) : event[1];
        at += length;
    }
    events.end();
    return at;
}

void read_events(Cursor& cursor, std::uint8_t version, bool partial, Recording& out) {
    Bytes data = cursor.data();
    std::size_t end = (version >= NEWEST ? read_new_events : read_old_events)(data, cursor.at(), out.events);
    cursor.move_to(end);
    std::uint8_t code = end < data.size() ? data[end] : 1;
    if (code == 0 || (code == PAUSE && version < NEWEST)) return;
    allow(out,
          is_kind(code, version) ? fault_at_byte("events_without_end", end)
                                 : fault_at_byte("no_kind", end, {whole(code)}),
          partial);
}

// Reads what follows the events: a mark, and a checksum if there is one.
void read_end(Cursor& cursor, std::uint8_t version, bool partial, Recording& out) {
    try {
        std::uint8_t mark = cursor.u8();
        if (version >= NEWEST)
            cursor.take(cursor.u16(), "checksum");
        else if (mark == 0)
            cursor.take(OLD_CHECKSUM, "checksum");
    } catch (const Refusal& cut) {
        return allow(out, cut, partial);
    }
    if (std::size_t left = cursor.left())
        allow(out, fault_at_byte("bytes_follow", cursor.at(), {whole(left)}), partial);
}

void read_old_texts(Cursor& cursor, std::uint8_t version, Recording& out) {
    out.program = cursor.string("software");
    out.player = cursor.string("player");
    cursor.string("race");
    cursor.string("unique");
    std::string_view start = cursor.string("start");
    cursor.string("end");
    out.country = cursor.string("country");
    if (version >= 2) cursor.string("device");
    auto told = read_digits(start);
    out.started = told ? CodedText(spell_microseconds(static_cast<std::uint64_t>(*told))) : CodedText(start);
}

void read_new_texts(Cursor& cursor, std::uint8_t summary, Recording& out) {
    out.country = strip(signs_of(cursor.take(2)), std::string_view("\0 ", 2));
    out.started.bytes = spell_microseconds(cursor.number(8));
    cursor.number(8);  // the end
    out.program = cursor.string("software");
    std::string_view page;
    if (summary & TRANSCODED) {
        cursor.string("transcoder");
        page = cursor.string("encoding");
    }
    out.player = CodedText(cursor.string("player"), page);
    cursor.string("race");
    cursor.string("unique");
    cursor.take(cursor.u16(), "device");
}

void read_board(Cursor& cursor, std::size_t mines, Recording& out) {
    std::size_t at = cursor.at(), cells = std::size_t{out.rows} * out.cols;
    Bytes packed = cursor.take((cells + 7) / 8, "board");
    for (Cell cell = 0; cell < cells; ++cell)  // bits behind the last cell mean nothing
        if (packed[cell / 8] & 0x80 >> cell % 8) out.mines.push_back(cell);
    if (out.mines.size() != mines) throw fault_at_byte("mines_differ", at, {whole(out.mines.size()), whole(mines)});
}

}  // namespace

Recording read_evf(Bytes data, bool partial) {
    Cursor cursor(data);
    std::uint8_t version = cursor.u8();
    if (version > NEWEST) throw fault_at_byte("evf_version", 0, {whole(version)});
    std::uint8_t summary = cursor.u8(), settings = version >= 3 ? cursor.u8() : std::uint8_t{0};
    std::size_t at = cursor.at();
    Cursor head(cursor.take(9));
    Recording out;
    out.format = "evf";
    out.version.bytes = std::to_string(version);
    out.rows = head.u8();
    out.cols = head.u8();
    std::uint32_t mines = head.u16();
    out.cell = head.u8();
    std::uint16_t mode = head.u16();
    out.bbbv = head.u16();
    check_size(out.rows, out.cols, mines, at);
    if (out.cell == 0) throw fault_at_byte("cell_without_pixels", at + 4);
    out.rtime = version >= NEWEST ? cursor.u32() : cursor.u24();
    if (version >= NEWEST)
        read_new_texts(cursor, summary, out);
    else
        read_old_texts(cursor, version, out);
    read_board(cursor, mines, out);
    if (version >= NEWEST)
        for (unsigned names = cursor.u16(); names > 0; --names) cursor.string("metric");
    read_events(cursor, version, partial, out);
    if (!out.fault) read_end(cursor, version, partial, out);
    out.count = out.events.size();
    out.questions = settings & QUESTIONS;
    if (mode != NO_MODE) out.mode.bytes = mode < std::size(MODES) ? std::string(MODES[mode]) : std::to_string(mode);
    out.official = (summary & OFFICIAL) != 0;
    return out;
}

}  // namespace sapper::formats
