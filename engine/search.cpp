#include "search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

namespace sapper {

namespace {

constexpr double INFINITE = std::numeric_limits<double>::infinity();
constexpr std::uint32_t NO_COLUMN = NO_CELL;
// Larger frames have no conflicts: the matrix would be larger than what it saves.
constexpr std::uint32_t MAX_CONFLICT_WORLDS = 4096;
// A set that fills less than this part of its frame gets a frame of its own.
constexpr std::uint32_t SHRINK = 4;
constexpr std::uint64_t NODES_A_LOOK = 1024;  // at the watch
constexpr double ROUNDING = 1e-12;            // relative, of sums of weights

// How many words a set has: known to the compiler for up to 64 worlds.
struct OneWord {
    static constexpr std::uint32_t words = 1;
};
struct ManyWords {
    std::uint32_t words;
};

// What the caller wants to know: the value where it is above alpha and below beta, else only that it is not.
struct Window {
    double alpha = -INFINITE, beta = INFINITE;

    bool settles(const Bounds& bounds) const {
        return bounds.low >= bounds.high || bounds.high <= alpha || bounds.low >= beta;
    }
};

// A set of worlds that a reveal leaves, and what is known of its value.
struct Part {
    const Word* set;
    std::uint32_t count;
    Bounds bounds;
};

struct Candidate {
    std::uint32_t column;
    const Word* mines;
    Part* parts;
    std::uint32_t part_count;
    double high;  // upper bound of what it can win
};

// The search as a whole: what all frames share.
struct Search {
    const Endgame& endgame;
    const SearchLimits& limits;
    SearchScratch& scratch;
    std::uint64_t nodes = 0;
    std::size_t level = 0;  // of the frame in use

    bool out_of_nodes() const { return nodes >= limits.max_nodes; }
    void count_node() {
        if (++nodes % NODES_A_LOOK == 0) limits.watch.check();
    }
    Frame& enter_frame(std::span<const std::uint32_t> worlds, std::span<const std::uint32_t> cells);
    Bounds solve_frame(const Frame& frame, const Window& window, double upper, std::uint32_t* move);
};

// The search inside one frame. Sets are pointers to `words` words; `columns` are those that may still say something.
template <class Size>
class FrameSearch {
  public:
    using Columns = std::span<const std::uint16_t>;

    FrameSearch(Search& search, const Frame& frame, Size size)
        : search_(search), frame_(frame), size_(size), means_(search.limits.means), arena_(search.scratch.arena) {
        means_.skip_dead &= frame.same_mines;
        means_.merge &= frame.same_mines;
    }

    // Bounds of the set's value that settle the window, unless the nodes run out. `upper` is an upper bound known
    // already. `move`, where given, becomes the column to reveal first; the table is then not asked for the answer.
    Bounds solve(const Word* set, std::uint32_t count, Columns columns, const Window& window, double upper,
                 std::uint32_t* move) {
        if (count == 1) return exactly(first_weight(set));
        if (count == 2 && frame_.has_conflicts && !move) return exactly(value_of_two(set));
        Bounds bounds{first_weight(set), upper};
        SetKey key{};
        if (means_.table) {
            key = key_of(set);
            const Bounds* found = move ? nullptr : search_.scratch.table.find(key);
            if (found) bounds = {std::max(bounds.low, found->low), std::min(bounds.high, found->high)};
        }
        if (search_.out_of_nodes() || (!move && window.settles(bounds))) return bounds;
        if (needs_own_frame(count) && !move) return solve_in_own_frame(set, count, columns, window, bounds.high);
        search_.count_node();
        Bounds result = expand(set, count, columns, window, bounds, move);
        result.high = std::max(result.high, result.low);
        if (means_.table) search_.scratch.table.store(key, result);
        return result;
    }

