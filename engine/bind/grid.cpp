#include "grid.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace sapper::bind {

namespace {

// A whole number given by any type that offers __index__ (numpy integers do, floats and booleans do not).
bool read_index(nb::handle value, long long& out) {
    if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr())) return false;
    nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    int overflow = 0;
    out = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow) out = -1;  // certainly outside every board
    return true;
}

std::string quote(nb::handle value) {
    std::string text = nb::cast<std::string>(nb::repr(value));
    constexpr std::size_t longest = 60;
    return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

}  // namespace

Cell Grid::cell(nb::handle position) const {
    long long row = 0, col = 0;
    bool pair = PySequence_Check(position.ptr()) && nb::len_hint(position) == 2;
    if (!pair || !read_index(position[0], row) || !read_index(position[1], col))
        raise_input_error("a cell is a pair (row, col) of whole numbers, not " + quote(position));
    if (row < 0 || col < 0 || row >= rows || col >= cols)
        raise_input_error("cell " + quote(position) + " lies outside the board of " + std::to_string(rows) +
                          " rows and " + std::to_string(cols) + " columns");
    return static_cast<Cell>(row) * cols + static_cast<Cell>(col);
}

std::vector<Position> Grid::positions(const std::vector<Cell>& cells) const {
    std::vector<Position> out;
    out.reserve(cells.size());
    for (Cell cell : cells) out.push_back(position(cell));
    return out;
}

void raise_error(const char* type, nb::object error_arguments) {
    nb::object cls = nb::module_::import_("sapper.errors").attr(type);
    nb::object error = cls(*nb::borrow<nb::args>(error_arguments));
    PyErr_SetObject(cls.ptr(), error.ptr());
    throw nb::python_error();
}

void raise_input_error(const std::string& message, nb::object where) {
    raise_error("InputError", nb::make_tuple(message, where));
}

void raise_contradiction(const std::string& message, nb::object clues, bool needs_total) {
    raise_error("ContradictionError", nb::make_tuple(message, clues, needs_total));
}

void raise_limit_error(const std::string& message, int width) {
    raise_error("LimitError", nb::make_tuple(message, width));
}

}  // namespace sapper::bind
