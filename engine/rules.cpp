#include "rules.hpp"

#include <string>

#include "error.hpp"

namespace sapper {

namespace {

bool is_mine(View view, bool trust_flags) {
    return view == View::MINE || (trust_flags && view == View::FLAG);
}

// Names the unknown cells and returns the number of mines the board already knows.
std::int64_t name_unknowns(const Board& board, bool trust_flags, BoardNames& out) {
    std::int64_t known_mines = 0;
    auto cells = static_cast<Cell>(board.views.size());
    out.cell_of.clear();
    out.index_of.resize(cells);
    for (Cell cell = 0; cell < cells; ++cell) {
        View view = board.views[cell];
        out.index_of[cell] = BoardNames::NONE;
        if (is_clue(view)) continue;
        if (is_mine(view, trust_flags)) {
            ++known_mines;
        } else if (is_covered(view)) {
            out.index_of[cell] = static_cast<std::uint32_t>(out.cell_of.size());
            out.cell_of.push_back(cell);
        }
    }
    return known_mines;
}

}  // namespace

void Rules::add(std::int32_t lo, std::int32_t hi, std::span<const std::uint32_t> among) {
    rules.push_back({lo, hi, static_cast<std::uint32_t>(cells.size()), static_cast<std::uint32_t>(among.size())});
    cells.insert(cells.end(), among.begin(), among.end());
}

void state_rules(const Board& board, bool trust_flags, Rules& rules, BoardNames& names) {
    std::int64_t known_mines = name_unknowns(board, trust_flags, names);
    rules.cell_count = static_cast<std::uint32_t>(names.cell_of.size());
    rules.rules.clear();
    rules.cells.clear();
    names.clue_of.clear();
    rules.mines = board.mines;
    if (board.mines.known()) {
        if (known_mines > board.mines.total)
            throw InputError("the flags and known mines are " + std::to_string(known_mines) +
                             ", but the board has only " + std::to_string(board.mines.total) + " mines");
        rules.mines.total -= known_mines;
    }
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        View view = board.views[cell];
        if (!is_clue(view)) continue;
        auto first = static_cast<std::uint32_t>(rules.cells.size());
        std::int32_t need = clue_number(view);
        for (Cell other : board.shape->neighbours(cell)) {
            if (names.index_of[other] != BoardNames::NONE)
                rules.cells.push_back(names.index_of[other]);
            else
                need -= !is_clue(board.views[other]) && is_mine(board.views[other], trust_flags);
        }
        auto count = static_cast<std::uint32_t>(rules.cells.size()) - first;
        if (count == 0 && need == 0) continue;  // a settled clue says nothing more
        rules.rules.push_back({need, need, first, count});
        names.clue_of.push_back(cell);
    }
}

}  // namespace sapper
