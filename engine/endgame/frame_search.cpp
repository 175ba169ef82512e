#include "endgame/frame_search.hpp"

#include <algorithm>
#include <bit>

#include "endgame/factor.hpp"
#include "endgame/partition.hpp"
#include "endgame/word_set.hpp"

namespace sapper {

namespace {

// A set that fills less than this part of its frame gets a frame of its own.
constexpr std::uint32_t SHRINK = 4;
// In larger frames, separate covers for a trial's parts cost more than they save.
constexpr std::uint32_t MAX_REFINED_WORDS = 16;
// A look at a set of more worlds takes milliseconds, so the watch is polled before it.
constexpr std::uint32_t MAX_UNWATCHED = 1000;
// Smaller sets are solved before their factors are found.
constexpr std::uint32_t MIN_FACTORED = 6;

struct Trial {
    std::uint32_t column;
    const Word* mines;
    Piece* parts;
    std::uint32_t part_count;
    double high;   // upper bound of what it can win
    bool refined;  // the bound is as good as covers make it
};

// The search inside one frame. Sets are pointers to `words` words; `columns` are those that may still say something.
template <class Size>
class FrameSearch : WordSets<Size> {
    using WordSets<Size>::words, WordSets<Size>::intersect, WordSets<Size>::disjoint, WordSets<Size>::inside;
    using WordSets<Size>::for_each, WordSets<Size>::first, WordSets<Size>::has;

  public:
    using Columns = std::span<const std::uint16_t>;

    FrameSearch(Search& search, Frame& frame, Size size)
        : WordSets<Size>{size},
          search_(search),
          frame_(frame),
          arena_(search.scratch.arena),
          known_(frame, size, arena_, search.scratch.stamps, search.limits.images),
          partition_(frame, size, arena_),
          covers_(frame, size, arena_, search.scratch.stamps),
          factoring_(frame, size, arena_),
          looks_closer_(frame.same_mines && search.endgame.worlds > search.limits.closer_above) {}

    // Bounds of the set's value that decide the window, unless the search must stop. `upper` is a known upper bound.
    // `move`, if given, receives the column to reveal first; the result is then not looked up in the table.
    Bounds solve(const Word* set, std::uint32_t count, Columns columns, const ValueWindow& window, double upper,
                 const Cover& cover, std::uint32_t* move) {
        if (count == 1 || (known_.is_small(count) && !move)) return exactly(known_.value_of_small(set, count));
        Bounds bounds{known_.first_weight(set), upper};
        SetKey key = known_.key_of(set, count);
        const Bounds* found = move ? nullptr : search_.scratch.table.find(key);
        if (found) bounds = clip(*found, bounds);
        if ((!move && window.settles(bounds)) || search_.must_stop()) return bounds;
        if (needs_own_frame(count) && !move && (count < words || !has_free_split(set, columns)))
            return solve_in_own_frame(set, count, columns, window, bounds.high, cover);
        search_.count_node();
        ++search_.inside;
        Bounds result = expand(set, count, columns, window, bounds, cover, move);
        --search_.inside;
        result.high = std::max(result.high, result.low);
        search_.scratch.table.store(key, result);
        return result;
    }

    // Bounds of the sum of the parts' values.
    Bounds sum(std::span<Piece> parts, Columns columns, const ValueWindow& window) {
        auto open_first = [](const Piece& a, const Piece& b) {
            return a.bounds.high - a.bounds.low > b.bounds.high - b.bounds.low;
        };
        std::sort(parts.begin(), parts.end(), open_first);
        Bounds all{};
        for (const Piece& part : parts) all.low += part.bounds.low, all.high += part.bounds.high;
        auto learn = [&](Piece& part, const Bounds& found) {
            all.low += found.low - part.bounds.low;
            all.high += found.high - part.bounds.high;
            part.bounds = found;
        };
        // The less the other parts can win, the sooner a part is known to win too little.
        for (Piece& part : parts) {
            if (!looks_closer_ || search_.must_stop() || window.settles(all)) break;
            if (part.count > MAX_UNWATCHED) search_.limits.watch.check();
            learn(part, known_.bounds_by_cells(part, columns, search_.scratch.table));
        }
        if (looks_closer_) std::sort(parts.begin(), parts.end(), open_first);
        for (Piece& part : parts) {
            if (window.settles(all)) break;
            if (part.bounds.low == part.bounds.high) continue;
            ValueWindow inner{window.alpha - (all.high - part.bounds.high),
                              window.beta - (all.low - part.bounds.low)};
            learn(part, solve(part.set, part.count, columns, inner, part.bounds.high, part.cover, nullptr));
        }
        return all;
    }

