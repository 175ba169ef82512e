#include <algorithm>
#include <optional>

#include "formats/forms.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::string_view FIRST = "# MINESWEEPER-BOARD", MODE = "game_mode", CLASSIC = "classic";
constexpr std::string_view ROWS = "rows", COLUMNS = "columns", MINES = "mines", REAL = "real", VIEW = "view";

// A line of a part, without spaces at its ends: a piece of the text.
struct Part {
    std::string name;
    std::vector<std::string_view> lines;
};

// A cell as a sign of ASCII, and the byte where it stands.
struct ShownCell {
    char sign;
    std::string_view shown;  // as the text has it
};

struct Entry {
    std::string key;
    std::string_view value, line;
};

struct File {
    std::string_view text;
    bool emoji = false;
    std::vector<Entry> entries;
    std::vector<Part> parts;

    const Part* part(std::string_view name) const {
        auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.name == name; });
        return found == parts.end() ? nullptr : &*found;
    }
    const Entry* entry(std::string_view key) const {
        auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.key == key; });
        return found == entries.end() ? nullptr : &*found;
    }
    std::size_t at(std::string_view piece) const { return static_cast<std::size_t>(piece.data() - text.data()); }
    Refusal fault(std::string_view code, std::string_view piece, std::vector<Value> values = {}) const {
        return fault_in_text(code, text, at(piece), std::move(values));
    }
};

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char sign) {
        return is_letter(sign) || is_digit(sign) || sign == '_' || (sign & 0x80);
    });
}

// Whether a comment says that cells are drawn as emoji; none where it says nothing of that.
std::optional<bool> read_render(std::string_view comment) {
    Scanner scan(comment);
    if (!scan.pass("#")) return {};
    scan.skip(SPACES);
    if (!scan.pass_word("render:")) return {};
    scan.skip(SPACES);
    std::string_view word = scan.rest();
    std::size_t end = 0;
    while (end < word.size() && is_word(word.substr(end, 1))) ++end;
    return end == 0 ? std::nullopt : std::optional(lowered(word.substr(0, end)) == "emoji");
}

void read_entry(std::string_view line, File& file) {
    std::size_t colon = line.find(':');
    if (colon == line.npos) throw file.fault("board_entry", line, {quoted(line)});
    std::string key = lowered(strip(line.substr(0, colon)));
    std::string_view value = strip(line.substr(colon + 1));
    for (Entry& entry : file.entries)
        if (entry.key == key) {
            entry.value = value;
            entry.line = line;
            return;
        }
    file.entries.push_back({std::move(key), value, line});
}

File read_lines(std::string_view text) {
    File file{.text = text, .emoji = false, .entries = {}, .parts = {}};
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = strip(text.substr(begin, end - begin));
        begin = end + 1;
        bool head = line.size() > 2 && line.front() == '[' && line.back() == ']';
        if (head && is_word(line.substr(1, line.size() - 2))) {
            std::string name = lowered(line.substr(1, line.size() - 2));
            if ((name != REAL && name != VIEW) || file.part(name))
                throw file.fault("board_part", line, {std::string(line)});
            file.parts.push_back({std::move(name), {}});
        } else if (line.empty() || (line[0] == '#' && file.parts.empty())) {
            file.emoji = read_render(line).value_or(file.emoji);
        } else if (!file.parts.empty()) {
            file.parts.back().lines.push_back(line);
        } else {
            read_entry(line, file);
        }
    }
    return file;
}

std::uint32_t read_number(const File& file, std::string_view key) {
    const Entry* entry = file.entry(key);
    if (entry == nullptr) throw fault_in_text("entry_missing", file.text, 0, {std::string(key)});
    auto number = entry->value.size() < 9 ? read_digits(entry->value) : std::nullopt;
    if (!number) throw file.fault("entry_no_number", entry->line, {std::string(key), quoted(entry->value)});
    if (*number == 0 && key != MINES) throw file.fault("entry_zero", entry->line, {std::string(key)});
    return static_cast<std::uint32_t>(*number);
}

// The cells of a line, emoji as signs of ASCII. Marks that belong to the character before are passed over.
std::vector<ShownCell> list_cells(std::string_view line, bool emoji) {
    static constexpr std::pair<std::string_view, char> EMOJI[] = {{"\u2b1c", 'U'},     {"\U0001f6a9", 'F'},
                                                                  {"\u2753", '?'},     {"\U0001f4a5", 'X'},
                                                                  {"\U0001f4a3", '@'}, {"\u274c", '#'}};
    std::vector<ShownCell> cells;
    while (!line.empty()) {
        std::string_view shown = line.substr(0, character_bytes(line));
        line.remove_prefix(shown.size());
        char sign = shown.size() == 1 ? shown[0] : '\0';
        if (emoji) {
            if (shown == "\ufe0e" || shown == "\ufe0f" || shown == "\u20e3") continue;
            for (auto [drawn, meant] : EMOJI)
                if (shown == drawn) sign = meant;
        }
        cells.push_back({sign, shown});
    }
    return cells;
}

// Our sign of a cell of a layout or of a position; 0 for a stranger.
char sign_of(char sign, bool real) {
    if (sign >= '0' && sign <= '8') return real ? '.' : sign;
    if (real) return sign == '*' ? '*' : '\0';
    static constexpr std::string_view SIGNS = "UF?X@#", OURS = ".F?**F";
    std::size_t found = sign ? SIGNS.find(sign) : SIGNS.npos;
    return found == SIGNS.npos ? '\0' : OURS[found];
}

