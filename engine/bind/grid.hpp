// The only conversion between (row, col) and the engine's flat index. It also names the cells of engine errors. All
// other binding files use it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/types.hpp"
#include "board/shape.hpp"

namespace sapper::bind {

namespace nb = nanobind;

using CellName = std::pair<std::uint32_t, std::uint32_t>;

// A shape whose cells are addressed by row and column.
struct Grid {
    std::shared_ptr<const Shape> shape;
    std::uint32_t rows = 0;
    std::uint32_t cols = 0;

    CellName name(Cell cell) const { return {cell / cols, cell % cols}; }

    // The cell a caller named as a pair of integers; raises InputError quoting anything else.
    Cell cell(nb::handle name) const;

    std::vector<CellName> names(const std::vector<Cell>& cells) const;
};

// Clears an error raised by the caller's own objects, so that a SapperError can replace it. Rethrows Ctrl-C and
// others that are not Exceptions.
void drop_ordinary_error();

// A whole number given by any type that offers __index__ (numpy integers do, floats and booleans do not). False
// when it is none; -1 when it is too large for any board.
bool read_index(nb::handle value, long long& out);

// A short text for any value, for use in messages; never raises.
std::string quote(nb::handle value);

// Raise the Python errors of sapper.errors. `where` is None or the name of a cell.
[[noreturn]] void raise_input_error(const std::string& message, nb::object where = nb::none());
[[noreturn]] void raise_contradiction(const std::string& message, nb::object clues, bool needs_total);
[[noreturn]] void raise_limit_error(const std::string& message, int width);
[[noreturn]] void raise_game_error(const std::string& message);

// Run `call`, and let an engine error name its cells as cells of this grid.
template <class Call>
auto located(const Grid& grid, Call&& call) {
    try {
        return call();
    } catch (const InputError& error) {
        if (error.cell == NO_CELL) throw;
        raise_input_error(error.what(), nb::cast(grid.name(error.cell)));
    } catch (const ContradictionError& error) {
        raise_contradiction(error.what(), nb::cast(grid.names(error.rules)), error.needs_total);
    }
}

}  // namespace sapper::bind
