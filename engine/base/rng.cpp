#include "base/rng.hpp"

#include <array>

namespace sapper {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t CONGRUENT_FACTOR = 6906969069u;
constexpr std::uint64_t CONGRUENT_TERM = 1234567u;

// The carry state as one number v = c * 2^64 + x is multiplied by 2^58 + 1 modulo this in every step.
constexpr Wide CARRY_FACTOR = (Wide{1} << 58) + 1;
constexpr Wide CARRY_MODULUS = (CARRY_FACTOR << 64) - 1;

// Sum and product modulo the carry modulus, which has 123 bits, so that every sum fits in 128.
Wide add(Wide a, Wide b) {
    Wide sum = a + b;
    return sum >= CARRY_MODULUS ? sum - CARRY_MODULUS : sum;
}

Wide multiply(Wide a, Wide b) {
    Wide product = 0;
    for (; b != 0; b >>= 1, a = add(a, a))
        if (b & 1) product = add(product, a);
    return product;
}

Wide skip_carry(Wide state, std::uint64_t steps) {
    Wide factor = CARRY_FACTOR;
    for (; steps != 0; steps >>= 1) {
        if (steps & 1) state = multiply(state, factor);
        factor = multiply(factor, factor);
    }
    return state;
}

// A linear map of 64 bits: the images of the single bits.
using BitMap = std::array<std::uint64_t, 64>;

std::uint64_t map_bits(const BitMap& map, std::uint64_t bits) {
    std::uint64_t image = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) image ^= map[bit] & -(bits >> bit & 1);
    return image;
}

std::uint64_t skip_shifts(std::uint64_t state, std::uint64_t steps) {
    BitMap map;
    for (std::size_t bit = 0; bit < 64; ++bit) {
        std::uint64_t image = std::uint64_t{1} << bit;
        image ^= image << 13;
        image ^= image >> 17;
        image ^= image << 43;
        map[bit] = image;
    }
    for (; steps != 0; steps >>= 1) {
        if (steps & 1) state = map_bits(map, state);
        BitMap twice;
        for (std::size_t bit = 0; bit < 64; ++bit) twice[bit] = map_bits(map, map[bit]);
        map = twice;
    }
    return state;
}

std::uint64_t skip_congruent(std::uint64_t state, std::uint64_t steps) {
    std::uint64_t factor = CONGRUENT_FACTOR, term = CONGRUENT_TERM;
    for (; steps != 0; steps >>= 1) {
        if (steps & 1) state = factor * state + term;
        term *= factor + 1;
        factor *= factor;
    }
    return state;
}

}  // namespace

void Kiss64::skip(std::uint64_t steps) {
    // A seed may set a carry that no step produces; two steps bring it into range.
    constexpr std::uint64_t STEPS_INTO_RANGE = 2, STEPS_WORTH_A_JUMP = 1u << 14;
    if (steps < STEPS_WORTH_A_JUMP) {
        while (steps-- > 0) next();
        return;
    }
    for (std::uint64_t step = 0; step < STEPS_INTO_RANGE; ++step) next();
    steps -= STEPS_INTO_RANGE;
    Wide carry = skip_carry((Wide{c_} << 64) + x_, steps);
    x_ = static_cast<std::uint64_t>(carry);
    c_ = static_cast<std::uint64_t>(carry >> 64);
    y_ = skip_shifts(y_, steps);
    z_ = skip_congruent(z_, steps);
}

}  // namespace sapper
