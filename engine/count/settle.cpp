#include "count/settle.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Three or four settle nearly everything on a played board.
constexpr int ROUNDS = 4;

// What the clues around a hidden cell say of it, as bits. The first two are a Verdict as well.
enum Said : std::uint8_t { SAFE = 1, MINE = 2, BESIDE_CLUE = 4 };
static_assert(static_cast<Said>(Verdict::SAFE) == SAFE && static_cast<Said>(Verdict::MINE) == MINE);

std::int64_t count_known_mines(const Board& board) {
    std::uint32_t mines = 0;
    for (View view : board.views) mines += view == View::MINE;
    return mines;
}

// Lists the hidden cells and copies the clues. The processor cannot predict what a cell shows, so every cell is
// written and the place advanced by a flag.
void read_board(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    out.verdict.assign(cells, Verdict::OPEN);
    out.says.resize(cells);
    out.need.assign(view, view + cells);
    out.known_mines = count_known_mines(board);
    // -1, -2 and -3 are hidden; as unsigned bytes they are the three largest.
    out.scratch.covered.resize(cells);
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

// Puts the bytes `from` of the neighbours at the distances of a stencil to the bytes of all cells that follow it.
// Four distances at a time save three of four reads and writes of what is put together.
template <class Together>
void put_stretch(const Stencil& stencil, const Buffer<std::uint8_t>& from, Buffer<std::uint8_t>& to,
                 Together together) {
    const std::vector<std::int32_t>& distances = stencil.distances;
    // Cells so near an end that a distance would lead beyond it follow another stencil, or none.
    std::ptrdiff_t begin = std::max<std::ptrdiff_t>(0, -distances.front());
    std::ptrdiff_t count = static_cast<std::ptrdiff_t>(from.size()) - std::max(0, distances.back()) - begin;
    std::uint8_t* const __restrict target = to.data() + begin;
    const std::uint8_t* const source = from.data() + begin;
    const std::uint8_t* const follows = stencil.follows.data() + begin;
    std::size_t next = 0;
    for (; next + 4 <= distances.size(); next += 4) {
        const std::uint8_t *const a = source + distances[next], *const b = source + distances[next + 1];
        const std::uint8_t *const c = source + distances[next + 2], *const d = source + distances[next + 3];
        for (std::ptrdiff_t k = 0; k < count; ++k) {
            std::uint8_t all = together(together(a[k], b[k]), together(c[k], d[k]));
            target[k] = together(target[k], static_cast<std::uint8_t>(all & follows[k]));
        }
    }
    for (; next < distances.size(); ++next) {
        const std::uint8_t* const a = source + distances[next];
        for (std::ptrdiff_t k = 0; k < count; ++k)
            target[k] = together(target[k], static_cast<std::uint8_t>(a[k] & follows[k]));
    }
}

// to[cell] = the bytes `from` of all neighbours of the cell put together, for every cell: by stretches of cells where
// neighbours lie at the same distances, cell by cell elsewhere.
template <class Together>
void put_together(const Shape& shape, const Buffer<std::uint8_t>& from, Buffer<std::uint8_t>& to, Together together) {
    to.assign(from.size(), 0);
    for (const Stencil& stencil : shape.stencils) put_stretch(stencil, from, to, together);
    for (Cell cell : shape.irregular) {
        std::uint8_t all = 0;
        shape.visit_neighbours(cell, [&](Cell other) { all = together(all, from[other]); });
        to[cell] = all;
    }
}

void count_neighbours(const Board& board, Settled& out) {
    const Shape& shape = *board.shape;
    put_together(shape, out.scratch.covered, out.unknown,
                 [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + b); });
    if (out.known_mines == 0) return;
    for (Cell cell = 0; cell < board.views.size(); ++cell)
        if (board.views[cell] == View::MINE)
            for (Cell other : shape.neighbours(cell)) out.need[other] -= is_clue(board.views[other]);
}

// What every clue says now. False when one cannot hold. Plain bytes in, plain bytes out: the compiler makes this
// sixteen or more cells a step.
bool hear_clues(const Board& board, Settled& out) {
    std::size_t cells = board.views.size();
    const auto* const view = reinterpret_cast<const std::int8_t*>(board.views.data());
    const std::int8_t* const need = out.need.data();
    const std::uint8_t* const unknown = out.unknown.data();
    std::uint8_t* const says = out.says.data();
    std::uint8_t broken = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        std::int8_t wanted = need[cell];
        auto left = static_cast<std::int8_t>(unknown[cell]);
        std::uint8_t clue = view[cell] >= 0 ? 0xff : 0;
        std::uint8_t settles = (wanted == 0 ? SAFE : 0) | (wanted == left ? MINE : 0);
        says[cell] = clue & (settles | BESIDE_CLUE);
        broken |= clue & ((wanted < 0) | (wanted > left));
    }
    return !broken;
}

std::uint8_t heard_at(const Shape& shape, const std::uint8_t* says, Cell cell) {
    std::uint8_t heard = 0;
    shape.visit_neighbours(cell, [&](Cell other) { heard |= says[other]; });
    return heard;
}

// Sorts hidden cells into floating, newly settled, and still open.
void sort_hidden(const Board& board, Settled& out) {
    put_together(*board.shape, out.says, out.scratch.heard,
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

// The same for what was still open after the last round.
void sort_frontier(const Board& board, Settled& out) {
    out.scratch.newly.resize(out.frontier.size() + 1);
    const Shape& shape = *board.shape;
    const std::uint8_t* const says = out.says.data();
    Verdict* const verdict = out.verdict.data();
    Cell* const to_newly = out.scratch.newly.data();
    Cell* const to_frontier = out.frontier.data();
    std::size_t newly = 0, open = 0;
    for (Cell cell : out.frontier) {
        std::uint8_t heard = heard_at(shape, says, cell);
        verdict[cell] = static_cast<Verdict>(heard & (SAFE | MINE));
        to_newly[newly] = to_frontier[open] = cell;
        newly += heard > BESIDE_CLUE;
        open += heard == BESIDE_CLUE;
    }
    out.scratch.newly.resize(newly);
    out.frontier.resize(open);
}

// Takes newly settled cells out of the counts around them. A cell settled as both safe and a mine counts as a mine,
// which contradicts the clue that makes it safe.
void tell_clues(const Board& board, Settled& out) {
    const Shape& shape = *board.shape;
    std::uint8_t* const unknown = out.unknown.data();
    Verdict* const verdict = out.verdict.data();
    std::int8_t* const need = out.need.data();
    for (Cell cell : out.scratch.newly) {
        auto mine = static_cast<std::int8_t>(static_cast<std::uint8_t>(verdict[cell]) / MINE);
        verdict[cell] = mine ? Verdict::MINE : Verdict::SAFE;
        out.mines += mine;
        shape.visit_neighbours(cell, [&](Cell other) {
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
    for (int round = 1; out.possible && !out.scratch.newly.empty(); ++round) {
        tell_clues(board, out);
        out.possible = hear_clues(board, out);
        if (round == ROUNDS) break;
        sort_frontier(board, out);
    }
}

}  // namespace sapper
