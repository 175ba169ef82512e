#include "rules.hpp"

#include <algorithm>
#include <string>

#include "error.hpp"

namespace sapper {

namespace {

bool is_mine(View view, bool trust_flags) {
    return view == View::MINE || (trust_flags && view == View::FLAG);
}

// Names the unknown cells and returns the number of mines the board already knows. Whether a cell is covered is
// as good as random to the processor, so these loops write first and advance by a flag instead of branching.
std::int64_t name_unknowns(const Board& board, bool trust_flags, BoardNames& out) {
    std::int64_t known_mines = 0;
    auto cells = static_cast<Cell>(board.views.size());
    out.cell_of.resize(cells);
    out.index_of.resize(cells);
    out.clues.resize(cells);
    std::uint32_t named = 0, clues = 0;
    for (Cell cell = 0; cell < cells; ++cell) {
        View view = board.views[cell];
        bool mine = is_mine(view, trust_flags);
        bool unknown = is_covered(view) && !mine;
        known_mines += mine;
        out.cell_of[named] = cell;
        out.index_of[cell] = unknown ? named : BoardNames::NONE;
        named += unknown;
        out.clues[clues] = cell;
        clues += is_clue(view);
    }
    out.cell_of.resize(named);
    out.clues.resize(clues);
    return known_mines;
}

std::int32_t known_mines_around(const Board& board, bool trust_flags, Cell cell) {
    std::int32_t mines = 0;
    for (Cell other : board.shape->neighbours(cell)) mines += is_mine(board.views[other], trust_flags);
    return mines;
}

}  // namespace

void Rules::clear() {
    cell_count = 0;
    rules.clear();
    cells.clear();
    owner.clear();
}

void Rules::add(std::int32_t lo, std::int32_t hi, std::span<const std::uint32_t> among) {
    rules.push_back({lo, hi, static_cast<std::uint32_t>(cells.size()), static_cast<std::uint32_t>(among.size())});
    cells.insert(cells.end(), among.begin(), among.end());
    owner.resize(cells.size(), static_cast<std::uint32_t>(rules.size()) - 1);
}

void state_rules(const Board& board, bool trust_flags, Rules& rules, BoardNames& names) {
    std::int64_t known_mines = name_unknowns(board, trust_flags, names);
    rules.clear();
    rules.cell_count = static_cast<std::uint32_t>(names.cell_of.size());
    names.clue_of.clear();
    rules.mines = board.mines;
    if (board.mines.known()) {
        if (known_mines > board.mines.total)
            throw InputError("the flags and known mines are " + std::to_string(known_mines) +
                             ", but the board has only " + std::to_string(board.mines.total) + " mines");
        rules.mines.total -= known_mines;
    }
    const Shape& shape = *board.shape;
    names.room.resize(std::max(names.room.size(), shape.neighbour.size() + 1));
    names.owner.resize(names.room.size());
    std::uint32_t* const room = names.room.data();
    std::uint32_t* const owner = names.owner.data();
    const std::uint32_t* const index_of = names.index_of.data();
    std::uint32_t end = 0;
    for (Cell cell : names.clues) {
        std::uint32_t first = end;
        auto rule = static_cast<std::uint32_t>(rules.rules.size());
        for (Cell other : shape.neighbours(cell)) {
            std::uint32_t index = index_of[other];
            room[end] = index;
            owner[end] = rule;
            end += index != BoardNames::NONE;
        }
        std::int32_t need = clue_number(board.views[cell]);
        if (known_mines) need -= known_mines_around(board, trust_flags, cell);
        if (end == first && need == 0) continue;  // a settled clue says nothing more
        rules.rules.push_back({need, need, first, end - first});
        names.clue_of.push_back(cell);
    }
    rules.cells.assign(room, room + end);
    rules.owner.assign(owner, owner + end);
}

}  // namespace sapper
