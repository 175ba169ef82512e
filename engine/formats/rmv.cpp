#include <algorithm>
#include <iterator>

#include "formats/moment.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::string_view RMV = "*rmv", UMF = "*umf";
constexpr std::string_view MODES[] = {"classic", "upk", "cheat", "density"};
constexpr std::string_view OLD_PAGE = "gb18030";  // of texts that are not marked as UTF-8
// Kinds of events: those of the mouse are 1 up to MOST_MOUSE.
constexpr std::uint8_t STAMP = 0, MOST_MOUSE = 7, SHORT_MOVE = 28;
constexpr int LEFT = 12, TOP = 56;   // of the board in the window of RMV 1, in pixels
constexpr std::size_t SHORTEST = 3;  // bytes of an event

bool shows_cell(std::uint8_t kind) {
    return (kind >= 9 && kind <= 14) || (kind >= 18 && kind <= 27);
}

bool ends_game(std::uint8_t kind) {
    return kind >= 15 && kind <= 17;
}

// Bytes of an event; 0 where there is no such kind.
std::size_t length_of(std::uint8_t kind, bool second) {
    if (kind >= 1 && kind <= MOST_MOUSE) return 9;
    if (shows_cell(kind)) return 3;
    if (ends_game(kind)) return 4;
    if (second) return kind == SHORT_MOVE ? 3 : 0;
    return kind == STAMP ? 5 : 0;
}

// A signed number of four bits.
int nibble(int bits) {
    return bits > 7 ? bits - 16 : bits;
}

// Bytes of the parts of a file.
struct Sizes {
    std::size_t result = 0, version = 0, player = 0, board = 0, preflags = 0, properties = 0, extensions = 0;
    int clone = -1;  // of RMV 2
};

Sizes read_sizes(Cursor& file, std::uint16_t kind, bool old) {
    Cursor cursor(file.take(old ? 20 : kind == 1 ? 22 : 24));
    Sizes sizes;
    if (kind == 2) {
        sizes.clone = cursor.u8();
        cursor.u8();
    }
    cursor.u32();  // the bytes of the file
    if (!old && kind == 1) sizes.result = cursor.u16();
    for (std::size_t* size : {&sizes.version, &sizes.player, &sizes.board, &sizes.preflags, &sizes.properties})
        *size = cursor.u16();
    if (kind == 2) sizes.extensions = cursor.u16();
    return sizes;  // the bytes of the events follow, which their end tells
}

// Name and country; what is missing is empty.
void read_player(Bytes listed, std::string_view page, Recording& out) {
    Cursor cursor(listed);
    std::string_view texts[3];
    try {
        std::size_t count = cursor.u16();
        for (std::size_t k = 0; k < std::min(count, std::size(texts)); ++k)
            texts[k] = signs_of(cursor.take(cursor.u8()));
    } catch (const Refusal&) {
        // The sizes of the parts hold, so the rest of the file is read.
    }
    out.player = CodedText(strip(texts[0]), page);
    out.country = CodedText(strip(texts[2]), page);
}

// When the game was played, and the board.
void read_board(Cursor& cursor, Recording& out) {
    std::size_t at = cursor.at();
    out.started.bytes = spell_microseconds(1'000'000 * std::uint64_t{cursor.u32()});
    out.cols = cursor.u8();
    out.rows = cursor.u8();
    std::size_t mines = cursor.u16();
    check_size(out.rows, out.cols, mines, at + 4);
    std::size_t begin = cursor.at();
    out.mines = read_mines({cursor.take(2 * mines, "mines"), begin, 0, true}, out.rows, out.cols);
}

// The cells that had flags before the game.
std::vector<Cell> read_preflags(Cursor& cursor, std::size_t size, const Recording& out) {
    if (size == 0) return {};
    std::size_t at = cursor.at();
    Cursor listed(cursor.take(size, "flags"));
    std::size_t count = listed.u16();
    return read_mines({listed.take(2 * count), at + 2, 0, true}, out.rows, out.cols);
}

std::optional<std::int64_t> read_bbbv(std::string_view result, Bytes properties, std::uint16_t kind) {
    static constexpr std::string_view NAME = "#3BV:";
    if (kind == 2)
        return properties.size() > 5 ? std::optional<std::int64_t>(properties[4] + 256 * properties[5])
                                     : std::nullopt;
    for (std::size_t at = result.find(NAME); at != result.npos; at = result.find(NAME, at + 1)) {
        Scanner scan(result, at + NAME.size());
        std::string_view digits = scan.digits();
        if (!digits.empty() && scan.pass("#")) return read_digits(digits);
    }
    return {};
}

