#include "position/outlook.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/error.hpp"

namespace sapper {

namespace {

// Counts of larger components may leave the range of doubles.
constexpr std::uint32_t MAX_PART_CELLS = 900;
// Parts and values kept before the store is emptied: more than a game has, fewer than many rollouts make, and few
// enough to stay in the processor's cache. An enormous board may need more at once.
constexpr std::size_t MAX_PARTS = 1 << 11;
constexpr std::size_t MAX_VALUES = 1 << 20;

// C(n, k) worlds of floating cells.
Scaled binomial(const PartStore& store, std::int64_t n, std::int64_t k) {
    auto at = [&](std::int64_t m) { return store.scratch.factorial[static_cast<std::size_t>(m)]; };
    return at(n) / (at(k) * at(n - k));
}

// What the walk through the components still has to do with a cell.
constexpr std::uint8_t WANT_OPEN = 1;  // it is open and lies in no component yet
constexpr std::uint8_t WANT_CLUE = 2;  // it is a clue with open cells and lies in no component yet

// Calls visit(other) for the cells around `cell` that are wanted as `What`, which are then no longer.
template <std::uint8_t What, class Visit>
void visit_wanted(const Shape& shape, Cell cell, std::uint8_t* wanted, Visit&& visit) {
    shape.visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
        std::uint64_t all = load_lanes(wanted + first), here = all & lanes * What;
        if (here == 0) return;
        store_lanes(wanted + first, all ^ here);
        visit_lanes(here, first, visit);
    });
}

// Collects the component around a clue: its clues, its open cells and the key that stands for them.
void draft_part(const Position& position, Cell start, PartStore& store, Cell*& clues_end, Cell*& cells_end) {
    PartScratch::Draft draft;
    std::uint8_t* const wanted = store.scratch.wanted.data();
    Cell* const first_clue = clues_end;
    Cell* const first_cell = cells_end;
    *clues_end++ = start;
    wanted[start] = 0;
    for (Cell* clue = first_clue; clue != clues_end; ++clue) {
        store.scratch.salt[*clue].add_clue(static_cast<std::uint64_t>(position.cells[*clue].need), draft.key);
        Cell* cell = cells_end;
        visit_wanted<WANT_OPEN>(*position.shape, *clue, wanted, [&](Cell other) { *cells_end++ = other; });
        for (; cell != cells_end; ++cell) {
            store.scratch.salt[*cell].add_cell(draft.key);
            visit_wanted<WANT_CLUE>(*position.shape, *cell, wanted, [&](Cell other) { *clues_end++ = other; });
        }
    }
    draft.first_cell = static_cast<std::uint32_t>(first_cell - store.scratch.draft_cells.data());
    draft.first_clue = static_cast<std::uint32_t>(first_clue - store.scratch.draft_clues.data());
    draft.cells = static_cast<std::uint32_t>(cells_end - first_cell);
    draft.clues = static_cast<std::uint32_t>(clues_end - first_clue);
    store.scratch.drafts.push_back(draft);
}

// Collects all components, that of `first_clue` before the others.
void draft_parts(const Position& position, PartStore& store, Cell first_clue = NO_CELL) {
    store.scratch.drafts.clear();
    const PositionCells& cells = position.cells;
    std::uint8_t* const wanted = store.scratch.wanted.data();
    const auto count = static_cast<Cell>(cells.size());
    for (Cell first = 0; first < count; first += LANES) {
        std::uint64_t counters = load_lanes(cells.need() + first) | load_lanes(cells.spare() + first);
        std::uint64_t clues = cells.marked(first, Mark::CLUE) & counters >> PositionCells::COUNTER_SIGN;
        store_lanes(wanted + first, cells.marked(first, Mark::OPEN) * WANT_OPEN | clues * WANT_CLUE);
    }
    Cell* clues_end = store.scratch.draft_clues.data();
    Cell* cells_end = store.scratch.draft_cells.data();
    if (first_clue != NO_CELL) draft_part(position, first_clue, store, clues_end, cells_end);
    for (Cell first = 0; first < count; first += LANES)
        while (std::uint64_t clues = load_lanes(wanted + first) & EVERY_LANE * WANT_CLUE)
            draft_part(position, first + static_cast<Cell>(std::countr_zero(clues)) / 8, store, clues_end, cells_end);
}

