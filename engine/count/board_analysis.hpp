// Board -> BoardAnalysis: the exact analysis of a board, answered by the cells of the board. Single clues settle what
// they can, the rest is stated as rules over unknown cells, the rules are analysed, and `names` translates between
// the cells of the board and the unknown cells.
//
// A hidden cell is either an unknown cell or settled by single clues. The functions below handle both; callers name
// cells of the board only. Cost and accuracy: see analysis.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "count/analysis.hpp"
#include "count/question.hpp"
#include "count/rules.hpp"

namespace sapper {

struct BoardAnalysis {
    BoardNames names;
    Analysis analysis;

    // Mine probability of a hidden cell.
    double mine_probability(Cell cell) const {
        std::uint32_t unknown = names.index_of[cell];
        return unknown != BoardNames::NONE ? analysis.mine_probability[unknown]
                                           : names.settled.verdict[cell] == Verdict::MINE;
    }
};

// Analyses a board; `out` is overwritten and its memory reused. False when no world fits. Throws LimitError when a
// component is too wide.
bool analyze_board(const Board& board, const Limits& limits, BoardAnalysis& out, AnalysisScratch& scratch);

// Throws the ContradictionError that names the cells of clues that cannot all hold. Assumes that no world fits.
[[noreturn]] void throw_contradiction(const Board& board, const Limits& limits);

// The mine probability of every cell; NaN where revealed or out of play.
void read_probabilities(const Board& board, const BoardAnalysis& analysis, std::span<double> out);

// Whether the board shows a mine or single clues settle one: such a cell is a mine in every world, and not unknown.
bool is_known_mine(const Board& board, const BoardNames& names, Cell cell);

// The unknown cells around a cell, and the known mines around it.
std::vector<std::uint32_t> unknown_neighbours(const Board& board, const BoardNames& names, Cell cell);
std::int32_t known_mines_around(const Board& board, const BoardNames& names, Cell cell);

// Adds the statements that mean "the cell is a mine" or "is safe", and "the cell is safe and shows this number". If
// the board already decides it, adds nothing where it is true, and an impossible statement over no cells where it is
// false. The cell must be in play.
void state_mine(const Board& board, const BoardNames& names, Cell cell, bool mine, Statements& out);
void state_number(const Board& board, const BoardNames& names, Cell cell, std::int32_t number, Statements& out);

// What revealing a cell in play would show.
struct CellOutcomes {
    double mine = 0;              // probability of a mine
    std::vector<double> numbers;  // probability of each number, from 0 to the number of neighbours
};
CellOutcomes find_outcomes(const Board& board, const BoardAnalysis& analysis, Questioner& questioner, Cell cell);

// Draws worlds, one after the other, as many as `out` has room for: 1 for every cell of the board with a mine.
void draw_worlds(const Board& board, const BoardAnalysis& analysis, std::uint64_t seed, const Watch& watch,
                 std::span<std::uint8_t> out);

// Hidden cells beside exactly the same clues.
struct CellGroup {
    std::vector<Cell> cells, clues;  // both rising
};
// The groups of a board, in the order of their first cells. Settled cells take part.
std::vector<CellGroup> list_groups(const Board& board);

// The hidden cells beside a clue, or beside none, rising.
std::vector<Cell> list_hidden(const Board& board, bool beside_clue);

}  // namespace sapper
