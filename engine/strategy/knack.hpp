// A learned judgement of clicks: which of those that are safe saves most clicks in the rest of a game. The rule
// (click_rule.hpp) counts what one click saves; what it leads to also depends on the cells around it. A small network
// has learned that from clicks that were played out (training/README.md). Its input is some numbers about a click,
// its traits; its output is in clicks, up to a number that is the same for all clicks in a position.
//
// The traits describe cells by their distance and not by rows or directions, so they work on every shape. The network
// has two hidden layers and about five thousand weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/buffer.hpp"

namespace sapper {

inline constexpr std::size_t CLICK_TRAITS = 52;
using ClickTraits = std::array<float, CLICK_TRAITS>;

// Clicks saved by a click with these traits, for comparison with others in the same position.
double judge_by_knack(const ClickTraits& traits);

// Clicks with what they saved when they were played out, for training. Those of lesson i are first[i] .. first[i +
// 1]; the first of them is the one that the others are compared with.
struct ClickLessons {
    Buffer<std::uint32_t> first{0};
    Buffer<ClickTraits> traits;
    Buffer<double> judged;  // the output of the network
    Buffer<double> gain;    // clicks saved against the first one, in the mean over worlds
    Buffer<double> error;   // standard error of that
};

}  // namespace sapper
