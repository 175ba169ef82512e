// Properties of a set of worlds before it is searched: its weight, its key, and bounds of its value. For a set of one
// or two worlds the value is known; of a larger one the heaviest world can be won, and no more than a cover allows.
//
// A closer look bounds a set by its cells: some cell must be revealed first, so no more can be won than the best of
// them leaves, each number of it bounded by the cover. Safe cells are revealed before. Cost: one split of the set for
// each cell that is safe in more worlds than the best so far can win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "endgame/cover.hpp"
#include "endgame/frame.hpp"
#include "endgame/partition.hpp"
#include "endgame/value_table.hpp"
#include "endgame/word_set.hpp"

namespace sapper {

// Symmetries of an endgame: for each, the world that every world becomes. Sets that become each other have the same
// value.
using WorldImages = std::vector<std::vector<std::uint32_t>>;

template <class Size>
class SetBounds {
  public:
    using Columns = std::span<const std::uint16_t>;

    SetBounds(const Frame& frame, Size size, Arena& arena, CliqueStamps& stamps, const WorldImages* images)
        : frame_(frame),
          sets_{size},
          arena_(arena),
          images_(images),
          partition_(frame, size, arena),
          covers_(frame, size, arena, stamps) {}

    // Worlds are in falling order of weight, so this is the greatest.
    double first_weight(const Word* set) const { return frame_.weight[sets_.first(set)]; }

    double weight_of(const Word* set, std::uint32_t count) const {
        if (frame_.uniform) return count;
        double sum = 0;
        sets_.for_each(set, [&](std::uint32_t world) { sum += frame_.weight[world]; });
        return sum;
    }

    SetKey key_of(const Word* set, std::uint32_t count) const {
        SetKey key;
        sets_.for_each(set, [&](std::uint32_t world) { key.add(frame_.key[world]); });
        if (images_ == nullptr || count < MIN_SYMMETRIC) return key;
        // Of a set and its images the one with the least key stands for all.
        for (const auto& image : *images_) {
            SetKey other;
            sets_.for_each(set, [&](std::uint32_t world) { other.add(key_of_world(image[frame_.world_of[world]])); });
            if (other.slot < key.slot) key = other;
        }
        return key;
    }

    // Whether the value is known at once.
    bool is_small(std::uint32_t count) const { return count == 1 || (count == 2 && frame_.has_conflicts); }

    double value_of_small(const Word* set, std::uint32_t count) const {
        std::uint32_t a = sets_.first(set);
        bool both = count == 2 && sets_.disjoint(set, frame_.conflicting(a));
        return both ? weight_of(set, 2) : frame_.weight[a];
    }

    Bounds first_bounds(const Word* set, std::uint32_t count, const Cover& cover) {
        if (is_small(count)) {
            double value = value_of_small(set, count);
            return {value, value};
        }
        return {first_weight(set), cover.clique_of ? covers_.bound(cover, set) : weight_of(set, count)};
    }

    // What a reveal of the column leaves of the set, which the cover covers, with first bounds.
    std::span<Piece> split(const Word* set, const Column& column, const Cover& cover) {
        return bound(partition_.split(set, column), cover.of_part());
    }

    // The same for all these columns together, safe in every world of the set.
    std::span<Piece> split_free(const Word* set, std::uint32_t count, Columns free, const Cover& cover) {
        return bound(partition_.split_all(set, count, free), cover.of_part());
    }

    // Bounds of a part by its cells, better ones than it has. They are kept in the table, so that a set is looked at
    // once. For worlds with the same number of mines.
    Bounds bounds_by_cells(const Piece& part, Columns columns, ValueTable& table, std::uint32_t inside = 0) {
        Bounds bounds = part.bounds;
        if (bounds.low >= bounds.high || !part.cover.clique_of || inside == MAX_LOOKS) return bounds;
        SetKey key = key_of(part.set, part.count);
        if (const Bounds* found = table.find(key)) return clip(*found, bounds);
        Arena::Mark mark(arena_);
        auto* free = arena_.take<std::uint16_t>(columns.size());
        auto* live = arena_.take<std::uint16_t>(columns.size());
        std::size_t free_count = 0, live_count = 0;
        for (std::uint16_t index : columns) {
            const Column& column = frame_.columns[index];
            if (!partition_.splits(part.set, column)) continue;  // dead, or a mine
            if (sets_.disjoint(part.set, frame_.mines(column)))
                free[free_count++] = index;
            else
                live[live_count++] = index;
        }
        if (free_count > 0) {
            Bounds all{};
            for (Piece& one : split_free(part.set, part.count, {free, free_count}, part.cover)) {
                Bounds found = bounds_by_cells(one, {live, live_count}, table, inside + 1);
                all.low += found.low, all.high += found.high;
            }
            bounds = clip(all, bounds);
        } else {
            bounds.high = std::min(bounds.high, most_after_reveal(part, {live, live_count}));
        }
        table.store(key, bounds);
        return bounds;
    }

  private:
    // Smaller sets are solved before their images are compared.
    static constexpr std::uint32_t MIN_SYMMETRIC = 32;
    // Looks one inside the other: as often as safe cells show others to be safe.
    static constexpr std::uint32_t MAX_LOOKS = 50;

    std::span<Piece> bound(std::span<Piece> parts, const Cover& cover) {
        for (Piece& part : parts) {
            part.cover = cover;
            part.bounds = first_bounds(part.set, part.count, cover);
        }
        return parts;
    }

    // The most that can be won of a part by revealing one of the columns, the safest first: none wins more than where
    // it is safe.
    double most_after_reveal(const Piece& part, Columns columns) {
        struct Reveal {
            double safe;  // weight of the worlds in which it is
            std::uint16_t column;
        };
        std::span<Reveal> reveals{arena_.take<Reveal>(columns.size()), columns.size()};
        Word* mines = arena_.take<Word>(sets_.words);
        double all = weight_of(part.set, part.count);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            std::uint32_t mined = sets_.intersect(part.set, frame_.mines(frame_.columns[columns[k]]), mines);
            reveals[k] = {all - weight_of(mines, mined), columns[k]};
        }
        std::sort(reveals.begin(), reveals.end(), [](const Reveal& a, const Reveal& b) { return a.safe > b.safe; });
        double most = part.bounds.low;
        for (const Reveal& reveal : reveals) {
            if (reveal.safe <= most || most >= part.bounds.high) break;
            Arena::Mark mark(arena_);
            double high = 0;
            for (const Piece& left : split(part.set, frame_.columns[reveal.column], part.cover))
                high += left.bounds.high;
            most = std::max(most, high);
        }
        return most;
    }

    const Frame& frame_;
    WordSets<Size> sets_;
    Arena& arena_;
    const WorldImages* images_;
    Partition<Size> partition_;
    Covers<Size> covers_;
};

}  // namespace sapper
