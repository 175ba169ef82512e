#include <algorithm>

#include "formats/moment.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

std::string_view level_of(const Recording& recording) {
    struct Level {
        std::uint32_t rows, cols;
        std::size_t mines;
        std::string_view name;
    };
    static constexpr Level LEVELS[] = {
        {8, 8, 10, "Beginner"}, {9, 9, 10, "Beginner"}, {16, 16, 40, "Intermediate"}, {16, 30, 99, "Expert"}};
    for (const Level& level : LEVELS)
        if (level.rows == recording.rows && level.cols == recording.cols && level.mines == recording.mines.size())
            return level.name;
    return "Custom";
}

std::string spell_time(std::int64_t milliseconds) {
    auto told = static_cast<std::uint64_t>(milliseconds);
    return std::to_string(told / 1000) + "." + pad(told % 1000, 3);
}

// A line break would end the entry, and what follows it would be read as another.
void put_entry(std::string_view key, std::string_view value, std::string& out) {
    std::string line;
    for (char sign : strip(value, std::string_view(" \t\n\r\f\v\x1c\x1d\x1e\x1f", 10))) {
        bool space = is_space(sign) || (sign >= '\x1c' && sign <= '\x1f');
        if (!space)
            line += sign;
        else if (!line.ends_with(' '))
            line += ' ';
    }
    if (!line.empty()) out.append(key).append(": ").append(line) += '\n';
}

// The words of an event, one line each; none where RAWVF has no word for it.
std::pair<std::string_view, std::string_view> words_of(std::uint8_t kind) {
    switch (static_cast<MouseEvent>(kind)) {
        case MouseEvent::MOVE:
            return {"mv", ""};
        case MouseEvent::LEFT_DOWN:
            return {"lc", ""};
        case MouseEvent::LEFT_UP:
            return {"lr", ""};
        case MouseEvent::RIGHT_DOWN:
            return {"rc", ""};
        case MouseEvent::RIGHT_UP:
            return {"rr", ""};
        case MouseEvent::MIDDLE_DOWN:
            return {"mc", ""};
        case MouseEvent::MIDDLE_UP:
            return {"mr", ""};
        case MouseEvent::SHIFT_LEFT_DOWN:
            return {"sc", ""};
        case MouseEvent::MARKS:
            return {"mt", ""};
        case MouseEvent::PREFLAG:
            return {"rc", "rr"};
        case MouseEvent::BOTH_DOWN:
            return {"lc", "rc"};
        default:
            return {};
    }
}

// The number of the cell that a pixel lies in, from 1; 0 and less before the board.
std::int64_t cell_of(std::int32_t pixel, std::uint32_t cell) {
    std::int64_t side = cell;
    return (pixel >= 0 ? pixel / side : -((side - 1 - std::int64_t{pixel}) / side)) + 1;
}

void put_event(const Recording& recording, std::size_t k, std::string& out) {
    const RecordedEvents& events = recording.events;
    auto [first, second] = words_of(events.kinds[k]);
    if (first.empty()) throw fault_of_value("rawvf_event");
    std::string time = spell_time(events.times[k]);
    std::string x = std::to_string(events.xs[k]), y = std::to_string(events.ys[k]);
    std::string col = std::to_string(cell_of(events.xs[k], recording.cell));
    std::string row = std::to_string(cell_of(events.ys[k], recording.cell));
    for (std::string_view word : {first, second})
        if (!word.empty())
            out.append(time)
                .append(" ")
                .append(word)
                .append(" ")
                .append(col)
                .append(" ")
                .append(row)
                .append(" (")
                .append(x)
                .append(" ")
                .append(y)
                .append(")\n");
}

}  // namespace

std::string write_rawvf(const Recording& recording, const PlayedEnd& outcome) {
    const std::string& program = recording.program.bytes;
    std::size_t name = std::min(program.find(' '), program.size());
    std::string mode = lowered(recording.mode.bytes.empty() ? "classic" : recording.mode.bytes);
    if (is_letter(mode[0])) mode[0] = static_cast<char>(mode[0] & ~32);
    std::string out;
    put_entry("RawVF_Version", "Rev6", out);
    put_entry("Program", name == 0 ? "Sapper" : program.substr(0, name), out);
    put_entry("Version", program.substr(std::min(name + 1, program.size())), out);
    put_entry("Player", recording.player.bytes, out);
    put_entry("Timestamp", recording.started.bytes, out);
    put_entry("Level", level_of(recording), out);
    put_entry("Width", std::to_string(recording.cols), out);
    put_entry("Height", std::to_string(recording.rows), out);
    put_entry("Mines", std::to_string(recording.mines.size()), out);
    put_entry("Marks", recording.questions ? "On" : "Off", out);
    put_entry("Mode", mode, out);
    put_entry("Time", spell_time(outcome.rtime), out);
    put_entry("SquareSize", std::to_string(recording.cell), out);
    put_entry("BBBV", std::to_string(outcome.bbbv), out);
    out += "Board:\n";
    std::string drawn(std::size_t{recording.rows} * recording.cols, '0');
    for (Cell cell : recording.mines) drawn[cell] = '*';
    for (std::size_t row = 0; row < recording.rows; ++row)
        out.append(drawn, row * recording.cols, recording.cols) += '\n';
    out += "Events:\n0.000 start\n";
    for (std::size_t k = 0; k < recording.events.size(); ++k) put_event(recording, k, out);
    return out;
}

}  // namespace sapper::formats
