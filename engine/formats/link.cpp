#include <algorithm>
#include <bit>
#include <optional>

#include "formats/forms.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::uint32_t MOST_SIDE = 100;  // the readers of such links take no more
constexpr std::string_view DIGITS = "0123456789abcdefghijklmnopqrstuv";
constexpr std::string_view DIGITS_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr unsigned BITS = 5;  // cells a digit
constexpr unsigned END = 3;   // in place of a kind, after the last click

struct Level {
    std::uint32_t cols, rows;
};
constexpr Level LEVELS[] = {{9, 9}, {16, 16}, {30, 16}};  // 1, 2 and 3

// Whether letters and "=" stand here.
bool begins_parameter(std::string_view text) {
    std::size_t letters = 0;
    while (letters < text.size() && is_letter(text[letters])) ++letters;
    return letters > 0 && letters < text.size() && text[letters] == '=';
}

// Whether a parameter stands behind a question mark.
bool has_query(std::string_view text) {
    for (std::size_t at = text.find('?'); at != text.npos; at = text.find('?', at + 1))
        if (begins_parameter(text.substr(at + 1))) return true;
    return false;
}

// Whether a text without spaces is parameters, joined by "&", after an address that ends with a question mark or
// alone.
bool is_query(std::string_view text) {
    while (true) {
        std::size_t joint = text.rfind('&');
        std::string_view last = text.substr(joint == text.npos ? 0 : joint + 1);
        if (has_query(last)) return true;
        if (!begins_parameter(last)) return false;
        if (joint == text.npos) return true;
        text = text.substr(0, joint);
    }
}

std::size_t place_of(std::string_view text, std::string_view piece) {
    return static_cast<std::size_t>(piece.data() - text.data());
}

Level read_size(std::string_view text, std::string_view size) {
    if (size.size() == 1 && size[0] >= '1' && size[0] <= '3') return LEVELS[size[0] - '1'];
    std::size_t half = size.size() / 2, at = place_of(text, size);
    bool digits = size.find_first_not_of("0123456789") == size.npos;
    if (half == 0 || size.size() % 2 || !digits) throw fault_in_text("link_size", text, at, {quoted(size)});
    auto side = [&](std::string_view part) {
        std::int64_t number = half < 9 ? read_digits(part).value_or(0) : 0;
        if (number < 1 || number > MOST_SIDE) throw fault_in_text("link_sides", text, at, {quoted(size)});
        return static_cast<std::uint32_t>(number);
    };
    return {side(size.substr(0, half)), side(size.substr(half))};
}

std::string read_mines(std::string_view text, std::string_view digits, const Level& size) {
    std::size_t cells = std::size_t{size.cols} * size.rows;
    std::string layout(cells, '.');
    std::optional<std::size_t> beyond;  // the first digit with a mine behind the last cell
    for (std::size_t k = 0; k < digits.size(); ++k) {
        std::size_t value = DIGITS.find(lower(digits[k]));
        std::size_t at = place_of(text, digits) + k;
        if (value == DIGITS.npos)
            throw fault_in_text("link_digit", text, at, {spell(first_characters(digits.substr(k), 1))});
        for (std::size_t bit = 0; bit < BITS; ++bit) {
            if (!(value >> (BITS - 1 - bit) & 1)) continue;
            std::size_t cell = k * BITS + bit;
            if (cell < cells)
                layout[cell] = '*';
            else if (!beyond)
                beyond = at;
        }
    }
    if (beyond) throw fault_in_text("link_beyond", text, *beyond, {whole(cells), whole(size.cols), whole(size.rows)});
    return layout;
}

std::size_t bits_of_cell(std::size_t cells) {
    return static_cast<std::size_t>(std::bit_width(cells - 1));
}

// Six bits a digit; false where they are none.
bool read_bits(std::string_view coded, std::string& bits) {
    std::string_view digits = strip_end(coded, "=");
    std::size_t missing = (4 - digits.size() % 4) % 4;
    bool padded = digits.size() != coded.size() && (coded.size() % 4 || coded.size() - digits.size() != missing);
    if (missing == 3 || padded) return false;
    for (char digit : digits) {
        std::size_t value = DIGITS_64.find(digit);
        if (value == DIGITS_64.npos) return false;
        for (int bit = 5; bit >= 0; --bit) bits += value >> bit & 1 ? '1' : '0';
    }
    bits.resize(bits.size() / 8 * 8);
    return true;
}

std::uint32_t number_of(std::string_view bits) {
    std::uint32_t number = 0;
    for (char bit : bits) number = number << 1 | (bit == '1');
    return number;
}

