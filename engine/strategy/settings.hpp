// What strategies may spend and how they weigh, and the names callers know it by. The strategies of the house share
// one struct; a strategy with ideas of its own has a struct of its own inside it, and a list that names every field.
// All settings are numbers, so that they can be swept; one that chooses between few ways has a word for each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sapper {

// Of `superloc`: see superloc.cpp.
struct SuperlocSettings {
    double threshold = 0.96;  // cells at least as safe as this share of the safest are weighed
    double plus = 1;          // whether more clears may outweigh less progress
    double multiplier = 1;    // and how many times more clears one point of progress times safety has to bring
    double linked = 0;        // how clears of linked cells count: jar, old or new
    double order = 0;         // which of equals comes first: top to bottom or left to right
    double worlds = 1000;     // positions with at most so many worlds are searched; never more than 20,000
    double cells = 64;        // if they have at most so many open cells
    double nodes = 100'000;   // nodes of such a search at most; the document has no limit
    double do_or_die = 1;     // whether closed areas are played at once
    double early = 1;         // whether closed areas are searched before the rest of the board
};

// Of `smartguess`: see smartguess.cpp.
struct SmartguessSettings {
    double mode = 1;        // how it guesses: at random, by pods or by counts
    double first = 0;       // its first move: where the run starts, like any other guess, or a zero
    double end_mines = 14;  // so few mines left are set against what its components can hold
};

// Of `matrix`: see matrix.cpp.
struct MatrixSettings {
    double trials = 1'000'000;  // for each component; beyond, the engine's own counts are used
};

// Of `automine`: see automine.hpp.
struct AutomineSettings {
    double search = 1;    // whether clues are gone over until nothing moves
    double overlap = 1;   // whether risks are adjusted by the number of clues that see a cell
    double patterns = 1;  // whether risks around two clues side by side come from the table
};

struct Settings {
    double endgame_worlds = 0;          // positions with at most so many worlds are searched exactly; 0: never
    double endgame_nodes = 0;           // nodes of such a search at most
    double candidates = 0.9;            // cells at least as safe as this share of the safest are looked at
    double floating_candidates = 0.95;  // the same for cells beside no clue
    double second = 0;                  // weight of the second safest cell afterwards, beside the safest
    double progress = 0;                // what many safe cells afterwards are worth beside one
    double bold = 0;                    // what danger is worth as such: a dangerous cell that is safe tells more
    double fifty = 0;                   // weight of the hazard of unavoidable guesses
    double instinct = 0;                // weight of what was learned from games played out
    double rollouts = 0;                // games played out at a guess, over all candidates; 0: none
    double careful = 0;                 // and those played out after them by lookahead, which are slow; 0: none
    double runners = 6;                 // candidates played out at most
    double close = 0.08;          // candidates so near the best, as a share, are judged by instinct and played out
    double prior = 0.35;          // rounds of games that lookahead and instinct are worth, for each open cell
    double stake = 0.001;         // a candidate that can be expected to gain less is played out no longer
    double rollout_worlds = 100;  // a game played out ends where so few worlds are left
    double rollout_nodes = 300;   // and spends so many nodes on them
    SuperlocSettings superloc;
    SmartguessSettings smartguess;
    MatrixSettings matrix;
    AutomineSettings automine;
};

struct NamedSetting {
    std::string_view name;
    double& (*of)(Settings& settings);
    std::span<const std::string_view> words = {};  // for the values 0, 1, ...; none: any number
};

