// What is to be said, in no language: the entry of a catalogue and the values at its places. The engine writes no
// sentences; Python and the page render them from the catalogues in src/sapper/words, each in the language of its
// reader.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/types.hpp"

namespace sapper {

struct Said;

// A cell, which only the caller can name.
struct SaidCell {
    Cell cell = NO_CELL;
};

// A whole number, one of a few words that choose between texts, a cell, cells, whole numbers, or further parts.
using SaidValue = std::variant<std::int64_t, std::string_view, SaidCell, std::vector<Cell>, std::vector<std::int64_t>,
                               std::vector<Said>>;

struct Said {
    std::string_view entry;  // both from literals
    std::vector<std::pair<std::string_view, SaidValue>> values;
};

}  // namespace sapper
