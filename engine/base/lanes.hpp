// Eight bytes of a table worked on at once, as the lanes of a word: lane k is the byte k places behind the first.
// What is done with the neighbours of a cell, which lie side by side, is done with a few words instead of cell by
// cell. A table of bytes that is read this way has LANES - 1 more bytes than it needs.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace sapper {

inline constexpr std::uint32_t LANES = 8;
inline constexpr std::uint64_t EVERY_LANE = 0x0101010101010101u;  // 1 in every lane

// The lowest lane is the first byte, on every machine.
inline std::uint64_t load_lanes(const std::uint8_t* from) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, from, sizeof word);
    } else {
        for (std::uint32_t lane = LANES; lane-- > 0;) word = word << 8 | from[lane];
    }
    return word;
}

inline void store_lanes(std::uint8_t* to, std::uint64_t word) {
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(to, &word, sizeof word);
    else
        for (std::uint32_t lane = 0; lane < LANES; ++lane) to[lane] = static_cast<std::uint8_t>(word >> 8 * lane);
}

// 1 in the lanes that are not zero; lanes are below 128.
inline std::uint64_t nonzero_lanes(std::uint64_t word) {
    return (word + EVERY_LANE * 127) >> 7 & EVERY_LANE;
}

// 1 in the lanes in which two words are equal.
inline std::uint64_t equal_lanes(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t low = EVERY_LANE * 127;
    std::uint64_t off = a ^ b;
    return ~(((off & low) + low) | off) >> 7 & EVERY_LANE;
}

// Bit k for every lane k that is 1, the others are zero.
inline std::uint64_t pack_lanes(std::uint64_t lanes) {
    return lanes * 0x0102040810204080u >> 56;
}

// Calls visit(first + lane) for every lane that is not zero, from the lowest. A lane has one bit set at most.
template <class Visit>
void visit_lanes(std::uint64_t lanes, std::uint32_t first, Visit&& visit) {
    for (; lanes; lanes &= lanes - 1) visit(first + static_cast<std::uint32_t>(std::countr_zero(lanes)) / 8);
}

}  // namespace sapper
