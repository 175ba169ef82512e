// Traits -> one number: a small network with two hidden layers, which cut off what is below zero. Traits are
// standardised and clipped as in training. Sums run in the order of the inputs, every output on its own, so that the
// result is the same on every machine. Weights are whole numbers of a step in the files that training writes, and so
// in the program: a network is made from them when it is first used. That keeps the module for browsers small.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace sapper {

// Weights as they are used.
template <std::size_t In, std::size_t Out>
struct Weights {
    float weights[In][Out];
    float start[Out];

    Weights(const std::int16_t (&from)[In * Out], const std::int16_t (&begin)[Out], float step) {
        for (std::size_t i = 0; i < In; ++i)
            for (std::size_t k = 0; k < Out; ++k) weights[i][k] = static_cast<float>(from[i * Out + k]) * step;
        for (std::size_t k = 0; k < Out; ++k) start[k] = static_cast<float>(begin[k]) * step;
    }
};

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
class Network {
  public:
    Network(const float (&mean)[In], const float (&scale)[In], const std::int16_t (&first)[In * Hidden],
            const std::int16_t (&first_start)[Hidden], const std::int16_t (&second)[Hidden * Next],
            const std::int16_t (&second_start)[Next], const std::int16_t (&last)[Next], float step)
        : mean_(mean),
          scale_(scale),
          first_(first, first_start, step),
          second_(second, second_start, step),
          last_(last, {0}, step) {}  // only differences of outputs count

    // The output; a trait counts as at most `clip` standard deviations off its mean.
    float judge(const std::array<float, In>& traits, float clip) const {
        std::array<float, In> plain;
        for (std::size_t k = 0; k < In; ++k) plain[k] = std::clamp((traits[k] - mean_[k]) * scale_[k], -clip, clip);
        auto hidden = add_up(plain, first_);
        for (float& value : hidden) value = std::max(value, 0.0f);
        auto next = add_up(hidden, second_);
        for (float& value : next) value = std::max(value, 0.0f);
        return add_up(next, last_)[0];
    }

  private:
    const float (&mean_)[In];   // of each trait
    const float (&scale_)[In];  // one over its standard deviation
    Weights<In, Hidden> first_;
    Weights<Hidden, Next> second_;
    Weights<Next, 1> last_;
};

// Writes traits one behind the other.
template <std::size_t Count>
class TraitWriter {
  public:
    explicit TraitWriter(std::array<float, Count>& out) : out_(out) {}

    void write(std::initializer_list<double> values) {
        assert(at_ + values.size() <= Count);
        for (double value : values) out_[at_++] = static_cast<float>(value);
    }
    void skip(std::size_t count) { at_ += count; }
    bool full() const { return at_ == Count; }

  private:
    std::array<float, Count>& out_;
    std::size_t at_ = 0;
};

}  // namespace sapper
