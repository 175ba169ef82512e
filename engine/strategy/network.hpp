// Traits -> one number: a small network with two hidden layers, which cut off what is below zero. Traits are
// standardised and clipped as in training. Sums run in the order of the inputs, every output on its own, so that the
// result is the same on every machine. Weights are whole numbers of a step in the files that training writes, and so
// in the program: a network is made from them when it is first used. That keeps the module for browsers small.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace sapper {

// Weights as they are used.
template <std::size_t In, std::size_t Out>
struct Weights {
    float weights[In][Out];
    float start[Out];
};

template <std::size_t In, std::size_t Out>
Weights<In, Out> make_layer(const std::int16_t (&weights)[In * Out], const std::int16_t (&start)[Out], float step) {
    Weights<In, Out> layer;
    for (std::size_t i = 0; i < In; ++i)
        for (std::size_t k = 0; k < Out; ++k) layer.weights[i][k] = static_cast<float>(weights[i * Out + k]) * step;
    for (std::size_t k = 0; k < Out; ++k) layer.start[k] = static_cast<float>(start[k]) * step;
    return layer;
}

template <std::size_t In, std::size_t Out>
std::array<float, Out> add_up(const std::array<float, In>& in, const Weights<In, Out>& layer) {
    std::array<float, Out> out;
    std::copy(std::begin(layer.start), std::end(layer.start), out.begin());
    for (std::size_t i = 0; i < In; ++i) {
        if (in[i] == 0) continue;
        for (std::size_t k = 0; k < Out; ++k) out[k] += in[i] * layer.weights[i][k];
    }
    return out;
}

template <std::size_t In, std::size_t Hidden, std::size_t Next>
struct Network {
    const float (&mean)[In];   // of each trait
    const float (&scale)[In];  // one over its standard deviation
    Weights<In, Hidden> first;
    Weights<Hidden, Next> second;
    Weights<Next, 1> last;

    // The output; a trait counts as at most `clip` standard deviations off its mean.
    float judge(const std::array<float, In>& traits, float clip) const {
        std::array<float, In> plain;
        for (std::size_t k = 0; k < In; ++k) plain[k] = std::clamp((traits[k] - mean[k]) * scale[k], -clip, clip);
        auto hidden = add_up(plain, first);
        for (float& value : hidden) value = std::max(value, 0.0f);
        auto next = add_up(hidden, second);
        for (float& value : next) value = std::max(value, 0.0f);
        return add_up(next, last)[0];
    }
};

}  // namespace sapper
