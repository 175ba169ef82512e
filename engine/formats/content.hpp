// What a text or a file of a board of another program says, in our own signs. Every reader of boards returns one, and
// every writer takes one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/types.hpp"
#include "formats/cursor.hpp"

namespace sapper::formats {

// One click of a path through a layout.
struct PathClick {
    ClickKind kind;
    Cell cell;
};

struct Content {
    std::uint32_t rows = 0, cols = 0;
    std::uint64_t mines = 0;  // total
    // One sign a cell; "" where there is none: a layout of "*" (a mine) and ".", a position of . 0-8 F ? * and #.
    std::string layout, view;
    std::optional<Cell> start;  // the first cell to be revealed
    std::vector<PathClick> clicks;
    std::vector<std::pair<std::string, std::string>> details;  // author, mode and other entries
    std::vector<std::string_view> left_out;                    // keys of what the text says beyond that
    std::string_view form;                                     // the form that was read
    std::vector<std::size_t>
        row_at;         // characters before the cells of a row in its text; none where they have no place
    bool along = true;  // whether the cells of a row stand one character after the other

    char sign(const std::string& drawn, std::uint32_t row, std::uint32_t col) const {
        return drawn[std::size_t{row} * cols + col];
    }
    // Mines of the layout beside a cell.
    int number(std::uint32_t row, std::uint32_t col) const;
    std::string_view line(const std::string& drawn, std::uint32_t row) const {
        return std::string_view(drawn).substr(std::size_t{row} * cols, cols);
    }
};

// A cell as a place of refusals.
FaultPlace place_of_cell(const Content& content, Cell cell);

// The cells beside a cell, row by row.
std::vector<Cell> list_beside(Cell cell, std::uint32_t rows, std::uint32_t cols);

// The layout of a position whose flags and known mines are all its mines; otherwise "".
std::string find_layout(const std::string& view, std::uint64_t mines);

// Letters of positions in texts and links of JSMinesweeper, as our signs; 0 for a stranger. H is hidden, I a proved
// mine, O a flag, M and ? a mine.
char sign_of_letter(char letter);

// A position in these letters; of a layout alone, one with a flag on every mine. Refuses what they cannot hold.
std::string write_letters(const Content& content, std::string_view form);

// Refuses a board that a form cannot hold.
void check_sides(const Content& content, std::string_view form, std::uint32_t most);

}  // namespace sapper::formats
