// Candidates for a guess: the results of lookahead, the input of instinct, and the results of rollouts.
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

// The details of the lookahead of a candidate: shares of all worlds.
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
    double ahead = 0;            // value by lookahead and instinct, then updated by rollouts
    Glimpse glimpse;             // of the lookahead
    Traits traits{};             // filled in for instinct and for lessons
    std::size_t place = 0;       // among those that games are played out from
    std::vector<double> ratios;  // one a rollout: chance to win for each unit of `ahead`
};

// Candidates with the results of their rollouts, for training. Those of lesson i are first[i] .. first[i + 1].
struct Lessons {
    Buffer<std::uint32_t> first{0};
    Buffer<Traits> traits;
    Buffer<double> judged;  // the output of instinct for it
    Buffer<double> ahead;   // value by lookahead, and by instinct where it is on
    Buffer<double> worth;   // chance to win
    Buffer<double> error;   // standard error of how far worth by ahead is off the mean of the lesson
};

}  // namespace sapper
