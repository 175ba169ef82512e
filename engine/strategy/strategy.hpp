// Position -> Move: a strategy turns what is known into the next reveal, with a reason. Most strategies guess:
// certain moves come first, are the same for all of them and never count as guesses; where there is none, the
// strategy is asked. A mover makes all moves itself, by its own deductions, which may miss what is certain. A
// strategy sees the position and what can be counted from it, never the layout. What it may spend is counted in nodes
// and rollouts, never in time, and its dice come from its game's seed: the same seed plays the same game everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/rng.hpp"
#include "endgame/rows.hpp"
#include "endgame/search.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"
#include "strategy/runner.hpp"
#include "strategy/settings.hpp"

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
    DO_OR_DIE,  // a guess that nothing will ever help
    SUPERLOC,   // of the cells nearly as safe as the safest, the one most likely to bring progress
    FLOATING,   // the same, and the cell lies far from all clues
    LONE,       // the only cell that is nearly as safe as the safest
    ESTIMATE,   // the lowest mine probability as far as the strategy can tell
    ZERO,       // any cell that shows 0, chosen by the game, which knows them
    CERTAIN,    // no guess: safe in every world
};
inline constexpr std::size_t GUESS_KINDS = static_cast<std::size_t>(Reason::CERTAIN);

struct Move {
    Cell cell = NO_CELL;
    Reason reason = Reason::CERTAIN;
    double safety = 1;                                        // chance that the cell holds no mine
    double value = std::numeric_limits<double>::quiet_NaN();  // chance to win, where the strategy worked it out
};

// Something a strategy counts while it plays: over all games, or the most in any of them.
struct NamedCounter {
    std::string_view name;
    bool largest = false;
};
inline constexpr std::size_t MAX_COUNTERS = 24;
using Counters = std::array<std::uint64_t, MAX_COUNTERS>;

struct Rollouts;
struct SuperLocations;
struct Smartguess;
struct MatrixPlayer;
struct AutomineRisk;

// The memory a player keeps between moves; one a thread.
struct Mind {
    Settings settings;
    Limits limits;
    PartStore store;
    PairScratch pairs;
    Outlook outlook;               // of the position to be guessed in
    std::uint32_t row_length = 0;  // cells in a row where the shape has rows, to break ties by; 0: it has none
    Kiss64 rng{0};
    std::uint64_t nodes = 0;  // spent in this game: search nodes and rollouts
    Counters counters{};      // of all games: what the strategy says it counts

    // For movers, who play the first move too and note down how they went on.
    Move opening;             // the first move the run asks for; no cell: none
    std::uint32_t shown = 0;  // cells shown so far
    bool zeros = false;       // whether the game would hand out a zero
    std::string trail;        // the stages gone through

    // Working memory of the strategies.
    std::vector<Candidate> candidates;
    Position child;
    Outlook next;
    Endgame endgame;
    RowsScratch rows;
    SearchResult found;
    SearchScratch search;
    std::vector<Cell> open;
    std::vector<std::uint8_t> listed;
    std::vector<double> risk, hazard;  // a cell: of a mine; of a mine that makes a guess unavoidable
    Glimpse glimpse;                   // of the candidate last looked at
    std::vector<std::uint8_t> seen;    // a cell: 1 while it is among those around a candidate; else 0
    std::vector<Cell> around;          // cells around a candidate

    std::vector<Runner> runners;
    bool teaching = false;  // whether lessons are wanted: then all runners are played out equally often
    Lessons lessons;
    std::shared_ptr<Rollouts> rollouts;
    std::shared_ptr<SuperLocations> locations;
    std::shared_ptr<Smartguess> smartguess;
    std::shared_ptr<MatrixPlayer> matrix;
    std::shared_ptr<AutomineRisk> automine;
};

// Guesses in a position in which nothing is certain, from what the outlook says of it.
using Guess = Move (*)(const Position& position, const Outlook& outlook, Mind& mind);

// Makes the next move in a position that is not won yet, and settles in it what it deduces. The position comes as the
// last reveal left it. A move for the reason ZERO has no cell.
using Mover = Move (*)(Position& position, Mind& mind);

