// Sets of worlds as bits of machine words: the most frequent operations of a search. A set is a pointer to its words.
// Their number is a compile-time constant for up to 64 worlds, and stored in the frame otherwise.
#pragma once

#include <bit>
#include <cstdint>

#include "endgame/frame.hpp"

namespace sapper {

struct OneWord {
    static constexpr std::uint32_t words = 1;
};
struct ManyWords {
    std::uint32_t words;
};

template <class Size>
struct WordSets : Size {
    // Writes what two sets have in common and returns how many that are.
    std::uint32_t intersect(const Word* a, const Word* b, Word* to) const {
        std::uint32_t count = 0;
        for (std::uint32_t k = 0; k < this->words; ++k) {
            to[k] = a[k] & b[k];
            count += static_cast<std::uint32_t>(std::popcount(to[k]));
        }
        return count;
    }

    bool disjoint(const Word* a, const Word* b) const {
        for (std::uint32_t k = 0; k < this->words; ++k)
            if ((a[k] & b[k]) != 0) return false;
        return true;
    }

    // Whether all of a is in b.
    bool inside(const Word* a, const Word* b) const {
        for (std::uint32_t k = 0; k < this->words; ++k)
            if ((a[k] & ~b[k]) != 0) return false;
        return true;
    }

    // Calls visit(world) for each, rising.
    template <class Visit>
    void for_each(const Word* set, Visit&& visit) const {
        for (std::uint32_t k = 0; k < this->words; ++k)
            for (Word left = set[k]; left != 0; left &= left - 1)
                visit(k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(left)));
    }

    std::uint32_t first(const Word* set) const {
        std::uint32_t k = 0;
        while (set[k] == 0) ++k;
        return k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(set[k]));
    }

    bool has(const Word* set, std::uint32_t world) const { return set[world / WORD_BITS] >> (world % WORD_BITS) & 1; }
};

}  // namespace sapper