    // Bounds of the sum of the parts' values.
    Bounds sum(std::span<Part> parts, Columns columns, const Window& window) {
        std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
            return a.bounds.high - a.bounds.low > b.bounds.high - b.bounds.low;
        });
        Bounds all{};
        for (const Part& part : parts) all.low += part.bounds.low, all.high += part.bounds.high;
        for (Part& part : parts) {
            if (means_.windows && window.settles(all)) break;
            if (part.bounds.low == part.bounds.high) continue;
            Window inner;
            if (means_.windows)
                inner = {window.alpha - (all.high - part.bounds.high), window.beta - (all.low - part.bounds.low)};
            Bounds found = solve(part.set, part.count, columns, inner, part.bounds.high, nullptr);
            all.low += found.low - part.bounds.low;
            all.high += found.high - part.bounds.high;
            part.bounds = found;
        }
        return all;
    }

    // What a reveal of the column leaves of the set: one part for each number.
    std::span<Part> split(const Word* set, const Column& column) {
        Part* parts = arena_.take<Part>(column.numbers);
        Word* sets = arena_.take<Word>(std::size_t{column.numbers} * size_.words);
        std::uint32_t used = 0;
        for (std::uint32_t number = 0; number < column.numbers; ++number) {
            Word* part = sets + used * size_.words;
            std::uint32_t count = intersect(set, frame_.showing(column, number), part);
            if (count > 0) parts[used++] = {part, count, first_bounds(part, count)};
        }
        return {parts, used};
    }

  private:
    static Bounds exactly(double value) { return {value, value}; }

    // ---- Sets.

    std::uint32_t intersect(const Word* a, const Word* b, Word* to) const {
        std::uint32_t count = 0;
        for (std::uint32_t k = 0; k < size_.words; ++k) {
            to[k] = a[k] & b[k];
            count += static_cast<std::uint32_t>(std::popcount(to[k]));
        }
        return count;
    }

    bool disjoint(const Word* a, const Word* b) const {
        for (std::uint32_t k = 0; k < size_.words; ++k)
            if ((a[k] & b[k]) != 0) return false;
        return true;
    }

    bool inside(const Word* a, const Word* b) const {
        for (std::uint32_t k = 0; k < size_.words; ++k)
            if ((a[k] & ~b[k]) != 0) return false;
        return true;
    }

