// The results of a search: a lower and an upper bound of the value of each set of worlds. Entries are found by the
// set's key alone, 128 bits, so that in practice two different sets are never confused. The table doubles up to its
// limit and overwrites only then, so that its content does not depend on the size that earlier searches have left. It
// is cleared by its used slots, so that a small search after a large one clears little.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "endgame/frame.hpp"

namespace sapper {

struct Bounds {
    double low = 0, high = 0;  // of the weight that optimal play wins
};

// The better ones of two bounds each.
inline Bounds clip(const Bounds& found, const Bounds& position) {
    return {std::max(found.low, position.low), std::min(found.high, position.high)};
}

class ValueTable {
  public:
    // A table of at most so many entries, a power of two from 1024 on.
    explicit ValueTable(std::size_t most = std::size_t{1} << 27) : most_(most) {}

    // The bounds of the set, or nothing. Valid until the next store.
    const Bounds* find(const SetKey& key) const {
        const Entry& entry = entries_[place_of(key)];
        return entry.key.check != 0 ? &entry.bounds : nullptr;
    }

    void store(const SetKey& key, const Bounds& bounds) {
        if (is_full() && entries_.size() < most_) grow();
        std::size_t at = place_of(key);
        if (entries_[at].key.check == 0) {
            std::size_t home = key.slot & mask_;
            if (!is_full())
                used_.push_back(static_cast<std::uint32_t>(at));
            else if (at != home)
                at = home;  // the newest is the likeliest to be looked up
            else
                return;  // it would take one of the free slots that end every look-up
        }
        entries_[at] = {key, bounds};
    }

    // Entries there is memory for.
    std::size_t size() const { return entries_.size(); }

    // Entries in use.
    std::size_t used() const { return used_.size(); }

    void clear() {
        for (std::uint32_t at : used_) entries_[at].key.check = 0;
        used_.clear();
    }

  private:
    static constexpr std::size_t FIRST_ENTRIES = 1 << 10;
    struct Entry {
        SetKey key;  // check is 0 in a free slot
        Bounds bounds;
    };

    bool is_full() const { return 2 * used_.size() > mask_; }

    // Where the set is, or the free slot where it would be.
    std::size_t place_of(const SetKey& key) const {
        std::size_t at = key.slot & mask_;
        while (entries_[at].key.check != 0 &&
               (entries_[at].key.check != key.check || entries_[at].key.slot != key.slot))
            at = (at + 1) & mask_;
        return at;
    }

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
    std::size_t mask_ = FIRST_ENTRIES - 1, most_;
};

}  // namespace sapper
