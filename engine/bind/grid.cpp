#include "bind/grid.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

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

nb::object CellName::object() const {
    if (!form) return nb::make_tuple(cell / cols, cell % cols);
    if (!form->names.is_none()) return nb::borrow(PyList_GetItem(form->names.ptr(), static_cast<Py_ssize_t>(cell)));
    if (form->sides.size() == 1) return nb::int_(cell);
    nb::object name = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(form->sides.size())));
    if (!name.is_valid()) throw nb::python_error();
    Cell left = cell;
    for (std::size_t k = form->sides.size(); k-- > 0; left /= form->sides[k])
        PyTuple_SetItem(name.ptr(), static_cast<Py_ssize_t>(k), nb::int_(left % form->sides[k]).release().ptr());
    return name;
}

namespace {

// The cell of that name, of a shape that names its cells.
Cell find_name(const Form& form, nb::handle name) {
    PyObject* found = PyDict_GetItemWithError(form.numbers.ptr(), name.ptr());
    if (!found) {
        drop_ordinary_error();  // the name cannot be hashed
        raise_input_error("the shape has no cell " + quote(name) + "; its first one is " +
                          quote(CellName{0, 0, std::make_shared<const Form>(form)}.object()));
    }
    return nb::cast<Cell>(nb::handle(found));
}

constexpr Py_ssize_t MOST_SIDES = 24;  // a side is 2 at least, and cells are 2^24 at most

// The first items of a sequence; none for anything else, and for texts.
std::vector<nb::object> read_items(nb::handle value) {
    PyObject* object = value.ptr();
    std::vector<nb::object> items;
    if (!PySequence_Check(object) || PyBytes_Check(object) || PyByteArray_Check(object) || PyUnicode_Check(object))
        return items;
    Py_ssize_t size = PySequence_Size(object);
    for (Py_ssize_t k = 0; k < std::min<Py_ssize_t>(size, MOST_SIDES + 1); ++k) {
        nb::object item = nb::steal(PySequence_GetItem(object, k));
        if (!item.is_valid()) items.clear();
        if (!item.is_valid()) break;
        items.push_back(std::move(item));
    }
    drop_ordinary_error();
    return items;
}

// The cell at a place of an array, given as a tuple or, with one side, as a number.
Cell find_place(const std::vector<std::uint32_t>& sides, nb::handle name) {
    std::vector<nb::object> items = sides.size() == 1 ? std::vector{nb::borrow(name)} : read_items(name);
    bool whole = items.size() == sides.size();
    std::vector<long long> at(sides.size(), 0);
    for (std::size_t k = 0; whole && k < sides.size(); ++k) whole = read_index(items[k], at[k]);
    if (!whole && sides.size() == 1) raise_input_error("a cell is a whole number, not " + quote(name));
    if (!whole) raise_input_error("a cell is " + std::to_string(sides.size()) + " whole numbers, not " + quote(name));
    Cell cell = 0;
    std::string text;
    for (std::size_t k = 0; k < sides.size(); ++k) text += (k ? "x" : "") + std::to_string(sides[k]);
    for (std::size_t k = 0; k < sides.size(); ++k) {
        if (at[k] < 0 || at[k] >= sides[k])
            raise_input_error("cell " + quote(name) + " lies outside the shape of " + text + " cells");
        cell = cell * sides[k] + static_cast<Cell>(at[k]);
    }
    return cell;
}

}  // namespace

Cell Grid::cell(nb::handle name) const {
    if (form) return form->names.is_none() ? find_place(form->sides, name) : find_name(*form, name);
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

std::string Grid::spell(Cell cell) const {
    nb::object speller = nb::module_::import_("sapper.errors").attr("spell");
    return nb::cast<std::string>(speller(name(cell)));
}

std::vector<std::uint32_t> Grid::sides() const {
    return form ? form->sides : std::vector{rows, cols};
}

std::vector<std::size_t> Grid::array_sides(std::initializer_list<std::size_t> before) const {
    std::vector<std::size_t> out(before);
    std::vector<std::uint32_t> own = sides();
    out.insert(out.end(), own.begin(), own.end());
    return out;
}

bool Grid::has_sides_of(const Grid& other) const {
    if (!form && !other.form) return rows == other.rows && cols == other.cols;
    return form == other.form || sides() == other.sides();
}

Grid square_grid(std::uint64_t rows, std::uint64_t cols) {
    auto shape = std::make_shared<const Shape>(make_square_shape(rows, cols));
    return {shape, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(cols), nullptr};
}

Grid form_grid(const std::vector<std::vector<Cell>>& neighbours, Form form) {
    auto shape = std::make_shared<const Shape>(make_graph_shape(neighbours));
    bool flat = form.sides.size() != 2;
    Grid grid{shape, flat ? 1 : form.sides[0], flat ? shape->cell_count() : form.sides[1], nullptr};
    // The last of its holders may be a thread without the interpreter lock.
    grid.form = {new Form(std::move(form)), [](const Form* last) {
                     nb::gil_scoped_acquire locked;
                     delete last;
                 }};
    return grid;
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