    template <class Visit>
    void for_each(const Word* set, Visit&& visit) const {
        for (std::uint32_t k = 0; k < size_.words; ++k)
            for (Word left = set[k]; left != 0; left &= left - 1)
                visit(k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(left)));
    }

    std::uint32_t first(const Word* set) const {
        std::uint32_t k = 0;
        while (set[k] == 0) ++k;
        return k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(set[k]));
    }

    // Worlds stand in falling order of weight, so this is the greatest.
    double first_weight(const Word* set) const { return frame_.weight[first(set)]; }

    double weight_of(const Word* set, std::uint32_t count) const {
        if (frame_.uniform) return count;
        double sum = 0;
        for_each(set, [&](std::uint32_t world) { sum += frame_.weight[world]; });
        return sum;
    }

    SetKey key_of(const Word* set) const {
        SetKey key;
        for_each(set, [&](std::uint32_t world) { key.add(frame_.key[world]); });
        return key;
    }

    // ---- Bounds.

    double value_of_two(const Word* set) const {
        std::uint32_t a = first(set);
        bool conflict = !disjoint(set, frame_.conflicting(a));
        double both = weight_of(set, 2);
        return conflict ? frame_.weight[a] : both;
    }

    // Worlds that pairwise conflict are counted once, by the heaviest: a greedy cover by such cliques.
    double cover(const Word* set) {
        Arena::Mark mark(arena_);
        Word* rest = arena_.take<Word>(size_.words);
        Word* open = arena_.take<Word>(size_.words);
        std::copy_n(set, size_.words, rest);
        double sum = 0;
        for (std::uint32_t k = 0; k < size_.words; ++k)
            while (rest[k] != 0) {
                auto world = k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(rest[k]));
                sum += frame_.weight[world];
                rest[k] &= rest[k] - 1;
                const Word* other = frame_.conflicting(world);
                for (std::uint32_t j = k; j < size_.words; ++j) open[j] = rest[j] & other[j];
                for (std::uint32_t j = k; j < size_.words; ++j)
                    while (open[j] != 0) {
                        auto next = static_cast<std::uint32_t>(std::countr_zero(open[j]));
                        rest[j] &= ~(Word{1} << next);
                        open[j] &= open[j] - 1;
                        other = frame_.conflicting(j * WORD_BITS + next);
                        for (std::uint32_t i = j; i < size_.words; ++i) open[i] &= other[i];
                    }
            }
        return sum;
    }

    Bounds first_bounds(const Word* set, std::uint32_t count) {
        double low = first_weight(set);
        if (count == 1) return exactly(low);
        if (!frame_.has_conflicts) return {low, weight_of(set, count)};
        if (count == 2) return exactly(value_of_two(set));
        return {low, means_.one_ply ? cover(set) : weight_of(set, count)};
    }

    // ---- Frames within frames.

    bool needs_own_frame(std::uint32_t count) const {
        return size_.words > 1 && (count <= WORD_BITS || count * SHRINK <= frame_.worlds);
    }

    Bounds solve_in_own_frame(const Word* set, std::uint32_t count, Columns columns, const Window& window,
                              double upper) {
        Arena::Mark mark(arena_);
        auto* worlds = arena_.take<std::uint32_t>(count);
        auto* cells = arena_.take<std::uint32_t>(columns.size());
        std::uint32_t at = 0;
        for_each(set, [&](std::uint32_t world) { worlds[at++] = frame_.world_of[world]; });
        for (std::size_t k = 0; k < columns.size(); ++k) cells[k] = frame_.columns[columns[k]].cell;
        const Frame& frame = search_.enter_frame({worlds, count}, {cells, columns.size()});
        Bounds found = search_.solve_frame(frame, window, upper, nullptr);
        --search_.level;
        return found;
    }

    // ---- One position.

    Bounds expand(const Word* set, std::uint32_t count, Columns columns, const Window& window, Bounds bounds,
                  std::uint32_t* move) {
        Arena::Mark mark(arena_);
        auto* kept = arena_.take<std::uint16_t>(columns.size());
        std::size_t kept_count = 0;
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
            } else if (splits(set, column)) {
                return clip(sum(split(set, column), columns, window), bounds);
            }
        }
        columns = {kept, kept_count};
        if (move) *move = column_safe_in(first(set), columns);

        Word* fewer = arena_.take<Word>(size_.words);
        if (!frame_.same_mines && take_won_world(set, columns, fewer)) {
            double won = first_weight_outside(set, fewer);
            Window inner{window.alpha - won, window.beta - won};
            Bounds found = solve(fewer, count - 1, columns, inner, bounds.high - won, move);
            return clip({found.low + won, found.high + won}, bounds);
        }
        auto* live = arena_.take<std::uint16_t>(kept_count);
        std::size_t live_count = 0;
        for (std::uint16_t index : columns)
            if (splits(set, frame_.columns[index])) live[live_count++] = index;
        if (means_.merge && live_count < kept_count) {
            std::copy_n(set, size_.words, fewer);
            drop_twins(set, {live, live_count}, fewer);
            std::uint32_t left = intersect(set, fewer, fewer);
            if (left < count) return clip(solve(fewer, left, columns, window, bounds.high, move), bounds);
        }
        if (frame_.has_conflicts) bounds.high = std::min(bounds.high, cover(set));
        if (means_.windows && window.settles(bounds)) return bounds;
        return best_of(set, means_.skip_dead ? Columns{live, live_count} : columns, columns, window, bounds, move);
    }

    // The best of the candidate columns, or the heaviest world alone.
    Bounds best_of(const Word* set, Columns candidates, Columns columns, const Window& window, Bounds bounds,
                   std::uint32_t* move) {
        auto* list = arena_.take<Candidate>(candidates.size());
        std::size_t count = 0;
        for (std::uint16_t index : candidates) list[count++] = make_candidate(set, index);
        if (means_.dominance) count = drop_dominated({list, count});
        for (std::size_t k = 0; k < count; ++k) {
            std::span<Part> parts = split(set, frame_.columns[list[k].column]);
            list[k].parts = parts.data();
            list[k].part_count = static_cast<std::uint32_t>(parts.size());
            for (const Part& part : parts) list[k].high += part.bounds.high;
        }
        std::stable_sort(list, list + count, [](const Candidate& a, const Candidate& b) { return a.high > b.high; });

        double best = bounds.low, high = bounds.low;
        for (std::size_t k = 0; k < count; ++k) {
            const Candidate& candidate = list[k];
            Window inner;
            if (means_.windows) {
                inner = {std::max(window.alpha, best), std::min(window.beta, bounds.high)};
                if (candidate.high <= inner.alpha) {
                    high = std::max(high, candidate.high);
                    break;  // the others promise even less
                }
            }
            Bounds found = sum({candidate.parts, candidate.part_count}, columns, inner);
            high = std::max(high, found.high);
            if (found.low > best) {
                best = found.low;
                if (move) *move = candidate.column;
            }
            if (means_.windows && best >= inner.beta) return {best, bounds.high};
        }
        return {best, std::min(high, bounds.high)};
    }

    Candidate make_candidate(const Word* set, std::uint16_t index) {
        Word* mines = arena_.take<Word>(size_.words);
        intersect(set, frame_.mines(frame_.columns[index]), mines);
        return {index, mines, nullptr, 0, 0};
    }

    // A cell that is a mine wherever another one is can wait until after it: what it leaves makes the other one free.
    // Of cells with the same mines the first stays.
    std::size_t drop_dominated(std::span<Candidate> list) const {
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

    // Whether the set's worlds in which the column is safe show different numbers.
    bool splits(const Word* set, const Column& column) const {
        std::uint32_t shown = 0;
        for (std::uint32_t number = 0; number < column.numbers && shown < 2; ++number)
            shown += !disjoint(set, frame_.showing(column, number));
        return shown > 1;
    }

    // Leaves in `rest` all but the world that has no safe cell left, if there is one.
    bool take_won_world(const Word* set, Columns columns, Word* rest) const {
        Word found = 0;
        for (std::uint32_t k = 0; k < size_.words; ++k) {
            Word won = set[k];
            for (std::uint16_t index : columns) won &= frame_.mines(frame_.columns[index])[k];
            found |= won;
            rest[k] = set[k] & ~won;
        }
        return found != 0;
    }

    double first_weight_outside(const Word* set, const Word* rest) const {
        std::uint32_t k = 0;
        while (set[k] == rest[k]) ++k;
        return frame_.weight[k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(set[k] ^ rest[k]))];
    }

    std::uint32_t column_safe_in(std::uint32_t world, Columns columns) const {
        for (std::uint16_t index : columns) {
            const Word* mines = frame_.mines(frame_.columns[index]);
            if ((mines[world / WORD_BITS] >> (world % WORD_BITS) & 1) == 0) return index;
        }
        return NO_COLUMN;
    }

    // Takes from `kept` all but the heaviest of the worlds in `set` that agree in every live column.
    void drop_twins(const Word* set, Columns live, Word* kept) {
        if (live.empty()) {
            std::uint32_t heaviest = first(set);
            for (std::uint32_t k = 0; k < size_.words; ++k) kept[k] &= ~set[k];
            kept[heaviest / WORD_BITS] |= Word{1} << (heaviest % WORD_BITS);
            return;
        }
        const Column& column = frame_.columns[live[0]];
        for (std::uint32_t k = 0; k <= column.numbers; ++k) {
            Arena::Mark mark(arena_);
            Word* part = arena_.take<Word>(size_.words);
            if (intersect(set, frame_.mines(column) + k * size_.words, part) > 1)
                drop_twins(part, live.subspan(1), kept);
        }
    }

    static Bounds clip(const Bounds& found, const Bounds& known) {
        return {std::max(found.low, known.low), std::min(found.high, known.high)};
    }

    Search& search_;
    const Frame& frame_;
    const Size size_;
    SearchMeans means_;
    Arena& arena_;
};

