// Boards in and out of Python: nested lists, arrays of views, and back.
#include "bind/board.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind/topics.hpp"
#include "board/density.hpp"

namespace sapper::bind {

namespace {

using Cells = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

using Numbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr int LOWEST_VIEW = static_cast<int>(View::VOID);

// CPython keeps one object for each small integer, so a cell of a list is nearly always one of these 32 and can be
// recognised by its address alone. A cell with another address is read the slow way, as are larger clues, which
// would crowd the others out of their slots.
class KnownIntegers {
  public:
    KnownIntegers() {
        for (int value = LOWEST_VIEW; value <= LARGEST; ++value) {
            PyObject* object = PyLong_FromLong(value);  // never released, so that no other object gets the address
            if (!object) throw nb::python_error();
            slots_[slot(object)] = {object, static_cast<View>(value)};
        }
    }

    bool find(PyObject* object, View& out) const {
        const Slot& found = slots_[slot(object)];
        out = found.view;
        return found.object == object;
    }

  private:
    struct Slot {
        PyObject* object = nullptr;
        View view = View::HIDDEN;
    };

    static constexpr int LARGEST = 26;
    static constexpr std::size_t SLOTS = 256;
    static std::size_t slot(PyObject* object) { return (reinterpret_cast<std::uintptr_t>(object) >> 4) % SLOTS; }