std::vector<PathClick> read_clicks(std::string_view text, std::string_view coded, const Level& size) {
    std::string bits;
    std::size_t at = place_of(text, coded);
    if (!read_bits(coded, bits)) throw fault_in_text("link_base64", text, at, {quoted(coded)});
    std::size_t width = bits_of_cell(std::size_t{size.cols} * size.rows), place = 0;
    std::vector<PathClick> clicks;
    while (place + 2 <= bits.size()) {
        std::uint32_t kind = number_of(std::string_view(bits).substr(place, 2));
        if (kind == END) return clicks;
        std::string_view number = std::string_view(bits).substr(place + 2, width);
        std::uint32_t told = number_of(number), row = told % size.rows, col = told / size.rows;
        if (number.size() < width || col >= size.cols) break;
        clicks.push_back({static_cast<ClickKind>(kind), row * size.cols + col});
        place += 2 + width;
    }
    throw fault_in_text("link_click", text, at + place / 6, {whole(clicks.size() + 1)});
}

// The lowest bits of a number, the highest first.
void append_bits(std::size_t number, std::size_t width, std::string& bits) {
    while (width-- > 0) bits += number >> width & 1 ? '1' : '0';
}

std::string write_clicks(const Content& content) {
    std::string bits, coded;
    std::size_t width = bits_of_cell(content.layout.size());
    for (const PathClick& click : content.clicks) {
        append_bits(static_cast<std::size_t>(click.kind), 2, bits);
        append_bits(std::size_t{click.cell % content.cols} * content.rows + click.cell / content.cols, width, bits);
    }
    append_bits(END, 2, bits);
    bits.append((8 - bits.size() % 8) % 8, '0');
    bits.append((6 - bits.size() % 6) % 6, '0');
    for (std::size_t at = 0; at < bits.size(); at += 6)
        coded += DIGITS_64[number_of(std::string_view(bits).substr(at, 6))];
    return coded;
}

}  // namespace

std::map<std::string_view, std::string_view> find_parameters(std::string_view text) {
    std::map<std::string_view, std::string_view> found;
    std::string_view link = strip(text);
    if (link.find_first_of(SPACES) != link.npos || !is_query(link)) return found;
    std::size_t query = link.rfind('?');
    for (Scanner scan(link, query == link.npos ? 0 : query + 1); !scan.ended();) {
        std::size_t begin = scan.at();
        while (is_letter(scan.next())) scan.step();
        std::string_view name = link.substr(begin, scan.at() - begin);
        if (name.empty()) {
            scan.step();
        } else if (scan.pass("=")) {
            std::string_view value = scan.rest().substr(0, scan.rest().find_first_of("&#"));
            found[name] = value;
            scan.step(value.size());
        }
    }
    return found;
}

bool is_link(std::string_view text) {
    return find_parameters(text).contains("b");
}

Content read_link(std::string_view text) {
    auto found = find_parameters(text);
    Level size = read_size(text, found["b"]);
    Content content;
    content.form = "ptta";
    content.rows = size.rows;
    content.cols = size.cols;
    content.layout = read_mines(text, found["m"], size);
    for (char sign : content.layout) content.mines += sign == '*';
    if (found.contains("c")) content.clicks = read_clicks(text, found["c"], size);
    return content;
}

std::string write_link(const Content& content) {
    check_sides(content, "ptta", MOST_SIDE);
    std::string link = "b=", width = std::to_string(content.cols), height = std::to_string(content.rows);
    std::size_t digits = std::max(width.size(), height.size());
    std::size_t level = 0;
    while (level < std::size(LEVELS) && !(LEVELS[level].cols == content.cols && LEVELS[level].rows == content.rows))
        ++level;
    if (level < std::size(LEVELS))
        link += static_cast<char>('1' + level);
    else
        for (const std::string& side : {width, height}) link += std::string(digits - side.size(), '0') + side;
    link += "&m=";
    for (std::size_t first = 0; first < content.layout.size(); first += BITS) {
        std::size_t value = 0;
        for (std::size_t cell = first; cell < first + BITS; ++cell)
            value = value << 1 | (cell < content.layout.size() && content.layout[cell] == '*');
        link += DIGITS[value];
    }
    return content.clicks.empty() ? link : link + "&c=" + write_clicks(content);
}

bool is_address(std::string_view text) {
    std::string_view link = strip(text);
    if (link.find_first_of(SPACES) != link.npos) return false;
    std::string begin = lowered(link.substr(0, 9));
    bool web =
        (begin.starts_with("http://") && link.size() > 7) || (begin.starts_with("https://") && link.size() > 8);
    return web || has_query(link);
}

Content read_address(std::string_view text) {
    if (find_parameters(text).contains("seed")) throw fault_in_text("link_seed", text, 0);
    if (lowered(text).find("minesweeper.online") != text.npos) throw fault_in_text("link_online", text, 0);
    throw fault_in_text("link_bare", text, 0);
}

}  // namespace sapper::formats
