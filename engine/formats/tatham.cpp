#include <algorithm>
#include <optional>

#include "formats/forms.hpp"
#include "formats/scan.hpp"
#include "formats/sha1.hpp"

namespace sapper::formats {

namespace {

constexpr std::size_t FEWEST_BARE = 4;  // digits

// WIDTHxHEIGHTnMINES:REST, or with # in place of the colon.
struct Id {
    std::uint64_t cols = 0, rows = 0;
    std::string_view sides, mines, rest;  // pieces of the text; mines may be missing
    bool seed = false;
};

std::optional<Id> read_id(std::string_view text) {
    Scanner scan(strip(text));
    Id id;
    id.sides = scan.rest();
    std::string_view width = scan.digits(), height = width;
    if (scan.pass("x")) height = scan.digits();
    if (scan.pass("n")) {
        id.mines = scan.digits();
        if (id.mines.empty() || id.mines.size() > 9) return {};
    }
    scan.pass("a");
    id.seed = scan.next() == '#';
    if (width.empty() || width.size() > 8 || height.empty() || height.size() > 8 || !scan.pass(":#")) return {};
    id.rest = scan.rest();
    if (id.rest.find_first_of(": \t\n\r\f\v") != id.rest.npos) return {};
    id.cols = static_cast<std::uint64_t>(*read_digits(width));
    id.rows = static_cast<std::uint64_t>(*read_digits(height));
    return id;
}

// [X,Y,][m|u]HEX
struct Description {
    std::string_view x, y, digits;
    char mark = '\0';
};

std::optional<Description> read_description(std::string_view text) {
    Description told;
    Scanner scan(text);
    std::string_view x = scan.digits(8);
    if (!x.empty() && scan.pass(",")) {
        std::string_view y = scan.digits(8);
        if (y.empty() || !scan.pass(",")) return {};
        told.x = x;
        told.y = y;
    } else {
        scan = Scanner(text);
    }
    if (scan.next() == 'm' || scan.next() == 'u') {
        told.mark = scan.next();
        scan.step();
    }
    told.digits = scan.rest();
    bool hex = told.digits.find_first_not_of("0123456789abcdefABCDEF") == told.digits.npos;
    return hex ? std::optional(told) : std::nullopt;
}

// Mixes digests of one half of the bytes into the other.
void mix(std::string& half, const std::string& seed) {
    for (std::size_t at = 0, counter = 0; at < half.size(); ++counter)
        for (std::uint8_t byte : digest_sha1(seed + std::to_string(counter))) {
            if (at == half.size()) break;
            half[at] = static_cast<char>(half[at] ^ byte);
            ++at;
        }
}

// Masks each half of the bytes by the other one, or undoes that, and clears the bits beyond the cells.
std::string mask(const std::string& bytes, std::size_t cells, bool encode) {
    std::string first = bytes.substr(0, bytes.size() / 2), second = bytes.substr(bytes.size() / 2);
    auto spare = static_cast<int>(8 * bytes.size() - cells);
    if (encode) mix(first, second);
    mix(second, first);
    second.back() = static_cast<char>(static_cast<unsigned char>(second.back()) >> spare << spare);
    if (!encode) mix(first, second);
    return first + second;
}

std::size_t place_of(std::string_view text, std::string_view piece) {
    return static_cast<std::size_t>(piece.data() - text.data());
}

}  // namespace

bool is_tatham(std::string_view text) {
    auto id = read_id(text);
    if (!id) return false;
    auto told = read_description(id->rest);
    if (id->seed || id->rest.starts_with('r') || (told && (!told->x.empty() || told->mark))) return true;
    // Bare digits are one only if they are as many as the board needs, and more than a broken position has.
    std::uint64_t needed = (id->cols * id->rows + 3) / 4;
    return told && told->digits.size() == needed && needed >= FEWEST_BARE;
}

Content read_tatham(std::string_view text) {
    Id id = *read_id(text);
    std::vector<Value> sides{whole(id.cols), whole(id.rows)};
    if (id.cols == 0 || id.rows == 0) throw fault_in_text("no_cells", text, place_of(text, id.sides), sides);
    std::size_t at = place_of(text, id.rest);
    if (id.seed || id.rest.starts_with('r')) throw fault_in_text("tatham_seed", text, at);
    auto told = read_description(id.rest);
    if (!told) throw fault_in_text("tatham_description", text, at, {quoted(id.rest)});
    std::uint64_t cells = id.cols * id.rows, wanted = (cells + 3) / 4;
    std::size_t digits = told->digits.size();
    if (digits != wanted)
        throw fault_in_text("tatham_digits", text,
                            place_of(text, told->digits) + std::min<std::uint64_t>(digits, wanted),
                            {sides[0], sides[1], whole(wanted), whole(digits)});
    std::string bytes((cells + 7) / 8, '\0');
    for (std::size_t k = 0; k < digits; ++k) {
        char digit = lower(told->digits[k]);
        int value = is_digit(digit) ? digit - '0' : digit - 'a' + 10;
        bytes[k / 2] = static_cast<char>(bytes[k / 2] | value << (k % 2 ? 0 : 4));
    }
    if (told->mark == 'm') bytes = mask(bytes, cells, false);
    Content content;
    content.form = "tatham";
    content.rows = static_cast<std::uint32_t>(id.rows);
    content.cols = static_cast<std::uint32_t>(id.cols);
    content.layout.assign(cells, '.');
    for (std::size_t cell = 0; cell < cells; ++cell)
        if (bytes[cell / 8] & 0x80 >> cell % 8) content.layout[cell] = '*';
    content.mines = static_cast<std::uint64_t>(std::count(content.layout.begin(), content.layout.end(), '*'));
    if (!id.mines.empty() && static_cast<std::uint64_t>(*read_digits(id.mines)) != content.mines)
        throw fault_in_text("layout_mines", text, place_of(text, id.mines),
                            {whole(content.mines), *read_digits(id.mines)});
    if (told->x.empty()) return content;
    auto col = static_cast<std::uint64_t>(*read_digits(told->x)),
         row = static_cast<std::uint64_t>(*read_digits(told->y));
    if (row >= id.rows || col >= id.cols)
        throw fault_in_text("tatham_start", text, at, {std::string(told->x), std::string(told->y)});
    content.start = static_cast<Cell>(row * id.cols + col);
    return content;
}

std::string write_tatham(const Content& content) {
    static constexpr std::string_view DIGITS = "0123456789abcdef";
    std::size_t cells = content.layout.size();
    if (cells > MAX_CELLS) throw fault_of_value("tatham_cells", {whole(MAX_CELLS), whole(cells)});
    std::string bytes((cells + 7) / 8, '\0');
    for (std::size_t cell = 0; cell < cells; ++cell)
        if (content.layout[cell] == '*') bytes[cell / 8] = static_cast<char>(bytes[cell / 8] | 0x80 >> cell % 8);
    bytes = mask(bytes, cells, true);
    std::string text = std::to_string(content.cols) + "x" + std::to_string(content.rows) + ":";
    if (content.start)
        text +=
            std::to_string(*content.start % content.cols) + "," + std::to_string(*content.start / content.cols) + ",";
    text += 'm';
    for (std::size_t k = 0; k < (cells + 3) / 4; ++k)
        text += DIGITS[static_cast<std::size_t>(bytes[k / 2] >> (k % 2 ? 0 : 4) & 15)];
    return text;
}

}  // namespace sapper::formats