// Calls open(clue) for every clue of a component, with its state, and see(index) for each of its open cells.
template <class Open, class See>
void visit_part(const Position& position, const PartScratch::Draft& draft, PartStore& store, Open&& open, See&& see) {
    for (std::uint32_t index = 0; index < draft.cells; ++index)
        store.scratch.name[store.scratch.draft_cells[draft.first_cell + index]] = index;
    for (std::uint32_t index = 0; index < draft.clues; ++index) {
        Cell clue = store.scratch.draft_clues[draft.first_clue + index];
        open(position.cells[clue]);
        position.shape->visit_found(
            clue, [&](Cell first, std::uint64_t lanes) { return position.cells.marked(first, Mark::OPEN, lanes); },
            [&](Cell cell) { see(store.scratch.name[cell]); });
    }
}

// States the clues of one component as rules over its cells.
void state_part(const Position& position, const PartScratch::Draft& draft, PartStore& store) {
    Rules& rules = store.scratch.rules;
    rules.clear();
    rules.cell_count = rules.ruled_count = draft.cells;
    visit_part(
        position, draft, store,
        [&](PositionCell clue) {
            rules.rules.push_back({clue.need, clue.need, static_cast<std::uint32_t>(clue.open())});
        },
        [&](std::uint32_t index) {
            rules.pair_cell.push_back(index);
            rules.pair_rule.push_back(static_cast<std::uint32_t>(rules.rules.size() - 1));
        });
}

// The factor that brings the largest of some ways to [1/2, 1), exactly, and is taken out of the part.
double normalizing_factor(std::span<const double> ways, Part& part) {
    int shift = 0;
    std::frexp(*std::max_element(ways.begin(), ways.end()), &shift);
    part.exponent += shift;
    return std::scalbn(1.0, -shift);
}

// Makes a part for the component; its counts are to follow.
Part begin_part(const PartScratch::Draft& draft, Detail detail, const PartStore& store) {
    Part part;
    part.key[0] = draft.key[0];
    part.key[1] = draft.key[1];
    part.cells = draft.cells;
    part.first = store.values.size();
    part.first_group = static_cast<std::uint32_t>(store.groups.size());
    part.profiled = detail == Detail::PROBABILITIES;
    return part;
}

template <class Indices>
void keep_group(const PartScratch::Draft& draft, const Indices& cells, PartStore& store) {
    store.groups.push_back(
        {static_cast<std::uint32_t>(store.cells.size()), static_cast<std::uint32_t>(cells.size())});
    for (std::uint32_t index : cells) store.cells.push_back(store.scratch.draft_cells[draft.first_cell + index]);
}

// Whether a component can be counted in one sweep, but for the states that it takes.
bool is_small(const PartScratch::Draft& draft, const Limits& limits) {
    return draft.cells <= SmallPart::MAX_CELLS && draft.clues <= SmallPart::MAX_CLUES &&
           limits.max_states >= SmallPart::MAX_STATES;
}

// Counts a component in one sweep, if it is small enough for that.
SmallPart::Outcome count_small_part(const Position& position, const PartScratch::Draft& draft, const Limits& limits,
                                    PartStore& store, Part& part) {
    if (!is_small(draft, limits)) return SmallPart::Outcome::TOO_WIDE;
    SmallPart& counted = store.scratch.small;
    counted.begin(draft.cells);
    visit_part(
        position, draft, store, [&](PositionCell clue) { counted.add_clue(static_cast<std::uint32_t>(clue.need)); },
        [&](std::uint32_t index) { counted.add_cell(index); });
    SmallPart::Outcome outcome = counted.sweep();
    if (outcome != SmallPart::Outcome::COUNTED) return outcome;
    counted.take(0, part.profiled);
    for (std::uint32_t group = 0; group < counted.group_count(); ++group)
        keep_group(draft, counted.cells_of(group), store);
    auto ways = counted.ways();
    part.lo = static_cast<std::int32_t>(counted.lo());
    part.length = static_cast<std::uint32_t>(ways.size());
    part.groups = counted.group_count();
    const std::size_t length = part.length;
    store.values.resize(part.first + (part.profiled ? 1 + 2 * std::size_t{part.groups} : 1) * length);
    const double factor = normalizing_factor(ways, part);
    double* next = store.values.data() + part.first;
    for (std::size_t k = 0; k < length; ++k) next[k] = ways[k] * factor;
    if (!part.profiled) return outcome;
    for (std::uint32_t group = 0; group < part.groups; ++group) {
        next += group > 0 ? 2 * length : length;
        const double* const mine_ways = counted.mine_ways(group).data();
        for (std::size_t k = 0; k < length; ++k) {
            next[k] = mine_ways[k] * factor;
            next[length + k] = (ways[k] - mine_ways[k]) * factor;
        }
    }
    return outcome;
}

