#include "board/shape.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "board/ring.hpp"

namespace sapper {

namespace {

// Boards of shapes with at most so many neighbours a cell are narrow: hexagons, squares, triangles.
constexpr std::uint32_t FEW_NEIGHBOURS = 12;
constexpr std::uint64_t STATES_OF_WIDE_SHAPES = 20'000;

void check_size(std::uint64_t cells) {
    if (cells == 0) throw InputError("a board needs at least one cell");
    if (cells > MAX_CELLS)
        throw LimitError("a board of " + std::to_string(cells) + " cells is larger than the limit of " +
                         std::to_string(MAX_CELLS));
}

// How far along the list of cells a neighbour lies.
std::int32_t distance(Cell from, Cell to) {
    return static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from);
}

// A distance at which fewer cells have a neighbour is not worth a pass over all of them: one of so many.
constexpr std::size_t WORTH_A_PASS = 16;

// The distances at which many of a sample of cells have a neighbour, rising. A prime number of cells meets all kinds
// that take turns.
std::vector<std::int32_t> common_distances(const Shape& shape) {
    constexpr std::size_t most = 997;
    std::size_t cells = shape.cell_count(), sample = std::min(cells, most);
    std::map<std::int32_t, std::size_t> shared;
    for (std::size_t k = 0; k < sample; ++k) {
        auto cell = static_cast<Cell>(k * cells / sample);
        for (Cell other : shape.neighbours(cell)) ++shared[distance(cell, other)];
    }
    std::vector<std::int32_t> found;
    for (auto [step, count] : shared)
        if (WORTH_A_PASS * count >= sample) found.push_back(step);
    return found;
}

void find_strides(Shape& shape) {
    for (std::int32_t step : common_distances(shape))
        shape.strides.push_back({step, std::vector<std::uint8_t>(shape.cell_count(), 0)});
    for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
        auto stride = shape.strides.begin();
        for (Cell other : shape.neighbours(cell)) {
            std::int32_t step = distance(cell, other);
            while (stride != shape.strides.end() && stride->distance < step) ++stride;
            if (stride != shape.strides.end() && stride->distance == step)
                stride->taken[cell] = 0xff;
            else
                shape.strays.push_back({cell, other});
        }
    }
}

// The strips of a cell and the end of the list.
void split_strips(const Shape& shape, Cell cell, std::vector<Strip>& out) {
    out.clear();
    for (Cell other : shape.neighbours(cell)) {
        std::int32_t offset = distance(cell, other);
        if (out.empty() || offset - out.back().offset >= static_cast<std::int32_t>(LANES)) out.push_back({offset, 0});
        out.back().lanes |= std::uint64_t{1} << 8 * (offset - out.back().offset);
    }
    out.emplace_back();
}

// Most cells have the same strips as one of the cells before them that had others than those before. Only a few of
// these are kept: in a graph without any order all are different.
void find_strips(Shape& shape) {
    constexpr std::size_t most_recent = 12;
    std::vector<std::uint32_t> recent;  // where strips begin, the latest first
    std::vector<Strip> here;
    shape.first_strip.resize(shape.cell_count());
    for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
        split_strips(shape, cell, here);
        auto found = std::find_if(recent.begin(), recent.end(), [&](std::uint32_t first) {
            return std::equal(here.begin(), here.end(), shape.strips.begin() + first);
        });
        if (found == recent.end()) {
            if (recent.size() == most_recent) recent.pop_back();
            recent.push_back(static_cast<std::uint32_t>(shape.strips.size()));
            shape.strips.insert(shape.strips.end(), here.begin(), here.end());
            found = recent.end() - 1;
        }
        shape.first_strip[cell] = *found;
        std::rotate(recent.begin(), found, found + 1);
    }
}

void find_most_neighbours(Shape& shape) {
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        shape.most_neighbours = std::max(shape.most_neighbours, shape.first[cell + 1] - shape.first[cell]);
}

}  // namespace

Shape make_square_shape(std::uint64_t rows, std::uint64_t cols) {
    if (rows == 0 || cols == 0) throw InputError("a board needs at least one row and one column");
    // Checked by division first: the product of two huge sides may wrap around.
    if (rows > MAX_CELLS / cols && rows * cols / cols != rows) check_size(~std::uint64_t{0});
    check_size(rows * cols);
    Shape shape;
    shape.first.reserve(rows * cols + 1);
    shape.neighbour.reserve(rows * cols * 8);
    shape.first.push_back(0);
    for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t col = 0; col < cols; ++col) {
            std::uint64_t top = row ? row - 1 : 0, bottom = std::min(row + 1, rows - 1);
            std::uint64_t left = col ? col - 1 : 0, right = std::min(col + 1, cols - 1);
            for (std::uint64_t r = top; r <= bottom; ++r)
                for (std::uint64_t c = left; c <= right; ++c)
                    if (r != row || c != col) shape.neighbour.push_back(static_cast<Cell>(r * cols + c));
            shape.first.push_back(static_cast<std::uint32_t>(shape.neighbour.size()));
        }
    }
    find_strides(shape);
    find_strips(shape);
    find_rings(shape);
    find_most_neighbours(shape);
    return shape;
}

Shape make_graph_shape(const std::vector<std::vector<Cell>>& neighbours) {
    check_size(neighbours.size());
    Shape shape;
    shape.first.push_back(0);
    for (Cell cell = 0; cell < neighbours.size(); ++cell) {
        std::vector<Cell> sorted = neighbours[cell];
        std::sort(sorted.begin(), sorted.end());
        if (sorted.size() > static_cast<std::size_t>(MAX_NEIGHBOURS))
            throw InputError("a cell has " + std::to_string(sorted.size()) + " neighbours, the limit is " +
                                 std::to_string(MAX_NEIGHBOURS),
                             cell);
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw InputError("a cell lists the same neighbour twice", cell);
        for (Cell other : sorted) {
            if (other >= neighbours.size())
                throw InputError("a cell lists the unknown neighbour " + std::to_string(other), cell);
            if (other == cell) throw InputError("a cell is its own neighbour", cell);
            const auto& back = neighbours[other];
            if (std::find(back.begin(), back.end(), cell) == back.end())
                throw InputError("a cell lists " + std::to_string(other) + ", which does not list it back", cell);
        }
        shape.neighbour.insert(shape.neighbour.end(), sorted.begin(), sorted.end());
        shape.first.push_back(static_cast<std::uint32_t>(shape.neighbour.size()));
    }
    find_strides(shape);
    find_strips(shape);
    find_rings(shape);
    find_most_neighbours(shape);
    return shape;
}

Limits default_limits(const Shape& shape, const Watch& watch) {
    Limits limits;
    limits.watch = watch;
    if (shape.most_neighbours > FEW_NEIGHBOURS) limits.max_states = STATES_OF_WIDE_SHAPES;
    return limits;
}

}  // namespace sapper
