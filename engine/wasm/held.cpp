#include "wasm/held.hpp"

#include <string>
#include <utility>

#include "base/error.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

Shelf<HeldShape>& shapes() {
    static Shelf<HeldShape> shelf;
    return shelf;
}

void keep(HeldShape held, Writer& out) {
    out.number(shapes().keep(std::make_unique<HeldShape>(std::move(held))));
}

void make_square(Reader& in, Writer& out) {
    std::uint32_t rows = in.count(), cols = in.count();
    keep({std::make_shared<const Shape>(make_square_shape(rows, cols)), {rows, cols}, true}, out);
}

// Cell i has the neighbours neighbour[first[i]] to neighbour[first[i + 1] - 1].
void make_graph(Reader& in, Writer& out) {
    auto first = in.array<std::uint32_t>(), neighbour = in.array<std::uint32_t>();
    auto sides = in.array<std::uint32_t>();
    if (first.empty()) throw InputError("a shape needs at least one cell");
    std::vector<std::vector<Cell>> neighbours(first.size() - 1);
    for (std::size_t cell = 0; cell < neighbours.size(); ++cell) {
        if (first[cell] > first[cell + 1] || first[cell + 1] > neighbour.size())
            throw InputError("the lists of neighbours do not fit", static_cast<Cell>(cell));
        neighbours[cell].assign(neighbour.data() + first[cell], neighbour.data() + first[cell + 1]);
    }
    keep({std::make_shared<const Shape>(make_graph_shape(neighbours)), std::move(sides), false}, out);
}

void drop(Reader& in, Writer& out) {
    shapes().drop(in.count());
    out.none();
}

// The neighbours of all cells, as make_graph reads them.
void list_neighbours(Reader& in, Writer& out) {
    const Shape& shape = *read_shape(in).shape;
    out.list().array(shape.first).array(shape.neighbour).end();
}

constexpr Call CALLS[] = {
    {"square_shape", make_square},
    {"graph_shape", make_graph},
    {"drop_shape", drop},
    {"neighbours", list_neighbours},
};

}  // namespace

const HeldShape& read_shape(Reader& in) {
    return shapes().at(in.count());
}

Cell read_cell(Reader& in, const HeldShape& held) {
    std::int64_t cell = in.whole();
    if (cell < 0 || cell >= held.shape->cell_count())
        throw InputError("there is no cell " + std::to_string(cell) + " in a shape of " +
                         std::to_string(held.shape->cell_count()) + " cells");
    return static_cast<Cell>(cell);
}

void check_views(std::span<const View> views) {
    for (Cell cell = 0; cell < views.size(); ++cell) {
        int value = static_cast<int>(views[cell]);
        if (value < static_cast<int>(View::VOID) || value > MAX_NEIGHBOURS)
            throw InputError("unknown cell value " + std::to_string(value) +
                                 " (a clue is 0 or more, hidden -1, flag -2, question -3, mine -4, out of play -5)",
                             cell);
    }
}

HeldBoard read_board(Reader& in) {
    const HeldShape& held = read_shape(in);
    auto views = in.array<View>();
    MineCount mines;
    if (!in.none()) {
        mines.total = in.whole();
        if (mines.total < 0)
            throw InputError("the number of mines must not be negative, but is " + std::to_string(mines.total));
    }
    if (!in.none()) mines.density = in.number();
    if (views.size() != held.shape->cell_count())
        throw InputError("a board of " + std::to_string(held.shape->cell_count()) + " cells got " +
                         std::to_string(views.size()) + " values");
    check_views(views);
    return {held, make_board(held.shape, std::move(views), mines)};
}

std::span<const Call> shape_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