Frame& Search::enter_frame(std::span<const std::uint32_t> worlds, std::span<const std::uint32_t> cells) {
    if (level == scratch.frames.size()) scratch.frames.push_back(std::make_unique<Frame>());
    Frame& frame = *scratch.frames[level++];
    bool conflicts = limits.means.conflicts && worlds.size() <= MAX_CONFLICT_WORLDS;
    build_frame(endgame, worlds, cells, conflicts, frame, scratch.frame);
    return frame;
}

// Calls visit(frame search, set of all worlds, all columns).
template <class Visit>
auto with_whole_frame(Search& search, const Frame& frame, Visit&& visit) {
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

Bounds Search::solve_frame(const Frame& frame, const Window& window, double upper, std::uint32_t* move) {
    return with_whole_frame(*this, frame, [&](auto inside, const Word* all, auto columns) {
        return inside.solve(all, frame.worlds, columns, window, upper, move);
    });
}

// The cells that no world mines.
void list_safe_cells(const Endgame& endgame, std::vector<std::uint32_t>& out) {
    for (std::uint32_t cell = 0; cell < endgame.cells; ++cell) {
        bool safe = true;
        for (std::uint32_t world = 0; world < endgame.worlds && safe; ++world)
            safe = endgame.row(world)[cell] != Endgame::MINE;
        if (safe) out.push_back(cell);
    }
}

// The weight of worlds without a safe cell: the game is over in them, won.
double won_weight(const Endgame& endgame) {
    for (std::uint32_t world = 0; world < endgame.worlds && !endgame.same_mines; ++world)
        if (std::count(endgame.row(world), endgame.row(world) + endgame.cells, Endgame::MINE) == endgame.cells)
            return endgame.weight[world];
    return 0;
}

// Every cell that wins `value` when revealed first.
void list_best_cells(Search& search, const Frame& frame, double value, std::vector<std::uint32_t>& out) {
    double enough = value * (1 - ROUNDING) - won_weight(search.endgame);
    std::vector<bool> is_best(frame.columns.size());
    for (std::size_t index = 0; index < frame.columns.size(); ++index)
        is_best[index] = with_whole_frame(search, frame, [&](auto inside, const Word* all, auto columns) {
            auto parts = inside.split(all, frame.columns[index]);
            return inside.sum(parts, columns, {enough, enough}).low >= enough;
        });
    out.clear();
    for (std::uint32_t cell = 0; cell < frame.column_of.size(); ++cell)
        if (frame.column_of[cell] != NO_COLUMN && is_best[frame.column_of[cell]]) out.push_back(cell);
}

}  // namespace

