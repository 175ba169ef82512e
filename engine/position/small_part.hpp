// A small component -> its ways for every number of mines, and the same for a given cell of each group being a mine.
// One sweep replaces the stages constraint, component, diagram, tally and profile for the usual components of games:
// about ten clues over a dozen cells. For these, the stages spend more time on passing data than on counting.
//
// Cells are merged into groups by their sets of clues, which are words of bits; groups are ordered by what they open
// and close; the needs of the open clues are one word of four bits each; a state is one such word. Every cell must
// lie in a clue. With at most 52 cells every count is a whole number below 2^53, so doubles are exact, and a cell is
// safe in the rest of the ways.
//
// All counts of a component have the same width, that of the root: no state has more counts. So the loops over them
// take the same few steps each time, and processors predict them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/buffer.hpp"

namespace sapper {

class SmallPart {
  public:
    static constexpr std::uint32_t MAX_CELLS = 52, MAX_CLUES = 64, MAX_NEED = 15;

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

    // Counts; with `profile` also for each group. What follows is filled in when the outcome is COUNTED.
    Outcome count(bool profile);

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
    template <class Width>
    void complete(Width width);
    template <class Width>
    void profile_groups(Width width);
    template <class Width>
    bool fill(Width width, bool profile);
    void list_cells();

    static constexpr std::uint32_t MAX_SLOTS = 16, MAX_LAYER = 64, MAX_STATES = 1024, MAX_EDGES = 4096;
    static constexpr std::uint32_t MAX_VALUES = 1 << 13;

    // The component.
    std::uint32_t clue_count_ = 0, cell_count_ = 0, group_count_ = 0, most_need_ = 0;
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
    std::uint32_t end_ = 0;         // the state in which every group is placed
    std::uint32_t first_edge_ = 0;  // of those on a way to the end
    Buffer<std::uint64_t> key_;     // a state
    Buffer<Reached> reached_;       // a state
    Buffer<std::uint8_t> alive_;    // a state: 1 if it can be completed
    Buffer<Edge> edges_;
    Buffer<double> values_;    // a state: ways to complete it
    Buffer<double> reaching_;  // a state: ways to reach it
    // What it says.
    std::uint32_t lo_ = 0, length_ = 0;
    const double* ways_ = nullptr;
    Buffer<double> mine_ways_;
};

}  // namespace sapper
