// Position -> Outlook: counts the worlds of a position, component by component. A component that was counted before
// in the same game is looked up, and only its weight in the whole is computed anew. So it is cheap to look at many
// positions that differ from this one by a single reveal.
//
// An analysis answers every question about one board; an outlook answers few questions about many boards: how many
// worlds there are, how likely a mine is in each group of cells, which cells are settled. Both count with the same
// diagrams and tallies. The total of mines must be known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "base/scaled.hpp"
#include "count/count.hpp"
#include "count/join.hpp"
#include "count/profile.hpp"
#include "position/position.hpp"
#include "position/small_part.hpp"

namespace sapper {

// A group of cells in a component: cells in exactly the same clues.
struct PartGroup {
    std::uint32_t first = 0, size = 0;  // its cells: PartStore::cells[first .. first + size)
};

// A component as it was counted.
struct Part {
    std::uint64_t key[2] = {0, 0};              // identifies its clues, their needs, and their open cells
    std::uint32_t first_group = 0, groups = 0;  // PartStore::groups
    std::uint32_t cells = 0;                    // of all groups together
    std::int32_t lo = 0;                        // fewest mines
    std::uint32_t length = 0;                   // it can hold lo .. lo + length - 1 mines
    std::size_t first = 0;      // PartStore::values: ways, then for each group mine ways and safe ways
    std::int64_t exponent = 0;  // its values are to be multiplied by 2^exponent
    bool profiled = false;      // whether the ways of its groups are there
    bool refused = false;       // too wide or too large to count; everything but its key is then undefined
};

// Working memory, reused by the next look, and tables that depend on the shape alone.
struct PartScratch {
    // A component of the position before it is looked up.
    struct Draft {
        std::uint64_t key[2] = {0, 0};
        std::uint32_t first_cell = 0, cells = 0, first_clue = 0, clues = 0;
    };
    // A cell's part in the keys: as a clue, times its need, and as an open cell.
    struct Salt {
        std::uint64_t clue[2], cell[2];

        void add_clue(std::uint64_t need, std::uint64_t (&key)[2]) const {
            key[0] += need * clue[0];
            key[1] += need * clue[1];
        }
        void add_cell(std::uint64_t (&key)[2]) const {
            key[0] += cell[0];
            key[1] += cell[1];
        }
    };
    std::vector<Draft> drafts;
    Buffer<Cell> draft_cells, draft_clues;  // of all drafts, with room for the neighbours of one more cell
    Buffer<std::uint8_t> wanted;            // a cell: what the walk through the components still wants of it
    Buffer<std::uint32_t> name;             // a cell: its number in the rules being counted
    Buffer<Salt> salt;                      // a cell
    SmallPart small;
    Rules rules;
    Counting counting;
    CountingScratch count;
    ProfileScratch profile;
    std::vector<double> mine_ways, safe_ways;  // of all groups of a component
    std::vector<Scaled> factorial;
};

// Parts counted so far.
class PartStore {
  public:
    // Discards all parts and prepares for a game on this shape.
    void begin(const Shape& shape);
    // Discards all parts. Outlooks that refer to them are not valid any more.
    void discard();

    std::span<const Cell> cells_of(const Part& part, std::uint32_t group) const {
        const PartGroup& found = groups[part.first_group + group];
        return {cells.data() + found.first, found.size};
    }
    std::span<const double> ways(const Part& part) const { return {values.data() + part.first, part.length}; }
    std::span<const double> mine_ways(const Part& part, std::uint32_t group) const {
        return {values.data() + part.first + (1 + 2 * std::size_t{group}) * part.length, part.length};
    }
    std::span<const double> safe_ways(const Part& part, std::uint32_t group) const {
        return {values.data() + part.first + (2 + 2 * std::size_t{group}) * part.length, part.length};
    }