// How a strategy plays: it guesses, or it is a mover, who may want to know how the game ended.
struct Way {
    Guess guess = nullptr;
    Mover mover = nullptr;
    void (*ending)(bool won, Mind& mind) = nullptr;
};

Move guess_randomly(const Position& position, const Outlook& outlook, Mind& mind);
Move guess_safest(const Position& position, const Outlook& outlook, Mind& mind);
Move guess_lookahead(const Position& position, const Outlook& outlook, Mind& mind);
Move guess_best(const Position& position, const Outlook& outlook, Mind& mind);
Move guess_superloc(const Position& position, const Outlook& outlook, Mind& mind);
std::span<const NamedCounter> superloc_counters();
Move move_by_smartguess(Position& position, Mind& mind);
void end_smartguess(bool won, Mind& mind);
std::span<const NamedCounter> smartguess_counters();
Move move_by_matrix(Position& position, Mind& mind);
std::span<const NamedCounter> matrix_counters();
Move move_by_automine(Position& position, Mind& mind);
std::span<const NamedCounter> automine_counters();

// The move of an exact search, in an area or on the whole board; without a cell where there are too many worlds.
Move guess_exactly(const Position& position, const Outlook& outlook, Mind& mind);

// The lowest mine probability and nothing else.
Move reveal_safest(const Position& position, const Outlook& outlook);

// An area that nothing outside can help: a component with a fixed number of mines, closed to all other open cells,
// and with at most so many worlds. Returns the first place in outlook.parts, not before `from`, or NO_AREA; its
// worlds are then in the mind's endgame.
inline constexpr std::size_t NO_AREA = static_cast<std::size_t>(-1);
std::size_t find_area(const Position& position, const Outlook& outlook, double max_worlds, std::size_t from,
                      Mind& mind);

// Fills in the mind's risks, of every open cell, and clears its hazards.
void fill_risks(const Position& position, const Outlook& outlook, Mind& mind);

// Fills in the mind's hazards: for every open cell, the share of worlds in which it is a mine and helps to make a
// guess that cannot be avoided. Reads the risks.
void find_hazards(const Position& position, const Outlook& outlook, Mind& mind);

// The share of listed worlds that can be won; the search's result is left in the mind.
double value_of_rows(Mind& mind);

// Lists all worlds of a position into the mind's endgame; false when there are more than so many.
bool list_all_rows(const Position& position, const Outlook& outlook, double max_worlds, Mind& mind);

// What revealing a candidate is worth: the sum over the numbers it may show of their probability times the safety of
// the safest cell after that; or something below `enough` as soon as it cannot reach it. The mind's glimpse then has
// what was seen, unless it was given up.
double look_ahead(const Position& position, const Outlook& outlook, Candidate candidate, double enough, Mind& mind);
// No candidate is worth more than this.
double most_ahead(Candidate candidate, const Mind& mind);
void list_candidates(const Position& position, const Outlook& outlook, const Settings& settings,
                     std::vector<Candidate>& out);

// The best candidate by lookahead alone; where all are dead, the safest cell. Knows no hazards: `fifty` must be 0.
Move reveal_by_lookahead(const Position& position, const Outlook& outlook, Mind& mind);

// Candidates worth nearly as much as the best, by lookahead and instinct, the best first: the mind's runners.
void line_up(const Position& position, const Outlook& outlook, Mind& mind);
// Reveals the first of them; where all candidates are dead there is none, and the safest cell is revealed.
Move reveal_first_runner(const Position& position, const Outlook& outlook, const Mind& mind);

// Makes the mind ready for a game on this shape.
void begin_game(const Shape& shape, std::int64_t mines, std::uint64_t seed, Mind& mind);

// The next move in a settled position that is not won yet: certain where anything is, else the guess.
Move next_move(Position& position, Guess guess, Mind& mind);

// The same for every strategy, in a position that need not be settled.
Move next_move(Position& position, const Way& way, Mind& mind);

}  // namespace sapper
