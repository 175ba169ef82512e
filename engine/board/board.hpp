// A board is what the player sees: one View per cell, and the number of mines or their density. make_board() checks
// it once; later stages rely on these guarantees. No stage that reads a Board can reach a Layout.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/types.hpp"
#include "board/shape.hpp"

namespace sapper {

// What is known of the number of mines: either the exact total of the board (known mines included), or only a
// density, every cell in play being a mine with that probability independently of the others.
struct MineCount {
    // Far below every difference between a total and the known mines.
    static constexpr std::int64_t UNKNOWN = std::numeric_limits<std::int64_t>::min();
    std::int64_t total = UNKNOWN;
    double density = 0.5;  // used only when the total is unknown; in the range of board/density.hpp

    bool known() const { return total != UNKNOWN; }
};

struct Board {
    std::shared_ptr<const Shape> shape;
    std::vector<View> views;  // one a cell
    MineCount mines;
};

// Checks and makes a board. Guarantees: a view for every cell, every clue at most the number of
// neighbours in play, a total that fits between the known mines and the cells that can hold one, or a density
// in the range of board/density.hpp. Throws InputError naming the cell.
Board make_board(std::shared_ptr<const Shape> shape, std::vector<View> views, MineCount mines);

// The same board with every flag taken for a known mine. Throws InputError when there are more than mines.
Board trust_flags(const Board& board);

}  // namespace sapper
