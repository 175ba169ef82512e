// Independent factors of a set of worlds: two sets of columns such that the worlds are all combinations of the rows
// of one with the rows of the other. To win, both must be won, and neither gives information about the other, so
// values multiply.
//
// Columns that depend on each other in pairs are put together; whether the rest is a factor is then decided by
// counting. Cost: usually one comparison a column, because most sets have no factors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/arena.hpp"
#include "endgame/frame.hpp"
#include "endgame/word_set.hpp"

namespace sapper {

// One of two independent factors: a set of worlds in which only its own columns vary.
struct Factor {
    const Word* set;
    std::uint32_t count;
    std::span<const std::uint16_t> columns;
};

template <class Size>
class Factoring {
  public:
    Factoring(const Frame& frame, Size size, Arena& arena) : frame_(frame), sets_{size}, arena_(arena) {}

    // Whether the worlds are all combinations of the rows of some columns with the rows of the others.
    bool find(const Word* set, std::uint32_t count, std::span<const std::uint16_t> columns, Factor* out) {
        if (!frame_.uniform || !frame_.same_mines) return false;
        auto* order = arena_.take<std::uint16_t>(columns.size());
        std::copy(columns.begin(), columns.end(), order);
        std::size_t inside = 1;  // columns that depend on the first, directly or through others, come first
        for (std::size_t k = 0; k < inside; ++k)
            for (std::size_t j = inside; j < columns.size(); ++j)
                if (depend(set, count, frame_.columns[order[k]], frame_.columns[order[j]]))
                    std::swap(order[inside++], order[j]);
        if (inside == columns.size()) return false;
        out[0] = like_first(set, {order, inside}, {order + inside, columns.size() - inside});
        out[1] = like_first(set, {order + inside, columns.size() - inside}, {order, inside});
        return out[0].count * out[1].count == count;
    }

  private:
    // Whether the distribution of one column depends on the value of the other.
    bool depend(const Word* set, std::uint64_t count, const Column& a, const Column& b) {
        Arena::Mark mark(arena_);
        Word* here = arena_.take<Word>(sets_.words);
        Word* both = arena_.take<Word>(sets_.words);
        for (std::uint32_t k = 0; k <= a.numbers; ++k) {
            std::uint64_t of_a = sets_.intersect(set, frame_.mines(a) + k * sets_.words, here);
            for (std::uint32_t j = 0; j <= b.numbers; ++j) {
                std::uint64_t of_b = sets_.intersect(set, frame_.mines(b) + j * sets_.words, both);
                if (of_a * of_b != count * sets_.intersect(here, frame_.mines(b) + j * sets_.words, both))
                    return true;
            }
        }
        return false;
    }

    // The worlds of the set that agree with its first in the other columns.
    Factor like_first(const Word* set, std::span<const std::uint16_t> own,
                      std::span<const std::uint16_t> others) const {
        Word* to = arena_.take<Word>(sets_.words);
        std::uint32_t world = sets_.first(set), count = 0;
        std::copy_n(set, sets_.words, to);
        for (std::uint16_t index : others) {
            const Word* mask = frame_.mines(frame_.columns[index]);
            while (!sets_.has(mask, world)) mask += sets_.words;
            count = sets_.intersect(to, mask, to);
        }
        return {to, count, own};
    }

    const Frame& frame_;
    WordSets<Size> sets_;
    Arena& arena_;
};

}  // namespace sapper
