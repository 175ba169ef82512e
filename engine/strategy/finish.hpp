// Position in which nothing is uncertain + flags -> the fewest clicks that win. All mines are deduced by then, so it
// is the least number of clicks from the middle of a game (measure/least_clicks.hpp), with mines that the position
// shows.
//
// A few cells are left as a rule, and the search takes some microseconds. Where it would take too many states there
// is no answer, and none is searched for until a quarter fewer cells are left.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "measure/least_clicks.hpp"
#include "position/position.hpp"

namespace sapper {

class Finish {
  public:
    void begin_game() { most_hidden_ = std::numeric_limits<std::uint32_t>::max(); }

    // `flagged` has 1 for every cell with a flag, all of them mines; `row_length` is the number of cells in a row, or
    // 0 where the shape has no rows.
    std::optional<std::vector<Click>> find(const Position& position, std::span<const std::uint8_t> flagged,
                                           std::uint32_t row_length, const Watch& watch);

  private:
    // A search is tried with at most so many hidden safe cells.
    std::uint32_t most_hidden_ = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> sides_;  // for which the orders are
    ScanOrders orders_;
    std::vector<std::uint8_t> mined_, shows_, shown_;
};

}  // namespace sapper
