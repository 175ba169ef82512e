// A set of places 0 .. n - 1 that gives its first member: bits, and above them bits that say which words are not 0.
// Every operation takes one step per factor of 64 in n.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

class PlaceSet {
  public:
    // Prepares for so many places; the set must be empty.
    void resize(std::size_t places) {
        if (places == places_) return;
        places_ = places;
        levels_.clear();
        do {
            places = (places + 63) / 64;
            levels_.emplace_back(places, 0);
        } while (places > 1);
    }

    std::size_t size() const { return size_; }

    void add(std::size_t place) {
        ++size_;
        for (auto& level : levels_) {
            std::uint64_t& word = level[place / 64];
            bool known = word != 0;
            word |= std::uint64_t{1} << place % 64;
            if (known) return;
            place /= 64;
        }
    }

    void remove(std::size_t place) {
        --size_;
        for (auto& level : levels_) {
            std::uint64_t& word = level[place / 64];
            word &= ~(std::uint64_t{1} << place % 64);
            if (word != 0) return;
            place /= 64;
        }
    }

    // The first member; the set must not be empty.
    std::size_t first() const {
        std::size_t place = 0;
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
            place = 64 * place + static_cast<std::size_t>(std::countr_zero((*level)[place]));
        return place;
    }

    // Calls visit(member) for each, rising.
    template <class Visit>
    void visit(Visit&& visit) const {
        for (std::size_t word = 0; word < levels_[0].size(); ++word)
            for (std::uint64_t left = levels_[0][word]; left != 0; left &= left - 1)
                visit(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
    }

  private:
    std::size_t places_ = 0, size_ = 0;
    std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace sapper
