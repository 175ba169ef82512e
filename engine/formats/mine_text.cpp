#include <optional>

#include "formats/forms.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

struct Header {
    std::uint64_t cols = 0, rows = 0, mines = 0;
    std::size_t at = 0, end = 0;  // the bytes where the sizes begin, and where the cells do
};

std::optional<Header> read_header(std::string_view text) {
    Header header;
    Scanner scan(text);
    scan.skip(SPACES);
    header.at = scan.at();
    std::uint64_t* sides[] = {&header.cols, &header.rows, &header.mines};
    for (int k = 0; k < 3; ++k) {
        std::string_view digits = scan.digits();
        if (digits.empty() || digits.size() > (k == 2 ? 9u : 8u)) return {};
        *sides[k] = static_cast<std::uint64_t>(*read_digits(digits));
        if (k < 2 && !scan.pass("xX")) return {};
    }
    scan.skip(BLANKS);
    if (!scan.ended() && !scan.pass("\n")) return {};
    header.end = scan.at();
    return header;
}

}  // namespace

bool is_mine_text(std::string_view text) {
    return read_header(text).has_value();
}

Content read_mine_text(std::string_view text) {
    Header header = *read_header(text);
    std::string_view cells = strip_end(text.substr(header.end));
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at != cells.npos;) {
        std::size_t end = cells.find('\n', at);
        lines.push_back(cells.substr(at, end == cells.npos ? end : end - at));
        at = end == cells.npos ? end : end + 1;
    }
    if (lines.size() != header.rows || header.cols == 0)
        throw fault_in_text("mine_rows", text, header.at, {whole(header.rows), whole(lines.size())});
    Content content;
    content.form = "mine";
    content.rows = static_cast<std::uint32_t>(header.rows);
    content.mines = header.mines;
    std::size_t before = 0, last = 0;  // characters before a byte
    for (std::size_t row = 0; row < lines.size(); ++row) {
        std::string_view line = strip_end(lines[row]);
        auto begin = static_cast<std::size_t>(line.data() - text.data());
        before += count_characters(text.substr(last, begin - last));
        last = begin;
        content.row_at.push_back(before);
        for (std::size_t col = 0; col < line.size(); ++col) {
            char sign = sign_of_letter(line[col]);
            if (!sign)
                throw fault_in_text("mine_cell", text, begin + col, {spell(first_characters(line.substr(col), 1))});
            content.view += sign;
        }
        if (line.size() != header.cols)
            throw fault_in_text("row_cells_quoted", text, begin,
                                {whole(row), whole(line.size()), whole(header.cols), quoted(line)});
    }
    content.cols = static_cast<std::uint32_t>(header.cols);
    content.layout = find_layout(content.view, content.mines);
    return content;
}

std::string write_mine_text(const Content& content) {
    std::string letters = write_letters(content, "mine");
    std::string text =
        std::to_string(content.cols) + "x" + std::to_string(content.rows) + "x" + std::to_string(content.mines);
    for (std::uint32_t row = 0; row < content.rows; ++row) (text += '\n') += content.line(letters, row);
    return text;
}

}  // namespace sapper::formats