    std::vector<Part> parts;
    std::vector<PartGroup> groups;
    std::vector<Cell> cells;
    Buffer<double> values;
    std::uint64_t counted = 0;     // components counted since the store was made
    std::uint64_t generation = 0;  // how often all parts were discarded; an index is valid within one generation
    IndexTable table;              // from keys to parts
    PartScratch scratch;
};

struct GroupOutlook {
    std::span<const Cell> cells;
    double mine_probability = 0;  // exactly 0 or 1 where every world agrees
};

struct Outlook {
    Outlook() = default;
    Outlook(const Outlook&) = delete;  // its spans lead into itself
    Outlook& operator=(const Outlook&) = delete;

    bool possible = false;
    std::vector<std::uint32_t> parts;  // PartStore::parts
    Scaled worlds;                     // that fit
    std::uint32_t floating = 0;        // open cells beside no clue
    double floating_probability = 0;   // of a mine in each of them
    std::vector<GroupOutlook> groups;  // of all parts, if asked for
    std::vector<Cell> cells;           // where their spans lead

    // Working memory, reused by the next look.
    struct Scratch {
        std::vector<Counts> parts;
        Join join;
        std::vector<Scaled> outer;
    };
    Scratch scratch;
};

enum class Detail : std::uint8_t {
    WORLDS,         // their number alone
    PROBABILITIES,  // of every group and of the floating cells too
};

// Looks at a settled position. Throws LimitError when a component is too wide or too large; `out.parts` then has all
// others.
void look(const Position& position, Detail detail, const Limits& limits, PartStore& store, Outlook& out);

// The outlooks on a position after one more cell is shown, for every number it may show: as look() would give them,
// but for certain cells, which stay among the groups, and for their parts, which are not listed. All numbers share
// one sweep through the component around the cell, and what lies outside it is looked up once.
class NumberOutlooks {
  public:
    // Prepares for an open cell of a settled position. False where the component around it is not small: then each
    // number must be looked at on its own. The store must not be used for other positions before the last look.
    bool aim(const Position& position, Cell cell, const Limits& limits, PartStore& store);

    // Whether so many of the open cells around the cell can be mines, by its component.
    bool fits(int around) const { return small_.fits(static_cast<std::uint32_t>(around)); }
    void look(int around, Detail detail, Outlook& out);

  private:
    Position position_;
    SmallPart small_;
    std::vector<PartGroup> groups_;  // of the component around the cell
    std::vector<Cell> cells_;        // of all groups
    const PartStore* store_ = nullptr;
    std::vector<std::uint32_t> others_;  // PartStore::parts
    std::int64_t exponent_ = 0;          // of the others
    std::uint32_t floating_ = 0;
};

// Calls visit(cell, mine) for every open cell on which all worlds agree. The visit may settle the cell.
template <class Visit>
void visit_certain(const Position& position, const Outlook& outlook, Visit&& visit) {
    auto is_certain = [](double probability) { return probability == 0 || probability == 1; };
    if (outlook.floating > 0 && is_certain(outlook.floating_probability))
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::OPEN && floats(position, cell))
                visit(cell, outlook.floating_probability == 1);
    for (const GroupOutlook& group : outlook.groups)
        if (is_certain(group.mine_probability))
            for (Cell cell : group.cells)
                if (position.cells[cell].mark == Mark::OPEN) visit(cell, group.mine_probability == 1);
}

// The same for cells that the clues decide without the number of mines. The groups must have been profiled.
template <class Visit>
void visit_certain_by_clues(const Position& position, const PartStore& store, const Outlook& outlook, Visit&& visit) {
    auto none = [](std::span<const double> ways) {
        return std::all_of(ways.begin(), ways.end(), [](double way) { return way == 0; });
    };
    for (std::uint32_t index : outlook.parts) {
        const Part& part = store.parts[index];
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            bool safe = none(store.mine_ways(part, group));
            if (!safe && !none(store.safe_ways(part, group))) continue;
            for (Cell cell : store.cells_of(part, group))
                if (position.cells[cell].mark == Mark::OPEN) visit(cell, !safe);
        }
    }
}

// Settles what the outlook is certain about; true when that settled anything.
bool settle_certain(Position& position, const Outlook& outlook);

}  // namespace sapper