    Slot slots_[SLOTS];
};

// Unchecked where the interpreter allows it: the callers have compared the length.
PyObject* list_item(PyObject* list, std::size_t index) {
#ifdef Py_LIMITED_API
    return PyList_GetItem(list, static_cast<Py_ssize_t>(index));
#else
    return PyList_GET_ITEM(list, static_cast<Py_ssize_t>(index));
#endif
}

bool has_length(nb::handle list, std::size_t length) {
    return PyList_Size(list.ptr()) == static_cast<Py_ssize_t>(length);
}

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

[[noreturn]] void raise_bad_value(const Grid& grid, const std::string& value, std::size_t cell) {
    raise_input_error("unknown cell value " + value + " (a clue is 0 or more, hidden -1, flag -2, question -3, " +
                          "mine -4, out of play -5)",
                      nb::cast(grid.name(static_cast<Cell>(cell))));
}

// Whole numbers only: a float or a boolean in a board is a mistake, not a clue. May run the caller's code.
View read_view(const Grid& grid, nb::handle value, std::size_t cell) {
    long number = LOWEST_VIEW - 1;
    if (!PyBool_Check(value.ptr()) && PyIndex_Check(value.ptr())) {
        nb::object index = nb::steal(PyNumber_Index(value.ptr()));
        int overflow = 0;
        if (index.is_valid()) number = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
        if (overflow) number = LOWEST_VIEW - 1;
        drop_ordinary_error();
    }
    if (number < LOWEST_VIEW || number > MAX_NEIGHBOURS) raise_bad_value(grid, quote(value), cell);
    return static_cast<View>(number);
}

[[noreturn]] void raise_bad_row(std::size_t row, nb::handle line) {
    raise_input_error("row " + std::to_string(row) + " is not a row of cells but " + quote(line));
}

[[noreturn]] void raise_ragged(std::size_t row, Py_ssize_t length, std::size_t cols) {
    raise_input_error("row " + std::to_string(row) + " has " + std::to_string(length) + " cells, but row 0 has " +
                      std::to_string(cols));
}

[[noreturn]] void raise_changed() {
    raise_input_error("the rows changed while they were being read");
}

// The row as a plain list of the right length. The length is checked first, because it may be huge.
nb::object row_list(nb::handle line, std::size_t row, std::size_t cols) {
    nb::object held = nb::borrow(line), list = held;
    if (!PyList_CheckExact(line.ptr())) {
        bool text = PyUnicode_Check(line.ptr()) || PyBytes_Check(line.ptr());
        if (text || !PySequence_Check(line.ptr())) raise_bad_row(row, line);
        Py_ssize_t length = PySequence_Size(line.ptr());
        drop_ordinary_error();
        if (length < 0) raise_bad_row(row, line);
        if (length != static_cast<Py_ssize_t>(cols)) raise_ragged(row, length, cols);
        list = nb::steal(PySequence_List(line.ptr()));
        drop_ordinary_error();
        if (!list.is_valid()) raise_bad_row(row, line);
    }
    if (!has_length(list, cols)) raise_ragged(row, PyList_Size(list.ptr()), cols);
    return list;
}

// A nested list is the commonest input, so a cell must cost only one fetch and one look at its address.
BoundBoard board_from_rows(const Grid& grid, nb::typed<nb::list, nb::any> rows, std::optional<std::int64_t> mines,
                           double density) {
    static const KnownIntegers known;
    if (!has_length(rows, grid.rows)) raise_changed();
    std::vector<View> views(grid.shape->cell_count());
    View* out = views.data();
    for (std::size_t row = 0; row < grid.rows; ++row) {
        nb::object line = row_list(list_item(rows.ptr(), row), row, grid.cols);
        for (std::size_t col = 0; col < grid.cols; ++col, ++out) {
            PyObject* value = list_item(line.ptr(), col);
            if (known.find(value, *out)) continue;
            *out = read_view(grid, nb::borrow(value), row * grid.cols + col);
            if (!has_length(line, grid.cols)) raise_changed();
        }
        if (!has_length(rows, grid.rows)) raise_changed();
    }
    return finish(grid, std::move(views), mine_count(mines, density));
}

template <class Number>
std::vector<View> read_array(const Grid& grid, const void* data) {
    const auto* numbers = static_cast<const Number*>(data);
    std::vector<View> views(grid.shape->cell_count());
    for (std::size_t cell = 0; cell < views.size(); ++cell) {
        Number number = numbers[cell];
        if (std::cmp_less(number, LOWEST_VIEW) || std::cmp_greater(number, MAX_NEIGHBOURS))
            raise_bad_value(grid, std::to_string(number), cell);
        views[cell] = static_cast<View>(number);
    }
    return views;
}

std::vector<View> read_any_array(const Grid& grid, const Cells& cells) {
    const void* data = cells.data();
    nb::dlpack::dtype type = cells.dtype();
    if (type == nb::dtype<std::int8_t>()) return read_array<std::int8_t>(grid, data);
    if (type == nb::dtype<std::int16_t>()) return read_array<std::int16_t>(grid, data);
    if (type == nb::dtype<std::int32_t>()) return read_array<std::int32_t>(grid, data);
    if (type == nb::dtype<std::int64_t>()) return read_array<std::int64_t>(grid, data);
    if (type == nb::dtype<std::uint8_t>()) return read_array<std::uint8_t>(grid, data);
    if (type == nb::dtype<std::uint16_t>()) return read_array<std::uint16_t>(grid, data);
    if (type == nb::dtype<std::uint32_t>()) return read_array<std::uint32_t>(grid, data);
    if (type == nb::dtype<std::uint64_t>()) return read_array<std::uint64_t>(grid, data);
    raise_input_error("an array of cells holds whole numbers of at most 64 bits");
}

BoundBoard board_from_views(const Grid& grid, Cells cells, std::optional<std::int64_t> mines, double density) {
    std::vector<std::size_t> sides = grid.array_sides();
    if (cells.ndim() != sides.size() || !std::equal(sides.begin(), sides.end(), cells.shape_ptr()))
        raise_input_error("the array of cells does not have the shape of the board");
    return finish(grid, read_any_array(grid, cells), mine_count(mines, density));
}

BoundBoard board_replace(const BoundBoard& bound, nb::typed<nb::dict, nb::any, nb::any> changes) {
    std::vector<View> views = bound.board.views;
    for (nb::handle change : changes.items()) {
        Cell cell = bound.grid.cell(change[0]);
        views[cell] = read_view(bound.grid, nb::object(change[1]), cell);
    }
    return finish(bound.grid, std::move(views), bound.board.mines);
}

std::vector<std::vector<Cell>> list_neighbours(const Numbers& first, const Numbers& neighbour) {
    std::vector<std::vector<Cell>> out(first.size() - 1);
    for (std::size_t cell = 0; cell < out.size(); ++cell)
        out[cell].assign(neighbour.data() + first.data()[cell], neighbour.data() + first.data()[cell + 1]);
    return out;
}

int board_view(const BoundBoard& bound, nb::handle name) {
    return static_cast<int>(bound.board.views[bound.grid.cell(name)]);
}

nb::ndarray<nb::numpy, std::int8_t> board_views(const BoundBoard& bound) {
    auto* copy = new std::vector<View>(bound.board.views);
    nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<View>*>(p); });
    if (!bound.grid.form) return {copy->data(), {bound.grid.rows, bound.grid.cols}, owner};
    std::vector<std::size_t> sides = bound.grid.array_sides();
    return {copy->data(), sides.size(), sides.data(), owner};
}

}  // namespace

