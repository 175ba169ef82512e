// The lowest mine probability. Ties: cells beside a clue before floating ones; of floating cells those with the
// fewest neighbours, which are the likeliest to open an area; then the first in cell order.
#pragma once

#include "strategy/strategy.hpp"

namespace sapper {

Move reveal_safest(const Position& position, const Outlook& outlook);

}  // namespace sapper
