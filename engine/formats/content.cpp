#include "formats/content.hpp"

#include <algorithm>

namespace sapper::formats {

int Content::number(std::uint32_t row, std::uint32_t col) const {
    int mines = 0;
    for (Cell near : list_beside(row * cols + col, rows, cols)) mines += layout[near] == '*';
    return mines;
}

FaultPlace place_of_cell(const Content& content, Cell cell) {
    return {.byte = {}, .line = {}, .column = {}, .cell = {{cell / content.cols, cell % content.cols}}};
}

std::vector<Cell> list_beside(Cell cell, std::uint32_t rows, std::uint32_t cols) {
    std::vector<Cell> cells;
    std::uint32_t row = cell / cols, col = cell % cols;
    for (std::uint32_t at = row == 0 ? 0 : row - 1; at < std::min(row + 2, rows); ++at)
        for (std::uint32_t near = col == 0 ? 0 : col - 1; near < std::min(col + 2, cols); ++near)
            if (at != row || near != col) cells.push_back(at * cols + near);
    return cells;
}

std::string find_layout(const std::string& view, std::uint64_t mines) {
    auto marked = std::count_if(view.begin(), view.end(), [](char sign) { return sign == 'F' || sign == '*'; });
    std::string layout;
    if (static_cast<std::uint64_t>(marked) != mines) return layout;
    for (char sign : view) layout += sign == 'F' ? '*' : sign >= '0' && sign <= '8' ? '.' : sign;
    return layout;
}

char sign_of_letter(char letter) {
    switch (letter) {
        case 'H':
            return '.';
        case 'F':
        case 'O':
            return 'F';
        case '?':
        case 'M':
        case 'I':
            return '*';
        default:
            return letter >= '0' && letter <= '8' ? letter : '\0';
    }
}

std::string write_letters(const Content& content, std::string_view form) {
    std::string letters;
    if (content.view.empty()) {
        for (char sign : content.layout) letters += sign == '.' ? 'H' : 'F';
        return letters;
    }
    for (Cell cell = 0; cell < content.view.size(); ++cell) {
        char sign = content.view[cell];
        if (sign == '?' || sign == '#')
            throw fault_of_value(sign == '?' ? "no_sign_question" : "no_sign_void", {std::string(form)},
                                 place_of_cell(content, cell));
        letters += sign == '.' ? 'H' : sign == '*' ? '?' : sign;
    }
    return letters;
}

void check_sides(const Content& content, std::string_view form, std::uint32_t most) {
    if (std::max(content.rows, content.cols) > most)
        throw fault_of_value("form_sides",
                             {std::string(form), whole(most), whole(content.rows), whole(content.cols)});
}

}  // namespace sapper::formats
