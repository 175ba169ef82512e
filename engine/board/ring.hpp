// Shape -> its rings: for a cell, the cells within two steps of it as a few words of lanes, and for each neighbour
// the lanes of the cells beside that one. The clues that share cells with a clue lie in its ring: how many they share
// is the sum over the shared cells, without a visit to any table. Cells with the same strips, whose neighbours have
// the same ones too, share a ring.
#pragma once

#include "board/shape.hpp"

namespace sapper {

// Fills in the rings of a shape whose strips are known. Boards of a few cells and graphs without any order get none,
// nor do cells with many neighbours: there the table would cost more than it saves.
void find_rings(Shape& shape);

}  // namespace sapper
