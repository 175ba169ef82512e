// How reveals split a set of worlds: the parts by the numbers of one cell, the parts by all safe cells together, and
// the worlds that no reveal distinguishes. Nothing here searches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "base/arena.hpp"
#include "endgame/cover.hpp"
#include "endgame/frame.hpp"
#include "endgame/value_table.hpp"
#include "endgame/word_set.hpp"

namespace sapper {

// A part of a set of worlds after a reveal, and the bounds of its value.
struct Piece {
    const Word* set;
    std::uint32_t count;
    Bounds bounds;
    Cover cover;
};

template <class Size>
class Partition {
  public:
    using Columns = std::span<const std::uint16_t>;

    Partition(const Frame& frame, Size size, Arena& arena) : frame_(frame), sets_{size}, arena_(arena) {}

    // Whether the set's worlds in which the column is safe show different numbers.
    bool splits(const Word* set, const Column& column) const {
        std::uint32_t shown = 0;
        for (std::uint32_t number = 0; number < column.numbers && shown < 2; ++number)
            shown += !sets_.disjoint(set, frame_.showing(column, number));
        return shown > 1;
    }

    // The parts of the set after a reveal of the column: one for each number.
    std::span<Piece> split(const Word* set, const Column& column) {
        Piece* parts = arena_.take<Piece>(column.numbers);
        Word* sets = arena_.take<Word>(std::size_t{column.numbers} * sets_.words);
        std::uint32_t used = 0;
        for (std::uint32_t number = 0; number < column.numbers; ++number) {
            Word* part = sets + used * sets_.words;
            std::uint32_t count = sets_.intersect(set, frame_.showing(column, number), part);
            if (count > 0) parts[used++] = {part, count, {}, {}};
        }
        return {parts, used};
    }

    // The parts of the set after revealing all these columns, which are safe in every world of it.
    std::span<Piece> split_all(const Word* set, std::uint32_t count, std::span<const std::uint16_t> free) {
        PieceList list{arena_.take<Piece>(count), 0};
        split_further(set, count, free, list);
        return {list.parts, list.count};
    }

    // Takes from `kept` all but the heaviest of the worlds in `set` that agree in every live column.
    void drop_twins(const Word* set, std::span<const std::uint16_t> live, Word* kept) {
        if (live.empty()) {
            std::uint32_t heaviest = sets_.first(set);
            for (std::uint32_t k = 0; k < sets_.words; ++k) kept[k] &= ~set[k];
            kept[heaviest / WORD_BITS] |= Word{1} << (heaviest % WORD_BITS);
            return;
        }
        const Column& column = frame_.columns[live[0]];
        for (std::uint32_t k = 0; k <= column.numbers; ++k) {
            Arena::Mark mark(arena_);
            Word* part = arena_.take<Word>(sets_.words);
            if (sets_.intersect(set, frame_.mines(column) + k * sets_.words, part) > 1)
                drop_twins(part, live.subspan(1), kept);
        }
    }

    // Leaves in `rest` all but the world that has no safe cell left, if there is one.
    bool take_won_world(const Word* set, std::span<const std::uint16_t> columns, Word* rest) const {
        Word found = 0;
        for (std::uint32_t k = 0; k < sets_.words; ++k) {
            Word won = set[k];
            for (std::uint16_t index : columns) won &= frame_.mines(frame_.columns[index])[k];
            found |= won;
            rest[k] = set[k] & ~won;
        }
        return found != 0;
    }

  private:
    struct PieceList {
        Piece* parts;
        std::uint32_t count;
    };

    void split_further(const Word* set, std::uint32_t count, std::span<const std::uint16_t> free, PieceList& out) {
        while (!free.empty() && !splits(set, frame_.columns[free[0]])) free = free.subspan(1);
        if (free.empty()) {
            out.parts[out.count++] = {set, count, {}, {}};
            return;
        }
        const Column& column = frame_.columns[free[0]];
        for (std::uint32_t number = 0; number < column.numbers; ++number) {
            Word* part = arena_.take<Word>(sets_.words);
            std::uint32_t inside = sets_.intersect(set, frame_.showing(column, number), part);
            if (inside == 1)
                out.parts[out.count++] = {part, 1, {}, {}};
            else if (inside > 1)
                split_further(part, inside, free.subspan(1), out);
        }
    }

    const Frame& frame_;
    WordSets<Size> sets_;
    Arena& arena_;
};

}  // namespace sapper
