#include "strategy/choice.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "strategy/catalogue.hpp"
#include "strategy/rollout.hpp"

namespace sapper {

namespace {

// A game played out for an estimate ends with a search of so many worlds and nodes.
constexpr EndgameSettings ESTIMATE_LEAVES{400, 5000};

// A strategy can move on a board with a known total whose safe cells are not all revealed.
void check_playable(const Board& board) {
    if (!board.mines.known()) throw InputError("a strategy needs to know the number of mines");
    auto left = std::count_if(board.views.begin(), board.views.end(),
                              [](View view) { return is_covered(view) || view == View::MINE; });
    if (left <= board.mines.total) throw InputError("there is no move: every safe cell is revealed");
}

}  // namespace

Move choose_move(const Board& board, Mover& mover, const MoveRequest& request) {
    check_playable(board);
    Resources resources;
    resources.row_length = request.row_length;
    resources.recorders = {.weighed = request.weighed, .log = request.log};
    resources.limits.watch = request.watch;
    begin_game(*board.shape, request.seed, resources);
    Position position;
    if (request.log)
        show_board(board, position);  // so that the log has what single clues settle
    else
        read_position(board, position);
    Move move = mover.next_move(position, {}, resources);
    if (request.weighed && request.weighed->empty())  // a certain move: every cell that the strategy knows to be safe
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::SAFE) request.weighed->push_back({.cell = cell, .safety = 1});
    return move;
}

WinEstimate estimate_win(const Board& board, std::uint32_t rollouts, std::uint64_t seed, const Watch& watch) {
    check_playable(board);
    const Strategy& best = own_catalogue().find("best");
    auto mover = best.make(best.budget("normal"));
    Rollouts games({.leaves = ESTIMATE_LEAVES});
    Resources resources;
    resources.limits.watch = watch;
    begin_game(*board.shape, seed, resources);
    Position position;
    read_position(board, position);
    Rollouts::Estimate measured = games.estimate_win(position, rollouts, resources);
    return {measured.mean, measured.error, mover->next_move(position, {}, resources).cell};
}

}  // namespace sapper
