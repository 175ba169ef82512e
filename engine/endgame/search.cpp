#include "endgame/search.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

constexpr double ROUNDING = 1e-12;  // relative, of sums of weights

// The cells that no world mines.
void list_safe_cells(const Endgame& endgame, std::vector<std::uint32_t>& out) {
    for (std::uint32_t cell = 0; cell < endgame.cells; ++cell) {
        bool safe = true;
        for (std::uint32_t world = 0; world < endgame.worlds && safe; ++world)
            safe = endgame.row(world)[cell] != Endgame::MINE;
        if (safe) out.push_back(cell);
    }
}

// The weight of worlds without a safe cell: the game is over in them, won.
double won_weight(const Endgame& endgame) {
    for (std::uint32_t world = 0; world < endgame.worlds && !endgame.same_mines; ++world)
        if (std::count(endgame.row(world), endgame.row(world) + endgame.cells, Endgame::MINE) == endgame.cells)
            return endgame.weight[world];
    return 0;
}

// Adds every cell that might be a mine and wins `value` when revealed first.
void list_best_cells(Search& search, Frame& frame, double value, std::uint32_t known_best,
                     std::vector<std::uint32_t>& out) {
    double enough = value * (1 - ROUNDING) - won_weight(search.endgame);
    std::vector<bool> is_best(frame.columns.size());
    if (known_best != NO_COLUMN) is_best[known_best] = true;
    std::vector<std::uint32_t> safe = out;
    for (std::uint32_t cell : safe)
        if (frame.column_of[cell] != NO_COLUMN) is_best[frame.column_of[cell]] = true;
    search.find_winning(frame, enough, is_best);
    for (std::uint32_t cell = 0; cell < frame.column_of.size(); ++cell)
        if (frame.column_of[cell] != NO_COLUMN && is_best[frame.column_of[cell]] &&
            !std::binary_search(safe.begin(), safe.end(), cell))
            out.push_back(cell);
}

// A cell that wins the heaviest world, the safest of them; where that world has no safe cell, the safest of all.
std::uint32_t find_quick_cell(const Endgame& endgame, std::uint32_t heaviest) {
    std::vector<double> safe(endgame.cells, 0);
    for (std::uint32_t world = 0; world < endgame.worlds; ++world)
        for (std::uint32_t cell = 0; cell < endgame.cells; ++cell)
            if (endgame.row(world)[cell] != Endgame::MINE) safe[cell] += endgame.weight[world];
    auto before = [&](std::uint32_t a, std::uint32_t b) {
        bool wins_a = endgame.row(heaviest)[a] != Endgame::MINE, wins_b = endgame.row(heaviest)[b] != Endgame::MINE;
        return wins_a != wins_b ? wins_a : safe[a] > safe[b];
    };
    std::uint32_t best = 0;
    for (std::uint32_t cell = 1; cell < endgame.cells; ++cell)
        if (before(cell, best)) best = cell;
    return best;
}

}  // namespace

void begin_search(const Endgame& endgame, SearchScratch& scratch) {
    scratch.table.clear();
    scratch.stamps.seen.resize(
        std::max<std::size_t>(scratch.stamps.seen.size(), std::min(endgame.worlds, MAX_CONFLICT_WORLDS)));
    scratch.worlds.resize(endgame.worlds);
    scratch.cells.resize(endgame.cells);
    std::iota(scratch.worlds.begin(), scratch.worlds.end(), 0u);
    std::iota(scratch.cells.begin(), scratch.cells.end(), 0u);
    auto heavier = [&](std::uint32_t a, std::uint32_t b) { return endgame.weight[a] > endgame.weight[b]; };
    if (!std::is_sorted(scratch.worlds.begin(), scratch.worlds.end(), heavier))
        std::stable_sort(scratch.worlds.begin(), scratch.worlds.end(), heavier);
    turn_rows(endgame, scratch.frame);
}

void search_endgame(const Endgame& endgame, const SearchLimits& limits, SearchResult& out, SearchScratch& scratch) {
    begin_search(endgame, scratch);
    double total = 0;
    for (std::uint32_t world : scratch.worlds) total += endgame.weight[world];
    Search search{endgame, limits, scratch};
    Frame& frame = search.enter_frame(scratch.worlds, scratch.cells);
    std::uint32_t move = NO_COLUMN;
    Bounds bounds = search.solve_frame(frame, {}, total, {}, &move);
    if (!search.gave_up) bounds.high = bounds.low;  // what is left of a difference is rounding
    out.low = bounds.low;
    out.high = bounds.high;
    out.best.clear();
    list_safe_cells(endgame, out.best);
    // Where the number of mines is unknown, a win may be announced before a guess, but only after the safe cells.
    if (limits.all_best && out.exact() && (out.best.empty() || endgame.same_mines))
        list_best_cells(search, frame, out.low, move, out.best);
    else if (out.best.empty() && move != NO_COLUMN)
        out.best.push_back(frame.columns[move].cell);
    // Without nodes there is no move yet.
    if (out.best.empty() && endgame.cells > 0) out.best.push_back(find_quick_cell(endgame, scratch.worlds[0]));
    out.nodes = search.nodes;
    out.entries = scratch.table.used();
    out.depth = search.deepest;
}

Bounds value_after(const Endgame& endgame, const FirstReveal& reveal, double above, const SearchLimits& limits,
                   SearchScratch& scratch) {
    Search search{endgame, limits, scratch};
    std::vector<std::uint32_t> left;
    for (std::uint32_t world : scratch.worlds) {
        std::uint8_t shown = endgame.row(world)[reveal.cell];
        if (shown != Endgame::MINE && (!reveal.only_zero || shown == 0)) left.push_back(world);
    }
    double total = 0;
    for (std::uint32_t world : left) total += endgame.weight[world];
    if (left.empty()) return {};
    Frame& frame = search.enter_frame(left, scratch.cells);
    return search.solve_frame(frame, {.alpha = above}, total, {}, nullptr);
}

SearchResult search_endgame(const Endgame& endgame, const SearchLimits& limits, SearchScratch& scratch) {
    SearchResult out;
    search_endgame(endgame, limits, out, scratch);
    return out;
}

}  // namespace sapper
