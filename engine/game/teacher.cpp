#include "game/teacher.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sapper {

namespace {

// A search that used more memory than this releases it.
constexpr std::size_t KEPT_VALUES = 1 << 16;

}  // namespace

void Teacher::look(const Board& board, const Watch& watch) {
    board_ = &board;
    limits_ = default_limits(*board.shape, watch);
    if (!analyze_board(board, limits_, found_, scratch_)) throw_contradiction(board, limits_);
}

void Teacher::write_probabilities(std::span<double> out) const {
    for (Cell cell = 0; cell < out.size(); ++cell) {
        View view = board_->views[cell];
        out[cell] = is_covered(view) ? mine_probability(cell) : view == View::MINE;
    }
}

void Teacher::write_safe(std::span<std::uint8_t> out) const {
    for (Cell cell = 0; cell < out.size(); ++cell)
        out[cell] = is_covered(board_->views[cell]) && mine_probability(cell) == 0;
}

double Teacher::write_value(const ValueLimits& limits, const Watch& watch, std::span<std::uint8_t> best) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    std::fill(best.begin(), best.end(), std::uint8_t{0});
    if (count_worlds(found_.analysis) > limits.worlds ||
        !list_worlds(*board_, found_, limits.worlds, endgame_, worlds_))
        return nothing;
    SearchLimits search;
    search.max_nodes = limits.nodes;
    search.all_best = true;
    search.watch = watch;
    search_endgame(endgame_, search, result_, search_);
    if (search_.table.size() > KEPT_VALUES) search_ = SearchScratch();
    if (!result_.exact()) return nothing;
    for (std::uint32_t column : result_.best) best[endgame_.cell_of[column]] = 1;
    return result_.low / std::accumulate(endgame_.weight.begin(), endgame_.weight.end(), 0.0);
}

}  // namespace sapper
