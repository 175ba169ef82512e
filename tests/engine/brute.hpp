// A slow and independent answer to every counting question: lists all placements on up to about 20 cells, one by
// one. A placement is a word with one bit per cell. Rules and boards are read by their definitions, so that no code
// is shared with the stages it checks.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "board/board.hpp"
#include "count/rules.hpp"

namespace brute {

using World = std::uint32_t;  // bit c is set when cell c is a mine

struct Fact {
    int lo, hi;
    World cells;

    bool holds(World world) const {
        int mines = std::popcount(world & cells);
        return lo <= mines && mines <= hi;
    }
};

struct Puzzle {
    std::uint32_t cell_count = 0;
    std::vector<Fact> facts;
    sapper::MineCount mines;  // over these cells
};

inline bool keeps_all(const std::vector<Fact>& facts, World world) {
    for (const Fact& fact : facts)
        if (!fact.holds(world)) return false;
    return true;
}

// All placements that keep the facts, rising; with `use_total` only those with the right number of mines.
inline std::vector<World> list_worlds(const Puzzle& puzzle, bool use_total = true) {
    std::vector<World> worlds;
    for (World world = 0; world < World{1} << puzzle.cell_count; ++world) {
        if (use_total && puzzle.mines.known() && std::popcount(world) != puzzle.mines.total) continue;
        if (keeps_all(puzzle.facts, world)) worlds.push_back(world);
    }
    return worlds;
}

// The weight of a world: one, or its probability when only a density is known.
inline long double weight_of(const Puzzle& puzzle, World world) {
    if (puzzle.mines.known()) return 1;
    long double weight = 1, density = puzzle.mines.density;
    for (std::uint32_t cell = 0; cell < puzzle.cell_count; ++cell)
        weight *= world >> cell & 1 ? density : 1 - density;
    return weight;
}

inline Puzzle read_rules(const sapper::Rules& rules) {
    Puzzle puzzle{rules.cell_count, {}, rules.mines};
    for (const sapper::Rule& rule : rules.rules) puzzle.facts.push_back({rule.lo, rule.hi, 0});
    for (std::size_t k = 0; k < rules.pair_cell.size(); ++k)
        puzzle.facts[rules.pair_rule[k]].cells |= World{1} << rules.pair_cell[k];
    return puzzle;
}

// The hidden cells of a board, numbered in the board's order.
struct BoardPuzzle {
    Puzzle puzzle;
    std::vector<sapper::Cell> hidden;  // bit -> cell of the board
    std::vector<int> bit_of;           // cell of the board -> bit, or -1
    std::vector<sapper::Cell> clue;    // fact -> cell of the board
};

inline BoardPuzzle read_board(const sapper::Board& board) {
    BoardPuzzle out;
    out.bit_of.assign(board.views.size(), -1);
    std::int64_t position = 0;
    for (sapper::Cell cell = 0; cell < board.views.size(); ++cell) {
        sapper::View view = board.views[cell];
        position += view == sapper::View::MINE;
        if (view != sapper::View::HIDDEN && view != sapper::View::FLAG && view != sapper::View::QUESTION) continue;
        out.bit_of[cell] = static_cast<int>(out.hidden.size());
        out.hidden.push_back(cell);
    }
    for (sapper::Cell cell = 0; cell < board.views.size(); ++cell) {
        int number = static_cast<int>(board.views[cell]);
        if (number < 0) continue;
        Fact fact{number, number, 0};
        for (sapper::Cell other : board.shape->neighbours(cell)) {
            if (out.bit_of[other] >= 0) fact.cells |= World{1} << out.bit_of[other];
            if (board.views[other] == sapper::View::MINE) --fact.lo, --fact.hi;
        }
        out.puzzle.facts.push_back(fact);
        out.clue.push_back(cell);
    }
    out.puzzle.cell_count = static_cast<std::uint32_t>(out.hidden.size());
    out.puzzle.mines = board.mines;
    if (board.mines.known()) out.puzzle.mines.total -= position;
    return out;
}

// The mine probability of every cell, and in how many worlds it is a mine.
struct Marginals {
    std::vector<long double> probability;
    std::vector<std::size_t> mined;
};

inline Marginals marginals(const Puzzle& puzzle, const std::vector<World>& worlds) {
    Marginals out{std::vector<long double>(puzzle.cell_count), std::vector<std::size_t>(puzzle.cell_count)};
    long double sum = 0;
    for (World world : worlds) {
        long double weight = weight_of(puzzle, world);
        sum += weight;
        for (std::uint32_t cell = 0; cell < puzzle.cell_count; ++cell)
            if (world >> cell & 1) {
                out.probability[cell] += weight;
                ++out.mined[cell];
            }
    }
    for (long double& probability : out.probability) probability /= sum;
    return out;
}

}  // namespace brute
