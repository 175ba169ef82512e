// Simple and slow whole numbers of any size, to check the engine's own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

struct Natural {
    std::vector<std::uint32_t> digit;  // base 2^32, least significant first; no leading zeros

    Natural(std::uint64_t value = 0) {
        for (; value; value >>= 32) digit.push_back(static_cast<std::uint32_t>(value));
    }

    static Natural from_words(std::span<const std::uint64_t> words) {
        Natural out;
        for (std::uint64_t word : words) {
            out.digit.push_back(static_cast<std::uint32_t>(word));
            out.digit.push_back(static_cast<std::uint32_t>(word >> 32));
        }
        out.trim();
        return out;
    }

    bool operator==(const Natural&) const = default;

    Natural operator+(const Natural& other) const {
        Natural out;
        std::uint64_t carry = 0;
        for (std::size_t k = 0; k < std::max(digit.size(), other.digit.size()) || carry; ++k) {
            if (k < digit.size()) carry += digit[k];
            if (k < other.digit.size()) carry += other.digit[k];
            out.digit.push_back(static_cast<std::uint32_t>(carry));
            carry >>= 32;
        }
        return out;
    }

    Natural operator*(const Natural& other) const {
        Natural out;
        out.digit.assign(digit.size() + other.digit.size(), 0);
        for (std::size_t i = 0; i < digit.size(); ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < other.digit.size() || carry; ++j) {
                carry += out.digit[i + j];
                if (j < other.digit.size()) carry += std::uint64_t{digit[i]} * other.digit[j];
                out.digit[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
        }
        out.trim();
        return out;
    }

    static Natural power(const Natural& base, std::uint32_t exponent) {
        Natural out(1);
        for (std::uint32_t k = 0; k < exponent; ++k) out = out * base;
        return out;
    }

    // Nearest long double; infinite beyond its range of about 16,000 bits.
    long double value() const {
        long double sum = 0;
        for (std::size_t k = digit.size(); k-- > 0;) sum = sum * 0x1p32L + digit[k];
        return sum;
    }

    void trim() {
        while (!digit.empty() && digit.back() == 0) digit.pop_back();
    }
};