    // The same for the parts that a reveal leaves which might hit a mine.
    Bounds guess(std::span<Piece> parts, Columns columns, const ValueWindow& window) {
        search_.deepest = std::max(search_.deepest, ++search_.depth);
        Bounds found = sum(parts, columns, window);
        --search_.depth;
        return found;
    }

    // Which of the columns win `enough` when revealed first.
    void find_winning(const Word* set, std::uint32_t count, Columns columns, double enough, std::vector<bool>& out) {
        Cover cover;
        if (has_covers()) {
            auto* clique_of = arena_.take<std::uint16_t>(frame_.worlds);
            covers_.make(set, count, clique_of);
            cover = {clique_of, true};
        }
        for (std::uint16_t index : columns) {
            if (out[index]) continue;
            Arena::Mark mark(arena_);
            Trial trial = make_trial(set, index);
            split_trial(set, cover, trial);
            if (trial.high >= enough && !trial.refined) refine(trial);
            if (trial.high < enough) continue;
            out[index] = guess({trial.parts, trial.part_count}, columns, {enough, enough}).low >= enough;
        }
    }

  private:
    static Bounds exactly(double value) { return {value, value}; }

    // ---- Frames within frames.

    bool needs_own_frame(std::uint32_t count) const {
        return words > 1 && (count <= WORD_BITS || count * SHRINK <= frame_.worlds);
    }

    Bounds solve_in_own_frame(const Word* set, std::uint32_t count, Columns columns, const ValueWindow& window,
                              double upper, Cover cover) {
        Arena::Mark mark(arena_);
        auto* worlds = arena_.take<std::uint32_t>(count);
        auto* cells = arena_.take<std::uint32_t>(columns.size());
        std::uint32_t at = 0;
        for_each(set, [&](std::uint32_t world) { worlds[at++] = frame_.world_of[world]; });
        if (cover.clique_of) {
            auto* clique_of = arena_.take<std::uint16_t>(count);
            at = 0;
            for_each(set, [&](std::uint32_t world) { clique_of[at++] = cover.clique_of[world]; });
            cover.clique_of = clique_of;
        }
        for (std::size_t k = 0; k < columns.size(); ++k) cells[k] = frame_.columns[columns[k]].cell;
        Frame& frame = search_.enter_frame({worlds, count}, {cells, columns.size()});
        Bounds found = search_.solve_frame(frame, window, upper, cover, nullptr);
        --search_.level;
        return found;
    }

    // Whether a safe cell splits the set, so that a frame of its own would be wasted.
    bool has_free_split(const Word* set, Columns columns) const {
        for (std::uint16_t index : columns) {
            const Column& column = frame_.columns[index];
            if (disjoint(set, frame_.mines(column)) && partition_.splits(set, column)) return true;
        }
        return false;
    }

    // ---- One position.

