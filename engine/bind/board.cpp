// Boards in and out of Python: nested lists, arrays of views, and back.
#include "board.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>

#include "topics.hpp"

namespace sapper::bind {

namespace {

using Views = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

MineCount mine_count(std::optional<std::int64_t> mines, double density) {
    MineCount count;
    if (mines) {
        if (*mines < 0)
            raise_input_error("the number of mines must not be negative, but is " + std::to_string(*mines));
        count.total = *mines;
    } else {
        count.density = density;
    }
    return count;
}

BoundBoard finish(const Grid& grid, std::vector<View> views, MineCount mines) {
    return located(grid, [&] { return BoundBoard{grid, make_board(grid.shape, std::move(views), mines)}; });
}

[[noreturn]] void raise_bad_value(nb::handle value, std::size_t row, std::size_t col) {
    PyErr_Clear();
    std::string text = nb::cast<std::string>(nb::repr(value));
    raise_input_error("unknown cell value " + text.substr(0, 60) + " (clues are 0..26, hidden -1, flag -2, " +
                          "question -3, mine -4, out of play -5)",
                      nb::make_tuple(row, col));
}

// Whole numbers only: a float or a boolean in a board is a mistake, not a clue.
View read_view(PyObject* value, std::size_t row, std::size_t col) {
    long number = -128;
    if (PyLong_CheckExact(value)) {
        number = PyLong_AsLong(value);
    } else if (!PyBool_Check(value) && PyIndex_Check(value)) {
        nb::object index = nb::steal(PyNumber_Index(value));
        if (index.is_valid()) number = PyLong_AsLong(index.ptr());
    }
    if (number < static_cast<int>(View::VOID) || number > MAX_NEIGHBOURS)
        raise_bad_value(value, row, col);
    return static_cast<View>(number);
}

// A nested list is the commonest input there is, so it is read with the plainest calls: one type check and one
// conversion a cell. Anything else iterable goes through PySequence_List first.
BoundBoard board_from_rows(const Grid& grid, nb::list rows, std::optional<std::int64_t> mines, double density) {
    std::vector<View> views(grid.shape->cell_count());
    View* out = views.data();
    for (std::size_t row = 0; row < grid.rows; ++row) {
        nb::object line = nb::borrow(PyList_GetItem(rows.ptr(), static_cast<Py_ssize_t>(row)));
        if (!PyList_CheckExact(line.ptr())) {
            nb::object list = nb::steal(PySequence_List(line.ptr()));
            if (!list.is_valid()) {
                PyErr_Clear();
                raise_input_error("row " + std::to_string(row) + " is not a row of cells");
            }
            line = list;
        }
        Py_ssize_t length = PyList_Size(line.ptr());
        if (length != static_cast<Py_ssize_t>(grid.cols))
            raise_input_error("row " + std::to_string(row) + " has " + std::to_string(length) +
                              " cells, but row 0 has " + std::to_string(grid.cols));
        for (std::size_t col = 0; col < grid.cols; ++col)
            *out++ = read_view(PyList_GetItem(line.ptr(), static_cast<Py_ssize_t>(col)), row, col);
    }
    return finish(grid, std::move(views), mine_count(mines, density));
}

BoundBoard board_from_views(const Grid& grid, Views views, std::optional<std::int64_t> mines, double density) {
    if (views.shape(0) != grid.rows || views.shape(1) != grid.cols)
        raise_input_error("the array of cells does not have the shape of the board");
    const View* data = reinterpret_cast<const View*>(views.data());
    return finish(grid, std::vector<View>(data, data + views.size()), mine_count(mines, density));
}

nb::object board_views(const BoundBoard& bound) {
    auto* copy = new std::vector<View>(bound.board.views);
    nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<View>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, std::int8_t>(copy->data(), {bound.grid.rows, bound.grid.cols}, owner));
}

}  // namespace

void bind_board(nb::module_& module) {
    nb::class_<Grid>(module, "Grid", "A shape whose cells are addressed by row and column.")
        .def_ro("rows", &Grid::rows, "Number of rows.")
        .def_ro("cols", &Grid::cols, "Number of columns.");

    module.def(
        "square_grid",
        [](std::uint64_t rows, std::uint64_t cols) {
            auto shape = std::make_shared<const Shape>(make_square_shape(rows, cols));
            return Grid{shape, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(cols)};
        },
        nb::arg("rows"), nb::arg("cols"), "A grid of squares, eight neighbours each.");

    nb::class_<BoundBoard>(module, "Board", "What the player sees; immutable.")
        .def_static("from_rows", &board_from_rows, nb::arg("grid"), nb::arg("rows"), nb::arg("mines").none(),
                    nb::arg("density"), "A board from nested lists of cell values.")
        .def_static("from_views", &board_from_views, nb::arg("grid"), nb::arg("views"),
                    nb::arg("mines").none(), nb::arg("density"), "A board from an array of cell values.")
        .def_ro("grid", &BoundBoard::grid, "The grid that names the cells.")
        .def("views", &board_views, "A fresh array of the cell values.")
        .def_prop_ro(
            "mines",
            [](const BoundBoard& bound) -> std::optional<std::int64_t> {
                if (!bound.board.mines.known()) return std::nullopt;
                return bound.board.mines.total;
            },
            "The total number of mines, or None where only a density is known.")
        .def_prop_ro(
            "density",
            [](const BoundBoard& bound) -> std::optional<double> {
                if (bound.board.mines.known()) return std::nullopt;
                return bound.board.mines.density;
            },
            "The mine density, or None where the total is known.");
}

}  // namespace sapper::bind
