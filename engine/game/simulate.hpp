// Seeds -> PlayedGames: whole games, played by a strategy on the layouts of their seeds. A game depends on its seed
// and the specification alone, so any number of threads plays the same games, and they come in the order of the
// seeds. Threads also put the columns together, so that little is left to do when the last game is over. A board
// without safe cells is won with no click.
//
// In luck-free games a guess multiplies the value of the game by the chance to survive, and the game goes on.
//
// The layout stays here: the strategy gets the number of each revealed cell and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/buffer.hpp"
#include "base/limits.hpp"
#include "game/layout.hpp"
#include "strategy/knack.hpp"
#include "strategy/registration.hpp"
#include "strategy/runner.hpp"

namespace sapper {

struct PlaySpec {
    std::shared_ptr<const Shape> shape;
    LayoutSpec layout;              // its seed is not used
    const Layout* fixed = nullptr;  // the layout of every game in place of those of the seeds
    const Strategy* strategy = nullptr;
    SettingValues settings;  // those not given have the strategy's defaults
    bool lessons = false;    // whether to record the results of rollouts for guesses, or of clicks played out
    bool weighed = false;    // whether to record the candidates of every guess
    bool logs = false;       // whether to record the stages of every game
    bool luck_free = false;  // whether a guess that fails costs value instead of the game; luck_free.hpp
    std::uint32_t threads = 1;
    std::uint64_t (*now)() = nullptr;  // nanoseconds, for the time each game took; none: no times
};

// Games in order, as columns. Guesses, moves and the trails of movers have columns
// of their own: the guesses of game i are those from guess_first[i] to guess_first[i + 1].
struct PlayedGames {
    // A game:
    Buffer<std::uint8_t> won;        // 1 or 0; of a luck-free game: whether every safe cell was shown
    Buffer<double> value;            // 1 or 0; of a luck-free game: its value
    Buffer<std::uint32_t> clicks;    // reveals made, each cell of a chord one
    Buffer<std::uint32_t> revealed;  // cells without a mine shown at the end
    Buffer<std::uint32_t> openings;  // areas that open at one click
    Buffer<std::uint32_t> bbbv;      // 3BV: fewest clicks that win without flags
    Buffer<std::uint64_t> nanoseconds, nodes;
    Buffer<std::uint32_t> flagged;                      // mines the strategy had found at the end
    Buffer<std::uint32_t> flags, chords, mouse_clicks;  // flags and chords made, and all clicks: reveals that no
                                                        // chord made, flags and chords
    Buffer<std::int32_t> guess_first{0}, moves_first{0}, trail_first{0};
    // A guess:
    Buffer<std::uint8_t> guess_kind;    // the place of its reason among those of the strategy
    Buffer<double> guess_odds;          // that the cell was safe
    Buffer<std::uint32_t> guess_click;  // which click of the game, from 0
    std::vector<WeighedTable> weighed;  // its candidates, where they are wanted
    // A guess for which the strategy estimated the mines in the frontier:
    Buffer<std::uint32_t> frontier_guess;  // its place among all guesses
    Buffer<double> frontier_estimate;      // mines in the frontier, as the strategy estimated them
    Buffer<std::uint32_t> frontier_mines;  // those that were there, counted when the game had ended
    // Characters:
    Buffer<char> moves;  // every clicked cell in the same number of digits to base 64, the most significant first
    Buffer<char> trail;
    Lessons lessons;             // where they are wanted
    ClickLessons click_lessons;  // likewise
    std::vector<StageLog> logs;  // a game, where they are wanted
    Counters counters{};         // in the order of the strategy's
};

// What the entries of a column belong to.
enum class Per : std::uint8_t {
    GAME,
    GUESS,
    ESTIMATE,      // a guess with an estimate of the mines in the frontier
    FIRST_GUESS,   // a game, and one past the last: where its guesses begin
    FIRST_MOVE,    // the same for the characters of its moves
    FIRST_LETTER,  // and of its trail
};

// Calls visit(name, column, per) for every column of numbers: the only list of them.
template <class Visit>
void visit_columns(Visit&& visit) {
    using Games = PlayedGames;
    visit("won", &Games::won, Per::GAME);
    visit("value", &Games::value, Per::GAME);
    visit("clicks", &Games::clicks, Per::GAME);
    visit("revealed", &Games::revealed, Per::GAME);
    visit("openings", &Games::openings, Per::GAME);
    visit("bbbv", &Games::bbbv, Per::GAME);
    visit("nanoseconds", &Games::nanoseconds, Per::GAME);
    visit("nodes", &Games::nodes, Per::GAME);
    visit("flagged", &Games::flagged, Per::GAME);
    visit("flags", &Games::flags, Per::GAME);
    visit("chords", &Games::chords, Per::GAME);
    visit("mouse_clicks", &Games::mouse_clicks, Per::GAME);
    visit("guess_first", &Games::guess_first, Per::FIRST_GUESS);
    visit("moves_first", &Games::moves_first, Per::FIRST_MOVE);
    visit("trail_first", &Games::trail_first, Per::FIRST_LETTER);
    visit("guess_kind", &Games::guess_kind, Per::GUESS);
    visit("guess_odds", &Games::guess_odds, Per::GUESS);
    visit("guess_click", &Games::guess_click, Per::GUESS);
    visit("frontier_guess", &Games::frontier_guess, Per::ESTIMATE);
    visit("frontier_estimate", &Games::frontier_estimate, Per::ESTIMATE);
    visit("frontier_mines", &Games::frontier_mines, Per::ESTIMATE);
}

// Memory of the caller's for so many characters.
using TextRoom = std::function<char*(std::size_t)>;

// With a room, which is asked for once after the last game, the moves are written there and `moves` stays empty.
// Throws as Dealer and the strategy's `make` do, InputError for luck-free games under the rule `moved`, and
// LimitError when a position is too wide to analyse.
PlayedGames play_games(const PlaySpec& spec, std::span<const std::uint64_t> seeds, const Watch& watch = {},
                       const TextRoom& room = {});

}  // namespace sapper
