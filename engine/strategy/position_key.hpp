// Settled position -> 128 bits that no other position is expected to share: marks and needs of all cells determine
// it, up to the shape and the number of mines.
#pragma once

#include <array>
#include <cstdint>

#include "base/lanes.hpp"
#include "position/position.hpp"

namespace sapper {

using PositionKey = std::array<std::uint64_t, 2>;

// Keys of the same position with another salt are different.
inline PositionKey key_of(const PositionCells& cells, std::uint64_t salt) {
    std::uint64_t one = salt, other = 0;
    for (const std::uint8_t* table : {cells.marks(), cells.need()})
        for (std::size_t cell = 0; cell < cells.size(); cell += LANES) {
            std::uint64_t lanes = load_lanes(table + cell);
            one = (one ^ lanes) * 0x9e3779b97f4a7c15u;
            one ^= one >> 32;
            other = (other + lanes) * 0xc2b2ae3d27d4eb4fu;
            other ^= other >> 29;
        }
    return {one, other};
}

}  // namespace sapper
