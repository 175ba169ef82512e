// Board + BoardAnalysis -> the chance to win it by optimal play, by a search of all its worlds (search.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.hpp"
#include "count/board_analysis.hpp"
#include "endgame/search.hpp"
#include "endgame/worlds.hpp"

namespace sapper {

// What a search of all worlds proves, in weights of worlds.
struct BoardValue {
    double low = 0, high = 0;  // the best cells win at least `low`, and no cell more than `high`
    double total = 0;          // the weight of all worlds
    std::vector<Cell> best;    // the best cells known; none when nothing is left to reveal
};

// Working memory, reused by the next search.
struct BoardValueScratch {
    Endgame endgame;
    WorldsScratch worlds;
    SearchScratch search;
    SearchResult result;

    // Releases it if it is larger than most boards need: what is kept stays below 16 MB.
    void trim();
};

struct BoardValueLimits {
    std::uint32_t max_worlds = 0;
    std::uint64_t max_nodes = 0;
    Watch watch = {};
};

// Nothing when there are more than `max_worlds` worlds.
std::optional<BoardValue> find_value(const Board& board, const BoardAnalysis& analysis,
                                     const BoardValueLimits& limits, BoardValueScratch& scratch);

}  // namespace sapper