// Adds the ways of the groups of a component that the stages have counted.
void keep_profile(const Counting& counting, PartStore& store, const Part& part) {
    std::size_t size = std::size_t{part.groups} * part.length;
    store.scratch.mine_ways.resize(size);
    store.scratch.safe_ways.resize(size);
    profile_component(counting.diagrams, counting.tallies, 0, store.scratch.mine_ways, store.scratch.safe_ways,
                      store.scratch.profile);
    for (std::uint32_t step = 0; step < part.groups; ++step) {
        auto at = static_cast<std::ptrdiff_t>(std::size_t{step} * part.length);
        auto end = at + static_cast<std::ptrdiff_t>(part.length);
        store.values.insert(store.values.end(), store.scratch.mine_ways.begin() + at,
                            store.scratch.mine_ways.begin() + end);
        store.values.insert(store.values.end(), store.scratch.safe_ways.begin() + at,
                            store.scratch.safe_ways.begin() + end);
    }
}

// Counts a component by the stages that count any.
void count_any_part(const Position& position, const PartScratch::Draft& draft, const Limits& limits, PartStore& store,
                    Part& part) {
    state_part(position, draft, store);
    if (!count_ways(store.scratch.rules, limits, store.scratch.counting, store.scratch.count)) return;
    const Counting& counting = store.scratch.counting;
    const Diagrams& diagrams = counting.diagrams;
    Counts counts = counting.tallies.counts_of(diagrams, 0);
    part.lo = counts.lo;
    part.length = static_cast<std::uint32_t>(counts.ways.size());
    store.values.insert(store.values.end(), counts.ways.begin(), counts.ways.end());
    auto layers = diagrams.layers_of(0);
    part.groups = static_cast<std::uint32_t>(layers.size() - 1);
    for (std::uint32_t step = 0; step < part.groups; ++step)
        keep_group(draft, counting.constraints.cells_of(counting.constraints.groups[layers[step].group]), store);
    if (part.profiled) keep_profile(counting, store, part);
    double factor = normalizing_factor(store.ways(part), part);
    for (std::size_t k = part.first; k < store.values.size(); ++k) store.values[k] *= factor;
}

// Counts a component and keeps the result at its place; its length is 0 when nothing fits.
void count_part(const Position& position, const PartScratch::Draft& draft, Detail detail, const Limits& limits,
                PartStore& store, std::uint32_t place) {
    Part part = begin_part(draft, detail, store);
    ++store.counted;
    if (count_small_part(position, draft, limits, store, part) == SmallPart::Outcome::TOO_WIDE)
        count_any_part(position, draft, limits, store, part);
    store.parts[place] = part;
}

// Counts a component, or marks it as refused where it is too wide or too large.
void count_or_refuse(const Position& position, const PartScratch::Draft& draft, Detail detail, const Limits& limits,
                     PartStore& store, std::uint32_t place) {
    if (draft.cells <= MAX_PART_CELLS) try {
            count_part(position, draft, detail, limits, store, place);
            return;
        } catch (const LimitError&) {  // it is too wide
        }
    store.parts[place].key[0] = draft.key[0];
    store.parts[place].key[1] = draft.key[1];
    store.parts[place].refused = true;
}

// What looking a part up and joining it costs, about, a cell.
constexpr std::uint64_t STEPS_A_CELL = 100;

// Empties the store if it has no room for the parts that are drafted.
void make_room(PartStore& store) {
    if (store.parts.size() + store.scratch.drafts.size() <= store.table.room() && store.values.size() <= MAX_VALUES)
        return;
    store.discard();
    store.table.reset(std::max(MAX_PARTS, store.scratch.drafts.size()));
}

// The place of a drafted part, which is counted if it is new; its length is 0 where nothing fits.
std::uint32_t find_part(const Position& position, const PartScratch::Draft& draft, Detail detail,
                        const Limits& limits, PartStore& store) {
    auto fresh = static_cast<std::uint32_t>(store.parts.size());
    std::uint32_t index = store.table.find_or_insert(draft.key[0], fresh, [&](std::uint32_t other) {
        return store.parts[other].key[0] == draft.key[0] && store.parts[other].key[1] == draft.key[1];
    });
    if (index == fresh)
        store.parts.emplace_back();
    else if (detail == Detail::WORLDS || store.parts[index].profiled || store.parts[index].length == 0)
        return index;
    count_or_refuse(position, draft, detail, limits, store, index);
    return index;
}

