#include "count/board_analysis.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>

#include "base/error.hpp"
#include "base/index_table.hpp"
#include "count/conflict.hpp"
#include "count/sample.hpp"

namespace sapper {

namespace {

void state_decided(bool holds, Statements& out) {
    if (!holds) out.push_back({1, 1, {}});
}

bool lies_beside_clue(const Board& board, Cell cell) {
    auto around = board.shape->neighbours(cell);
    return std::any_of(around.begin(), around.end(), [&](Cell other) { return is_clue(board.views[other]); });
}

std::vector<Cell> clues_around(const Board& board, Cell cell) {
    std::vector<Cell> clues;
    for (Cell other : board.shape->neighbours(cell))
        if (is_clue(board.views[other])) clues.push_back(other);
    return clues;
}

// Why a clue cannot hold by itself: what lies beside it.
std::string describe_surroundings(const Board& board, Cell clue) {
    int mines = 0, hidden = 0;
    for (Cell other : board.shape->neighbours(clue)) {
        mines += board.views[other] == View::MINE;
        hidden += is_covered(board.views[other]);
    }
    auto count = [](int number, const std::string& noun) {
        return (number == 0 ? "no" : std::to_string(number)) + " " + noun + (number > 1 ? "s" : "");
    };
    if (mines > static_cast<int>(clue_number(board.views[clue])))
        return " has " + count(mines, "mine") + " beside it already";
    if (mines == 0) return (hidden == 0 ? " has " : " has only ") + count(hidden, "hidden cell") + " beside it";
    return " has only " + count(mines, "mine") + " and " + count(hidden, "hidden cell") + " beside it";
}

}  // namespace

bool analyze_board(const Board& board, const Limits& limits, BoardAnalysis& out, AnalysisScratch& scratch) {
    return state_rules(board, out.analysis.rules, out.names) && analyze(out.analysis, limits, scratch);
}

void throw_contradiction(const Board& board, const Limits& limits) {
    Rules rules;
    BoardNames names;
    state_all_rules(board, rules, names);
    Conflict conflict = find_conflict(rules, limits);
    std::vector<Cell> clues;
    for (std::uint32_t rule : conflict.rules) clues.push_back(names.clue_of[rule]);
    ConflictWords words;
    words.plural = clues.size() != 1;
    words.known_mines = names.settled.known_mines;
    words.total = "the board has " + std::to_string(board.mines.total);
    words.subject = words.plural ? "the clues at {clues}"
                                 : "the " + std::to_string(clue_number(board.views[clues.front()])) + " at {clues}";
    std::string message = !words.plural && !conflict.needs_total
                              ? words.subject + describe_surroundings(board, clues.front())
                              : describe_conflict(conflict, rules.mines.total, words);
    throw ContradictionError(message, std::move(clues), conflict.needs_total);
}

void read_probabilities(const Board& board, const BoardAnalysis& analysis, std::span<double> out) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    constexpr std::array<double, 3> settled = {nothing, 0, 1};  // by verdict: open, safe, mine
    const BoardNames& names = analysis.names;
    const Verdict* const verdict = names.settled.verdict.data();
    for (std::size_t cell = 0; cell < out.size(); ++cell)
        out[cell] = settled[static_cast<std::size_t>(verdict[cell])];
    if (names.settled.known_mines > 0)
        for (std::size_t cell = 0; cell < out.size(); ++cell)
            if (board.views[cell] == View::MINE) out[cell] = 1;
    for (std::size_t index = 0; index < names.cell_of.size(); ++index)
        out[names.cell_of[index]] = analysis.analysis.mine_probability[index];
}

bool is_known_mine(const Board& board, const BoardNames& names, Cell cell) {
    return board.views[cell] == View::MINE || names.settled.verdict[cell] == Verdict::MINE;
}

std::vector<std::uint32_t> unknown_neighbours(const Board& board, const BoardNames& names, Cell cell) {
    std::vector<std::uint32_t> out;
    for (Cell other : board.shape->neighbours(cell))
        if (names.index_of[other] != BoardNames::NONE) out.push_back(names.index_of[other]);
    return out;
}

