#include "endgame/board_value.hpp"

#include <numeric>

namespace sapper {

void BoardValueScratch::trim() {
    constexpr std::size_t kept_values = 1 << 17, kept_bytes = 1 << 20;
    if (search.table.size() > kept_values || search.arena.room() > 4 * kept_bytes ||
        endgame.shows.capacity() > kept_bytes || worlds.mines.capacity() > kept_bytes)
        *this = BoardValueScratch();
}

std::optional<BoardValue> find_value(const Board& board, const BoardAnalysis& analysis,
                                     const BoardValueLimits& limits, BoardValueScratch& scratch) {
    struct Trim {
        BoardValueScratch& scratch;
        ~Trim() { scratch.trim(); }
    } trim{scratch};
    if (count_worlds(analysis.analysis) > limits.max_worlds ||
        !list_worlds(board, analysis, limits.max_worlds, limits.watch, scratch.endgame, scratch.worlds))
        return std::nullopt;
    SearchLimits searched;
    searched.max_nodes = limits.max_nodes;
    searched.all_best = true;
    searched.watch = limits.watch;
    search_endgame(scratch.endgame, searched, scratch.result, scratch.search);
    const auto& weight = scratch.endgame.weight;
    BoardValue value{scratch.result.low, scratch.result.high, std::accumulate(weight.begin(), weight.end(), 0.0), {}};
    for (std::uint32_t column : scratch.result.best) value.best.push_back(scratch.endgame.cell_of[column]);
    return value;
}

}  // namespace sapper
