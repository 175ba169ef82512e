#include "count/rules.hpp"

#include <algorithm>
#include <cstring>

namespace sapper {

namespace {

// Gives the open cells their numbers.
void name_cells(const Board& board, BoardNames& names) {
    const Settled& settled = names.settled;
    names.index_of.assign(board.views.size(), BoardNames::NONE);
    names.cell_of.assign(settled.frontier.begin(), settled.frontier.end());
    names.cell_of.insert(names.cell_of.end(), settled.floating.begin(), settled.floating.end());
    for (std::uint32_t index = 0; index < names.cell_of.size(); ++index) names.index_of[names.cell_of[index]] = index;
}

// Gives the clues with open cells around them their numbers. They are few: eight cells are passed at a time where
// none is one of them. Elsewhere every cell is written and the place advanced by a flag, because the
// processor cannot predict whether a cell is one of them.
void name_clues(const Board& board, BoardNames& names) {
    std::size_t cells = board.views.size();
    names.rule_of.assign(cells, BoardNames::NONE);
    names.clue_of.resize(cells + 1);
    Cell* const clue_of = names.clue_of.data();
    std::uint32_t* const rule_of = names.rule_of.data();
    const std::uint8_t* const unknown = names.settled.unknown.data();
    std::uint32_t rules = 0;
    auto name = [&](std::size_t cell) {
        bool speaks = unknown[cell] != 0;
        clue_of[rules] = static_cast<Cell>(cell);
        rule_of[cell] = rules | (std::uint32_t{speaks} - 1);  // the number, or all ones: BoardNames::NONE
        rules += speaks;
    };
    std::size_t cell = 0;
    for (std::uint64_t open = 0; cell + sizeof open <= cells; cell += sizeof open) {
        std::memcpy(&open, unknown + cell, sizeof open);
        if (open == 0) continue;
        for (std::size_t k = cell; k < cell + sizeof open; ++k) name(k);
    }
    for (; cell < cells; ++cell) name(cell);
    names.clue_of.resize(rules);
}

// Lists the pairs of neighbours (a cell of `from`, a cell that `partner` names), in the order of `from`.
void list_pairs(const Shape& shape, std::span<const Cell> from, const Buffer<std::uint32_t>& partner,
                Buffer<std::uint32_t>& from_index, Buffer<std::uint32_t>& partner_index) {
    // Every neighbour is written, only partners are kept: room for all of them.
    std::size_t most = std::min(shape.neighbour.size(), from.size() * MAX_NEIGHBOURS) + 1;
    from_index.resize(most);
    partner_index.resize(most);
    std::uint32_t* const to_from = from_index.data();
    std::uint32_t* const to_partner = partner_index.data();
    const std::uint32_t* const names = partner.data();
    std::size_t used = 0;
    for (std::uint32_t index = 0; index < from.size(); ++index)
        shape.visit_neighbours(from[index], [&](Cell other) {
            std::uint32_t name = names[other];
            to_from[used] = index;
            to_partner[used] = name;
            used += name != BoardNames::NONE;
        });
    from_index.resize(used);
    partner_index.resize(used);
}

// Rules and pairs for the cells and clues that have names.
void state_named(const Board& board, Rules& rules, const BoardNames& names) {
    const Settled& settled = names.settled;
    rules.cell_count = static_cast<std::uint32_t>(names.cell_of.size());
    rules.ruled_count = static_cast<std::uint32_t>(settled.frontier.size());
    rules.mines = board.mines;
    if (board.mines.known()) rules.mines.total -= settled.known_mines + settled.mines;
    rules.rules.resize(names.clue_of.size());
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) {
        Cell clue = names.clue_of[rule];
        rules.rules[rule] = {settled.need[clue], settled.need[clue], settled.unknown[clue]};
    }
    // Visits the neighbours of the cells or of the clues, whichever are fewer.
    if (settled.frontier.size() < names.clue_of.size())
        list_pairs(*board.shape, settled.frontier, names.rule_of, rules.pair_cell, rules.pair_rule);
    else
        list_pairs(*board.shape, names.clue_of, names.index_of, rules.pair_rule, rules.pair_cell);
}

}  // namespace

void Rules::clear() {
    cell_count = ruled_count = 0;
    rules.clear();
    pair_cell.clear();
    pair_rule.clear();
}

void Rules::add(std::int32_t lo, std::int32_t hi, std::span<const std::uint32_t> among) {
    pair_cell.insert(pair_cell.end(), among.begin(), among.end());
    pair_rule.resize(pair_cell.size(), static_cast<std::uint32_t>(rules.size()));
    rules.push_back({lo, hi, static_cast<std::uint32_t>(among.size())});
}

RuleCells::RuleCells(const Rules& rules) : first(rules.rules.size() + 1, 0), cells(rules.pair_cell.size()) {
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule)
        first[rule + 1] = first[rule] + rules.rules[rule].count;
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t k = 0; k < rules.pair_cell.size(); ++k) cells[next[rules.pair_rule[k]]++] = rules.pair_cell[k];
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule)
        std::sort(cells.begin() + first[rule], cells.begin() + first[rule + 1]);
}

bool state_rules(const Board& board, Rules& rules, BoardNames& names) {
    settle_board(board, names.settled);
    if (!names.settled.possible) return false;
    name_cells(board, names);
    name_clues(board, names);
    state_named(board, rules, names);
    return true;
}

void state_all_rules(const Board& board, Rules& rules, BoardNames& names) {
    Settled& settled = names.settled;
    settled = {};
    settled.unknown.assign(board.views.size(), 0);
    settled.verdict.assign(board.views.size(), Verdict::OPEN);
    settled.need.assign(board.views.size(), 0);
    names.rule_of.assign(board.views.size(), BoardNames::NONE);
    names.clue_of.clear();
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        View view = board.views[cell];
        settled.known_mines += view == View::MINE;
        if (is_covered(view)) settled.frontier.push_back(cell);
        if (!is_clue(view)) continue;
        std::uint32_t unknown = 0, mines = 0;
        names.rule_of[cell] = static_cast<std::uint32_t>(names.clue_of.size());
        names.clue_of.push_back(cell);
        for (Cell other : board.shape->neighbours(cell)) {
            unknown += is_covered(board.views[other]);
            mines += board.views[other] == View::MINE;
        }
        settled.unknown[cell] = static_cast<std::uint8_t>(unknown);
        settled.need[cell] = static_cast<std::int8_t>(clue_number(view) - static_cast<int>(mines));
    }
    name_cells(board, names);
    state_named(board, rules, names);
}

}  // namespace sapper
