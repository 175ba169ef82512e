#include <algorithm>
#include <cmath>

#include "formats/json.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"
#include "formats/utf8.hpp"

namespace sapper::formats {

namespace {

constexpr std::size_t LOOK = 4096;       // bytes before the first bracket
constexpr std::int64_t MOST_SIDE = 500;  // a few characters can tell millions of cells
constexpr double LATEST = 1e12;          // milliseconds: about 30 years
constexpr std::size_t PER_CELL = 5;      // numbers of a touched cell: x, y, value and two more
constexpr std::int64_t MINE = 10, BLAST = 11, WRONG = 12;
constexpr std::int64_t FLAG = 1;           // type of a click
constexpr std::size_t LONGEST_VALUE = 40;  // characters that a message quotes

struct Presses {
    std::int64_t type;
    MouseEvent down, up;
};
constexpr Presses PRESSES[] = {{0, MouseEvent::LEFT_DOWN, MouseEvent::LEFT_UP},
                               {FLAG, MouseEvent::RIGHT_DOWN, MouseEvent::RIGHT_UP},
                               {3, MouseEvent::MIDDLE_DOWN, MouseEvent::MIDDLE_UP}};

Refusal fault(std::string_view code, std::vector<Value> values = {}) {
    return {Refusal::Kind::PARSE, code, std::move(values)};
}

Value shown(std::string_view value) {
    return std::string(first_characters(value, LONGEST_VALUE));
}

// A whole number of an object.
std::int64_t read_whole(std::string_view object, std::string_view key) {
    std::string_view value = find_json(object, key);
    if (value.empty()) throw fault("entry_missing", {std::string(key)});
    auto number = read_digits(value);
    if (!number) throw fault("not_whole", {std::string(key), shown(value)});
    return *number;
}

// Cells that the replay showed: what it tells about each.
struct Told {
    std::vector<bool> shown, mined;
};

class Clicks {
  public:
    Clicks(Recording& out, Told& told) : out_(out), told_(told) {}

    void add(std::string_view click, EventList& events) {
        std::int64_t type = read_whole(click, "type");
        const auto* presses = std::find_if(std::begin(PRESSES), std::end(PRESSES),
                                           [&](const Presses& one) { return one.type == type; });
        if (presses == std::end(PRESSES)) throw fault("no_click", {type});
        std::int64_t row = read_whole(click, "y"), col = read_whole(click, "x");
        Cell cell = find_cell(row, col);
        std::string_view told = find_json(click, "time");
        auto time = json_number(told);
        if (!time) throw fault("no_number", {std::string("time"), shown(told)});
        if (*time > LATEST) throw fault("late_click", {shown(told)});
        touch(find_json(click, "touchCells"), type);
        constexpr int HALF = CELL / 2, SIDE = CELL;
        for (MouseEvent kind : {presses->down, presses->up})
            events.add(static_cast<std::uint8_t>(kind), static_cast<std::int64_t>(std::max(*time, 0.0)),
                       static_cast<int>(cell % out_.cols) * SIDE + HALF,
                       static_cast<int>(cell / out_.cols) * SIDE + HALF);
    }

  private:
    Cell find_cell(std::int64_t row, std::int64_t col) {
        if (row < 0 || row >= out_.rows || col < 0 || col >= out_.cols) throw fault("outside", {col, row});
        return static_cast<Cell>(row) * out_.cols + static_cast<Cell>(col);
    }

    void touch(std::string_view touched, std::int64_t type) {
        std::int64_t numbers[PER_CELL] = {};
        std::size_t count = 0;
        for (JsonItems items(touched); items.next(); ++count) {
            std::size_t k = count % PER_CELL;
            if (k > 2) continue;
            auto number = json_number(items.value());
            if (!number || std::abs(*number) > 1e9)
                throw fault("no_number", {std::string("touchCells"), shown(items.value())});
            numbers[k] = static_cast<std::int64_t>(*number);
            if (k < 2) continue;
            Cell cell = find_cell(numbers[1], numbers[0]);
            std::int64_t value = numbers[2];
            if ((value >= 0 && value <= 8) || value == WRONG)
                told_.shown[cell] = true;
            else if (value == BLAST || (value == MINE && type != FLAG))
                told_.mined[cell] = true;
        }
    }

    Recording& out_;
    Told& told_;
};

void find_mines(const Told& told, std::size_t mines, Recording& out) {
    auto mined = static_cast<std::size_t>(std::count(told.mined.begin(), told.mined.end(), true));
    bool all = mined == mines;
    for (Cell cell = 0; cell < told.shown.size(); ++cell)
        if (all ? told.mined[cell] : !told.shown[cell]) out.mines.push_back(cell);
    if (out.mines.size() != mines) throw fault("no_layout", {whole(out.mines.size()), whole(mines)});
}

}  // namespace

bool is_msor(Bytes data) {
    std::string_view text = signs_of(data);
    return strip(text.substr(0, LOOK)).starts_with('{') && text.find("\"header\"") != text.npos &&
           text.find("\"replay\"") != text.npos;
}

Recording read_msor(Bytes data, bool partial) {
    std::string_view text = signs_of(data);
    if (auto wrong = find_no_utf8(text)) throw fault_at_byte("json_utf8", *wrong);
    text.remove_prefix(text.starts_with(MARK) ? MARK.size() : 0);
    check_json(text);
    text = strip(text);
    std::string_view header = find_json(text, "header"), replay = find_json(text, "replay");
    if (!header.starts_with('{') || !replay.starts_with('[')) throw fault_in_text("no_header", text, 0);
    Recording out;
    out.format = "msor";
    std::int64_t cols = read_whole(header, "width"), rows = read_whole(header, "height");
    std::int64_t mines = read_whole(header, "mines");
    if (std::max(rows, cols) > MOST_SIDE) throw fault_in_text("large_board", text, 0, {cols, rows, MOST_SIDE});
    out.rows = static_cast<std::uint32_t>(rows);
    out.cols = static_cast<std::uint32_t>(cols);
    check_size(out.rows, out.cols, static_cast<std::uint64_t>(mines), 0);
    std::size_t cells = out.rows * out.cols;
    Told told{std::vector<bool>(cells), std::vector<bool>(cells)};
    constexpr std::size_t SHORTEST_CLICK = 31;  // {"type":0,"time":0,"x":0,"y":0}
    EventList events(out.events, 2 * (replay.size() / SHORTEST_CLICK + 1));
    Clicks clicks(out, told);
    for (JsonItems items(replay); items.next(); ++out.count) {
        if (out.fault) continue;
        try {
            clicks.add(items.value(), events);
        } catch (const Refusal& inner) {
            Refusal wrong = fault("broken_click", {whole(out.count)});
            wrong.cause.push_back(inner);
            allow(out, std::move(wrong), partial);
        }
    }
    events.end();
    find_mines(told, static_cast<std::size_t>(mines), out);
    out.program = std::string_view("minesweeper.online");
    out.player.bytes = json_text(find_json(header, "player"));
    out.mode = std::string_view("classic");
    return out;
}

}  // namespace sapper::formats
