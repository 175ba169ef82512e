#include <algorithm>

#include "formats/forms.hpp"
#include "formats/scan.hpp"
#include "formats/utf8.hpp"

namespace sapper::formats {

namespace {

constexpr std::size_t HEADER = 4;                                     // bytes before the mines
constexpr std::size_t FEWEST = 12, MOST = 2 * (HEADER + 2 * 0xFFFF);  // digits

std::size_t length_of(Bytes data) {
    return HEADER + 2 * static_cast<std::size_t>(data[2] << 8 | data[3]);
}

int value_of(char digit) {
    return is_digit(digit) ? digit - '0' : lower(digit) >= 'a' && lower(digit) <= 'f' ? lower(digit) - 'a' + 10 : -1;
}

// The bytes of hexadecimal digits, and where the first digit of each stands.
std::vector<std::uint8_t> list_bytes(std::string_view text, std::vector<std::size_t>& places) {
    std::vector<std::uint8_t> bytes;
    bool second = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        int value = value_of(text[at]);
        if (value < 0) continue;
        if (second)
            bytes.back() = static_cast<std::uint8_t>(bytes.back() << 4 | value);
        else
            bytes.push_back(static_cast<std::uint8_t>(value));
        if (!second) places.push_back(at);
        second = !second;
    }
    return bytes;
}

}  // namespace

bool is_binary(Bytes data) {
    std::string_view text = signs_of(data);
    return text.find('\0') != text.npos || find_no_utf8(text).has_value();
}

bool is_mbf(Bytes data) {
    return data.size() >= HEADER && data.size() == length_of(data) && data[0] > 0 && data[1] > 0;
}

Content read_mbf(Bytes data) {
    if (data.size() < HEADER) throw fault_at_byte("mbf_short", data.size(), {whole(data.size())});
    std::uint32_t cols = data[0], rows = data[1], mines = static_cast<std::uint32_t>(data[2] << 8 | data[3]);
    if (cols == 0 || rows == 0) throw fault_at_byte("mbf_cells", cols ? 1 : 0, {whole(cols), whole(rows)});
    std::size_t length = length_of(data);
    if (data.size() != length)
        throw fault_at_byte("mbf_length", std::min(data.size(), length),
                            {whole(mines), whole(length), whole(data.size())});
    Content content;
    content.form = "mbf";
    content.rows = rows;
    content.cols = cols;
    content.mines = mines;
    content.layout.assign(std::size_t{rows} * cols, '.');
    for (std::size_t at = HEADER; at < data.size(); at += 2) {
        std::uint32_t x = data[at], y = data[at + 1];
        if (x >= cols || y >= rows)
            throw fault_at_byte("mbf_outside", at, {whole(x), whole(y), whole(cols), whole(rows)});
        char& sign = content.layout[std::size_t{y} * cols + x];
        if (sign == '*') throw fault_at_byte("mbf_twice", at, {whole(x), whole(y)});
        sign = '*';
    }
    return content;
}

bool is_hex(std::string_view text) {
    if (text.size() < FEWEST ||
        !std::all_of(text.begin(), text.end(), [](char sign) { return value_of(sign) >= 0 || is_space(sign); }))
        return false;
    auto digits = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char sign) { return value_of(sign) >= 0; }));
    if (digits > MOST || digits % 2) return false;
    std::vector<std::size_t> places;
    return is_mbf(list_bytes(text, places));
}

Content read_hex(std::string_view text) {
    std::vector<std::size_t> places;
    try {
        return read_mbf(list_bytes(text, places));
    } catch (const Refusal& inner) {
        Refusal wrong = fault_in_text("in_digits", text, places[inner.place.byte.value_or(0)]);
        wrong.cause.push_back(inner);
        throw wrong;
    }
}

std::string write_mbf(const Content& content) {
    check_sides(content, "mbf", 255);
    std::string file{static_cast<char>(content.cols), static_cast<char>(content.rows), '\0', '\0'};
    for (std::uint32_t col = 0; col < content.cols; ++col)
        for (std::uint32_t row = 0; row < content.rows; ++row)
            if (content.sign(content.layout, row, col) == '*')
                file += {static_cast<char>(col), static_cast<char>(row)};
    std::size_t mines = (file.size() - HEADER) / 2;
    file[2] = static_cast<char>(mines >> 8);
    file[3] = static_cast<char>(mines & 255);
    return file;
}

}  // namespace sapper::formats
