// Counts by the number of mines, multiplied: value k of a sequence belongs to its least number of mines plus k.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace sapper {

// The counts of two parts together: to[k] = sum over i of left[i] * right[k - i]. `to` has room for all of them.
inline void convolve(std::span<const double> left, std::span<const double> right, std::span<double> to) {
    std::fill(to.begin(), to.end(), 0.0);
    for (std::size_t i = 0; i < left.size(); ++i)
        for (std::size_t j = 0; j < right.size(); ++j) to[i + j] += left[i] * right[j];
}

// The weights of a part beside another that has the counts `ways`: to[k] = sum over j of weights[offset + k + j] *
// ways[j], weights being 0 outside their window.
inline void correlate(std::span<const double> weights, std::int64_t offset, std::span<const double> ways,
                      std::span<double> to) {
    auto length = static_cast<std::int64_t>(weights.size());
    for (std::size_t k = 0; k < to.size(); ++k) {
        std::int64_t base = static_cast<std::int64_t>(k) + offset;
        std::int64_t from = std::max<std::int64_t>(0, -base);
        std::int64_t end = std::min(static_cast<std::int64_t>(ways.size()), length - base);
        double sum = 0;
        for (std::int64_t j = from; j < end; ++j)
            sum += weights[static_cast<std::size_t>(base + j)] * ways[static_cast<std::size_t>(j)];
        to[k] = sum;
    }
}

}  // namespace sapper