// Finds every part of the position, counting those that are new. False when one has no way.
bool find_parts(const Position& position, Detail detail, const Limits& limits, PartStore& store, Outlook& out) {
    draft_parts(position, store);
    make_room(store);
    out.parts.clear();
    std::uint32_t refused = 0;  // cells of parts that cannot be counted
    Pace pace(limits.watch);
    for (const PartScratch::Draft& draft : store.scratch.drafts) {
        pace.step(STEPS_A_CELL * draft.cells);
        std::uint32_t index = find_part(position, draft, detail, limits, store);
        if (store.parts[index].refused) {
            refused += draft.cells;
            continue;
        }
        if (store.parts[index].length == 0) return false;
        out.parts.push_back(index);
    }
    if (refused > 0)
        throw LimitError("too wide to play: " + std::to_string(refused) + " hidden cells depend on each other");
    return true;
}

double plain(double number) {
    return number;
}
double plain(const Scaled& number) {
    return number.plain();
}

// The sum of outer[k] * ways[k].
template <class Number>
Number mass(std::span<const Number> outer, std::span<const double> ways) {
    Number sum{};
    for (std::size_t k = 0; k < outer.size(); ++k) sum += outer[k] * ways[k];
    return sum;
}

// Adds groups with their probabilities: their cells lie in a row from `counted` on, a group has mine(k) weight with a
// mine in a given cell and safe(k) without.
template <class Mine, class Safe>
void add_groups(const Cell* counted, std::span<const PartGroup> groups, Outlook& out, Mine&& mine, Safe&& safe) {
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
        const std::uint32_t size = groups[group].size;
        const Cell* const cells = out.cells.data() + out.cells.size();
        out.cells.insert(out.cells.end(), counted, counted + size);
        counted += size;
        const auto with_mine = mine(group), without = safe(group);
        auto all = with_mine;
        all += without;
        const decltype(all) none{};
        const bool can_be_mine = none < with_mine, can_be_safe = none < without;
        out.groups.push_back({{cells, size},
                              !can_be_mine   ? 0
                              : !can_be_safe ? 1
                                             : uncertain(plain(with_mine / all))});
    }
}

template <class Number>
void add_groups(const PartStore& store, const Part& part, std::span<const Number> outer, Outlook& out) {
    add_groups(
        store.cells.data() + store.groups[part.first_group].first,
        {store.groups.data() + part.first_group, part.groups}, out,
        [&](std::uint32_t group) { return mass(outer, store.mine_ways(part, group)); },
        [&](std::uint32_t group) { return mass(outer, store.safe_ways(part, group)); });
}

// The outlook's worlds from its parts, and probabilities if asked for. Calls add_part(k, outer) for each, which is to
// add the groups of part k.
template <class AddPart>
void join_outlook(const Position& position, Detail detail, const PartStore& store, std::int64_t exponent,
                  Outlook& out, AddPart&& add_part) {
    Join& join = out.scratch.join;
    const Total total{true, position.mines_left, out.floating};
    const bool spreads = detail == Detail::PROBABILITIES;
    join_parts(out.scratch.parts, total, is_large(position.cells.size()), spreads, join);
    out.possible = join.possible;
    if (!out.possible) return;
    out.worlds = join.worlds * binomial(store, out.floating, join.start);
    out.worlds.exponent += exponent;
    if (!spreads) return;
    out.floating_probability = join.floating_probability;
    out.cells.clear();
    out.cells.reserve(position.open_count);  // so that no span is moved
    for (std::uint32_t at = 0; at < out.scratch.parts.size(); ++at) {
        if (!join.large) {
            add_part(at, join.weights_of(join.nodes[at]));
            continue;
        }
        outer_weights(join, out.scratch.parts[at], total, at, out.scratch.outer);
        add_part(at, std::span<const Scaled>(out.scratch.outer));
    }
}

void clear(Outlook& out) {
    out.groups.clear();
    out.parts.clear();
    out.scratch.parts.clear();
    out.worlds = {};
    out.floating_probability = 0;
    out.possible = false;
}

}  // namespace

void PartStore::discard() {
    ++generation;
    parts.clear();
    groups.clear();
    cells.clear();
    values.clear();
    table.reset(MAX_PARTS);
}

void PartStore::begin(const Shape& shape) {
    discard();
    std::size_t count = shape.cell_count();
    if (scratch.salt.size() != count) {
        scratch.wanted.assign(count + 2 * LANES, 0);  // nothing is wanted behind the last
        scratch.draft_cells.resize(count + MAX_NEIGHBOURS);
        scratch.draft_clues.resize(count + MAX_NEIGHBOURS);
        scratch.salt.resize(count);
        for (std::uint64_t cell = 0; cell < count; ++cell)
            for (std::uint64_t k = 0; k < 2; ++k) {
                scratch.salt[cell].clue[k] = mix_bits(4 * cell + k);
                scratch.salt[cell].cell[k] = mix_bits(4 * cell + 2 + k);
            }
        scratch.name.resize(count);
    }
    if (scratch.factorial.empty()) scratch.factorial.push_back(1);
    while (scratch.factorial.size() <= count)
        scratch.factorial.push_back(scratch.factorial.back() * static_cast<double>(scratch.factorial.size()));
}

