// KISS64, a small seeded stream of 64-bit numbers that is the same on every platform: the sum of a
// multiply-with-carry, a xorshift and a linear congruential generator (Marsaglia's KISS, 64-bit version),
// with its own seeding. Good for shuffling mines, unsuitable for cryptography. One step costs about two
// nanoseconds. All arithmetic is modulo 2^64, so a signed seed means its two's complement and -1 equals 2^64
// - 1.
#pragma once

#include <cstdint>

namespace sapper {

class Kiss64 {
  public:
    explicit constexpr Kiss64(std::uint64_t seed) : x_(seed | 1), c_(seed | 2), y_(seed | 4), z_(seed | 8) {}

    constexpr std::uint64_t next() {
        std::uint64_t t = (x_ << 58) + c_;
        c_ = x_ >> 6;
        x_ += t;
        c_ += x_ < t;
        y_ ^= y_ << 13;
        y_ ^= y_ >> 17;
        y_ ^= y_ << 43;
        z_ = 6906969069u * z_ + 1234567u;
        return x_ + y_ + z_;
    }

    // Skips the given number of calls of next, in about 50 microseconds for any number.
    void skip(std::uint64_t steps);

    // A number in [0, n), by scaling the low 32 bits of one step; n must not be 0.
    constexpr std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(((next() & 0xffffffffu) * n) >> 32);
    }

  private:
    std::uint64_t x_, c_, y_, z_;
};

}  // namespace sapper
