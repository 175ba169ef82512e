// ChordChoice -> a set of cells to chord that costs least, or bounds; see least_clicks.hpp. This is the sweep itself:
// layers of states, one layer per candidate.
//
// A state has a bit for every mine (flagged) and every single (covered) at the sweep, and a label for every opening
// and every decided candidate there: 0 for a cell that is not chorded, otherwise the number of its connected part.
// Each has a fixed place from the first to the last candidate beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "measure/chords.hpp"

namespace sapper {

// What a sweep does with states beyond its limit.
enum class Overflow : std::uint8_t {
    DROP,   // forget the dearest: the result is an upper bound, with a set that reaches it
    RELAX,  // merge them into better ones: the result is a lower bound
};

struct Swept {
    std::uint32_t clicks = 0;           // a bound of the clicks of the whole layout
    bool complete = true;               // no state was dropped or relaxed: the least number
    std::vector<std::uint32_t> chosen;  // candidates to chord; empty if states were relaxed
    std::uint64_t states = 0;           // looked into
};

// The candidates in the order of the sweep, and what is at the sweep after each.
class SweepPlan {
  public:
    // `order` lists all candidates.
    SweepPlan(const ChordChoice& choice, std::vector<std::uint32_t> order);

    // An estimate of the states of a sweep. Less is better.
    double weight() const { return weight_; }

    struct Step {
        std::uint32_t candidate = 0;
        std::uint32_t own_label = NO_PLACE;        // of the candidate, if it is needed later
        std::uint32_t own_bit = NO_PLACE;          // of the candidate, if it is a single
        std::vector<std::uint32_t> mine_bits;      // around it
        std::vector<std::uint32_t> single_bits;    // around it
        std::vector<std::uint32_t> joined;         // labels of openings and candidates beside it
        std::vector<std::uint32_t> entering;       // labels of openings that come in
        std::vector<std::uint32_t> leaving_mines;  // bits that are not needed any more
        std::vector<std::uint32_t> leaving_singles;
        std::vector<std::uint32_t> leaving_labels;
        std::vector<std::uint32_t> bits;    // in use after this step
        std::vector<std::uint32_t> labels;  // in use after this step
        std::vector<std::uint32_t> later;   // of each of these labels: candidates to come that it may join
    };
    static constexpr std::uint32_t NO_PLACE = 0xffffffffu;

    const std::vector<Step>& steps() const { return steps_; }
    std::uint32_t bits() const { return bits_; }
    std::uint32_t labels() const { return labels_; }
    std::uint32_t fixed() const { return fixed_; }

  private:
    std::vector<Step> steps_;
    std::uint32_t bits_ = 0, labels_ = 0;  // places
    std::uint32_t fixed_ = 0;
    double weight_ = 0;
};

Swept sweep_chords(const SweepPlan& plan, Overflow overflow, std::uint64_t max_states, const Watch& watch = {});

}  // namespace sapper
