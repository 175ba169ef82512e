#include "formats/rawvf_head.hpp"

#include <optional>

#include "formats/refusal.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

// Passes a name of letters and underscores; false where none follows.
bool pass_name(Scanner& scan) {
    std::size_t begin = scan.at();
    while (is_letter(scan.next()) || scan.next() == '_') scan.step();
    return scan.at() > begin;
}

// Where the line `Board:` begins; npos where there is none.
std::size_t find_board(std::string_view text) {
    for (Scanner scan(text); !scan.ended();) {
        std::size_t begin = scan.at();
        if (lowered(strip(scan.line(), BLANKS)) == "board:") return begin;
    }
    return text.npos;
}

std::optional<std::int64_t> read_number(std::string_view text, const std::vector<RawvfEntry>& entries,
                                        std::string_view key) {
    const RawvfEntry* entry = find_entry(entries, key);
    if (entry == nullptr) return {};
    auto number = entry->value.size() < 9 ? read_digits(entry->value) : std::nullopt;
    std::size_t at = static_cast<std::size_t>(entry->value.data() - text.data());
    if (!number) throw fault_in_text("entry_no_number", text, at, {std::string(key), quoted(entry->value)});
    return number;
}

}  // namespace

std::vector<RawvfEntry> list_entries(std::string_view text) {
    std::vector<RawvfEntry> entries;
    for (Scanner lines(text); !lines.ended();) {
        Scanner scan(lines.line());
        scan.skip(BLANKS);
        std::size_t begin = scan.at();
        if (!pass_name(scan)) continue;
        std::string key = lowered(scan.text().substr(begin, scan.at() - begin));
        scan.skip(BLANKS);
        if (scan.pass(":")) {
            scan.skip(BLANKS);
            entries.push_back({std::move(key), strip_end(scan.rest(), BLANKS)});
        }
    }
    return entries;
}

const RawvfEntry* find_entry(const std::vector<RawvfEntry>& entries, std::string_view key) {
    const RawvfEntry* found = nullptr;
    for (const RawvfEntry& entry : entries)
        if (entry.key == key) found = &entry;
    return found;
}

bool begins_as_rawvf(std::string_view text) {
    Scanner scan(text);
    scan.skip(SPACES);
    Scanner version = scan;
    if (version.pass_word("rawvf_version")) {
        version.skip(SPACES);
        if (version.pass(":")) return true;
    }
    std::size_t entries = 0;
    for (Scanner entry = scan; pass_name(entry); ++entries) {
        entry.skip(BLANKS);
        if (!entry.pass(":") || strip(entry.line()).empty() || entry.text()[entry.at() - 1] != '\n') break;
        entry.skip(SPACES);
        scan = entry;
    }
    if (entries == 0 || !scan.pass_word("board:")) return false;
    scan.skip(BLANKS);
    if (!scan.pass("\n")) return false;
    scan.skip(" \t\n");
    return scan.pass("*0");
}

RawvfBoard read_rawvf_board(std::string_view text) {
    std::size_t begin = find_board(text);
    if (begin == text.npos) throw fault_in_text("no_board_line", text, text.size());
    std::vector<RawvfEntry> entries = list_entries(text.substr(0, begin));
    auto width = read_number(text, entries, "width"), height = read_number(text, entries, "height");
    auto mines = read_number(text, entries, "mines");
    RawvfBoard board;
    Scanner scan(text, begin);
    scan.line();
    while (!scan.ended()) {
        std::size_t at = scan.at();
        std::string_view line = scan.line(), cells = strip(line);
        if (!cells.empty() && ((cells[0] != '*' && cells[0] != '0') || board.rows == height)) {
            scan = Scanner(text, at);
            break;
        }
        if (cells.empty()) continue;
        std::size_t stranger = cells.find_first_not_of("*0");
        if (stranger != cells.npos) {
            std::string_view sign = first_characters(cells.substr(stranger), 1);
            std::size_t place = static_cast<std::size_t>(sign.data() - text.data());
            throw fault_in_text("rawvf_cell", text, place, {spell(sign)});
        }
        std::size_t wanted = width ? static_cast<std::size_t>(*width) : board.rows ? board.cols : cells.size();
        if (cells.size() == wanted && board.rows) wanted = board.cols;
        if (cells.size() != wanted)
            throw fault_in_text("row_cells", text, at, {whole(board.rows), whole(cells.size()), whole(wanted)});
        board.cols = static_cast<std::uint32_t>(cells.size());
        for (std::size_t col = 0; col < cells.size(); ++col)
            if (cells[col] == '*') board.mines.push_back(board.rows * board.cols + static_cast<Cell>(col));
        ++board.rows;
    }
    board.end = scan.at();
    if (height && board.rows != *height)
        throw fault_in_text("board_rows_differ", text, board.end, {whole(board.rows), *height});
    if (board.rows == 0) throw fault_in_text("board_rows", text, board.end, {whole(board.rows)});
    if (mines && static_cast<std::size_t>(*mines) != board.mines.size()) {
        std::size_t at = static_cast<std::size_t>(find_entry(entries, "mines")->value.data() - text.data());
        throw fault_in_text("mines_differ", text, at, {whole(board.mines.size()), *mines});
    }
    return board;
}

std::size_t find_event(std::string_view text, std::size_t from) {
    for (Scanner scan(text, from); !scan.ended();) {
        std::size_t begin = scan.at();
        Scanner line(scan.line());
        line.skip(BLANKS);
        line.pass("-");
        if (line.digits().empty() || !line.pass(".,")) continue;
        line.digits();
        if (line.skip(BLANKS) > 0 && is_letter(line.next())) return begin;
    }
    return text.npos;
}

}  // namespace sapper::formats