    Bounds expand(const Word* set, std::uint32_t count, Columns columns, const ValueWindow& window, Bounds bounds,
                  Cover cover, std::uint32_t* move) {
        Arena::Mark mark(arena_);
        auto* kept = arena_.take<std::uint16_t>(columns.size());
        auto* free = arena_.take<std::uint16_t>(columns.size());
        std::size_t kept_count = 0, free_count = 0;
        for (std::uint16_t index : columns) {
            const Column& column = frame_.columns[index];
            bool can_be_mine = !disjoint(set, frame_.mines(column));
            if (can_be_mine && inside(set, frame_.mines(column))) continue;
            if (!can_be_mine && move) {  // safe wherever something can be won: as good as any
                *move = index;
                move = nullptr;
            }
            if (can_be_mine) {
                kept[kept_count++] = index;
            } else if (partition_.splits(set, column)) {
                free[free_count++] = index;
            }
        }
        columns = {kept, kept_count};
        if (free_count > 0)
            return clip(sum(known_.split_free(set, count, {free, free_count}, cover), columns, window), bounds);
        if (move) *move = column_safe_in(first(set), columns);

        Word* fewer = arena_.take<Word>(words);
        if (!frame_.same_mines && partition_.take_won_world(set, columns, fewer)) {
            double won = first_weight_outside(set, fewer);
            ValueWindow inner{window.alpha - won, window.beta - won};
            Bounds found = solve(fewer, count - 1, columns, inner, bounds.high - won, cover.of_part(), move);
            return clip({found.low + won, found.high + won}, bounds);
        }
        auto* live = arena_.take<std::uint16_t>(kept_count);
        std::size_t live_count = 0;
        for (std::uint16_t index : columns)
            if (partition_.splits(set, frame_.columns[index])) live[live_count++] = index;
        if (frame_.same_mines && live_count < kept_count && words == 1) {
            *fewer = partition_.drop_twins(*set, {live, live_count});
            auto left = static_cast<std::uint32_t>(std::popcount(*fewer));
            if (left < count)
                return clip(solve(fewer, left, columns, window, bounds.high, cover.of_part(), move), bounds);
        }
        if (has_covers() && !cover.exact) {
            auto* clique_of = arena_.take<std::uint16_t>(frame_.worlds);
            bounds.high = std::min(bounds.high, covers_.make(set, count, clique_of));
            cover = {clique_of, true};
        }
        if (window.settles(bounds)) return bounds;
        Factor factors[2];
        if (count >= MIN_FACTORED && factoring_.find(set, count, columns, factors))
            return clip(multiply(factors, window, cover, move), bounds);
        Columns trials = frame_.same_mines ? Columns{live, live_count} : columns;
        return best_of(set, trials, columns, window, bounds, cover, move);
    }

    // Both factors must be won, and neither gives information about the other.
    Bounds multiply(const Factor* factors, const ValueWindow& window, const Cover& cover, std::uint32_t* move) {
        const auto& [one, other] = std::pair(factors[0], factors[1]);
        Bounds a = known_.first_bounds(one.set, one.count, cover);
        Bounds b = known_.first_bounds(other.set, other.count, cover);
        ValueWindow inner{window.alpha / b.high, window.beta / b.low};
        a = solve(one.set, one.count, one.columns, inner, a.high, cover.of_part(), move);
        inner = {window.alpha / a.high, window.beta / a.low};
        b = solve(other.set, other.count, other.columns, inner, b.high, cover.of_part(), nullptr);
        return {a.low * b.low, a.high * b.high};
    }

    // Adds the conflicts if they are missing; false if the frame is to have none.
    bool has_covers() {
        if (frame_.worlds > MAX_CONFLICT_WORLDS) return false;
        if (!frame_.has_conflicts) find_conflicts(frame_, search_.scratch.frame);
        return true;
    }

    // The best of the columns to be tried, or the heaviest world alone.
    Bounds best_of(const Word* set, Columns trials, Columns columns, const ValueWindow& window, Bounds bounds,
                   const Cover& cover, std::uint32_t* move) {
        auto* list = arena_.take<Trial>(trials.size());
        std::size_t count = 0;
        for (std::uint16_t index : trials) list[count++] = make_trial(set, index);
        count = drop_dominated({list, count});
        for (std::size_t k = 0; k < count; ++k) split_trial(set, cover, list[k]);

        double best = bounds.low, high = bounds.low;
        while (count > 0) {
            // The most promising one is tried next, after its parts have got covers of their own.
            std::size_t top = 0;
            for (std::size_t k = 1; k < count; ++k)
                if (list[k].high > list[top].high) top = k;
            Trial& trial = list[top];
            ValueWindow inner{std::max(window.alpha, best), std::min(window.beta, bounds.high)};
            if (trial.high <= inner.alpha) {
                high = std::max(high, trial.high);
                break;  // the others have even lower bounds
            }
            std::span<Piece> parts{trial.parts, trial.part_count};
            if (!trial.refined) {
                refine(trial);
                continue;
            }
            Bounds found = guess(parts, columns, inner);
            high = std::max(high, found.high);
            if (found.low > best) {
                best = found.low;
                if (move) *move = trial.column;
            }
            if (best >= inner.beta) return {best, bounds.high};
            list[top] = list[--count];
        }
        return {best, std::min(high, bounds.high)};
    }

    // The trial's parts, and the bound that a cover of the set gives.
    void split_trial(const Word* set, const Cover& cover, Trial& trial) {
        std::span<Piece> parts = known_.split(set, frame_.columns[trial.column], cover);
        trial.parts = parts.data();
        trial.part_count = static_cast<std::uint32_t>(parts.size());
        trial.high = 0;
        for (const Piece& part : parts) trial.high += part.bounds.high;
        trial.refined = !cover.clique_of || looks_closer_;
    }

