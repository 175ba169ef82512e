// Many games at a time, each moved by one action a step: what an environment for learners needs. Everything a step
// produces (boards, masks of actions, rewards, signals of a teacher) lies in columns that are allocated once and
// written in place, row i for game i of the batch, so that a caller may read them without a copy.
//
// Nothing is dealt before the first reveal of a game: the revealed cell is then its start, and the layout is the one
// that make_layout deals for the seed and this start. The games come from one run: they take the seeds of game_seeds
// in order, those that begin in the same step in the order of their rows. So everything depends on the run seed and
// the actions alone, with any number of threads.
//
// With the rewards LOG_SAFETY and CHANCE a game never ends by bad luck. If the revealed cell is a mine, but is safe
// in some world, the game continues on a layout drawn uniformly from those that fit the board and leave the cell
// safe. The product of the safeties of all reveals is then as large on average as the share of games that the same
// play wins, with much less noise.
//
// Cost of a step without a teacher: well under a microsecond a game, most of it dealing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/limits.hpp"
#include "base/rng.hpp"
#include "base/workers.hpp"
#include "game/layout.hpp"
#include "game/teacher.hpp"

namespace sapper {

enum class Reward : std::uint8_t {
    WIN,         // 1 for a won game
    WIN_LOSS,    // 1 for a won game, -1 for a lost one
    CELLS,       // the share of all safe cells that the action revealed
    BBBV,        // the share of the 3BV of the layout that the action solved
    LOG_SAFETY,  // never-dying; the caller adds the logarithm of `safety`
    CHANCE,      // never-dying; for a won game the product of the safeties of its reveals
};

constexpr bool never_dies(Reward reward) {
    return reward == Reward::LOG_SAFETY || reward == Reward::CHANCE;
}

// When a game that has ended is replaced by the next one of the run.
enum class Autoreset : std::uint8_t {
    NEXT_STEP,  // by the next step, which ignores its action
    SAME_STEP,  // by the step that ended it; the `final` columns keep its last board
    DISABLED,   // only by reset
};

struct BatchSpec {
    std::shared_ptr<const Shape> shape;
    LayoutSpec layout;  // its start and seed are not used
    std::size_t games = 1;
    bool cascade = true;  // whether a zero reveals its neighbours
    bool flags = false;   // whether there are actions that set and remove flags
    bool chords = false;  // whether there are actions that chord; they need flags
    Reward reward = Reward::WIN;
    double wasted = 0;            // reward of an action that is not possible and changes nothing
    std::uint32_t max_steps = 0;  // a game of so many steps is truncated; 0: never
    Autoreset autoreset = Autoreset::NEXT_STEP;
    bool planes = false;            // whether to write planes
    bool mine_probability = false;  // whether to write this signal, and so on
    bool safe = false;
    bool value = false;
    ValueLimits value_limits;
    // The value of a board with nothing revealed, and its best cells: they depend on the first-click rule.
    double untouched_value = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::uint8_t> untouched_best;
    std::uint32_t threads = 1;

    std::size_t cells() const { return shape->cell_count(); }
    // Action a acts on cell a % cells(): it reveals it, or toggles a flag from cells() on, or chords from 2 *
    // cells().
    std::size_t actions() const { return cells() * (1u + flags + chords); }
    bool teaches() const { return mine_probability || safe || value; }
};

// One entry or row a game.
struct BatchColumns {
    static constexpr std::size_t COVERED = 9, FLAGGED = 10, PLANES = 11;  // planes; the first are numbers 0 .. 8