void search_endgame(const Endgame& endgame, const SearchLimits& limits, SearchResult& out, SearchScratch& scratch) {
    scratch.table.clear();
    scratch.worlds.resize(endgame.worlds);
    scratch.cells.resize(endgame.cells);
    for (std::uint32_t k = 0; k < endgame.worlds; ++k) scratch.worlds[k] = k;
    for (std::uint32_t k = 0; k < endgame.cells; ++k) scratch.cells[k] = k;
    std::stable_sort(scratch.worlds.begin(), scratch.worlds.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return endgame.weight[a] > endgame.weight[b]; });
    double total = 0;
    for (std::uint32_t world : scratch.worlds) total += endgame.weight[world];

    Search search{endgame, limits, scratch};
    const Frame& frame = search.enter_frame(scratch.worlds, scratch.cells);
    std::uint32_t move = NO_COLUMN;
    Bounds bounds = search.solve_frame(frame, {}, total, &move);
    if (!search.out_of_nodes()) bounds.high = bounds.low;  // what is left of a difference is rounding
    out.low = bounds.low;
    out.high = bounds.high;
    out.best.clear();
    list_safe_cells(endgame, out.best);
    if (out.best.empty() && limits.all_best && out.exact())
        list_best_cells(search, frame, out.low, out.best);
    else if (out.best.empty() && move != NO_COLUMN)
        out.best.push_back(frame.columns[move].cell);
    out.nodes = search.nodes;
}

SearchResult search_endgame(const Endgame& endgame, const SearchLimits& limits, SearchScratch& scratch) {
    SearchResult out;
    search_endgame(endgame, limits, out, scratch);
    return out;
}

}  // namespace sapper
