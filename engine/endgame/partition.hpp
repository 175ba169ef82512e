// How reveals split a set of worlds: the parts by the numbers of one cell, the parts by all safe cells together, and
// the worlds that no reveal distinguishes. Nothing here searches.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

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
        struct Unsplit {
            const Word* set;
            std::uint32_t count, next;  // `next`: the first of the columns that may split it
        };
        Piece* parts = arena_.take<Piece>(count);
        auto* left = arena_.take<Unsplit>(count);  // the next one last
        std::uint32_t used = 0, waiting = 0;
        left[waiting++] = {set, count, 0};
        while (waiting > 0) {
            auto [whole, worlds, next] = left[--waiting];
            if (worlds > 1)
                while (next < free.size() && !splits(whole, frame_.columns[free[next]])) ++next;
            if (worlds == 1 || next == free.size()) {
                parts[used++] = {whole, worlds, {}, {}};
                continue;
            }
            const Column& column = frame_.columns[free[next]];
            for (std::uint32_t number = column.numbers; number-- > 0;) {
                Word* part = arena_.take<Word>(sets_.words);
                std::uint32_t inside = sets_.intersect(whole, frame_.showing(column, number), part);
                if (inside > 0) left[waiting++] = {part, inside, next + 1};
            }
        }
        return {parts, used};
    }

    // The set without all but the heaviest of the worlds that agree in every live column. For sets of one word.
    [[gnu::noinline]] Word drop_twins(Word set, std::span<const std::uint16_t> live) const {
        std::array<std::pair<Word, std::size_t>, WORD_BITS> left;  // disjoint, with the next column to split each
        std::size_t waiting = 0;
        Word kept = 0;
        left[waiting++] = {set, 0};
        while (waiting > 0) {
            auto [whole, next] = left[--waiting];
            if (next == live.size() || std::has_single_bit(whole)) {
                kept |= whole & -whole;
                continue;
            }
            const Column& column = frame_.columns[live[next]];
            for (std::uint32_t k = 0; k <= column.numbers; ++k)
                if (Word part = whole & frame_.mines(column)[k]; part != 0) left[waiting++] = {part, next + 1};
        }
        return kept;
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
    const Frame& frame_;
    WordSets<Size> sets_;
    Arena& arena_;
};

}  // namespace sapper
