// Shapes and boards as JavaScript passes them. A cell is its place among the cells of its shape; rows and columns
// exist in JavaScript alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "board/shape.hpp"
#include "wasm/shelf.hpp"
#include "wasm/stream.hpp"

namespace sapper::wasm {

struct HeldShape {
    std::shared_ptr<const Shape> shape;
    std::vector<std::uint32_t> sides;  // of an array of its cells
    bool square = false;               // squares with eight neighbours

    // The length of a row, for the strategies that read boards in rows; 0 for other shapes than squares.
    std::uint32_t row_length() const { return square ? sides[1] : 0; }
};

// The shape that the next argument names.
const HeldShape& read_shape(Reader& in);

// A cell of the shape. Throws InputError for any other number.
Cell read_cell(Reader& in, const HeldShape& held);

// Throws InputError for a value that no cell has.
void check_views(std::span<const View> views);

// A board: its shape, an Int8Array of views, the number of mines or null, and the density.
struct HeldBoard {
    const HeldShape& held;
    Board board;
};
HeldBoard read_board(Reader& in);

}  // namespace sapper::wasm