// The settings the strategies of the house have in common.
inline constexpr std::array COMMON_SETTINGS = {
    NamedSetting{"endgame_worlds", [](Settings& all) -> double& { return all.endgame_worlds; }},
    NamedSetting{"endgame_nodes", [](Settings& all) -> double& { return all.endgame_nodes; }},
    NamedSetting{"candidates", [](Settings& all) -> double& { return all.candidates; }},
    NamedSetting{"floating_candidates", [](Settings& all) -> double& { return all.floating_candidates; }},
    NamedSetting{"second", [](Settings& all) -> double& { return all.second; }},
    NamedSetting{"progress", [](Settings& all) -> double& { return all.progress; }},
    NamedSetting{"bold", [](Settings& all) -> double& { return all.bold; }},
    NamedSetting{"fifty", [](Settings& all) -> double& { return all.fifty; }},
    NamedSetting{"instinct", [](Settings& all) -> double& { return all.instinct; }},
    NamedSetting{"rollouts", [](Settings& all) -> double& { return all.rollouts; }},
    NamedSetting{"careful", [](Settings& all) -> double& { return all.careful; }},
    NamedSetting{"runners", [](Settings& all) -> double& { return all.runners; }},
    NamedSetting{"close", [](Settings& all) -> double& { return all.close; }},
    NamedSetting{"prior", [](Settings& all) -> double& { return all.prior; }},
    NamedSetting{"stake", [](Settings& all) -> double& { return all.stake; }},
    NamedSetting{"rollout_worlds", [](Settings& all) -> double& { return all.rollout_worlds; }},
    NamedSetting{"rollout_nodes", [](Settings& all) -> double& { return all.rollout_nodes; }},
};

inline constexpr std::array<std::string_view, 3> LINKED_WORDS = {"jar", "old", "new"};
inline constexpr std::array<std::string_view, 2> ORDER_WORDS = {"down", "across"};
inline constexpr std::array<std::string_view, 2> SWITCH_WORDS = {"off", "on"};

inline constexpr std::array SUPERLOC_SETTINGS = {
    NamedSetting{"threshold", [](Settings& all) -> double& { return all.superloc.threshold; }},
    NamedSetting{"plus", [](Settings& all) -> double& { return all.superloc.plus; }, SWITCH_WORDS},
    NamedSetting{"multiplier", [](Settings& all) -> double& { return all.superloc.multiplier; }},
    NamedSetting{"linked", [](Settings& all) -> double& { return all.superloc.linked; }, LINKED_WORDS},
    NamedSetting{"order", [](Settings& all) -> double& { return all.superloc.order; }, ORDER_WORDS},
    NamedSetting{"worlds", [](Settings& all) -> double& { return all.superloc.worlds; }},
    NamedSetting{"cells", [](Settings& all) -> double& { return all.superloc.cells; }},
    NamedSetting{"nodes", [](Settings& all) -> double& { return all.superloc.nodes; }},
    NamedSetting{"do_or_die", [](Settings& all) -> double& { return all.superloc.do_or_die; }, SWITCH_WORDS},
    NamedSetting{"early", [](Settings& all) -> double& { return all.superloc.early; }, SWITCH_WORDS},
};

inline constexpr std::array<std::string_view, 3> MODE_WORDS = {"random", "smart", "perfect"};
inline constexpr std::array<std::string_view, 3> FIRST_WORDS = {"start", "human", "zero"};

inline constexpr std::array SMARTGUESS_SETTINGS = {
    NamedSetting{"mode", [](Settings& all) -> double& { return all.smartguess.mode; }, MODE_WORDS},
    NamedSetting{"first", [](Settings& all) -> double& { return all.smartguess.first; }, FIRST_WORDS},
    NamedSetting{"end_mines", [](Settings& all) -> double& { return all.smartguess.end_mines; }},
};

inline constexpr std::array MATRIX_SETTINGS = {
    NamedSetting{"trials", [](Settings& all) -> double& { return all.matrix.trials; }},
};

inline constexpr std::array AUTOMINE_SETTINGS = {
    NamedSetting{"search", [](Settings& all) -> double& { return all.automine.search; }, SWITCH_WORDS},
    NamedSetting{"overlap", [](Settings& all) -> double& { return all.automine.overlap; }, SWITCH_WORDS},
    NamedSetting{"patterns", [](Settings& all) -> double& { return all.automine.patterns; }, SWITCH_WORDS},
};

}  // namespace sapper
