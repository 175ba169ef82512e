// Known -> Move: a strategy turns what is known into the next reveal, with a reason. Certain moves come first, are
// the same for all strategies and never count as guesses; where there is none, the strategy guesses. A strategy sees
// the position and what can be counted from it, never the layout. What it may spend is counted in nodes and rollouts,
// never in time, and its dice come from its game's seed: the same seed plays the same game everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "../known.hpp"
#include "../outlook.hpp"
#include "../rng.hpp"
#include "../rows.hpp"
#include "../search.hpp"

namespace sapper {

// Why a cell was revealed: it was certain, or the kind of guess.
enum class Reason : std::uint8_t {
    START,      // the first reveal of a game
    RANDOM,     // any hidden cell
    SAFEST,     // the lowest mine probability
    LOOKAHEAD,  // the best chance to be safe now and next
    ENDGAME,    // proved best, or best found, by searching all worlds
    AREA,       // the same inside an area that nothing outside can help
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

// A cell that may be guessed.
struct Candidate {
    Cell cell = NO_CELL;
    double safety = 0;
};

// What a strategy may spend and how it weighs. Every field has a line in SETTINGS, its name for callers.
struct Settings {
    double endgame_worlds = 0;          // positions with at most so many worlds are searched exactly; 0: never
    double endgame_nodes = 0;           // nodes of such a search at most
    double candidates = 0.9;            // cells at least as safe as this share of the safest are looked at
    double floating_candidates = 0.95;  // the same for cells beside no clue
    double second = 0;                  // weight of the second safest cell afterwards, beside the safest
    double progress = 0;                // what many safe cells afterwards are worth beside one
    double bold = 0;                    // what danger is worth as such: a dangerous cell that is safe tells more
    double fifty = 0;                   // weight of the hazard of unavoidable guesses
    double rollouts = 0;                // games played out at a guess, over all candidates; 0: none
    double runners = 6;                 // candidates played out at most
    double close = 0.08;                // candidates whose lookahead is so near the best, as a share, are played out
    double spread = 0.027;              // how far their worth is off their lookahead, as a share
    double rollout_worlds = 100;        // a game played out ends where so few worlds are left
    double rollout_nodes = 300;         // and spends so many nodes on them
};

struct NamedSetting {
    std::string_view name;
    double Settings::* field;
};
inline constexpr std::array SETTINGS = {
    NamedSetting{"endgame_worlds", &Settings::endgame_worlds},
    NamedSetting{"endgame_nodes", &Settings::endgame_nodes},
    NamedSetting{"candidates", &Settings::candidates},
    NamedSetting{"floating_candidates", &Settings::floating_candidates},
    NamedSetting{"second", &Settings::second},
    NamedSetting{"progress", &Settings::progress},
    NamedSetting{"bold", &Settings::bold},
    NamedSetting{"fifty", &Settings::fifty},
    NamedSetting{"rollouts", &Settings::rollouts},
    NamedSetting{"runners", &Settings::runners},
    NamedSetting{"close", &Settings::close},
    NamedSetting{"spread", &Settings::spread},
    NamedSetting{"rollout_worlds", &Settings::rollout_worlds},
    NamedSetting{"rollout_nodes", &Settings::rollout_nodes},
};

struct Rollouts;

// The memory a player keeps between moves; one a thread.
struct Mind {
    Settings settings;
    Limits limits;
    PartStore store;
    PairScratch pairs;
    Outlook outlook;  // of the position to be guessed in
    Kiss64 rng{0};
    std::uint64_t nodes = 0;  // spent in this game: search nodes and rollouts

    // Working memory of the strategies.
    std::vector<Candidate> candidates;
    Known child;
    Outlook next;
    Endgame endgame;
    RowsScratch rows;
    SearchResult found;
    SearchScratch search;
    std::vector<Cell> open;
    std::vector<std::uint8_t> listed;
    std::vector<double> risk, hazard;  // a cell: of a mine; of a mine that makes a guess unavoidable

    // A candidate that is played out.
    struct Runner {
        Cell cell = NO_CELL;
        double safety = 0, ahead = 0;  // now, and by lookahead
        std::vector<double> ratios;    // one a rollout: chance to win for each unit of lookahead
    };
    std::vector<Runner> runners;
    std::shared_ptr<Rollouts> rollouts;
};

// Guesses in a position in which nothing is certain, from what the outlook says of it.
using Guess = Move (*)(const Known& known, const Outlook& outlook, Mind& mind);

Move guess_randomly(const Known& known, const Outlook& outlook, Mind& mind);
Move guess_safest(const Known& known, const Outlook& outlook, Mind& mind);
Move guess_lookahead(const Known& known, const Outlook& outlook, Mind& mind);
Move guess_best(const Known& known, const Outlook& outlook, Mind& mind);

// The move of an exact search, in an area or on the whole board; without a cell where there are too many worlds.
Move guess_exactly(const Known& known, const Outlook& outlook, Mind& mind);

// The lowest mine probability and nothing else.
Move reveal_safest(const Known& known, const Outlook& outlook);

// An area that nothing outside can help: a component with a fixed number of mines, closed to all other open cells.
// Returns its place in outlook.parts, or NO_AREA; its worlds are then in the mind's endgame.
inline constexpr std::size_t NO_AREA = static_cast<std::size_t>(-1);
std::size_t find_area(const Known& known, const Outlook& outlook, Mind& mind);

// Fills in the mind's hazards: for every open cell, the share of worlds in which it is a mine and helps to make a
// guess that cannot be avoided.
void find_hazards(const Known& known, const Outlook& outlook, Mind& mind);

// The share of listed worlds that can be won; the search's result is left in the mind.
double value_of_rows(Mind& mind);

// Lists all worlds of a position into the mind's endgame; false when there are more than the settings allow.
bool list_all_rows(const Known& known, const Outlook& outlook, Mind& mind);

// What revealing a candidate is worth: the sum over the numbers it may show of their probability times the safety of
// the safest cell after that; or something below `enough` as soon as it cannot reach it.
double look_ahead(const Known& known, const Outlook& outlook, Candidate candidate, double enough, Mind& mind);
// No candidate is worth more than this.
double most_ahead(Candidate candidate, const Mind& mind);
void list_candidates(const Known& known, const Outlook& outlook, const Settings& settings,
                     std::vector<Candidate>& out);

// Makes the mind ready for a game on this shape.
void begin_game(const Shape& shape, std::int64_t mines, std::uint64_t seed, Mind& mind);

// The next move in a settled position that is not won yet: certain where anything is, else the guess.
Move next_move(Known& known, Guess guess, Mind& mind);

}  // namespace sapper
