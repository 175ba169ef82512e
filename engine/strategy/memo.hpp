// What was found once for a key, to be looked up when it is met again. A memo that is full is cleared, so only what
// depends on the key alone may be kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/index_table.hpp"
#include "strategy/position_key.hpp"

namespace sapper {

inline std::uint64_t hash_of(const PositionKey& key) {
    return key[0];
}

template <class Key, class Value>
class Memo {
  public:
    // Holds so many values. It must be cleared before it is used.
    explicit Memo(std::size_t most) : most_(most) {}

    void clear() {
        kept_.clear();
        places_.reset(most_);
    }

    // Good until the next value is kept; null where there is none.
    const Value* find(const Key& key) const {
        std::uint32_t place = places_.find(hash_of(key), [&](std::uint32_t k) { return kept_[k].first == key; });
        return place == IndexTable::NO_ENTRY ? nullptr : &kept_[place].second;
    }

    // Keeps a value, unless there is one for its key.
    void keep(const Key& key, Value value) {
        if (find(key)) return;
        if (kept_.size() == most_) clear();
        places_.find_or_insert(hash_of(key), static_cast<std::uint32_t>(kept_.size()), [](auto) { return false; });
        kept_.emplace_back(key, std::move(value));
    }

  private:
    std::size_t most_;
    std::vector<std::pair<Key, Value>> kept_;
    IndexTable places_;
};

}  // namespace sapper
