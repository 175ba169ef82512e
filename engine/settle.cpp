#include "settle.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Three or four settle nearly everything on a played board.
constexpr int ROUNDS = 4;

// Lists the hidden cells and copies the clues. What a cell shows is as good as random to the processor, so every
// cell is written and the place advanced by a flag.
void read_board(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    out.mark.assign(cells, Settled::NOTHING);
    out.unknown.assign(cells, 0);
    out.verdict.resize(cells);
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    out.need.assign(view, view + cells);
    out.known_mines = std::count(board.views.begin(), board.views.end(), View::MINE);
    out.hidden.resize(cells + 1);
    Cell* const hidden = out.hidden.data();
    std::size_t count = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        hidden[count] = static_cast<Cell>(cell);
        // -1, -2 and -3 are hidden; as unsigned bytes they are the three largest.
        count += static_cast<std::uint8_t>(view[cell]) >= static_cast<std::uint8_t>(View::QUESTION);
    }
    out.hidden.resize(count);
}

void count_neighbours(const Board& board, Settled& out) {
    std::uint8_t* const unknown = out.unknown.data();
    for (Cell cell : out.hidden) board.shape->visit_neighbours(cell, [&](Cell other) { ++unknown[other]; });
    if (out.known_mines == 0) return;
    for (Cell cell = 0; cell < board.views.size(); ++cell)
        if (board.views[cell] == View::MINE)
            for (Cell other : board.shape->neighbours(cell)) out.need[other] -= is_clue(board.views[other]);
}

// What every clue says now. False when one cannot hold. Plain bytes in, plain bytes out: the compiler makes this
// sixteen or more cells a step.
bool hear_clues(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    const std::int8_t* const need = out.need.data();
    const std::uint8_t* const unknown = out.unknown.data();
    std::uint8_t* const verdict = out.verdict.data();
    std::uint8_t broken = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        std::int8_t wanted = need[cell];
        auto left = static_cast<std::int8_t>(unknown[cell]);
        std::uint8_t clue = view[cell] >= 0 ? 0xff : 0;
        std::uint8_t says = (wanted == 0 ? Settled::SAFE : 0) | (wanted == left ? Settled::MINE : 0);
        verdict[cell] = clue & (says | Settled::BESIDE_CLUE);
        broken |= clue & ((wanted < 0) | (wanted > left));
    }
    return !broken;
}

std::uint8_t heard_at(const Board& board, const Settled& settled, Cell cell) {
    const std::uint8_t* const verdict = settled.verdict.data();
    std::uint8_t heard = 0;
    board.shape->visit_neighbours(cell, [&](Cell other) { heard |= verdict[other]; });
    return heard;
}

// Sorts hidden cells into floating, newly settled, and still open.
void sort_hidden(const Board& board, Settled& out) {
    std::size_t hidden = out.hidden.size(), floating = 0, newly = 0, open = 0;
    out.floating.resize(hidden + 1);
    out.newly.resize(hidden + 1);
    out.frontier.resize(hidden + 1);
    for (std::size_t k = 0; k < hidden; ++k) {
        Cell cell = out.hidden[k];
        std::uint8_t heard = heard_at(board, out, cell), said = heard & (Settled::SAFE | Settled::MINE);
        out.mark[cell] = said;
        out.floating[floating] = cell;
        out.newly[newly] = cell;
        out.frontier[open] = cell;
        floating += heard == 0;
        newly += said != 0;
        open += heard == Settled::BESIDE_CLUE;
    }
    out.floating.resize(floating);
    out.newly.resize(newly);
    out.frontier.resize(open);
}

// The same for what was still open after the last round.
void sort_frontier(const Board& board, Settled& out) {
    std::size_t newly = 0, open = 0;
    out.newly.resize(out.frontier.size() + 1);
    for (std::size_t k = 0; k < out.frontier.size(); ++k) {
        Cell cell = out.frontier[k];
        std::uint8_t said = heard_at(board, out, cell) & (Settled::SAFE | Settled::MINE);
        out.mark[cell] = said;
        out.newly[newly] = cell;
        out.frontier[open] = cell;
        newly += said != 0;
        open += said == 0;
    }
    out.newly.resize(newly);
    out.frontier.resize(open);
}

// Takes newly settled cells out of the counts around them. A cell called both safe and a mine counts as a mine and
// so breaks the clue that calls it safe.
void tell_clues(const Board& board, Settled& out) {
    std::uint8_t* const unknown = out.unknown.data();
    std::int8_t* const need = out.need.data();
    for (Cell cell : out.newly) {
        auto mine = static_cast<std::int8_t>(out.mark[cell] / Settled::MINE);
        out.mark[cell] = mine ? Settled::MINE : Settled::SAFE;
        out.mines += mine;
        board.shape->visit_neighbours(cell, [&](Cell other) {
            --unknown[other];
            need[other] = static_cast<std::int8_t>(need[other] - mine);
        });
    }
}

}  // namespace

void settle_board(const Board& board, Settled& out) {
    out.mines = 0;
    read_board(board, out);
    count_neighbours(board, out);
    out.possible = hear_clues(board, out);
    sort_hidden(board, out);
    for (int round = 1; out.possible && !out.newly.empty(); ++round) {
        tell_clues(board, out);
        out.possible = hear_clues(board, out);
        if (round == ROUNDS) break;
        sort_frontier(board, out);
    }
}

}  // namespace sapper
