#include "game/teacher.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

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
    auto found = find_value(*board_, found_, {limits.worlds, limits.nodes, watch}, values_);
    if (!found || found->low != found->high) return nothing;
    for (Cell cell : found->best) best[cell] = 1;
    return found->low / found->total;
}

}  // namespace sapper