    // A separate cover of each part may give a better bound than the cover of the whole set.
    void refine(Trial& trial) {
        trial.refined = true;
        if (words > MAX_REFINED_WORDS || !has_covers()) return;
        auto* clique_of = arena_.take<std::uint16_t>(frame_.worlds);
        trial.high = 0;
        for (std::uint32_t k = 0; k < trial.part_count; ++k) {
            Piece& part = trial.parts[k];
            if (part.bounds.low < part.bounds.high) {
                part.bounds.high = std::min(part.bounds.high, covers_.make(part.set, part.count, clique_of));
                part.cover = {clique_of, true};
            }
            trial.high += part.bounds.high;
        }
    }

    Trial make_trial(const Word* set, std::uint16_t index) {
        Word* mines = arena_.take<Word>(words);
        intersect(set, frame_.mines(frame_.columns[index]), mines);
        return {index, mines, nullptr, 0, 0, false};
    }

    // A cell that is a mine wherever another one is can be tried later: where it is safe, the other one is safe too.
    // Of cells with the same mines the first stays.
    std::size_t drop_dominated(std::span<Trial> list) const {
        std::size_t used = 0;
        for (std::size_t k = 0; k < list.size(); ++k) {
            bool dominated = false;
            for (std::size_t j = 0; j < used && !dominated; ++j) dominated = inside(list[j].mines, list[k].mines);
            for (std::size_t j = k + 1; j < list.size() && !dominated; ++j)
                dominated = inside(list[j].mines, list[k].mines) && !inside(list[k].mines, list[j].mines);
            if (!dominated) list[used++] = list[k];
        }
        return used;
    }

    std::uint32_t column_safe_in(std::uint32_t world, Columns columns) const {
        for (std::uint16_t index : columns) {
            const Word* mines = frame_.mines(frame_.columns[index]);
            if (!has(mines, world)) return index;
        }
        return NO_COLUMN;
    }

    double first_weight_outside(const Word* set, const Word* rest) const {
        std::uint32_t k = 0;
        while (set[k] == rest[k]) ++k;
        return frame_.weight[k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(set[k] ^ rest[k]))];
    }

    Search& search_;
    Frame& frame_;
    Arena& arena_;
    SetBounds<Size> known_;
    Partition<Size> partition_;
    Covers<Size> covers_;
    Factoring<Size> factoring_;
    bool looks_closer_;  // bounds parts by their cells before one is solved
};

// Calls visit(frame search, set of all worlds, all columns).
template <class Visit>
auto with_whole_frame(Search& search, Frame& frame, Visit&& visit) {
    Arena::Mark mark(search.scratch.arena);
    Word* all = search.scratch.arena.take<Word>(frame.words);
    std::fill_n(all, frame.words, ~Word{0});
    if (frame.worlds % WORD_BITS != 0) all[frame.words - 1] = (Word{1} << (frame.worlds % WORD_BITS)) - 1;
    auto* columns = search.scratch.arena.take<std::uint16_t>(frame.columns.size());
    for (std::size_t k = 0; k < frame.columns.size(); ++k) columns[k] = static_cast<std::uint16_t>(k);
    std::span<const std::uint16_t> list{columns, frame.columns.size()};
    if (frame.words == 1) return visit(FrameSearch<OneWord>(search, frame, {}), all, list);
    return visit(FrameSearch<ManyWords>(search, frame, {frame.words}), all, list);
}

}  // namespace

Frame& Search::enter_frame(std::span<const std::uint32_t> worlds, std::span<const std::uint32_t> cells) {
    if (level == scratch.frames.size()) scratch.frames.push_back(std::make_unique<Frame>());
    Frame& frame = *scratch.frames[level++];
    build_frame(endgame, worlds, cells, frame, scratch.frame);
    return frame;
}

Bounds Search::solve_frame(Frame& frame, const ValueWindow& window, double upper, const Cover& cover,
                           std::uint32_t* move) {
    return with_whole_frame(*this, frame, [&](auto inside, const Word* all, auto columns) {
        return inside.solve(all, frame.worlds, columns, window, upper, cover, move);
    });
}

void Search::find_winning(Frame& frame, double enough, std::vector<bool>& out) {
    with_whole_frame(*this, frame, [&](auto inside, const Word* all, auto columns) {
        inside.find_winning(all, frame.worlds, columns, enough, out);
    });
}

}  // namespace sapper
