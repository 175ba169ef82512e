// A number of any size that is not negative: a double with an exponent of its own, so that no product leaves its
// range. Relative errors are those of doubles. Exponents are moved by their bits alone: the same on every machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace sapper {

struct Scaled {
    double value = 0;           // 0, or at least 1/2 and below 1
    std::int64_t exponent = 0;  // the number is value * 2^exponent

    Scaled() = default;
    // Of a finite number that is not negative.
    Scaled(double number, std::int64_t shift = 0) {
        if (!(number > 0)) return;
        auto bits = bits_of(number);
        if (bits < std::uint64_t{1} << MANTISSA_BITS) {  // denormal
            bits = bits_of(number * 0x1p64);
            shift -= 64;
        }
        exponent = shift + static_cast<std::int64_t>(bits >> MANTISSA_BITS) - HALF;
        value = from_bits((bits & MANTISSA) | HALF << MANTISSA_BITS);
    }

    explicit operator bool() const { return value > 0; }

    Scaled operator*(const Scaled& other) const { return {value * other.value, exponent + other.exponent}; }
    Scaled operator/(const Scaled& other) const { return {value / other.value, exponent - other.exponent}; }
    Scaled& operator+=(Scaled other) {
        if (!other) return *this;
        if (!*this || exponent < other.exponent) std::swap(*this, other);
        if (std::int64_t shift = exponent - other.exponent; other && shift < NEGLIGIBLE)
            *this = {value + other.value * power_of_two(-shift), exponent};
        return *this;
    }
    bool operator<(const Scaled& other) const {
        if (!*this || !other) return value < other.value;
        return exponent != other.exponent ? exponent < other.exponent : value < other.value;
    }

    // As a double: 0 or infinity where it is too small or too large for one.
    double plain() const {
        return std::scalbn(value, static_cast<int>(std::clamp<std::int64_t>(exponent, -4000, 4000)));
    }
    // This number divided by another, as a double.
    double over(const Scaled& other) const { return (*this / other).plain(); }

  private:
    static constexpr std::uint64_t MANTISSA_BITS = 52, MANTISSA = (std::uint64_t{1} << MANTISSA_BITS) - 1,
                                   HALF = 1022;
    static constexpr std::int64_t NEGLIGIBLE = 64;  // bits by which a number may be smaller and still count

    static std::uint64_t bits_of(double number) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        return bits;
    }
    static double from_bits(std::uint64_t bits) {
        double number = 0;
        std::memcpy(&number, &bits, sizeof number);
        return number;
    }
    static double power_of_two(std::int64_t exponent) {
        return from_bits((HALF + 1 + static_cast<std::uint64_t>(exponent)) << MANTISSA_BITS);
    }
};

// A power of a number, by multiplication alone.
inline Scaled power(Scaled base, std::uint64_t exponent) {
    Scaled result = 1;
    for (; exponent > 0; exponent >>= 1, base = base * base)
        if (exponent & 1) result = result * base;
    return result;
}

// The exponents of the numbers above 0 that were met lie between these two.
struct ExponentRange {
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();

    void meet(const Scaled& number) {
        if (!number) return;
        least = std::min(least, number.exponent);
        most = std::max(most, number.exponent);
    }
};

}  // namespace sapper
