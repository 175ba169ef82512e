// Rollouts: games played out from a position, on layouts drawn from all that fit. Quick ones guess the safest cell,
// careful ones the best by lookahead. A rollout is never lost: where it guesses, it multiplies its value by the
// chance to survive and continues in a layout in which it did. So the result of one rollout is a probability, not
// just won or lost. Where few worlds are left it ends with their exact value; areas that nothing outside can help
// count with theirs.
//
// More than half of all guesses are made in positions that another rollout of the same race has met. What is done
// there depends on the position and the policy alone, so it is remembered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "strategy/lineup.hpp"
#include "strategy/memo.hpp"
#include "strategy/world_draw.hpp"
#include "strategy/world_search.hpp"

namespace sapper {

struct RolloutSettings {
    EndgameSettings leaves{100, 300};  // a game played out ends where so few worlds are left
    // Careful games look at fewer candidates than a real guess does: that saves time and costs little strength.
    LookaheadSettings ahead{.candidates = 0.93, .floating_candidates = 0.98};
};

class Rollouts {
  public:
    explicit Rollouts(const RolloutSettings& settings) : search_(settings.leaves), lookahead_(settings.ahead) {}

    // How rollouts guess: the safest cell, or, in careful ones, the best by lookahead.
    enum class Policy : std::uint8_t { QUICK, CAREFUL };

    // The cell that a game played out begins with.
    struct Start {
        Cell cell = NO_CELL;    // one that turned out safe; NO_CELL: none, the game goes on from the position
        std::size_t place = 0;  // of the cell among those that were aimed at
    };

    // Prepares rollouts from a settled position, as it is or after revealing one of the given cells, of which none is
    // a mine in every world.
    void aim(const Position& position, std::span<const Cell> cells, const Limits& limits);

    // The win probability from such a position and start, estimated by one rollout. Starts with the same salt share
    // their random numbers as far as possible, which reduces the noise of their differences.
    double play(const Position& position, const Start& start, std::uint64_t salt, Policy policy,
                Resources& resources);

    // The mean of many quick rollouts from a settled position, and its standard error. Two or more.
    struct Estimate {
        double mean = 0, error = 0;
    };
    Estimate estimate_win(const Position& position, std::uint32_t rollouts, Resources& resources);

  private:
    // What is done in a position without certain cells: a guess or, where few worlds are left, no more.
    struct Continuation {
        Cell cell = NO_CELL;  // NO_CELL: the rollout ends
        double factor = 0;    // for its value: the safety of the guess, or the value of the worlds that are left
    };
    struct Remembered {
        Continuation next;
        std::uint64_t nodes = 0;  // that it took
    };
    // Steps remembered at most. A race of a few thousand games has fewer.
    static constexpr std::size_t MOST_REMEMBERED = 1 << 14;

    void reveal(Cell cell);
    Continuation find_continuation(const PositionKey& key, Policy policy, Resources& resources);
    void take(std::span<const std::uint8_t> layout) { mined_.assign(layout.begin(), layout.end()); }
    double value_of(const ClosedArea& area, Resources& resources);

    WorldSearch search_;
    Lookahead lookahead_;
    WorldDraw root_;                   // from the position that games are played out from
    std::vector<std::uint8_t> dealt_;  // its layout for the salt below; empty if there is none yet
    std::uint64_t dealt_by_ = 0;
    std::vector<WorldDraw> revealed_;  // from it with a cell known to be safe: one for each cell aimed at
    WorldDraw again_;                  // from where a game had to leave its layout
    Position position_;
    Outlook outlook_;
    PairScratch pairs_;
    std::vector<std::uint8_t> mined_;
    // Steps of the rollouts since the last aim, by the position and the policy.
    Memo<PositionKey, Remembered> remembered_{MOST_REMEMBERED};
    std::vector<double> area_values_;    // a part of the store that is an area: its value; negative: not known yet
    std::uint64_t area_generation_ = 0;  // of the store that they belong to
};

}  // namespace sapper
