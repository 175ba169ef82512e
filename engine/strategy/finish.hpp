// Position in which nothing is uncertain + flags -> the fewest clicks that win. All mines are deduced by then, so it
// is the least number of clicks from the middle of a game (measure/least_clicks.hpp), with mines that the position
// shows.
//
// A few cells are left as a rule, and the search takes some microseconds. Where it would take too many states there
// is no answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "measure/least_clicks.hpp"
#include "position/position.hpp"

namespace sapper {

class Finish {
  public:
    void begin_game() { most_hidden_ = NO_CELL; }

    // `flagged` has 1 for every cell with a flag, all of them mines; a row has so many cells, 0: there are no rows.
    std::optional<std::vector<Click>> find(const Position& position, std::span<const std::uint8_t> flagged,
                                           std::uint32_t row_length, const Watch& watch);

  private:
    std::uint32_t most_hidden_ = NO_CELL;  // safe cells with which a search is tried
    const Shape* shape_ = nullptr;
    ScanOrders orders_;
    std::vector<std::uint8_t> mined_, shows_, shown_;
};

}  // namespace sapper
