// Position -> Move: a strategy chooses the next reveal, with a reason. Most strategies are guessers: certain moves
// come first, are the same for all of them and never count as guesses; where there is none, the strategy guesses.
// Other strategies are plain movers: they make every move by their own deductions, which may miss certain cells. A
// strategy reads the position and counts derived from it, never the layout. Its budget is counted in nodes and
// rollouts, not in time, and its random numbers come from its game's seed, so that the same seed plays the same game
// on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/rng.hpp"
#include "position/estimate.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"
#include "strategy/stage_log.hpp"
#include "strategy/weighed.hpp"

namespace sapper {

// Why a cell is revealed. Reasons are constants and are compared by address. A strategy registers those it gives.
struct Reason {
    std::string_view name;   // in the tables of runs
    std::string_view words;  // what it means, for a player
};

// Reasons that the game or more than one strategy gives.
namespace reasons {
inline constexpr Reason CERTAIN{"certain", "safe in every world"};  // not a guess
inline constexpr Reason START{"start", "the start cell of the game"};
inline constexpr Reason RANDOM{"random", "any cell that is not known to be a mine"};
inline constexpr Reason SAFEST{"safest", "the lowest chance of a mine"};
inline constexpr Reason LOOKAHEAD{"lookahead", "the best chance to be safe now and at the next move"};
inline constexpr Reason ENDGAME{"endgame", "the most wins among all worlds that are left"};
inline constexpr Reason AREA{"area", "the most wins inside an area that nothing outside can help"};
inline constexpr Reason CLICKS{"clicks", "a risk that is expected to save clicks"};
inline constexpr Reason ESTIMATE{"estimate", "the lowest chance of a mine, as far as the strategy can tell"};
}  // namespace reasons

struct Move {
    Cell cell = NO_CELL;
    const Reason* reason = &reasons::CERTAIN;
    double safety = 1;                                        // chance that the cell holds no mine
    double value = std::numeric_limits<double>::quiet_NaN();  // win probability, if the strategy computed it
    double frontier_mines =
        std::numeric_limits<double>::quiet_NaN();  // in the frontier, if the strategy estimated it
    ClickKind kind = ClickKind::REVEAL;            // others only where the game takes them

    bool is_guess() const { return reason != &reasons::CERTAIN; }
};

inline constexpr std::size_t MAX_COUNTERS = 24;
using Counters = std::array<std::uint64_t, MAX_COUNTERS>;

struct Lessons;
struct ClickLessons;

// What the caller wants to be told besides the moves; null: nothing of it is recorded.
struct Recorders {
    Lessons* lessons = nullptr;             // the results of rollouts for guesses
    ClickLessons* click_lessons = nullptr;  // clicks that were played out
    WeighedTable* weighed = nullptr;        // the candidates of a guess
    StageLog* log = nullptr;                // the stages of a game
};

// What a strategy has spent.
struct Spent {
    std::uint64_t nodes = 0;  // search nodes and rollouts of this game
    Counters counters{};      // of all games, in the order in which the strategy registered them
};

// What a strategy may use during a game. One per thread.
struct Resources {
    Limits limits;
    Kiss64 rng{0};                 // the dice of this game
    PartStore store;               // components counted in this game
    std::uint32_t row_length = 0;  // cells in a row, to break ties by; 0: the shape has no rows
    Recorders recorders;
    Spent spent;
};

// Prepares the resources for a game on this shape.
void begin_game(const Shape& shape, std::uint64_t seed, Resources& resources);

// What a player sees of a position: nothing of what is settled.
void show_views(const Position& position, std::vector<View>& out);

// The mine probability of an open cell.
double mine_probability(const Outlook& outlook, Cell cell);

// Fills in the mine probability of every open cell, 0 for the others.
void fill_risks(const Position& position, const Outlook& outlook, std::vector<double>& risk);

// Adds every open cell to the table that the resources ask for, with its safety.
void weigh_open_cells(const Position& position, const Outlook& outlook, const Resources& resources);

// What the game passes to a strategy besides the position.
struct Turn {
    Move opening;             // the first move that the run asks for; no cell: none
    std::uint32_t shown = 0;  // cells shown so far
    bool zeros = false;       // whether the game hands out a zero for a move without a cell
    std::uint32_t click = 0;  // reveals made so far
    bool flags = false;       // whether the game takes flags and chords

    bool asks_for_opening() const { return shown == 0 && opening.cell != NO_CELL; }
};

// Plays games, one after the other, and keeps its working memory from game to game. One a thread.
class Mover {
  public:
    Mover() = default;
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;
    virtual ~Mover() = default;

    // Makes the next move in a position that is not won yet, and settles in it what it deduces. The position comes as
    // the last reveal left it, and need not be settled. A move without a cell asks for a zero.
    virtual Move next_move(Position& position, const Turn& turn, Resources& resources) = 0;

    // The reveal that it makes next because single clues show it; NO_CELL where it wants to be asked. Most moves of a
    // game are found by this.
    virtual Cell next_safe(Position& /*position*/) { return NO_CELL; }

    // Whether it finds every certain cell, so that it loses by nothing but guesses.
    virtual bool finds_all_certain() const { return false; }

    // Ends a game in which it made a move, with `shown` cells shown. Returns its trail of the game.
    virtual std::string end_game(std::uint32_t /*shown*/, bool /*won*/) { return {}; }
};

// A mover that makes certain moves where there are any, and else guesses. Where a position is too wide to count,
// certain moves are those that single clues, pairs of clues and the components that can be counted show, and guesses
// use estimated chances. Where only positions that it looks ahead to are too wide, it reveals the safest cell.
class Guesser : public Mover {
  public:
    Move next_move(Position& position, const Turn& turn, Resources& resources) final;

    Cell next_safe(Position& position) final {
        settle_position(position);
        return take_safe(position);
    }
    bool finds_all_certain() const final { return true; }

  private:
    // Guesses in a position in which nothing is certain.
    virtual Move guess(const Position& position, const Outlook& outlook, Resources& resources) = 0;

    // Guesses by estimated chances in a position that is too wide to count; parts and worlds of the outlook are
    // empty.
    virtual Move guess_by_estimate(const Position& position, const Outlook& outlook, Resources& resources);

    // Counts the position. False where that is too wide.
    bool count(const Position& position, Resources& resources);
    // Moves in a position that is too wide to count.
    Move move_by_estimate(Position& position, Resources& resources);

    PairScratch pairs_;
    Outlook outlook_;
    EstimateScratch estimate_;
};

}  // namespace sapper
