// The vocabulary of the engine: cell indices, what a cell can look like to the player, and the limits that
// keep every count inside its type.
#pragma once

#include <cstdint>
#include <limits>

namespace sapper {

// A cell is a flat index into its shape. Rows and columns exist only in the bindings.
using Cell = std::uint32_t;

inline constexpr Cell NO_CELL = std::numeric_limits<Cell>::max();

// The largest number of neighbours a cell may have: a box of four dimensions has 80. Clues, and the counters of a
// position with their biases, fit in a signed byte.
inline constexpr int MAX_NEIGHBOURS = 124;

// The largest board. A million-cell board needs about 1 GiB in the widest stage, so this is generous.
inline constexpr std::uint64_t MAX_CELLS = 1u << 24;

// What the player sees in one cell. A clue is its number, 0..124; everything else is negative, with the values
// the public row format uses. A flag and a question mark are the player's opinion; a known mine is a fact.
enum class View : std::int8_t {
    HIDDEN = -1,
    FLAG = -2,
    QUESTION = -3,
    MINE = -4,
    VOID = -5,  // out of play: no cell of the game, no mine, no neighbour of anything
};

inline constexpr bool is_clue(View view) {
    return static_cast<std::int8_t>(view) >= 0;
}
inline constexpr int clue_number(View view) {
    return static_cast<std::int8_t>(view);
}
inline constexpr View clue_view(int number) {
    return static_cast<View>(number);
}

// Whether the cell is hidden, with or without a flag or a question mark.
inline constexpr bool is_covered(View view) {
    return view == View::HIDDEN || view == View::FLAG || view == View::QUESTION;
}

// What a click does: reveals a hidden cell, flags one, or reveals the cells around a clue that has all its flags.
enum class ClickKind : std::uint8_t { REVEAL, FLAG, CHORD };

// What is known of a hidden cell.
enum class Verdict : std::uint8_t { OPEN, SAFE, MINE };

}  // namespace sapper
