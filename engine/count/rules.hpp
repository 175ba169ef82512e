// Rules are the input of exact analysis: some unknown cells, and statements of the form "between lo and hi mines
// among these". They come from a board (every clue is one) or from a puzzle over named cells; later stages treat
// both alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/types.hpp"
#include "board/board.hpp"
#include "count/settle.hpp"

namespace sapper {

// The largest number of cells in one rule; the constraint stage packs counts into 21 bits.
inline constexpr std::uint32_t MAX_RULE_CELLS = 1u << 19;

struct Rule {
    std::int32_t lo;      // least number of mines among the cells
    std::int32_t hi;      // greatest number
    std::uint32_t count;  // number of cells
};

// Which cell is in which rule is kept as pairs in no particular order: that is how boards produce them fastest
// and all the first stage needs. RuleCells lists the cells of each rule.
struct Rules {
    std::uint32_t cell_count = 0;   // unknown cells, named 0 .. cell_count - 1
    std::uint32_t ruled_count = 0;  // cells from this one on are in no rule
    Buffer<Rule> rules;
    Buffer<std::uint32_t> pair_cell, pair_rule;  // cell pair_cell[k] is in rule pair_rule[k]; none twice
    MineCount mines;                             // over the unknown cells

    void clear();
    void add(std::int32_t lo, std::int32_t hi, std::span<const std::uint32_t> among);
};

// The cells of every rule, rising.
struct RuleCells {
    explicit RuleCells(const Rules& rules);
    std::span<const std::uint32_t> of(std::uint32_t rule) const {
        return {cells.data() + first[rule], cells.data() + first[rule + 1]};
    }
    std::vector<std::uint32_t> first, cells;
};

// How to read the rules of a board and their answers on that board. Cells that single clues settle are not among
// the unknown cells; `settled` has them.
struct BoardNames {
    static constexpr std::uint32_t NONE = NO_CELL;
    Settled settled;
    Buffer<Cell> cell_of;            // unknown cell -> cell of the board: the frontier first, then floating cells
    Buffer<std::uint32_t> index_of;  // cell of the board -> unknown cell, or NONE
    Buffer<Cell> clue_of;            // rule -> cell of the clue
    Buffer<std::uint32_t> rule_of;   // cell of the board -> rule, or NONE
};

// What single clues leave open: every open cell becomes an unknown, every clue beside one a rule. Flags and question
// marks are opinions and count as hidden. Linear in the board; the results are overwritten and their memory
// reused. False when single clues alone are impossible.
bool state_rules(const Board& board, Rules& rules, BoardNames& names);

// The rules of all clues without settling cells: every hidden cell is an unknown, every clue a rule. Used to find the
// clues that contradict each other.
void state_all_rules(const Board& board, Rules& rules, BoardNames& names);

}  // namespace sapper