std::int32_t known_mines_around(const Board& board, const BoardNames& names, Cell cell) {
    std::int32_t mines = 0;
    for (Cell other : board.shape->neighbours(cell)) mines += is_known_mine(board, names, other);
    return mines;
}

void state_mine(const Board& board, const BoardNames& names, Cell cell, bool mine, Statements& out) {
    std::uint32_t index = names.index_of[cell];
    if (index == BoardNames::NONE) return state_decided(mine == is_known_mine(board, names, cell), out);
    out.push_back({mine, mine, {index}});
}

void state_number(const Board& board, const BoardNames& names, Cell cell, std::int32_t number, Statements& out) {
    if (is_clue(board.views[cell])) return state_decided(clue_number(board.views[cell]) == number, out);
    state_mine(board, names, cell, false, out);
    std::int32_t around = number - known_mines_around(board, names, cell);
    out.push_back({around, around, unknown_neighbours(board, names, cell)});
}

CellOutcomes find_outcomes(const Board& board, const BoardAnalysis& analysis, Questioner& questioner, Cell cell) {
    View view = board.views[cell];
    CellOutcomes out{0, std::vector<double>(board.shape->neighbours(cell).size() + 1, 0)};
    if (is_clue(view)) {
        out.numbers[static_cast<std::size_t>(clue_number(view))] = 1;
        return out;
    }
    out.mine = view == View::MINE ? 1 : analysis.mine_probability(cell);
    if (out.mine == 1) return out;
    auto known = static_cast<std::size_t>(known_mines_around(board, analysis.names, cell));
    auto chances =
        questioner.outcomes(analysis.names.index_of[cell], unknown_neighbours(board, analysis.names, cell));
    // Near 1 the mine probability is too coarse to tell how likely a safe cell is.
    Statements is_safe{{0, 0, {analysis.names.index_of[cell]}}};
    double safe = out.mine < 0.5 ? 1 - out.mine : questioner.probability(is_safe, {});
    for (std::size_t k = 0; k < chances.size(); ++k) out.numbers[known + k] = safe * chances[k];
    return out;
}

void draw_worlds(const Board& board, const BoardAnalysis& analysis, std::uint64_t seed, const Watch& watch,
                 std::span<std::uint8_t> out) {
    Sampler sampler(analysis.analysis);
    Kiss64 random(mix_bits(seed));  // streams of neighbouring seeds begin alike
    std::vector<std::uint8_t> known(board.views.size()), mines(analysis.analysis.rules.cell_count);
    for (Cell cell = 0; cell < known.size(); ++cell) known[cell] = is_known_mine(board, analysis.names, cell);
    for (std::size_t world = 0; world < out.size() / known.size(); ++world) {
        if (world % 256 == 0) watch.check();
        auto row = out.subspan(world * known.size(), known.size());
        sampler.draw(random, mines);
        std::copy(known.begin(), known.end(), row.begin());
        for (std::size_t index = 0; index < mines.size(); ++index) row[analysis.names.cell_of[index]] = mines[index];
    }
}

std::vector<CellGroup> list_groups(const Board& board) {
    std::map<std::vector<Cell>, std::size_t> index_of;
    std::vector<CellGroup> out;
    for (Cell cell : list_hidden(board, true)) {
        std::vector<Cell> clues = clues_around(board, cell);
        auto [at, fresh] = index_of.try_emplace(clues, out.size());
        if (fresh) out.push_back({{}, std::move(clues)});
        out[at->second].cells.push_back(cell);
    }
    return out;
}

std::vector<Cell> list_hidden(const Board& board, bool beside_clue) {
    std::vector<Cell> out;
    for (Cell cell = 0; cell < board.views.size(); ++cell)
        if (is_covered(board.views[cell]) && lies_beside_clue(board, cell) == beside_clue) out.push_back(cell);
    return out;
}

}  // namespace sapper