void look(const Position& position, Detail detail, const Limits& limits, PartStore& store, Outlook& out) {
    clear(out);
    if (!position.possible || !find_parts(position, detail, limits, store, out)) return;
    out.floating = position.open_count;
    std::int64_t exponent = 0;
    for (std::uint32_t index : out.parts) {
        const Part& part = store.parts[index];
        out.floating -= part.cells;
        exponent += part.exponent;
        out.scratch.parts.push_back({part.lo, store.ways(part), {}});
    }
    join_outlook(position, detail, store, exponent, out,
                 [&](std::uint32_t at, auto outer) { add_groups(store, store.parts[out.parts[at]], outer, out); });
}

bool NumberOutlooks::aim(const Position& position, Cell cell, const Limits& limits, PartStore& store) {
    const int open = position.cells[cell].open();
    if (open == 0 || open > static_cast<int>(SmallPart::MAX_NEED)) return false;
    position_ = position;
    show_cell(position_, cell, number_at(position, cell, open));
    draft_parts(position_, store, cell);
    const PartScratch::Draft draft = store.scratch.drafts.front();
    if (!is_small(draft, limits)) return false;
    make_room(store);
    store_ = &store;
    others_.clear();
    exponent_ = 0;
    floating_ = position_.open_count - draft.cells;
    for (std::size_t k = 1; k < store.scratch.drafts.size(); ++k) {
        const std::uint32_t index =
            find_part(position_, store.scratch.drafts[k], Detail::PROBABILITIES, limits, store);
        const Part& part = store.parts[index];
        if (part.length == 0) return false;  // nothing fits, or it is refused
        others_.push_back(index);
        exponent_ += part.exponent;
        floating_ -= part.cells;
    }
    bool free = true;  // the first clue of the draft is the cell
    small_.begin(draft.cells);
    visit_part(
        position_, draft, store,
        [&](PositionCell clue) {
            if (free)
                small_.add_free_clue(static_cast<std::uint32_t>(clue.need));
            else
                small_.add_clue(static_cast<std::uint32_t>(clue.need));
            free = false;
        },
        [&](std::uint32_t index) { small_.add_cell(index); });
    ++store.counted;
    if (small_.sweep() != SmallPart::Outcome::COUNTED) return false;
    groups_.clear();
    cells_.clear();
    for (std::uint32_t group = 0; group < small_.group_count(); ++group) {
        const auto indices = small_.cells_of(group);
        groups_.push_back({static_cast<std::uint32_t>(cells_.size()), static_cast<std::uint32_t>(indices.size())});
        for (std::uint32_t index : indices) cells_.push_back(store.scratch.draft_cells[draft.first_cell + index]);
    }
    return true;
}

void NumberOutlooks::look(int around, Detail detail, Outlook& out) {
    clear(out);
    if (!fits(around)) return;
    small_.take(static_cast<std::uint32_t>(around), detail == Detail::PROBABILITIES);
    const auto ways = small_.ways();
    out.floating = floating_;
    out.scratch.parts.push_back({static_cast<std::int32_t>(small_.lo()), ways, {}});
    for (std::uint32_t index : others_) {
        const Part& part = store_->parts[index];
        out.scratch.parts.push_back({part.lo, store_->ways(part), {}});
    }
    join_outlook(position_, detail, *store_, exponent_, out, [&](std::uint32_t at, auto outer) {
        if (at > 0) {
            add_groups(*store_, store_->parts[others_[at - 1]], outer, out);
            return;
        }
        add_groups(
            cells_.data(), groups_, out, [&](std::uint32_t group) { return mass(outer, small_.mine_ways(group)); },
            [&](std::uint32_t group) {
                const auto mine_ways = small_.mine_ways(group);
                std::remove_cv_t<typename decltype(outer)::element_type> sum{};
                for (std::size_t k = 0; k < ways.size(); ++k) sum += outer[k] * (ways[k] - mine_ways[k]);
                return sum;
            });
    });
}

bool settle_certain(Position& position, const Outlook& outlook) {
    bool any = false;
    visit_certain(position, outlook, [&](Cell cell, bool mine) {
        settle_cell(position, cell, mine);
        any = true;
    });
    if (any) settle_position(position);
    return any;
}

}  // namespace sapper