// The cells of a part in our signs, all lines together.
std::string read_part(const File& file, const Part& part, const Content& content) {
    bool real = part.name == REAL;
    if (part.lines.size() != content.rows) {
        Value rows = whole(part.lines.size());
        std::vector<Value> told{part.name, rows, whole(content.rows)};
        if (part.lines.empty()) throw fault_in_text("part_rows", file.text, file.text.size(), told);
        throw file.fault("part_rows", part.lines.back(), told);
    }
    std::string drawn;
    for (std::size_t row = 0; row < part.lines.size(); ++row) {
        std::string_view line = part.lines[row];
        std::vector<ShownCell> cells = list_cells(line, file.emoji);
        for (const ShownCell& cell : cells) {
            char sign = sign_of(cell.sign, real);
            if (!sign)
                throw file.fault(real ? "part_cell_real" : "part_cell_view", file.emoji ? line : cell.shown,
                                 {spell(cell.shown)});
            drawn += sign;
        }
        if (cells.size() != content.cols)
            throw file.fault("part_cells", line, {whole(row), part.name, whole(cells.size()), whole(content.cols)});
    }
    return drawn;
}

// Refuses a layout whose numbers are not those of its mines, or a position that contradicts its layout.
void check_cells(const File& file, const Part& part, const Content& content) {
    bool layout = part.name == REAL;
    for (std::uint32_t row = 0; row < content.rows; ++row) {
        std::vector<ShownCell> cells = list_cells(part.lines[row], file.emoji);
        for (std::uint32_t col = 0; col < content.cols; ++col) {
            char sign = cells[col].sign;
            bool mine = content.sign(content.layout, row, col) == '*', clue = is_digit(sign);
            if (layout && !clue) continue;
            int number = mine ? 0 : content.number(row, col);
            bool fits = clue                         ? !mine && sign - '0' == number
                        : sign == 'X' || sign == '@' ? mine
                                                     : sign != '#' || !mine;
            if (fits) continue;
            std::string_view piece = file.emoji ? part.lines[row] : cells[col].shown;
            if (layout) throw file.fault("part_number", piece, {std::string(1, sign), std::int64_t{number}});
            std::string real = mine ? "*" : std::to_string(number);
            throw file.fault("part_differs", piece, {std::string(1, sign), real});
        }
    }
}

// Signs of a position that say more than ours: which mine exploded, and which flags are wrong.
void find_left_out(const File& file, const Part& part, Content& content) {
    bool exploded = false, wrong = false;
    for (std::string_view line : part.lines)
        for (const ShownCell& cell : list_cells(line, file.emoji)) {
            exploded |= cell.sign == 'X';
            wrong |= cell.sign == '#';
        }
    if (exploded) content.left_out.push_back("exploded");
    if (wrong) content.left_out.push_back("wrong_flags");
}

}  // namespace

bool is_board_text(std::string_view text) {
    return strip(text).starts_with(FIRST);
}

Content read_board_text(std::string_view text) {
    File file = read_lines(text);
    Content content;
    content.form = "board";
    content.rows = read_number(file, ROWS);
    content.cols = read_number(file, COLUMNS);
    content.mines = read_number(file, MINES);
    if (file.parts.empty()) throw fault_in_text("no_parts", text, text.size());
    for (const Part& part : file.parts) {
        bool real = part.name == REAL;
        std::string drawn = read_part(file, part, content);
        (real ? content.layout : content.view) = std::move(drawn);
        if (real) check_cells(file, part, content);
    }
    const Part *real = file.part(REAL), *view = file.part(VIEW);
    if (real) {
        auto found = static_cast<std::uint64_t>(std::count(content.layout.begin(), content.layout.end(), '*'));
        if (found != content.mines)
            throw file.fault("layout_mines", file.entry(MINES)->line, {whole(found), whole(content.mines)});
        if (view) check_cells(file, *view, content);
    }
    for (const Entry& entry : file.entries) {
        bool size = entry.key == ROWS || entry.key == COLUMNS || entry.key == MINES;
        if (!size && !(entry.key == MODE && entry.value == CLASSIC))
            content.details.emplace_back(entry.key, std::string(entry.value));
    }
    if (view) find_left_out(file, *view, content);
    std::size_t before = 0, last = 0;
    for (std::string_view line : (view ? view : real)->lines) {
        before += count_characters(text.substr(last, file.at(line) - last));
        last = file.at(line);
        content.row_at.push_back(before);
    }
    content.along = !file.emoji;
    return content;
}

std::string write_board_text(const Content& content) {
    std::string text(FIRST), mode(CLASSIC);
    auto put = [&](std::string_view key, std::string_view value) {
        text.append("\n").append(key).append(": ").append(value);
    };
    text += " v0.1\n# Render: ascii";
    for (const auto& [key, value] : content.details) {
        if (key == MODE)
            mode = value;
        else
            put(key, value);
    }
    put(ROWS, std::to_string(content.rows));
    put(COLUMNS, std::to_string(content.cols));
    put(MINES, std::to_string(content.mines));
    put(MODE, mode);
    if (!content.layout.empty()) {
        text += "\n\n[real]";
        for (std::uint32_t row = 0; row < content.rows; ++row) {
            text += '\n';
            for (std::uint32_t col = 0; col < content.cols; ++col)
                text += content.sign(content.layout, row, col) == '*'
                            ? '*'
                            : static_cast<char>('0' + content.number(row, col));
        }
    }
    if (content.view.empty()) return text;
    std::size_t outside = content.view.find('#');
    if (outside != content.view.npos)
        throw fault_of_value("no_sign_void", {std::string("board")},
                             place_of_cell(content, static_cast<Cell>(outside)));
    text += "\n\n[view]";
    for (std::uint32_t row = 0; row < content.rows; ++row) {
        text += '\n';
        for (char sign : content.line(content.view, row)) text += sign == '.' ? 'U' : sign == '*' ? '@' : sign;
    }
    return text;
}

}  // namespace sapper::formats
