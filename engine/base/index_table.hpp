// A hash table from keys to small indices that is cleared in constant time: every slot has a stamp, and slots with
// an old stamp are empty. The caller stores the keys and passes an equality test. Used to merge equal things: cells
// into groups, clues, states of a layer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace sapper {

// Spreads every bit of a key over the word (the finaliser of splitmix64, by Vigna).
inline std::uint64_t mix_bits(std::uint64_t key) {
    key += 0x9e3779b97f4a7c15u;
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
    return key ^ (key >> 31);
}

class IndexTable {
  public:
    // Clears the table and reserves room for `expected` entries. The caller must not insert more than that.
    void reset(std::size_t expected) {
        std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * expected, 16));
        if (size > slots_.size()) {
            slots_.assign(size, 0);
            stamp_ = 0;
        }
        mask_ = slots_.size() - 1;
        if (++stamp_ == 0) {  // the stamps wrapped around: start over
            std::fill(slots_.begin(), slots_.end(), 0);
            stamp_ = 1;
        }
    }

    // How many entries fit before the table gets slow.
    std::size_t room() const { return slots_.size() / 2; }

    // The index of the entry equal to the caller's key, or `fresh`, which is inserted when there is none.
    template <class Equal>
    std::uint32_t find_or_insert(std::uint64_t hash, std::uint32_t fresh, Equal&& equal) {
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            std::uint64_t slot = slots_[at];
            if ((slot >> 32) != stamp_) {
                slots_[at] = (std::uint64_t{stamp_} << 32) | fresh;
                return fresh;
            }
            auto index = static_cast<std::uint32_t>(slot);
            if (equal(index)) return index;
        }
    }

    static constexpr std::uint32_t NO_ENTRY = 0xffffffffu;

    // The index of the entry equal to the caller's key, or NO_ENTRY.
    template <class Equal>
    std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            std::uint64_t slot = slots_[at];
            if ((slot >> 32) != stamp_) return NO_ENTRY;
            if (auto index = static_cast<std::uint32_t>(slot); equal(index)) return index;
        }
    }

  private:
    std::vector<std::uint64_t> slots_;  // stamp in the high half, index in the low half
    std::size_t mask_ = 0;
    std::uint32_t stamp_ = 0;
};

}  // namespace sapper
