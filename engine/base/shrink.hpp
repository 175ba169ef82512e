// Shrinks a set with a monotone property (every superset has it too) to a subset from which no element can be
// removed. Removes pieces of halving size, the last first, as long as the rest keeps the property, down to single
// elements. Calls `holds` about 2 log n times for each element that stays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

// Shrinks `set`, which has the property, until nothing can be removed or `exhausted()`; false in the latter case.
template <class Holds, class Exhausted>
bool shrink(std::vector<std::uint32_t>& set, Holds&& holds, Exhausted&& exhausted) {
    std::vector<std::uint32_t> smaller;
    for (std::size_t piece = std::max<std::size_t>(set.size() / 2, 1);; piece /= 2) {
        for (std::size_t end = set.size(); end > 0;) {
            if (exhausted()) return false;
            std::size_t from = end > piece ? end - piece : 0;
            smaller.assign(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(from));
            smaller.insert(smaller.end(), set.begin() + static_cast<std::ptrdiff_t>(end), set.end());
            if (holds(smaller)) set.swap(smaller);
            end = from;
        }
        if (piece == 1) return true;
    }
}

}  // namespace sapper
