#include "position/outlook.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "count/convolve.hpp"
#include "count/join.hpp"

namespace sapper {

namespace {

// Counts of larger components may leave the range of doubles.
constexpr std::uint32_t MAX_PART_CELLS = 900;
// Parts and values kept before the store is emptied: more than a game has, fewer than many rollouts make, and few
// enough to stay in the processor's cache. An enormous board may need more at once.
constexpr std::size_t MAX_PARTS = 1 << 11;
constexpr std::size_t MAX_VALUES = 1 << 20;

Scaled scaled(double value, std::int64_t exponent = 0) {
    int shift = 0;
    double mantissa = std::frexp(value, &shift);
    return {mantissa, exponent + shift};
}

// A number times base^exponent, by multiplication alone: the same on every machine.
Scaled times_power(Scaled number, double base, std::int64_t exponent) {
    for (Scaled power = scaled(base); exponent > 0; exponent >>= 1) {
        if (exponent & 1) number = scaled(number.value * power.value, number.exponent + power.exponent);
        power = scaled(power.value * power.value, 2 * power.exponent);
    }
    return number;
}

// C(n, k) worlds of floating cells.
Scaled binomial(const PartStore& store, std::int64_t n, std::int64_t k) {
    auto at = [&](std::int64_t m) { return store.scratch.factorial[static_cast<std::size_t>(m)]; };
    Scaled above = at(n), below = at(k), rest = at(n - k);
    return scaled(above.value / (below.value * rest.value), above.exponent - below.exponent - rest.exponent);
}

// Keeps products of many counts inside the range of doubles; returns the exponent taken out.
std::int64_t keep_in_range(std::span<double> values) {
    constexpr int far = 300;
    double largest = *std::max_element(values.begin(), values.end());
    if (largest == 0 || std::abs(std::ilogb(largest)) < far) return 0;
    int exponent = std::ilogb(largest);
    for (double& value : values) value = std::scalbn(value, -exponent);
    return exponent;
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

void draft_parts(const Position& position, PartStore& store) {
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

// Counts a component in one sweep, if it is small enough for that.
SmallPart::Outcome count_small_part(const Position& position, const PartScratch::Draft& draft, PartStore& store,
                                    Part& part) {
    bool small = draft.cells <= SmallPart::MAX_CELLS && draft.clues <= SmallPart::MAX_CLUES && store.tilt == 1;
    if (!small) return SmallPart::Outcome::TOO_WIDE;
    SmallPart& counted = store.scratch.small;
    counted.begin(draft.cells);
    visit_part(
        position, draft, store, [&](PositionCell clue) { counted.add_clue(static_cast<std::uint32_t>(clue.need)); },
        [&](std::uint32_t index) { counted.add_cell(index); });
    SmallPart::Outcome outcome = counted.count(part.profiled);
    if (outcome != SmallPart::Outcome::COUNTED) return outcome;
    auto ways = counted.ways();
    part.lo = static_cast<std::int32_t>(counted.lo());
    part.length = static_cast<std::uint32_t>(ways.size());
    part.groups = counted.group_count();
    for (std::uint32_t group = 0; group < part.groups; ++group) keep_group(draft, counted.cells_of(group), store);
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

// Counts a component by the stages that count any. False when nothing fits.
bool count_any_part(const Position& position, const PartScratch::Draft& draft, const Limits& limits, PartStore& store,
                    Part& part) {
    state_part(position, draft, store);
    if (!count_ways(store.scratch.rules, store.tilt, limits, store.scratch.counting, store.scratch.count))
        return false;
    const Counting& counting = store.scratch.counting;
    const Diagrams& diagrams = counting.diagrams;
    Counts counts = counting.tallies.counts_of(diagrams, 0);
    part.lo = counts.lo;
    part.length = static_cast<std::uint32_t>(counts.ways.size());
    part.exponent = counting.tallies.scale[0];
    store.values.insert(store.values.end(), counts.ways.begin(), counts.ways.end());
    auto layers = diagrams.layers_of(0);
    part.groups = static_cast<std::uint32_t>(layers.size() - 1);
    for (std::uint32_t step = 0; step < part.groups; ++step)
        keep_group(draft, counting.constraints.cells_of(counting.constraints.groups[layers[step].group]), store);
    if (part.profiled) keep_profile(counting, store, part);
    double factor = normalizing_factor(store.ways(part), part);
    for (std::size_t k = part.first; k < store.values.size(); ++k) store.values[k] *= factor;
    return true;
}

// Counts a component and keeps the result at its place. False when nothing fits.
bool count_part(const Position& position, const PartScratch::Draft& draft, Detail detail, const Limits& limits,
                PartStore& store, std::uint32_t place) {
    Part part = begin_part(draft, detail, store);
    ++store.counted;
    SmallPart::Outcome outcome = count_small_part(position, draft, store, part);
    bool fits = outcome == SmallPart::Outcome::TOO_WIDE ? count_any_part(position, draft, limits, store, part)
                                                        : outcome == SmallPart::Outcome::COUNTED;
    store.parts[place] = part;
    return fits;
}

// Counts a component, or marks it as refused where it is too wide or too large. False when nothing fits.
bool count_or_refuse(const Position& position, const PartScratch::Draft& draft, Detail detail, const Limits& limits,
                     PartStore& store, std::uint32_t place) {
    if (draft.cells <= MAX_PART_CELLS) try {
            return count_part(position, draft, detail, limits, store, place);
        } catch (const LimitError&) {  // it is too wide
        }
    store.parts[place].key[0] = draft.key[0];
    store.parts[place].key[1] = draft.key[1];
    store.parts[place].refused = true;
    return true;
}

constexpr std::uint64_t STEPS_A_CELL = 100;  // to count a small component

// Finds every part of the position, counting those that are new. False when one has no way.
bool find_parts(const Position& position, Detail detail, const Limits& limits, PartStore& store, Pace& pace,
                Outlook& out) {
    draft_parts(position, store);
    if (store.parts.size() + store.scratch.drafts.size() > store.table.room() || store.values.size() > MAX_VALUES) {
        store.discard();
        store.table.reset(std::max(MAX_PARTS, store.scratch.drafts.size()));
    }
    out.parts.clear();
    std::uint32_t refused = 0;  // cells of parts that cannot be counted
    for (const PartScratch::Draft& draft : store.scratch.drafts) {
        pace.step(STEPS_A_CELL * draft.cells);
        auto fresh = static_cast<std::uint32_t>(store.parts.size());
        std::uint32_t index = store.table.find_or_insert(draft.key[0], fresh, [&](std::uint32_t other) {
            return store.parts[other].key[0] == draft.key[0] && store.parts[other].key[1] == draft.key[1];
        });
        bool fits = true;
        if (index == fresh) {
            store.parts.emplace_back();
            fits = count_or_refuse(position, draft, detail, limits, store, index);
        } else if (detail == Detail::PROBABILITIES && !store.parts[index].profiled && store.parts[index].length) {
            fits = count_or_refuse(position, draft, detail, limits, store, index);
        }
        if (store.parts[index].refused) {
            refused += draft.cells;
            continue;
        }
        if (!fits || store.parts[index].length == 0) return false;
        out.parts.push_back(index);
    }
    if (refused > 0)
        throw LimitError("too wide to play: " + std::to_string(refused) + " hidden cells depend on each other");
    return true;
}

// The weights of the floating cells for n mines in all parts together, for every n the parts can hold, relative to
// the scale returned.
Scaled weigh_rest(const Position& position, const PartStore& store, const Outlook& out, std::int64_t lo,
                  std::span<double> weights) {
    std::int64_t start = weigh_floating(out.floating, store.tilt, position.mines_left - lo, weights);
    if (start < 0) return {};
    Scaled scale = binomial(store, out.floating, start);
    // Every mine outside the floating cells carries its tilt already; what is wanted are worlds, in which none does.
    return store.tilt == 1 ? scale : times_power(scale, 1 / store.tilt, position.mines_left - start);
}

// Weights of the mines in the first i parts together, for every i, from the last part down.
// after[after_first[i] ..) belongs to lo .. of the first i parts.
void weigh_from_behind(const Position& position, const PartStore& store, Pace& pace, Outlook& out) {
    std::int64_t lo = 0, exponent = 0;
    std::size_t length = 1;
    out.scratch.after_first.assign(out.parts.size() + 1, 0);
    std::size_t size = 1;
    for (std::size_t i = 0; i < out.parts.size(); ++i) {
        const Part& part = store.parts[out.parts[i]];
        lo += part.lo;
        length += part.length - 1;
        exponent += part.exponent;
        out.scratch.after_first[i + 1] = size;
        size += length;
    }
    out.scratch.after.resize(size);
    std::span<double> last{out.scratch.after.data() + out.scratch.after_first.back(), length};
    Scaled scale = weigh_rest(position, store, out, lo, last);
    for (std::size_t i = out.parts.size(); i-- > 0;) {
        auto ways = store.ways(store.parts[out.parts[i]]);
        std::size_t shorter = length - ways.size() + 1;
        pace.step(length * ways.size());
        correlate({out.scratch.after.data() + out.scratch.after_first[i + 1], length}, 0, ways,
                  {out.scratch.after.data() + out.scratch.after_first[i], shorter});
        length = shorter;
        exponent += keep_in_range({out.scratch.after.data() + out.scratch.after_first[i], length});
    }
    out.worlds = scaled(out.scratch.after[0] * scale.value, scale.exponent + exponent);
    out.possible = out.scratch.after[0] > 0;
}

double share(std::span<const double> outer, std::span<const double> some, std::span<const double> rest) {
    double a = 0, b = 0;
    for (std::size_t k = 0; k < outer.size(); ++k) {
        a += outer[k] * some[k];
        b += outer[k] * rest[k];
    }
    return a == 0 ? 0 : b == 0 ? 1 : uncertain(a / (a + b));
}

// Every group's probability, and that of the floating cells.
void spread(const Position& position, const PartStore& store, Pace& pace, Outlook& out) {
    out.groups.clear();
    out.cells.clear();
    out.cells.reserve(position.open_count);  // so that no span is moved
    out.scratch.before.assign(1, 1.0);
    std::int64_t lo = 0;
    for (std::size_t i = 0; i < out.parts.size(); ++i) {
        const Part& part = store.parts[out.parts[i]];
        auto ways = store.ways(part);
        pace.step(2 * out.scratch.before.size() * ways.size());
        // The weight of its number of mines, from the parts before this one and the weights behind.
        out.scratch.outer.resize(part.length);
        correlate(
            {out.scratch.after.data() + out.scratch.after_first[i + 1], out.scratch.before.size() + part.length - 1},
            0, out.scratch.before, out.scratch.outer);
        const Cell* cells = out.cells.data() + out.cells.size();
        auto counted = store.cells.begin() + store.groups[part.first_group].first;  // those of all groups in a row
        out.cells.insert(out.cells.end(), counted, counted + part.cells);
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            std::uint32_t size = store.groups[part.first_group + group].size;
            out.groups.push_back(
                {{cells, size},
                 share(out.scratch.outer, store.mine_ways(part, group), store.safe_ways(part, group))});
            cells += size;
        }
        std::size_t length = out.scratch.before.size() + part.length - 1;
        out.scratch.outer.resize(length);
        convolve(out.scratch.before, ways, out.scratch.outer);
        out.scratch.before.swap(out.scratch.outer);
        keep_in_range(out.scratch.before);
        lo += part.lo;
    }
    if (out.floating == 0) return;
    // Now `before` has the ways of all parts together, and the last of `after` the weights of the floating cells.
    std::span<const double> weights{out.scratch.after.data() + out.scratch.after_first.back(),
                                    out.scratch.before.size()};
    double mines = 0, safe = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        double mass = out.scratch.before[k] * weights[k];
        auto floating_mines = static_cast<double>(position.mines_left - lo - static_cast<std::int64_t>(k));
        if (!(mass > 0)) continue;
        mines += mass * floating_mines;
        safe += mass * (out.floating - floating_mines);
    }
    out.floating_probability = mines == 0 ? 0 : safe == 0 ? 1 : uncertain(mines / (mines + safe));
}

}  // namespace

double Scaled::over(const Scaled& other) const {
    std::int64_t shift = std::clamp<std::int64_t>(exponent - other.exponent, -4000, 4000);
    return std::scalbn(value / other.value, static_cast<int>(shift));
}

double Scaled::plain() const {
    return std::scalbn(value, static_cast<int>(std::clamp<std::int64_t>(exponent, -4000, 4000)));
}

void PartStore::discard() {
    ++generation;
    parts.clear();
    groups.clear();
    cells.clear();
    values.clear();
    table.reset(MAX_PARTS);
}

void PartStore::begin(const Shape& shape, std::int64_t mines) {
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
    if (scratch.factorial.empty()) scratch.factorial.push_back(scaled(1));
    while (scratch.factorial.size() <= count) {
        Scaled last = scratch.factorial.back();
        scratch.factorial.push_back(
            scaled(last.value * static_cast<double>(scratch.factorial.size()), last.exponent));
    }
    double density = (static_cast<double>(mines) + 1) / (static_cast<double>(count) + 2);
    tilt = count <= MAX_PART_CELLS ? 1 : density / (1 - density);
}

void look(const Position& position, Detail detail, const Limits& limits, PartStore& store, Outlook& out) {
    out.groups.clear();
    out.worlds = {};
    out.floating_probability = 0;
    Pace pace(limits.watch);
    out.possible = position.possible && find_parts(position, detail, limits, store, pace, out);
    if (!out.possible) return;
    out.floating = position.open_count;
    for (std::uint32_t part : out.parts) out.floating -= store.parts[part].cells;
    weigh_from_behind(position, store, pace, out);
    if (out.possible && detail == Detail::PROBABILITIES) spread(position, store, pace, out);
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
