// The only conversion between the names of cells and the engine's flat index: (row, col) on a grid of squares, and
// what its form says on any other shape. It also names the cells of engine errors. All other binding files use it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/types.hpp"
#include "board/shape.hpp"

namespace sapper::bind {

namespace nb = nanobind;

// What a shape other than a grid of squares adds to its neighbours. Arrays of its cells have these sides. Where there
// are no names, a cell is named by its place in such an array: a tuple, or one number where there is one side.
struct Form {
    std::vector<std::uint32_t> sides;  // multiply to the number of cells
    nb::object names;                  // a list of the name of every cell, or None
    nb::object numbers;                // a dict from the names to the cells, or None
    nb::object told;                   // what Python knows of the shape; it must not refer to a grid
};

// The name of a cell, made only when it is passed to Python: until then it needs no interpreter lock.
struct CellName {
    Cell cell;
    std::uint32_t cols;
    std::shared_ptr<const Form> form;

    nb::object object() const;
};

// A shape with the names of its cells.
struct Grid {
    std::shared_ptr<const Shape> shape;
    std::uint32_t rows = 0;  // of the arrays; 1 where they do not have two sides
    std::uint32_t cols = 0;
    std::shared_ptr<const Form> form;  // none for squares with eight neighbours

    CellName name(Cell cell) const { return {cell, cols, form}; }

    // The cell a caller named; raises InputError quoting anything that names none.
    Cell cell(nb::handle name) const;

    std::vector<CellName> names(const std::vector<Cell>& cells) const;

    // A cell as messages write it.
    std::string spell(Cell cell) const;

    // The sides of an array of cells, those of further dimensions before them.
    std::vector<std::uint32_t> sides() const;
    std::vector<std::size_t> array_sides(std::initializer_list<std::size_t> before = {}) const;
    bool has_sides_of(const Grid& other) const;
};

// A grid of squares, eight neighbours each.
Grid square_grid(std::uint64_t rows, std::uint64_t cols);

// The grid of any graph.
Grid form_grid(const std::vector<std::vector<Cell>>& neighbours, Form form);

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

}  // namespace sapper::bind

template <>
struct nanobind::detail::type_caster<sapper::bind::CellName> {
    NB_TYPE_CASTER(sapper::bind::CellName, const_name("typing.Any"))

    bool from_python(handle, std::uint8_t, cleanup_list*) noexcept { return false; }
    static handle from_cpp(const sapper::bind::CellName& name, rv_policy, cleanup_list*) {
        return name.object().release();
    }
};

namespace sapper::bind {

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
