// Shapes of squares and of any graph, and the checks of boards.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/index_table.hpp"
#include "base/lanes.hpp"
#include "board/board.hpp"
#include "board/shape.hpp"
#include "check.hpp"

using namespace sapper;

namespace {

std::vector<Cell> around(const Shape& shape, Cell cell) {
    auto span = shape.neighbours(cell);
    return {span.begin(), span.end()};
}

Board board_of(std::vector<View> views, std::int64_t total) {
    MineCount mines;
    mines.total = total;
    auto shape = std::make_shared<const Shape>(make_square_shape(1, views.size()));
    return make_board(shape, std::move(views), mines);
}

Board board_of_density(double density) {
    MineCount mines;
    mines.density = density;
    return make_board(std::make_shared<const Shape>(make_square_shape(1, 1)), {View::HIDDEN}, mines);
}

constexpr View H = View::HIDDEN, F = View::FLAG, Q = View::QUESTION, M = View::MINE, V = View::VOID;

}  // namespace

TEST(square_neighbours) {
    Shape shape = make_square_shape(3, 4);
    CHECK(shape.cell_count() == 12);
    CHECK(around(shape, 0) == std::vector<Cell>{1, 4, 5});
    CHECK(around(shape, 5) == std::vector<Cell>{0, 1, 2, 4, 6, 8, 9, 10});
    CHECK(around(shape, 11) == std::vector<Cell>{6, 7, 10});
    CHECK(around(make_square_shape(1, 1), 0).empty());
    CHECK(around(make_square_shape(3, 1), 1) == std::vector<Cell>{0, 2});
}

TEST(strides_and_strays_have_every_neighbour_once) {
    // Rows of hexagons: odd rows are shifted right, so that even and odd rows have other distances.
    const int rows = 8, cols = 9;
    std::vector<std::vector<Cell>> hexagons(rows * cols);
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            for (auto [down, right] :
                 {std::pair(0, -1), {0, 1}, {-1, row % 2 - 1}, {-1, row % 2}, {1, row % 2 - 1}, {1, row % 2}})
                if (row + down >= 0 && row + down < rows && col + right >= 0 && col + right < cols)
                    hexagons[static_cast<std::size_t>(row * cols + col)].push_back(
                        static_cast<Cell>((row + down) * cols + col + right));
    std::vector<std::vector<Cell>> star(40);
    for (Cell cell = 1; cell < star.size(); ++cell) {
        star[0].push_back(cell);
        star[cell].push_back(0);
    }
    for (const Shape& shape : {make_graph_shape(hexagons), make_square_shape(9, 7), make_square_shape(40, 50),
                               make_square_shape(2, 2), make_square_shape(1, 1), make_graph_shape(star)}) {
        std::vector<std::vector<Cell>> found(shape.cell_count());
        for (const Stride& stride : shape.strides)
            for (Cell cell = 0; cell < shape.cell_count(); ++cell)
                if (stride.taken[cell]) {
                    CHECK(stride.taken[cell] == 0xff);
                    found[cell].push_back(cell + static_cast<Cell>(stride.distance));
                }
        for (Stray stray : shape.strays) found[stray.cell].push_back(stray.neighbour);
        for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
            std::sort(found[cell].begin(), found[cell].end());
            CHECK(found[cell] == around(shape, cell));
        }
    }
    Shape regular = make_graph_shape(hexagons), squares = make_square_shape(9, 7), scattered = make_graph_shape(star);
    CHECK(regular.strides.size() == 8 && regular.strays.empty());
    CHECK(squares.strides.size() == 8 && squares.strays.empty());
    CHECK(scattered.strides.empty() && scattered.strays.size() == 78);
}

TEST(strips_have_every_neighbour_once) {
    std::vector<std::vector<Cell>> scattered(200), star(MAX_NEIGHBOURS + 1);
    for (Cell cell = 0; cell < 200; ++cell)
        for (Cell other = 0; other < 200; ++other)
            if (other != cell && mix_bits(std::min(cell, other) * 200 + std::max(cell, other)) % 16 == 0)
                scattered[cell].push_back(other);
    for (Cell cell = 1; cell < star.size(); ++cell) {
        star[0].push_back(cell);
        star[cell].push_back(0);
    }
    for (const Shape& shape : {make_square_shape(16, 30), make_square_shape(3, 3), make_square_shape(1, 9),
                               make_square_shape(1, 1), make_graph_shape(scattered), make_graph_shape(star)})
        for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
            std::vector<Cell> found;
            shape.visit_strips(cell, [&](Cell first, std::uint64_t lanes) {
                visit_lanes(lanes, first, [&](Cell other) { found.push_back(other); });
            });
            CHECK(found == around(shape, cell));
        }
    CHECK(make_square_shape(16, 30).strips.size() == 6 * 3 + 3 * 4);  // nine kinds of cells; each list has an end
}

