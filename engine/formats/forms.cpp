#include "formats/forms.hpp"

#include <algorithm>
#include <optional>

#include "formats/rawvf_head.hpp"
#include "formats/scan.hpp"
#include "formats/utf8.hpp"

namespace sapper::formats {

namespace {

constexpr std::size_t LONGEST = 60;  // characters of a text that is quoted

struct Reader {
    std::string_view form;
    bool (*fits)(std::string_view text);
    Content (*read)(std::string_view text);
};
// A link without a board is refused.
constexpr Reader READERS[] = {{"board", is_board_text, read_board_text},   {"mine", is_mine_text, read_mine_text},
                              {"rawvf", begins_as_rawvf, read_rawvf_text}, {"ptta", is_link, read_link},
                              {"tatham", is_tatham, read_tatham},          {"mbf", is_hex, read_hex},
                              {"analysis", is_analysis, read_analysis},    {"link", is_address, read_address}};

struct Writer {
    std::string_view form;
    std::string (*write)(const Content& content);
    bool position;  // whether the form holds one
};
constexpr Writer WRITERS[] = {{"mbf", write_mbf, false},         {"ptta", write_link, false},
                              {"mine", write_mine_text, true},   {"analysis", write_analysis, true},
                              {"board", write_board_text, true}, {"tatham", write_tatham, false},
                              {"rawvf", write_rawvf_text, false}};

const Reader* find_reader(std::string_view text) {
    for (const Reader& reader : READERS)
        if (reader.fits(text)) return &reader;
    return nullptr;
}

// Refuses content that no reader makes: writers trust what it says.
void check_content(const Content& content) {
    std::size_t cells = std::size_t{content.rows} * content.cols;
    bool fits = cells > 0 && !(content.layout.empty() && content.view.empty());
    if (content.start) fits &= *content.start < cells;
    for (const PathClick& click : content.clicks) fits &= click.cell < cells && click.kind <= ClickKind::CHORD;
    for (const std::string* drawn : {&content.layout, &content.view})
        fits &= drawn->empty() || drawn->size() == cells;
    if (!fits) throw fault_of_value("content_size", {whole(content.rows), whole(content.cols)});
    for (auto [drawn, signs] : {std::pair(&content.layout, "*."), std::pair(&content.view, ".012345678F?*#")}) {
        std::size_t cell = drawn->find_first_not_of(signs);
        if (cell != drawn->npos)
            throw fault_of_value("content_sign", {spell(first_characters(std::string_view(*drawn).substr(cell), 1))},
                                 place_of_cell(content, static_cast<Cell>(cell)));
    }
}

// How a replay begins that is no text.
void refuse_replay(Bytes data) {
    static constexpr std::pair<std::string_view, std::string_view> REPLAYS[] = {
        {"*rmv", "RMV"}, {"*umf", "UMF"}, {"\x11M", "MVF"}};
    for (auto [begin, name] : REPLAYS)
        if (signs_of(data).starts_with(begin)) throw fault_at_byte("replay_no_board", 0, {std::string(name)});
}

Content read_binary(Bytes data) {
    refuse_replay(data);
    if (data.size() > 4 && !is_mbf(data)) {
        std::size_t mines = static_cast<std::size_t>(data[2] << 8 | data[3]), wanted = 4 + 2 * mines;
        throw fault_at_byte("no_text", std::min(data.size(), wanted),
                            {whole(mines), whole(wanted), whole(data.size())});
    }
    return read_mbf(data);
}

}  // namespace

Content read_rawvf_text(std::string_view text) {
    RawvfBoard board = read_rawvf_board(text);
    Content content;
    content.form = "rawvf";
    content.rows = board.rows;
    content.cols = board.cols;
    content.mines = board.mines.size();
    content.layout.assign(std::size_t{board.rows} * board.cols, '.');
    for (Cell mine : board.mines) content.layout[mine] = '*';
    if (find_event(text, board.end) != text.npos) content.left_out.push_back("events");
    return content;
}

std::string write_rawvf_text(const Content& content) {
    std::string text = "RawVF_Version: Rev6\nProgram: Sapper\nLevel: Custom\nWidth: " + std::to_string(content.cols) +
                       "\nHeight: " + std::to_string(content.rows) + "\nMines: " + std::to_string(content.mines) +
                       "\nBoard:\n";
    for (std::uint32_t row = 0; row < content.rows; ++row) {
        for (char sign : content.line(content.layout, row)) text += sign == '*' ? '*' : '0';
        text += '\n';
    }
    return text + "Events:";
}

std::string_view recognise_form(Bytes given, bool file) {
    if (file && is_binary(given)) return "mbf";
    PlainText plain(signs_of(given));
    const Reader* reader = find_reader(plain.view());
    return reader ? reader->form : std::string_view();
}

Content read_form(Bytes given, bool file) {
    if (file && is_binary(given)) return read_binary(given);
    PlainText plain(signs_of(given));
    std::string_view text = plain.view();
    const Reader* reader = find_reader(text);
    std::size_t zero = text.find('\0');  // a file with it would be taken for MBF
    if (zero != text.npos) throw fault_in_text("text_zero", text, zero);
    if (reader) return reader->read(text);
    std::string told = spell(first_characters(text, LONGEST));
    if (count_characters(told) > LONGEST) told = std::string(first_characters(told, LONGEST)) + "...";
    throw fault_in_text("no_form", text, 0, {told});
}

std::string write_form(const Content& content, std::string_view form) {
    check_content(content);
    for (const Writer& writer : WRITERS) {
        if (writer.form != form) continue;
        if (content.layout.empty() && !writer.position) throw fault_of_value("no_layout_told", {std::string(form)});
        return writer.write(content);
    }
    throw fault_of_value("unknown_form", {spell(form)});
}

}  // namespace sapper::formats
