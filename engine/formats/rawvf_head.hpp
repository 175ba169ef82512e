// What stands before the events of a RAWVF: entries `Key: value`, and the board, with one line a row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace sapper::formats {

struct RawvfEntry {
    std::string key;         // in small letters
    std::string_view value;  // a piece of the text, without blanks at its ends
};

// The entries of a text, line by line.
std::vector<RawvfEntry> list_entries(std::string_view text);

// The last entry of this name; null where there is none.
const RawvfEntry* find_entry(const std::vector<RawvfEntry>& entries, std::string_view key);

struct RawvfBoard {
    std::uint32_t rows = 0, cols = 0;
    std::vector<Cell> mines;
    std::size_t end = 0;  // the byte behind the rows
};

// Whether a text begins as a RAWVF does: with its version, or with entries and a board.
bool begins_as_rawvf(std::string_view text);

// The board of a text. Refuses one without `Board:`, an unknown sign, rows of another length or number than the
// entries say, and another number of mines.
RawvfBoard read_rawvf_board(std::string_view text);

// Where the line of the first event begins: a time with a point, and a word; npos where there is none.
std::size_t find_event(std::string_view text, std::size_t from);

}  // namespace sapper::formats