TEST(lanes_are_bytes_from_the_lowest) {
    std::array<std::uint8_t, LANES> bytes = {0, 1, 2, 127, 128, 255, 0, 9}, others = {1, 1, 0, 127, 0, 255, 0, 8};
    std::uint64_t word = load_lanes(bytes.data()), other = load_lanes(others.data());
    CHECK((word & 255) == 0 && word >> 56 == 9);
    std::vector<std::uint32_t> equal, nonzero;
    visit_lanes(equal_lanes(word, other), 10, [&](std::uint32_t lane) { equal.push_back(lane); });
    visit_lanes(nonzero_lanes(word & EVERY_LANE * 127), 0, [&](std::uint32_t lane) { nonzero.push_back(lane); });
    CHECK((equal == std::vector<std::uint32_t>{11, 13, 15, 16}));
    CHECK((nonzero == std::vector<std::uint32_t>{1, 2, 3, 5, 7}));
    store_lanes(others.data(), word);
    CHECK(others == bytes);
}

TEST(squares_of_absurd_sides) {
    CHECK_THROWS(InputError, make_square_shape(0, 5));
    CHECK_THROWS(InputError, make_square_shape(5, 0));
    CHECK_THROWS(LimitError, make_square_shape(1'000'000'000, 1));
    CHECK_THROWS(LimitError, make_square_shape(1'000'000'000, 1'000'000'000));
    std::uint64_t half = std::uint64_t{1} << 32;
    CHECK_THROWS(LimitError, make_square_shape(half, half));
    CHECK_THROWS(LimitError, make_square_shape(half + 1, half));
    CHECK_THROWS(LimitError, make_square_shape(~std::uint64_t{0}, ~std::uint64_t{0}));
}

TEST(any_graph) {
    Shape shape = make_graph_shape({{2, 1}, {0}, {0}, {}});
    CHECK(shape.cell_count() == 4);
    CHECK(around(shape, 0) == std::vector<Cell>{1, 2});
    CHECK(around(shape, 3).empty());
    CHECK_THROWS(InputError, make_graph_shape({}));
    CHECK_THROWS(InputError, make_graph_shape({{0}}));
    CHECK_THROWS(InputError, make_graph_shape({{1}, {}}));
    CHECK_THROWS(InputError, make_graph_shape({{2}, {0}}));
    CHECK_THROWS(InputError, make_graph_shape({{1, 1}, {0, 0}}));
}

TEST(a_graph_with_too_many_neighbours) {
    auto star = [](std::size_t leaves) {
        std::vector<std::vector<Cell>> neighbours(leaves + 1, {0});
        neighbours[0].clear();
        for (Cell leaf = 1; leaf <= leaves; ++leaf) neighbours[0].push_back(leaf);
        return make_graph_shape(neighbours);
    };
    CHECK(star(MAX_NEIGHBOURS).cell_count() == MAX_NEIGHBOURS + 1);
    CHECK_THROWS(InputError, star(MAX_NEIGHBOURS + 1));
}

TEST(boards_that_are_fine) {
    CHECK(board_of({H, clue_view(1), H}, 1).mines.known());
    CHECK(board_of({F, Q, M, V}, 3).mines.total == 3);
    CHECK(board_of({clue_view(0)}, 0).views[0] == clue_view(0));
    CHECK(!board_of_density(0.2).mines.known());
}

TEST(boards_that_are_refused) {
    CHECK_THROWS(InputError, board_of({H, clue_view(3), H}, 1));
    CHECK_THROWS(InputError, board_of({H, clue_view(2), V}, 1));
    CHECK_THROWS(InputError, board_of({H, clue_view(125)}, 1));
    CHECK_THROWS(InputError, board_of({H, static_cast<View>(-6)}, 1));
    CHECK_THROWS(InputError, board_of({H, H}, 3));
    CHECK_THROWS(InputError, board_of({H, V, clue_view(0)}, 2));
    CHECK_THROWS(InputError, board_of({M, M, H}, 1));
    CHECK_THROWS(InputError, board_of({H}, -2));
    auto shape = std::make_shared<const Shape>(make_square_shape(1, 2));
    CHECK_THROWS(InputError, make_board(shape, {H}, {}));
    for (double density : {0.0, 1.0, -0.5, 2.0, std::nan(""), std::numeric_limits<double>::infinity()})
        CHECK_THROWS(InputError, board_of_density(density));
}

TEST(refusals_name_the_cell) {
    try {
        board_of({H, H, clue_view(2)}, 1);
        CHECK(false);
    } catch (const InputError& error) {
        CHECK(error.cell == 2);
    }
}
