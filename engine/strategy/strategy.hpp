// Known -> Move: a strategy turns what is known into the next reveal, with a reason. Certain moves come first, are
// the same for all strategies and never count as guesses; where there is none, the strategy guesses. A strategy sees
// the position and what can be counted from it, never the layout. What it may spend is counted in nodes and rollouts,
// never in time, and its dice come from its game's seed: the same seed plays the same game everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "../known.hpp"
#include "../outlook.hpp"
#include "../rng.hpp"

namespace sapper {

// Why a cell was revealed: it was certain, or the kind of guess.
enum class Reason : std::uint8_t {
    START,      // the first reveal of a game
    RANDOM,     // any hidden cell
    SAFEST,     // the lowest mine probability
    LOOKAHEAD,  // the best chance to be safe now and next
    ENDGAME,    // proved best, or best found, by searching all worlds
    AREA,       // the same inside an area that nothing outside can help
    FIFTY,      // a guess that cannot be avoided, made early
    ROLLOUT,    // the best average of games played out
    CERTAIN,    // no guess: safe in every world
};
inline constexpr std::size_t GUESS_KINDS = static_cast<std::size_t>(Reason::CERTAIN);

struct Move {
    Cell cell = NO_CELL;
    Reason reason = Reason::CERTAIN;
    double safety = 1;                                        // chance that the cell holds no mine
    double value = std::numeric_limits<double>::quiet_NaN();  // chance to win, where the strategy worked it out
};

// What a strategy may spend and how it weighs. Every field has a line in SETTINGS, its name for callers.
struct Settings {
    double endgame_worlds = 0;  // positions with at most so many worlds are searched exactly; 0: never
    double endgame_nodes = 0;   // nodes of such a search at most
};

struct NamedSetting {
    std::string_view name;
    double Settings::* field;
};
inline constexpr std::array SETTINGS = {
    NamedSetting{"endgame_worlds", &Settings::endgame_worlds},
    NamedSetting{"endgame_nodes", &Settings::endgame_nodes},
};

// The memory a player keeps between moves; one a thread.
struct Mind {
    Settings settings;
    Limits limits;
    PartStore store;
    PairScratch pairs;
    Outlook outlook;  // of the position to be guessed in
    Kiss64 rng{0};
    std::uint64_t nodes = 0;  // spent in this game: search nodes and rollouts
};

// Guesses in a position in which nothing is certain; the mind's outlook is that of the position.
using Guess = Move (*)(Known& known, Mind& mind);

Move guess_randomly(Known& known, Mind& mind);
Move guess_safest(Known& known, Mind& mind);

// Makes the mind ready for a game on this shape.
void begin_game(const Shape& shape, std::int64_t mines, std::uint64_t seed, Mind& mind);

// The next move in a settled position that is not won yet: certain where anything is, else the guess.
Move next_move(Known& known, Guess guess, Mind& mind);

// Cells that float: open, with no clue beside them.
bool floats(const Known& known, Cell cell);

}  // namespace sapper
