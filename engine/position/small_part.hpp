// A small component -> its ways for every number of mines, and the same for a given cell of each group being a mine.
// One sweep replaces the stages constraint, component, diagram, tally and profile for the usual components of games:
// about ten clues over a dozen cells. For these, the stages spend more time on passing data than on counting.
//
// Cells are merged into groups by their sets of clues, which are words of bits; groups are ordered by what they open
// and close; the needs of the open clues are one word of four bits each; a state is one such word. Every cell must
// lie in a clue. With at most 52 cells every count is a whole number below 2^53, so doubles are exact, and a cell is
// safe in the rest of the ways.
//
// One clue may be free: any number of mines fits it, and the component is counted for each of its numbers. All
// numbers share the sweep, which is most of the work, so that what a cell may show is counted at once.
//
// All counts have the same width, that of the widest state. So the loops over them take the same few steps each time,
// and processors predict them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/buffer.hpp"

namespace sapper {

class SmallPart {
  public:
    static constexpr std::uint32_t MAX_CELLS = 52, MAX_CLUES = 64, MAX_NEED = 15, MAX_STATES = 1024;

    enum class Outcome : std::uint8_t {
        COUNTED,
        IMPOSSIBLE,  // nothing fits
        TOO_WIDE,    // too many clues open at once, or too many states: must be counted by the stages
    };

    // Starts a component over this many cells, without clues.
    void begin(std::uint32_t cells);
    // Adds a clue that needs `need` mines; its cells are added one by one.
    void add_clue(std::uint32_t need) {
        need_[clue_count_++] = static_cast<std::uint8_t>(need);
        most_need_ = std::max(most_need_, need);
    }
    void add_cell(std::uint32_t cell) { clues_of_[cell] |= std::uint64_t{1} << (clue_count_ - 1); }

    // Adds a clue that fits any number of mines among its cells, which are `cells`.
    void add_free_clue(std::uint32_t cells) {
        free_clue_ = clue_count_;
        add_clue(cells);
    }

    // Lists the ways to fill it; take() then counts them. Without a free clue there is one number to take, 0.
    Outcome sweep();
    // Whether the free clue can have this number of mines.
    bool fits(std::uint32_t number) const { return number <= MAX_NEED && end_of_[number] != NO_STATE; }
    // Counts the ways with this number of mines, which fits; with `profile` also for each group.
    void take(std::uint32_t number, bool profile);

    // What follows is filled in by sweep(), ways by take().
    std::uint32_t group_count() const { return group_count_; }
    // The cells of a group.
    std::span<const std::uint8_t> cells_of(std::uint32_t group) const {
        return {cells_.data() + group_first_[group], cells_.data() + group_first_[group + 1]};
    }
    std::uint32_t lo() const { return lo_; }                           // fewest mines
    std::span<const double> ways() const { return {ways_, length_}; }  // with lo, lo + 1, .. mines
    // Of these, the ways in which a given cell of the group is a mine.
    std::span<const double> mine_ways(std::uint32_t group) const {
        return {mine_ways_.data() + std::size_t{group} * length_, length_};
    }

  private:
    // How many mines can have been placed when a state is reached.
    struct Reached {
        std::int32_t lo = 0, hi = 0;
    };
    // Mines put into one group, from a state of its layer to one of the next.
    struct Edge {
        double ways = 0;        // to choose them from the group
        double mined_ways = 0;  // of these, with a mine in a given cell
        std::uint16_t from = 0, to = 0;
        std::uint16_t shift = 0;  // its mines; later by how much they exceed the fewest that reach its target
        std::uint16_t step = 0;
    };
    struct Step;

    void group_cells();
    void order_groups();
    bool take_step(std::uint32_t group, Step& step);
    bool build();
    bool expand(const Step& step, std::uint32_t index, std::uint32_t first, std::uint32_t end);
    void find_ends(std::uint32_t layer);
    void drop_dead_ends();
    template <class Width>
    void reach(Width width);
    template <class Width>
    std::uint32_t length_reached(std::uint32_t state, Width width) const;
    template <class Width>
    void profile_groups(Width width);
    template <class Visit>
    void with_width(Visit&& visit);
    void list_cells();

    static constexpr std::uint32_t MAX_SLOTS = 16, MAX_LAYER = 64, MAX_EDGES = 4096;
    static constexpr std::uint32_t MAX_VALUES = 1 << 13;

    // The component.
    static constexpr std::uint32_t NO_CLUE = MAX_CLUES;
    std::uint32_t clue_count_ = 0, cell_count_ = 0, group_count_ = 0, most_need_ = 0, free_clue_ = NO_CLUE;
    std::array<std::uint8_t, MAX_CLUES> need_;
    std::array<std::uint64_t, MAX_CELLS> clues_of_;  // a cell: its clues
    // Its groups, in the order they are placed once that is found.
    std::array<std::uint64_t, MAX_CELLS> group_clues_;
    std::array<std::uint8_t, MAX_CELLS> group_size_, group_of_, order_, cells_;
    std::array<std::uint8_t, MAX_CELLS + 1> group_first_;
    // The graph of all ways to fill it. Edges are listed layer by layer.
    std::array<std::uint8_t, MAX_CLUES> slot_, left_;  // a clue: where its need is kept, and its cells not placed yet
    std::uint64_t opened_ = 0;                         // clues
    std::uint32_t free_slots_ = 0;                     // bits
    std::uint32_t state_count_ = 0, edge_count_ = 0;
    std::uint32_t first_edge_ = 0;  // of those on a way to an end
    std::int32_t width_ = 0;        // of the counts of a state: the most numbers of mines one is reached with
    bool dead_ = false;             // whether some states cannot be completed
    Buffer<std::uint64_t> key_;     // a state
    Buffer<Reached> reached_;       // a state
    Buffer<std::uint8_t> alive_;    // a state: 1 if it can be completed
    Buffer<Edge> edges_;            // on ways to any end
    Buffer<double> reaching_;       // a state: ways to reach it
    Buffer<double> completing_;     // a state: ways to complete it
    // The states in which every group is placed: one for each number of the free clue that fits.
    static constexpr std::uint16_t NO_STATE = 0xffff;
    std::array<std::uint16_t, MAX_NEED + 1> end_of_;
    std::uint32_t end_ = 0;  // the one taken last
    // What it says.
    std::uint32_t lo_ = 0, length_ = 0;
    const double* ways_ = nullptr;
    Buffer<double> mine_ways_;
};

}  // namespace sapper