void bind_board(nb::module_& module) {
    module.attr("MAX_CELLS") = MAX_CELLS;

    module.attr("MAX_NEIGHBOURS") = MAX_NEIGHBOURS;
    module.attr("LEAST_DENSITY") = LEAST_DENSITY;

    nb::class_<Grid>(module, "Grid", "A shape with the names of its cells.")
        .def_ro("rows", &Grid::rows, "Number of rows of an array of cells; 1 where it does not have two sides.")
        .def_ro("cols", &Grid::cols, "Number of columns of the same array.")
        .def_prop_ro(
            "sides", [](const Grid& self) { return self.sides(); }, "The sides of an array of cells.")
        .def_prop_ro(
            "form", [](const Grid& self) { return self.form ? self.form->told : nb::none(); },
            nb::sig("def form(self) -> typing.Any"), "What Python told of the shape; None for squares.")
        .def_prop_ro(
            "cell_count", [](const Grid& self) { return self.shape->cell_count(); }, "Number of cells.")
        .def_prop_ro(
            "most_neighbours",
            [](const Grid& self) {
                std::size_t most = 0;
                for (Cell cell = 0; cell < self.shape->cell_count(); ++cell)
                    most = std::max(most, self.shape->neighbours(cell).size());
                return most;
            },
            "The largest number of neighbours of any cell.")
        .def(
            "roomiest",
            [](const Grid& self, bool most) {
                Cell best = 0;
                for (Cell cell = 1; cell < self.shape->cell_count(); ++cell) {
                    std::size_t here = self.shape->neighbours(cell).size();
                    std::size_t there = self.shape->neighbours(best).size();
                    if (most ? here > there : here < there) best = cell;
                }
                return self.name(best);
            },
            nb::arg("most"), "The first cell with the most neighbours, or with the fewest.")
        .def(
            "names",
            [](const Grid& self) {
                std::vector<CellName> names;
                for (Cell cell = 0; cell < self.shape->cell_count(); ++cell) names.push_back(self.name(cell));
                return names;
            },
            "A fresh list of all cells, in order.")
        .def(
            "number", [](const Grid& self, nb::handle name) { return self.cell(name); }, nb::arg("name").none(),
            "The place of a cell among all of them.")
        .def(
            "neighbours",
            [](const Grid& self, nb::handle name) {
                auto around = self.shape->neighbours(self.cell(name));
                return self.names({around.begin(), around.end()});
            },
            nb::arg("name").none(), "A fresh list of the cells beside a cell, in order.")
        .def(
            "cell", [](const Grid& self, nb::handle name) { return self.name(self.cell(name)); },
            nb::arg("name").none(), "The cell of that name, checked.");

    module.def(
        "square_grid", [](std::uint64_t rows, std::uint64_t cols) { return square_grid(rows, cols); },
        nb::arg("rows"), nb::arg("cols"), "A grid of squares, eight neighbours each.");
    module.def(
        "form_grid",
        [](const Numbers& first, const Numbers& neighbour, std::vector<std::uint32_t> sides, nb::object names,
           nb::object numbers, nb::object form) {
            return form_grid(list_neighbours(first, neighbour), {std::move(sides), names, numbers, form});
        },
        nb::arg("first"), nb::arg("neighbour"), nb::arg("sides"), nb::arg("names").none(), nb::arg("numbers").none(),
        nb::arg("form").none(),
        nb::sig(
            "def form_grid(first: numpy.typing.NDArray[numpy.uint32], neighbour: numpy.typing.NDArray[numpy.uint32], "
            "sides: collections.abc.Sequence[int], names: list[typing.Any] | None, "
            "numbers: dict[typing.Any, int] | None, form: object) -> Grid"),
        "The grid of any graph: cell i has the neighbours neighbour[first[i]:first[i + 1]].");

    nb::class_<BoundBoard>(module, "Board", "What the player sees; immutable.")
        .def_static("from_rows", &board_from_rows, nb::arg("grid"), nb::arg("rows"), nb::arg("mines").none(),
                    nb::arg("density"), "A board from nested lists of cell values.")
        .def_static("from_views", &board_from_views, nb::arg("grid"), nb::arg("views"), nb::arg("mines").none(),
                    nb::arg("density"),
                    nb::sig("def from_views(grid: Grid, views: numpy.typing.NDArray[numpy.integer], "
                            "mines: int | None, density: float) -> Board"),
                    "A board from an array of cell values, of any integer type.")
        .def_ro("grid", &BoundBoard::grid, "The grid that names the cells.")
        .def("views", &board_views, "A fresh array of the cell values.")
        .def("view", &board_view, nb::arg("cell").none(), "The value of one cell, named as (row, col).")
        .def("replace", &board_replace, nb::arg("changes"), "A board with other values in the cells given.")
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
