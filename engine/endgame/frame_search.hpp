// The recursion of the search: bounds of the value of a set of worlds, within a window. Sets live in frames; a set
// that is small in its frame gets one of its own. The order in which cells are tried: the most promising first, by
// what its parts can win at most.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "base/limits.hpp"
#include "endgame/cover.hpp"
#include "endgame/frame.hpp"
#include "endgame/set_bounds.hpp"
#include "endgame/value_table.hpp"
#include "endgame/worlds.hpp"

namespace sapper {

struct SearchLimits {
    std::uint64_t max_nodes = 1'000'000;
    bool all_best = false;                             // find every best cell; costs more than finding one
    std::uint64_t max_bytes = std::uint64_t{1} << 30;  // of sets on the way down
    // In endgames of more worlds than this, bound parts by their cells before any of them is solved. In smaller ones
    // that costs as much as it saves.
    std::uint32_t closer_above = 400;
    Watch watch;
    const WorldImages* images = nullptr;  // symmetries, if known
};

// Working memory, reused by the next search.
struct SearchScratch {
    Arena arena;
    ValueTable table;
    FrameScratch frame;
    std::vector<std::unique_ptr<Frame>> frames;  // one for each level of frames within frames
    std::vector<std::uint32_t> worlds, cells;
    CliqueStamps stamps;
};

inline constexpr std::uint32_t NO_COLUMN = NO_CELL;
// Larger frames have no conflicts: the matrix would be larger than what it saves.
inline constexpr std::uint32_t MAX_CONFLICT_WORLDS = 20480;

// Sets solved one inside the other. Boards of up to 64 cells need fewer, and so do 200 worlds. A deeper set keeps the
// bounds it has, so that the recursion takes less than a quarter of a megabyte of the stack.
inline constexpr std::uint32_t MAX_INSIDE = 200;

// The window of a search: the exact value is needed only if it is above alpha and below beta.
struct ValueWindow {
    double alpha = -std::numeric_limits<double>::infinity(), beta = std::numeric_limits<double>::infinity();

    bool settles(const Bounds& bounds) const {
        return bounds.low >= bounds.high || bounds.high <= alpha || bounds.low >= beta;
    }
};

// The search as a whole: what all frames share.
struct Search {
    const Endgame& endgame;
    const SearchLimits& limits;
    SearchScratch& scratch;
    std::uint64_t nodes = 0;
    std::size_t level = 0;                 // of the frame in use
    std::uint32_t depth = 0, deepest = 0;  // cells revealed that might be mines: now, and the most so far
    std::uint32_t inside = 0;              // sets that are being solved, one inside the other
    bool gave_up = false;                  // on a set, whose bounds may differ since

    // Whether nothing more is to be looked into here.
    bool must_stop() {
        bool stops = nodes >= limits.max_nodes || inside >= MAX_INSIDE || scratch.arena.taken() > limits.max_bytes;
        gave_up |= stops;
        return stops;
    }
    void count_node() {
        if (++nodes % 1024 == 0) limits.watch.check();
    }

    // A frame for these worlds and cells, one level further down. The caller leaves it by `--level`.
    Frame& enter_frame(std::span<const std::uint32_t> worlds, std::span<const std::uint32_t> cells);

    // Bounds of the value of all worlds of a frame.
    Bounds solve_frame(Frame& frame, const ValueWindow& window, double upper, const Cover& cover,
                       std::uint32_t* move);

    // Marks the columns that win `enough` when revealed first; skips those already marked.
    void find_winning(Frame& frame, double enough, std::vector<bool>& out);
};

}  // namespace sapper
