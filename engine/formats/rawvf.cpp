#include <algorithm>
#include <limits>
#include <utility>

#include "formats/mouse.hpp"
#include "formats/rawvf_head.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"
#include "formats/utf8.hpp"

namespace sapper::formats {

namespace {

constexpr std::int64_t LARGEST_CELL = 9999;       // pixels
constexpr std::size_t LOOK = 32, HEAD = 1 << 17;  // bytes that tell what a file is
constexpr std::size_t SHORTEST = 8;               // bytes of a line of an event: "0 mv(0 0"
constexpr std::size_t LONGEST_LINE = 40;          // characters that a message quotes
constexpr std::size_t MOST_DIGITS = 6;            // of a place, and of a part of a second

struct Event {
    std::uint8_t kind = 0;  // 0: an unknown name
    std::int64_t time = 0;
    std::int32_t x = 0, y = 0;
};

std::uint8_t kind_of(std::string_view name) {
    static constexpr std::pair<std::string_view, MouseEvent> NAMES[] = {
        {"mv", MouseEvent::MOVE},       {"lc", MouseEvent::LEFT_DOWN},       {"lr", MouseEvent::LEFT_UP},
        {"rc", MouseEvent::RIGHT_DOWN}, {"rr", MouseEvent::RIGHT_UP},        {"mc", MouseEvent::MIDDLE_DOWN},
        {"mr", MouseEvent::MIDDLE_UP},  {"sc", MouseEvent::SHIFT_LEFT_DOWN}, {"mt", MouseEvent::MARKS}};
    for (auto [known, kind] : NAMES)
        if (lower(name[0]) == known[0] && lower(name[1]) == known[1]) return static_cast<std::uint8_t>(kind);
    return 0;
}

// A number that may be negative; false where none follows.
bool read_place(Scanner& scan, std::int32_t& out) {
    bool negative = scan.pass("-");
    auto number = read_digits(scan.digits(MOST_DIGITS));
    out = static_cast<std::int32_t>(negative ? -number.value_or(0) : number.value_or(0));
    return number.has_value();
}

// A line as an event: a time in seconds, a name of two letters, and a place in brackets; false for another line.
// `name` is where the name stands in the line.
bool read_event(std::string_view line, Event& event, std::size_t& name) {
    Scanner scan(line);
    scan.skip(BLANKS);
    bool negative = scan.pass("-");
    std::string_view seconds = scan.digits(), part;
    if (seconds.empty()) return false;
    if (scan.pass(".,")) {
        part = scan.digits(MOST_DIGITS);
        if (part.empty()) return false;
    }
    if (scan.skip(BLANKS) == 0) return false;
    name = scan.at();
    std::string_view word = scan.rest().substr(0, 3);
    if (word.size() < 3 || !is_letter(word[0]) || !is_letter(word[1]) || (!is_space(word[2]) && word[2] != '('))
        return false;
    std::size_t bracket = line.find('(', name);
    if (bracket == line.npos) return false;
    scan = Scanner(line, bracket + 1);
    scan.skip(BLANKS);
    if (!read_place(scan, event.x) || scan.skip(" \t,") == 0 || !read_place(scan, event.y)) return false;
    event.kind = kind_of(word);
    event.time = 0;
    if (negative) return true;
    event.time = 1000 * *read_digits(seconds.substr(0, 9));
    std::int64_t unit = 100;
    for (char digit : part.substr(0, 3)) {
        event.time += unit * (digit - '0');
        unit /= 10;
    }
    return true;
}

// Whether a line is passed over: board events, marks of programs, and empty lines.
bool is_ignored(std::string_view line) {
    Scanner scan(line);
    scan.skip(BLANKS);
    if (scan.ended() || is_letter(scan.next())) return true;
    scan.pass("-");
    if (scan.skip("0123456789.,") == 0 || scan.skip(BLANKS) == 0) return false;
    for (std::string_view word : {"start", "won", "boom", "blast", "nonstandard"})
        if (scan.pass_word(word)) return true;
    return false;
}

// Reads events from a byte of the text until the first line that is none.
void read_events(std::string_view text, std::size_t from, bool partial, Recording& out) {
    EventList events(out.events, (text.size() - from) / SHORTEST + 1);
    std::optional<Refusal> fault;
    for (Scanner scan(text, from); !scan.ended() && !fault;) {
        std::size_t begin = scan.at(), name = 0;
        std::string_view line = scan.line();
        Event event;
        if (!read_event(line, event, name)) {
            if (!is_ignored(line))
                fault = fault_in_text("no_event", text, begin, {spell(first_characters(strip(line), LONGEST_LINE))});
        } else if (event.kind == 0) {
            fault = fault_in_text("no_kind_named", text, begin + name, {spell(line.substr(name, 2))});
        } else {
            events.add(event.kind, event.time, event.x, event.y);
        }
    }
    events.end();
    if (fault) allow(out, std::move(*fault), partial);
}

// Where the line `Events:` begins; npos where there is none.
std::size_t find_events(std::string_view text) {
    for (Scanner scan(text); !scan.ended();) {
        std::size_t begin = scan.at();
        if (lowered(strip(scan.line(), BLANKS)) == "events:") return begin;
    }
    return text.npos;
}

void read_entries(const std::vector<RawvfEntry>& entries, Recording& out) {
    auto told = [&](std::string_view key) {
        const RawvfEntry* entry = find_entry(entries, key);
        return entry ? entry->value : std::string_view();
    };
    out.version = told("rawvf_version");
    std::int64_t cell = read_digits(told("squaresize")).value_or(0);
    if (cell > 0 && cell <= LARGEST_CELL) out.cell = static_cast<std::uint32_t>(cell);
    out.bbbv = read_digits(told("bbbv"));
    out.questions = lowered(told("marks")) == "on";
    out.mode.bytes = find_entry(entries, "mode") ? lowered(told("mode")) : "classic";
    out.program = told("program");
    std::string_view version = told("version");
    if (!out.program.bytes.empty() && !version.empty()) out.program.bytes += ' ';
    out.program.bytes += version;
    out.player = told("player");
    out.started = told("timestamp");
    for (std::string_view key : {"level", "style", "status", "time", "skin"})
        if (find_entry(entries, key)) out.details.emplace_back(key, told(key));
}

}  // namespace

bool is_rawvf(Bytes data) {
    Bytes first = data.first(std::min(data.size(), LOOK));
    // A look at the first bytes tells files that are no text.
    bool text = std::all_of(first.begin(), first.end(), [](std::uint8_t byte) { return byte >= '\t'; });
    return text && begins_as_rawvf(PlainText(signs_of(data.first(std::min(data.size(), HEAD)))).view());
}

Recording read_rawvf(Bytes data, bool partial) {
    PlainText plain(signs_of(data));
    std::string_view text = plain.view();
    RawvfBoard board = read_rawvf_board(text);
    Recording out;
    out.format = "rawvf";
    out.rows = board.rows;
    out.cols = board.cols;
    out.mines = std::move(board.mines);
    std::size_t begin = find_events(text), first = begin;
    if (begin == text.npos) {
        begin = first = find_event(text, 0);
    } else {
        Scanner line(text, begin);
        line.line();
        first = line.at();
    }
    read_entries(list_entries(text.substr(0, begin)), out);
    if (begin == text.npos)
        allow(out, fault_in_text("replay_without_events", text, text.size()), partial);
    else
        read_events(text, first, partial, out);
    out.count = out.events.size();
    return out;
}

}  // namespace sapper::formats
