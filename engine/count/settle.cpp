#include "count/settle.hpp"

#include <algorithm>

#include "base/lanes.hpp"

namespace sapper {

namespace {

// Three or four settle nearly everything on a played board.
constexpr int ROUNDS = 4;

// No mines or no safe cells are needed. Far enough from 0 for all neighbours of a cell to be taken off.
constexpr std::uint8_t NO_NEED = 128;
static_assert(MAX_NEIGHBOURS < NO_NEED);

// What the clues around a hidden cell say of it, as bits. The first two are a Verdict as well.
enum Said : std::uint8_t { SAFE = 1, MINE = 2, BESIDE_CLUE = 4 };
static_assert(static_cast<Said>(Verdict::SAFE) == SAFE && static_cast<Said>(Verdict::MINE) == MINE);

std::int64_t count_known_mines(const Board& board) {
    std::uint32_t mines = 0;
    for (View view : board.views) mines += view == View::MINE;
    return mines;
}

// Lists the hidden cells. The processor cannot predict what a cell shows, so every cell is
// written and the place advanced by a flag.
void read_board(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    out.verdict.assign(cells, Verdict::OPEN);
    out.known_mines = count_known_mines(board);
    // -1, -2 and -3 are hidden; as unsigned bytes they are the three largest.
    std::size_t margin = longest_stride(*board.shape);
    out.scratch.says.resize(cells, margin);
    out.scratch.covered.resize(cells, margin);
    std::uint8_t* const covered = out.scratch.covered.data();
    for (std::size_t cell = 0; cell < cells; ++cell)
        covered[cell] = static_cast<std::uint8_t>(view[cell]) >= static_cast<std::uint8_t>(View::QUESTION);
    out.scratch.hidden.resize(cells + 1);
    Cell* const hidden = out.scratch.hidden.data();
    std::size_t count = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        hidden[count] = static_cast<Cell>(cell);
        count += covered[cell];
    }
    out.scratch.hidden.resize(count);
}

// What every clue needs: mines and safe cells, together as many as there are hidden cells around it.
void count_needs(const Board& board, Settled& out) {
    const Shape& shape = *board.shape;
    std::size_t cells = board.views.size();
    out.unknown.resize(cells);
    put_together(shape, out.scratch.covered, out.unknown.data(),
                 [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + b); });
    out.scratch.mines_needed.resize(cells + LANES - 1);
    out.scratch.safe_needed.resize(cells + LANES - 1);
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    const std::uint8_t* const unknown = out.unknown.data();
    std::uint8_t* const __restrict mines_needed = out.scratch.mines_needed.data();
    std::uint8_t* const __restrict safe_needed = out.scratch.safe_needed.data();
    for (std::size_t cell = 0; cell < cells; ++cell)
        mines_needed[cell] = static_cast<std::uint8_t>(NO_NEED + std::max<std::int8_t>(view[cell], 0));
    if (out.known_mines != 0)
        for (Cell cell = 0; cell < cells; ++cell)
            if (board.views[cell] == View::MINE)
                for (Cell other : shape.neighbours(cell)) --mines_needed[other];
    // Hidden cells and known mines around a cell are MAX_NEIGHBOURS together, so that nothing overflows.
    for (std::size_t cell = 0; cell < cells; ++cell)
        safe_needed[cell] = static_cast<std::uint8_t>(unknown[cell] - mines_needed[cell]);
}

// What every clue says now. False when one cannot hold. Plain bytes in, plain bytes out: the compiler makes this
// sixteen or more cells a step.
bool hear_clues(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    const std::uint8_t* const mines_needed = out.scratch.mines_needed.data();
    const std::uint8_t* const safe_needed = out.scratch.safe_needed.data();
    std::uint8_t* const __restrict says = out.scratch.says.data();
    std::uint8_t holds = NO_NEED;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        std::uint8_t other = view[cell] < 0 ? 0xff : 0;
        std::uint8_t settles = (mines_needed[cell] == NO_NEED ? SAFE : 0) | (safe_needed[cell] == NO_NEED ? MINE : 0);
        says[cell] = static_cast<std::uint8_t>(~other) & (settles | BESIDE_CLUE);
        holds &= other | (mines_needed[cell] & safe_needed[cell]);
    }
    return holds == NO_NEED;  // no need is negative
}

