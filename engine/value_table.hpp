// What a search has found out about sets of worlds: for each a lower and an upper bound of its value. Entries are
// found by the set's key alone, 128 bits, so that two different sets are never taken for one in practice. The table
// doubles while it may and then overwrites. It is emptied by its used slots, so that a small search after a large one
// pays for a small table only.
#pragma once

#include <cstdint>
#include <vector>

#include "frame.hpp"

namespace sapper {

struct Bounds {
    double low = 0, high = 0;  // of the weight that optimal play wins
};

class ValueTable {
  public:
    // The bounds of the set, or nothing. Valid until the next store.
    const Bounds* find(const SetKey& key) const {
        for (std::size_t probe = 0; probe < PROBES; ++probe) {
            const Entry& entry = entries_[(key.slot + probe) & mask_];
            if (entry.key.check == key.check && entry.key.slot == key.slot) return &entry.bounds;
            if (entry.key.check == 0) return nullptr;
        }
        return nullptr;
    }

    void store(const SetKey& key, const Bounds& bounds) {
        if (2 * used_.size() > mask_ && entries_.size() < MAX_ENTRIES) grow();
        for (std::size_t probe = 0; probe < PROBES; ++probe) {
            std::size_t at = (key.slot + probe) & mask_;
            Entry& entry = entries_[at];
            bool free = entry.key.check == 0;
            if (!free && (entry.key.check != key.check || entry.key.slot != key.slot)) continue;
            if (free) used_.push_back(static_cast<std::uint32_t>(at));
            entry = {key, bounds};
            return;
        }
        entries_[key.slot & mask_] = {key, bounds};  // all taken: the newest is the likeliest to be asked for
    }

    // Entries there is memory for.
    std::size_t size() const { return entries_.size(); }

    void clear() {
        for (std::uint32_t at : used_) entries_[at].key.check = 0;
        used_.clear();
    }

  private:
    static constexpr std::size_t PROBES = 8, FIRST_ENTRIES = 1 << 10, MAX_ENTRIES = std::size_t{1} << 27;
    struct Entry {
        SetKey key;  // check is 0 in a free slot
        Bounds bounds;
    };

    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        mask_ = entries_.size() - 1;
        used_.clear();
        for (const Entry& entry : old)
            if (entry.key.check != 0) store(entry.key, entry.bounds);
    }

    std::vector<Entry> entries_ = std::vector<Entry>(FIRST_ENTRIES);
    std::vector<std::uint32_t> used_;
    std::size_t mask_ = FIRST_ENTRIES - 1;
};

}  // namespace sapper
