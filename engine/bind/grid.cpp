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
    if (!index.is_valid()) {
        drop_ordinary_error();
        return false;
    }
    int overflow = 0;
    out = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow) out = -1;  // certainly outside every board
    return true;
}

bool read_pair(nb::handle position, long long& row, long long& col) {
    if (!PySequence_Check(position.ptr())) return false;
    bool pair = PySequence_Size(position.ptr()) == 2;
    drop_ordinary_error();
    if (!pair) return false;
    nb::object first = nb::steal(PySequence_GetItem(position.ptr(), 0));
    drop_ordinary_error();
    nb::object second = nb::steal(PySequence_GetItem(position.ptr(), 1));
    drop_ordinary_error();
    return first.is_valid() && second.is_valid() && read_index(first, row) && read_index(second, col);
}

}  // namespace

void drop_ordinary_error() {
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
    PyErr_Clear();
}

std::string quote(nb::handle value) {
    std::string text;
    try {
        text = nb::cast<std::string>(nb::repr(value));
    } catch (const std::exception&) {
        // A value may be unprintable (an integer of too many digits, a broken __repr__); its type never is.
        text = "an object of type " + nb::cast<std::string>(nb::inst_name(value));
    }
    constexpr std::size_t longest = 60;
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // never cut inside a character
    return text.substr(0, end) + "...";
}

Cell Grid::cell(nb::handle position) const {
    long long row = 0, col = 0;
    if (!read_pair(position, row, col))
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