// Sorts hidden cells into floating, newly settled, and still open.
void sort_hidden(const Board& board, Settled& out) {
    out.scratch.heard.resize(board.views.size());
    put_together(*board.shape, out.scratch.says, out.scratch.heard.data(),
                 [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); });
    std::size_t hidden = out.scratch.hidden.size();
    out.floating.resize(hidden + 1);
    out.scratch.newly.resize(hidden + 1);
    out.frontier.resize(hidden + 1);
    const std::uint8_t* const all_heard = out.scratch.heard.data();
    Verdict* const verdict = out.verdict.data();
    Cell* const to_floating = out.floating.data();
    Cell* const to_newly = out.scratch.newly.data();
    Cell* const to_frontier = out.frontier.data();
    std::size_t floating = 0, newly = 0, open = 0;
    for (Cell cell : out.scratch.hidden) {
        std::uint8_t heard = all_heard[cell];
        verdict[cell] = static_cast<Verdict>(heard & (SAFE | MINE));
        to_floating[floating] = to_newly[newly] = to_frontier[open] = cell;
        floating += heard == 0;
        newly += heard > BESIDE_CLUE;
        open += heard == BESIDE_CLUE;
    }
    out.floating.resize(floating);
    out.scratch.newly.resize(newly);
    out.frontier.resize(open);
}

// Settles the cells around the clues that now say something new. A clue that needs nothing more has no open cells.
void ask_clues(const Board& board, Settled& out) {
    const Shape& shape = *board.shape;
    const std::uint8_t* const says = out.scratch.says.data();
    const std::uint8_t* const covered = out.scratch.covered.data();
    Verdict* const verdict = out.verdict.data();
    out.scratch.newly.clear();
    auto ask = [&](Cell clue) {
        auto said = static_cast<Verdict>(says[clue] & (SAFE | MINE));
        for (Cell cell : shape.neighbours(clue))
            if (covered[cell] && verdict[cell] == Verdict::OPEN) {
                verdict[cell] = said;
                out.scratch.newly.push_back(cell);
            }
    };
    std::size_t cells = board.views.size(), first = 0;
    for (; first + LANES <= cells; first += LANES) {
        std::uint64_t word = load_lanes(says + first);
        std::uint64_t asked = (word ^ word >> 1) & EVERY_LANE;
        if (asked) visit_lanes(asked, static_cast<Cell>(first), ask);
    }
    for (; first < cells; ++first)
        if ((says[first] ^ says[first] >> 1) & 1) ask(static_cast<Cell>(first));
}

// Takes newly settled cells out of what the clues around them need. Where one clue makes a cell safe and another a
// mine, one of them then needs less than nothing.
void tell_clues(const Board& board, Settled& out) {
    const Shape& shape = *board.shape;
    Verdict* const verdict = out.verdict.data();
    for (Cell cell : out.scratch.newly) {
        bool mine = static_cast<std::uint8_t>(verdict[cell]) >= MINE;
        verdict[cell] = mine ? Verdict::MINE : Verdict::SAFE;
        out.mines += mine;
        std::uint8_t* const needed = mine ? out.scratch.mines_needed.data() : out.scratch.safe_needed.data();
        shape.visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
            store_lanes(needed + first, load_lanes(needed + first) - lanes);
        });
    }
}

// Leaves the open cells in the frontier.
void sort_frontier(Settled& out) {
    const Verdict* const verdict = out.verdict.data();
    Cell* const frontier = out.frontier.data();
    std::size_t open = 0;
    for (Cell cell : out.frontier) {
        frontier[open] = cell;
        open += verdict[cell] == Verdict::OPEN;
    }
    out.frontier.resize(open);
}

void list_needs(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    out.need.resize(cells);
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    const std::uint8_t* const mines_needed = out.scratch.mines_needed.data();
    const std::uint8_t* const safe_needed = out.scratch.safe_needed.data();
    std::int8_t* const __restrict need = out.need.data();
    std::uint8_t* const __restrict unknown = out.unknown.data();
    for (std::size_t cell = 0; cell < cells; ++cell) {
        std::uint8_t clue = view[cell] >= 0 ? 0xff : 0;
        need[cell] = static_cast<std::int8_t>(mines_needed[cell] - NO_NEED);
        unknown[cell] = clue & static_cast<std::uint8_t>(mines_needed[cell] + safe_needed[cell]);
    }
}

}  // namespace

void settle_board(const Board& board, Settled& out) {
    out.mines = 0;
    read_board(board, out);
    count_needs(board, out);
    out.possible = hear_clues(board, out);
    sort_hidden(board, out);
    for (int round = 1; out.possible && !out.scratch.newly.empty(); ++round) {
        tell_clues(board, out);
        out.possible = hear_clues(board, out);
        if (round == ROUNDS) break;
        ask_clues(board, out);
    }
    sort_frontier(out);
    list_needs(board, out);
}

}  // namespace sapper
