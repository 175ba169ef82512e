// Rules are all that exact analysis needs to know: some unknown cells, and statements of the form "between lo
// and hi mines among these". A board is one way to state rules (every clue is one), a puzzle over named cells
// another; after this stage nobody can tell them apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board.hpp"
#include "types.hpp"

namespace sapper {

struct Rule {
    std::int32_t lo = 0;      // least number of mines among the cells
    std::int32_t hi = 0;      // greatest number
    std::uint32_t first = 0;  // its cells are cells[first .. first + count)
    std::uint32_t count = 0;
};

struct Rules {
    std::uint32_t cell_count = 0;      // unknown cells, named 0 .. cell_count - 1
    std::vector<Rule> rules;
    std::vector<std::uint32_t> cells;  // the cells of all rules, one rule after the other, none repeated in it
    std::vector<std::uint32_t> owner;  // the rule that cells[k] belongs to
    MineCount mines;                   // over the unknown cells

    std::span<const std::uint32_t> cells_of(const Rule& rule) const {
        return {cells.data() + rule.first, rule.count};
    }
    void clear();
    void add(std::int32_t lo, std::int32_t hi, std::span<const std::uint32_t> among);
};

// How to read the rules of a board and their answers on that board.
struct BoardNames {
    static constexpr std::uint32_t NONE = NO_CELL;
    std::vector<Cell> cell_of;            // unknown cell -> cell of the board
    std::vector<std::uint32_t> index_of;  // cell of the board -> unknown cell, or NONE
    std::vector<Cell> clue_of;            // rule -> cell of the clue
    std::vector<Cell> clues;              // working memory, as the next two
    std::vector<std::uint32_t> room, owner;
};

// Every covered cell becomes an unknown, every clue with something left to say a rule. Flags are opinions and
// count as covered, unless `trust_flags` makes them known mines. Linear in the board; the results are overwritten
// and their memory reused. Throws InputError when trusted flags are more than the mines.
void state_rules(const Board& board, bool trust_flags, Rules& rules, BoardNames& names);

}  // namespace sapper
