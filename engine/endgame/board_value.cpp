#include "endgame/board_value.hpp"

#include <numeric>

namespace sapper {

namespace {

// A search that used more memory than this releases it.
constexpr std::size_t KEPT_VALUES = 1 << 20;

}  // namespace

std::optional<BoardValue> find_value(const Board& board, const BoardAnalysis& analysis,
                                     const BoardValueLimits& limits, BoardValueScratch& scratch) {
    if (count_worlds(analysis.analysis) > limits.max_worlds ||
        !list_worlds(board, analysis, limits.max_worlds, scratch.endgame, scratch.worlds))
        return std::nullopt;
    SearchLimits searched;
    searched.max_nodes = limits.max_nodes;
    searched.all_best = true;
    searched.watch = limits.watch;
    search_endgame(scratch.endgame, searched, scratch.result, scratch.search);
    const auto& weight = scratch.endgame.weight;
    BoardValue value{scratch.result.low, scratch.result.high, std::accumulate(weight.begin(), weight.end(), 0.0), {}};
    for (std::uint32_t column : scratch.result.best) value.best.push_back(scratch.endgame.cell_of[column]);
    if (scratch.search.table.size() > KEPT_VALUES) scratch.search = SearchScratch();
    return value;
}

}  // namespace sapper