    Buffer<View> views;                 // a cell: what the player sees
    Buffer<std::uint8_t> planes;        // a plane, a cell: 1 or 0; where wanted, as what follows with "where"
    Buffer<std::uint8_t> mask;          // an action: 1 if it changes the board; all 1 after the end
    Buffer<double> reward;              // of the last step
    Buffer<double> safety;              // of the cell revealed by the last step; 1 unless the reward never dies
    Buffer<std::uint8_t> terminated;    // by the last step: won or lost
    Buffer<std::uint8_t> truncated;     // by the last step: too many steps
    Buffer<std::uint8_t> won;           // by the last step
    Buffer<std::uint64_t> game;         // its number in the run, from 1
    Buffer<std::uint64_t> seed;         // its seed
    Buffer<std::uint32_t> steps;        // actions so far
    Buffer<double> mine_probability;    // a cell, where wanted: as Teacher writes it
    Buffer<std::uint8_t> safe;          // a cell, where wanted
    Buffer<double> value;               // where wanted: 1 once won, 0 once lost
    Buffer<std::uint8_t> best;          // a cell, where values are wanted
    Buffer<View> final_views;           // before the reset, with SAME_STEP: of games that the last step ended
    Buffer<std::uint8_t> final_planes;  // the same of the planes
    Buffer<std::uint64_t> final_game;
    Buffer<std::uint32_t> final_steps;
};

class GameBatch {
  public:
    // No game has begun yet. Throws as Dealer does if the mines do not fit for some start, InputError for a board
    // without safe cells and for settings that exclude each other.
    explicit GameBatch(BatchSpec spec);
    ~GameBatch();

    // Begins the run of a seed with its first game; the games that reset begins next are its games 1, 2, ...
    void begin_run(std::uint64_t seed);

    // Begins the next game of the run in every row, or in those with a 1. A run must have begun.
    void reset(std::span<const std::uint8_t> rows = {});

    // Makes one action a game. Throws InputError for an action outside the range, GameError if a game has not begun
    // or, with DISABLED, has ended; nothing has changed then. Throws LimitError when a board is too wide for the
    // teacher; games must be reset after that and after a cancelled step.
    void step(std::span<const std::int64_t> actions, const Watch& watch = {});

    const BatchSpec& spec() const { return spec_; }
    BatchColumns& columns() { return columns_; }

  private:
    struct Row;
    struct Member;

    void check(std::span<const std::int64_t> actions) const;
    void begin_game(std::size_t row);
    void keep_final(std::size_t row);
    void write_untouched(std::size_t row);
    void play(std::size_t row, std::size_t action, Member& member, const Watch& watch);
    void finish(std::size_t row);
    void act(std::size_t row, std::size_t action, Member& member, const Watch& watch);
    void toggle_flag(std::size_t row, Cell cell);
    void reveal(std::size_t row, Cell cell, Member& member, const Watch& watch);
    void chord(std::size_t row, Cell cell, Member& member);
    void deal(std::size_t row, Cell start, Member& member, const Watch& watch);
    void lay(std::size_t row, Member& member);
    bool survives(std::size_t row, Cell cell, Member& member, const Watch& watch);
    void explode(std::size_t row, Cell cell);
    void show(std::size_t row, Cell cell, Member& member);
    bool opens_new(std::size_t row, Cell cell, Member& member) const;
    void mask_chords(std::size_t row);
    void clear_planes(std::size_t row);
    void paint(std::size_t row, Cell cell);
    void teach(std::size_t row, Member& member, const Watch& watch);
    const Board& board_of(std::size_t row, Member& member) const;

    std::span<View> views(std::size_t row) { return {columns_.views.data() + row * cells_, cells_}; }
    std::span<std::uint8_t> mask(std::size_t row) { return {columns_.mask.data() + row * actions_, actions_}; }
    std::span<std::uint8_t> shows(std::size_t row) { return {shows_.data() + row * cells_, cells_}; }

    BatchSpec spec_;
    std::size_t cells_, actions_;
    BatchColumns columns_;
    Kiss64 seeds_{0};
    std::uint64_t next_game_ = 0;  // 0: no run has begun
    bool interrupted_ = false;     // a step was
    std::vector<Row> rows_;
    Buffer<std::uint8_t> shows_;  // a game, a cell: the number it shows, or MINED
    std::vector<std::unique_ptr<Member>> members_;
    Workers workers_;
};

}  // namespace sapper
