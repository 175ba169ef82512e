// An upper bound of the value of a set, by conflicts: worlds that pairwise conflict are a clique, and no play wins in
// two of them, so a cover of a set by cliques bounds its value by the sum of their heaviest worlds. The cover is
// greedy: the heaviest world left begins a clique, which takes every further world that conflicts with all of it.
//
// A cover of a set also covers its subsets, at a much lower cost: one look at each world. Cost of making one: cliques
// times words, or the square of a small set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/arena.hpp"
#include "endgame/frame.hpp"
#include "endgame/word_set.hpp"

namespace sapper {

// A cover of a set, or of a larger one, by cliques of conflicting worlds: at most one world of each can be won.
struct Cover {
    const std::uint16_t* clique_of = nullptr;  // a world; no cover where null
    bool exact = false;                        // made for exactly this set

    Cover of_part() const { return {clique_of, false}; }
};

// Which cliques were seen: working memory, reused by the next bound.
struct CliqueStamps {
    std::vector<std::uint64_t> seen;  // a clique: the last bound that saw it
    std::uint64_t last = 0;
};

// Covers of sets of one frame, which must have its conflicts when one is made.
template <class Size>
class Covers {
  public:
    Covers(const Frame& frame, Size size, Arena& arena, CliqueStamps& stamps)
        : frame_(frame), sets_{size}, arena_(arena), stamps_(stamps) {}

    // The bound by a cover made for the set. `clique_of` becomes the clique of every world of it.
    double make(const Word* set, std::uint32_t count, std::uint16_t* clique_of) {
        if (count < sets_.words) return cover_one_by_one(set, count, clique_of);
        Arena::Mark mark(arena_);
        Word* rest = arena_.take<Word>(sets_.words);
        Word* open = arena_.take<Word>(sets_.words);            // worlds that conflict with the whole clique,
        auto* place = arena_.take<std::uint32_t>(sets_.words);  // only words that are not empty, and which they are
        std::copy_n(set, sets_.words, rest);
        double sum = 0;
        std::uint16_t cliques = 0;
        for (std::uint32_t k = 0; k < sets_.words; ++k)
            for (; rest[k] != 0; ++cliques) {
                auto world = k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(rest[k]));
                sum += frame_.weight[world];
                clique_of[world] = cliques;
                rest[k] &= rest[k] - 1;
                const Word* conflicting = frame_.conflicting(world);
                std::uint32_t used = 0;
                for (std::uint32_t j = k; j < sets_.words; ++j) {
                    open[used] = rest[j] & conflicting[j];
                    place[used] = j;
                    used += open[used] != 0;
                }
                for (std::uint32_t at = 0; at < used;) {
                    Word next = open[at] & -open[at];
                    rest[place[at]] ^= next;
                    world = place[at] * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(next));
                    clique_of[world] = cliques;
                    conflicting = frame_.conflicting(world);
                    open[at] ^= next;
                    std::uint32_t still = at;
                    for (std::uint32_t j = at; j < used; ++j) {
                        open[still] = open[j] & conflicting[place[j]];
                        place[still] = place[j];
                        still += open[still] != 0;
                    }
                    used = still;
                }
            }
        return sum;
    }

    // An upper bound of the set's value from a cover: the cliques it has a world of.
    double bound(const Cover& cover, const Word* set) {
        double sum = 0;
        std::uint64_t stamp = ++stamps_.last;
        sets_.for_each(set, [&](std::uint32_t world) {
            std::uint64_t& seen = stamps_.seen[cover.clique_of[world]];
            if (seen != stamp) sum += frame_.weight[world];
            seen = stamp;
        });
        return sum;
    }

  private:
    static constexpr std::uint16_t NO_CLIQUE = 0xffff;

    // The same cover world by world, for a set that is small in its frame.
    double cover_one_by_one(const Word* set, std::uint32_t count, std::uint16_t* clique_of) {
        Arena::Mark mark(arena_);
        auto* rest = arena_.take<std::uint32_t>(count);
        auto* open = arena_.take<std::uint32_t>(count);
        std::uint32_t left = 0;
        sets_.for_each(set, [&](std::uint32_t world) {
            rest[left++] = world;
            clique_of[world] = NO_CLIQUE;
        });
        double sum = 0;
        for (std::uint16_t cliques = 0; left > 0; ++cliques) {
            sum += frame_.weight[rest[0]];
            std::copy_n(rest, left, open);
            for (std::uint32_t open_count = left; open_count > 0;) {
                clique_of[open[0]] = cliques;
                const Word* conflicting = frame_.conflicting(open[0]);
                std::uint32_t still = 0;
                for (std::uint32_t k = 1; k < open_count; ++k) {
                    open[still] = open[k];
                    still += sets_.has(conflicting, open[k]);
                }
                open_count = still;
            }
            std::uint32_t others = 0;
            for (std::uint32_t k = 0; k < left; ++k) {
                rest[others] = rest[k];
                others += clique_of[rest[k]] == NO_CLIQUE;
            }
            left = others;
        }
        return sum;
    }

    const Frame& frame_;
    WordSets<Size> sets_;
    Arena& arena_;
    CliqueStamps& stamps_;
};

}  // namespace sapper
