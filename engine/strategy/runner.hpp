// Candidates for a guess: what lookahead sees of them, what they look like to instinct, and what games played out
// say of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "base/types.hpp"

namespace sapper {

// A cell that may be guessed.
struct Candidate {
    Cell cell = NO_CELL;
    double safety = 0;
    double hazard = 0;  // share of worlds in which it is a mine that makes a guess unavoidable, where looked for
};

// What lookahead saw of a candidate: shares of all worlds.
struct Glimpse {
    std::array<double, 9> shown{};  // it shows so many mines that were not known yet; 8 stands for more, too
    std::array<double, 4> opens{};  // single clues then make at least 1, 2, 4 or 8 cells safe
    double gain = 0;                // the same, counted as n / (n + 3) for n cells
    double certain = 0;             // only counting makes any cell safe
    double stuck = 0;               // none is, times the safety of the safest
    double squares = 0;             // of the shares of every number
};

// Numbers that say what kind of guess a candidate is; instinct.hpp.
inline constexpr std::size_t TRAITS = 71;
using Traits = std::array<float, TRAITS>;

// A candidate worth nearly as much as the best, while games are played out from it.
struct Runner {
    Candidate candidate;
    double ahead = 0;            // by lookahead and instinct, then by what games played out said
    Glimpse glimpse;             // of the lookahead
    Traits traits{};             // where instinct or lessons are wanted
    std::size_t place = 0;       // among those that games are played out from
    std::vector<double> ratios;  // one a rollout: chance to win for each unit of `ahead`
};

// Candidates with what games played out said of them, to learn from. Those of lesson i are first[i] .. first[i + 1].
struct Lessons {
    Buffer<std::uint32_t> first{0};
    Buffer<Traits> traits;
    Buffer<double> judged;  // what instinct says of it
    Buffer<double> ahead;   // by lookahead, and instinct where that was asked
    Buffer<double> worth;   // chance to win
    Buffer<double> error;   // standard error of how far worth by ahead is off the mean of the lesson
};

}  // namespace sapper
