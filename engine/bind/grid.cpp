#include "bind/grid.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.hpp"

namespace sapper::bind {

namespace {

// The two items of a sequence of two. Bytes of length two are rejected, because they are a text.
bool read_pair(nb::handle value, nb::object& first, nb::object& second) {
    PyObject* object = value.ptr();
    if (!PySequence_Check(object) || PyBytes_Check(object) || PyByteArray_Check(object)) return false;
    Py_ssize_t size = PySequence_Size(object);
    if (size == 2) {
        first = nb::steal(PySequence_GetItem(object, 0));
        if (first.is_valid()) second = nb::steal(PySequence_GetItem(object, 1));
        if (second.is_valid()) return true;
    }
    drop_ordinary_error();
    return false;
}

}  // namespace

void drop_ordinary_error() {
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
    PyErr_Clear();
}

std::string quote(nb::handle value) {
    constexpr Py_ssize_t LONGEST = 60;  // characters, not bytes: half a character would be no text
    nb::object text = nb::steal(PyObject_Repr(value.ptr()));
    nb::object bytes;
    Py_ssize_t length = 0;
    if (text.is_valid()) {
        length = PyUnicode_GetLength(text.ptr());
        if (length > LONGEST) text = nb::steal(PyUnicode_Substring(text.ptr(), 0, LONGEST));
    }
    if (text.is_valid()) bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
    if (!bytes.is_valid()) {  // an integer of thousands of digits, for one, has no repr
        drop_ordinary_error();
        return "an object of type " + nb::cast<std::string>(nb::type_name(value.type()));
    }
    nb::bytes shown = nb::borrow<nb::bytes>(bytes);
    std::string out(shown.c_str(), shown.size());
    return length > LONGEST ? out + "..." : out;
}

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

namespace {

// The digits of a whole number of any type, for a message; numpy's repr of one names its type.
std::string quote_index(nb::handle value) {
    nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (index.is_valid()) return quote(index);
    drop_ordinary_error();
    return quote(value);
}

}  // namespace

Cell Grid::cell(nb::handle name) const {
    long long row = 0, col = 0;
    nb::object first, second;
    if (!read_pair(name, first, second) || !read_index(first, row) || !read_index(second, col))
        raise_input_error("a cell is a pair (row, col) of whole numbers, not " + quote(name));
    if (row < 0 || col < 0 || row >= rows || col >= cols)
        raise_input_error("cell " + quote_index(first) + "," + quote_index(second) + " lies outside the board of " +
                          std::to_string(rows) + " rows and " + std::to_string(cols) + " columns");
    return static_cast<Cell>(row) * cols + static_cast<Cell>(col);
}

std::vector<CellName> Grid::names(const std::vector<Cell>& cells) const {
    std::vector<CellName> out;
    out.reserve(cells.size());
    for (Cell cell : cells) out.push_back(name(cell));
    return out;
}

namespace {

[[noreturn]] void raise_error(const char* type, nb::object error_arguments) {
    nb::object cls = nb::module_::import_("sapper.errors").attr(type);
    nb::object error = cls(*nb::borrow<nb::args>(error_arguments));
    PyErr_SetObject(cls.ptr(), error.ptr());
    throw nb::python_error();
}

}  // namespace

void raise_input_error(const std::string& message, nb::object where) {
    raise_error("InputError", nb::make_tuple(message, where));
}

void raise_contradiction(const std::string& message, nb::object clues, bool needs_total) {
    raise_error("ContradictionError", nb::make_tuple(message, clues, needs_total));
}

void raise_limit_error(const std::string& message, int width) {
    raise_error("LimitError", nb::make_tuple(message, width));
}

void raise_game_error(const std::string& message) {
    raise_error("GameError", nb::make_tuple(message));
}

}  // namespace sapper::bind
