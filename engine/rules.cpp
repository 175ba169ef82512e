#include "rules.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = BoardNames::NONE;

// Names the unknown cells and the rules, and returns the number of mines the board already knows. What a cell
// shows is as good as random to the processor, so these loops write first and advance by a flag instead of
// branching.
std::int64_t name_cells(const Board& board, BoardNames& out) {
    std::int64_t known_mines = 0;
    auto cells = static_cast<Cell>(board.views.size());
    out.cell_of.resize(cells + 1);
    out.clue_of.resize(cells + 1);
    out.index_of.resize(cells);
    out.rule_of.resize(cells);
    std::uint32_t unknowns = 0, rules = 0;
    for (Cell cell = 0; cell < cells; ++cell) {
        View view = board.views[cell];
        bool mine = view == View::MINE;
        bool unknown = is_covered(view);
        bool clue = is_clue(view);
        known_mines += mine;
        out.cell_of[unknowns] = cell;
        out.clue_of[rules] = cell;
        out.index_of[cell] = unknown ? unknowns : NONE;
        out.rule_of[cell] = clue ? rules : NONE;
        unknowns += unknown;
        rules += clue;
    }
    out.cell_of.resize(unknowns);
    out.clue_of.resize(rules);
    return known_mines;
}

// Lists the pairs of neighbours (a cell of `from`, a cell that `partner` names), in the order of `from`.
void list_pairs(const Shape& shape, const std::vector<Cell>& from, const std::vector<std::uint32_t>& partner,
                std::vector<std::uint32_t>& from_index, std::vector<std::uint32_t>& partner_index) {
    // Room for one chunk beyond what is used: every neighbour is written, only partners are kept.
    std::size_t used = 0;
    for (std::uint32_t index = 0; index < from.size(); ++index) {
        auto around = shape.neighbours(from[index]);
        if (used + around.size() > from_index.size()) {
            from_index.resize(2 * used + 8 * from.size() + MAX_NEIGHBOURS);
            partner_index.resize(from_index.size());
        }
        std::uint32_t* const to_from = from_index.data();
        std::uint32_t* const to_partner = partner_index.data();
        for (Cell other : around) {
            std::uint32_t name = partner[other];
            to_from[used] = index;
            to_partner[used] = name;
            used += name != NONE;
        }
    }
    from_index.resize(used);
    partner_index.resize(used);
}

std::int32_t known_mines_around(const Board& board, Cell cell) {
    std::int32_t mines = 0;
    for (Cell other : board.shape->neighbours(cell)) mines += board.views[other] == View::MINE;
    return mines;
}

}  // namespace

void Rules::clear() {
    cell_count = 0;
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
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) first[rule + 1] = first[rule] + rules.rules[rule].count;
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t k = 0; k < rules.pair_cell.size(); ++k) cells[next[rules.pair_rule[k]]++] = rules.pair_cell[k];
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule)
        std::sort(cells.begin() + first[rule], cells.begin() + first[rule + 1]);
}

void state_rules(const Board& board, Rules& rules, BoardNames& names) {
    std::int64_t known_mines = name_cells(board, names);
    rules.cell_count = static_cast<std::uint32_t>(names.cell_of.size());
    rules.mines = board.mines;
    if (board.mines.known()) rules.mines.total -= known_mines;
    rules.rules.resize(names.clue_of.size());
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) {
        std::int32_t need = clue_number(board.views[names.clue_of[rule]]);
        rules.rules[rule] = {need, need, 0};
    }
    if (known_mines)
        for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) {
            std::int32_t mines = known_mines_around(board, names.clue_of[rule]);
            rules.rules[rule].lo -= mines;
            rules.rules[rule].hi -= mines;
        }
    // Early in a game there are few clues, late few unknown cells: look around whichever are fewer.
    if (names.cell_of.size() < names.clue_of.size())
        list_pairs(*board.shape, names.cell_of, names.rule_of, rules.pair_cell, rules.pair_rule);
    else
        list_pairs(*board.shape, names.clue_of, names.index_of, rules.pair_rule, rules.pair_cell);
    for (std::uint32_t rule : rules.pair_rule) ++rules.rules[rule].count;
}

}  // namespace sapper