std::uint32_t u24(const std::uint8_t* at) {
    return static_cast<std::uint32_t>(at[0] << 16 | at[1] << 8 | at[2]);
}

// Reads events with their time and place, short moves, and what cells showed, which is skipped; after the flags that
// were there before. Returns the byte after them.
std::size_t read_events(Bytes data, std::size_t at, bool second, const std::vector<Cell>& preflags, Recording& out) {
    EventList events(out.events, preflags.size() + (data.size() - at) / SHORTEST + 1);
    int half = static_cast<int>(out.cell / 2), side = static_cast<int>(out.cell);
    for (Cell flag : preflags)
        events.add(static_cast<std::uint8_t>(MouseEvent::PREFLAG), 0, static_cast<int>(flag % out.cols) * side + half,
                   static_cast<int>(flag / out.cols) * side + half);
    std::int64_t time = 0;
    int x = 0, y = 0;
    auto add = [&](std::uint8_t kind) {
        if (out.count++ == 0) events.add(static_cast<std::uint8_t>(MouseEvent::LEFT_DOWN), time, x, y);
        events.add(kind, time, x, y);
    };
    while (at < data.size() && !out.rtime) {
        const std::uint8_t* event = data.data() + at;
        std::size_t length = length_of(event[0], second);
        if (length == 0 || at + length > data.size()) break;
        at += length;
        if (ends_game(event[0])) out.rtime = u24(event + 1);
        if (event[0] >= 1 && event[0] <= MOST_MOUSE) {
            time = u24(event + 1);
            int told_x = event[5] << 8 | event[6], told_y = event[7] << 8 | event[8];
            x = second ? static_cast<std::int16_t>(told_x) : told_x - LEFT;
            y = second ? static_cast<std::int16_t>(told_y) : told_y - TOP;
            add(event[0]);
        } else if (second && event[0] == SHORT_MOVE) {
            time += event[1];
            x += nibble(event[2] >> 4);
            y += nibble(event[2] & 15);
            add(static_cast<std::uint8_t>(MouseEvent::MOVE));
        }
    }
    events.end();
    return at;
}

}  // namespace

bool is_rmv(Bytes data) {
    return signs_of(data).starts_with(RMV) || signs_of(data).starts_with(UMF);
}

Recording read_rmv(Bytes data, bool partial) {
    Cursor cursor(data, RMV.size());
    bool old = signs_of(data).starts_with(UMF);
    std::uint16_t kind = cursor.u16();
    if (kind != 1 && (old || kind != 2))
        throw fault_at_byte("rmv_type", RMV.size(), {whole(kind), std::string(old ? "UMF" : "RMV")});
    Recording out;
    out.format = old ? "umf" : "rmv";
    out.version.bytes = old ? "1" : std::to_string(kind);
    out.official = true;
    Sizes sizes = read_sizes(cursor, kind, old);
    std::string_view result = signs_of(cursor.take(sizes.result, "result"));
    std::string_view version = strip(signs_of(cursor.take(sizes.version, "version")), std::string_view("\0 \n", 3));
    Bytes player = cursor.take(sizes.player, "player");
    if (old) cursor.take(4);
    read_board(cursor, out);
    std::vector<Cell> preflags = read_preflags(cursor, sizes.preflags, out);
    Bytes properties = cursor.take(sizes.properties, "properties");
    bool utf8 = kind == 2 || (properties.size() > 4 && properties[4] == 1);
    if (kind == 2 && properties.size() > 6 && properties[6]) out.cell = properties[6];
    cursor.take(sizes.extensions, "extensions");
    std::size_t end = read_events(data, cursor.at(), kind == 2, preflags, out);
    if (!out.rtime) {
        std::uint8_t code = end < data.size() ? data[end] : STAMP;
        bool known = code <= SHORT_MOVE && code != 8;
        allow(out, known ? fault_at_byte("events_without_end", end) : fault_at_byte("no_kind", end, {whole(code)}),
              partial);
    }
    out.bbbv = read_bbbv(result, properties, kind);
    out.questions = !properties.empty() && properties[0];
    if (properties.size() > 2)
        out.mode.bytes =
            properties[2] < std::size(MODES) ? std::string(MODES[properties[2]]) : std::to_string(properties[2]);
    if (!version.empty())
        out.program = version;
    else if (sizes.clone >= 0)
        out.program.bytes = "clone " + std::to_string(sizes.clone);
    read_player(player, utf8 ? "" : OLD_PAGE, out);
    return out;
}

}  // namespace sapper::formats
