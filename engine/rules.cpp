#include "rules.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = BoardNames::NONE;

// What a view means for the naming of cells, looked up instead of compared.
struct Meaning {
    bool unknown, clue, mine;
};
constexpr int LOWEST_VIEW = static_cast<int>(View::VOID);
constexpr auto MEANINGS = [] {
    std::array<Meaning, MAX_NEIGHBOURS - LOWEST_VIEW + 1> meanings{};
    for (int value = LOWEST_VIEW; value <= MAX_NEIGHBOURS; ++value) {
        auto view = static_cast<View>(value);
        meanings[static_cast<std::size_t>(value - LOWEST_VIEW)] = {is_covered(view), is_clue(view), view == View::MINE};
    }
    return meanings;
}();

// Names the unknown cells and the rules, and returns the number of mines the board already knows. What a cell
// shows is as good as random to the processor, so these loops write first and advance by a flag instead of
// branching.
std::int64_t name_cells(const Board& board, BoardNames& out) {
    auto cells = static_cast<Cell>(board.views.size());
    out.cell_of.resize(cells + 1);
    out.clue_of.resize(cells + 1);
    out.index_of.resize(cells);
    out.rule_of.resize(cells);
    Cell* const cell_of = out.cell_of.data();
    Cell* const clue_of = out.clue_of.data();
    std::uint32_t* const index_of = out.index_of.data();
    std::uint32_t* const rule_of = out.rule_of.data();
    std::uint32_t unknowns = 0, rules = 0, known_mines = 0;
    for (Cell cell = 0; cell < cells; ++cell) {
        Meaning meaning = MEANINGS[static_cast<std::size_t>(static_cast<int>(board.views[cell]) - LOWEST_VIEW)];
        cell_of[unknowns] = cell;
        clue_of[rules] = cell;
        // The number, or all ones: NONE.
        index_of[cell] = unknowns | (std::uint32_t{meaning.unknown} - 1);
        rule_of[cell] = rules | (std::uint32_t{meaning.clue} - 1);
        unknowns += meaning.unknown;
        rules += meaning.clue;
        known_mines += meaning.mine;
    }
    out.cell_of.resize(unknowns);
    out.clue_of.resize(rules);
    return known_mines;
}

// Lists the pairs of neighbours (a cell of `from`, a cell that `partner` names), in the order of `from`.
void list_pairs(const Shape& shape, const Buffer<Cell>& from, const Buffer<std::uint32_t>& partner,
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
        for (Cell other : shape.neighbours(from[index])) {
            std::uint32_t name = names[other];
            to_from[used] = index;
            to_partner[used] = name;
            used += name != NONE;
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
    Rule* const rule_data = rules.rules.data();
    for (std::size_t rule = 0; rule < rules.rules.size(); ++rule) {
        std::int32_t need = clue_number(board.views[names.clue_of[rule]]);
        rule_data[rule] = {need, need, 0};
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
    for (std::uint32_t rule : rules.pair_rule) ++rule_data[rule].count;
}

}  // namespace sapper
