// A state's identity: the needs of the open clues, packed side by side. Adding, subtracting and masking work on
// all needs at once, because a field never crosses a word and never overflows into its neighbour.
#pragma once

#include <array>
#include <cstdint>

#include "base/index_table.hpp"

namespace sapper {

template <std::uint32_t Words>
struct Key {
    std::array<std::uint64_t, Words> word{};

    bool operator==(const Key&) const = default;
    void add(const Key& other) {
        for (std::uint32_t k = 0; k < Words; ++k) word[k] += other.word[k];
    }
    void subtract(const Key& other, std::uint64_t times = 1) {
        for (std::uint32_t k = 0; k < Words; ++k) word[k] -= times * other.word[k];
    }
    void mask(const Key& other) {
        for (std::uint32_t k = 0; k < Words; ++k) word[k] &= other.word[k];
    }
    std::uint64_t hash() const {
        std::uint64_t sum = mix_bits(word[0]);
        for (std::uint32_t k = 1; k < Words; ++k) sum = mix_bits(sum ^ word[k]);
        return sum;
    }
};

}  // namespace sapper
