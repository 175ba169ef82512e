// Shapes of squares and of any graph, and the checks of boards.
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
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

TEST(a_cell_follows_one_stencil_or_none) {
    // Rows of hexagons: odd rows are shifted right, so that even and odd rows have two lists of distances.
    const int rows = 8, cols = 9;
    std::vector<std::vector<Cell>> hexagons(rows * cols);
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            for (auto [down, right] :
                 {std::pair(0, -1), {0, 1}, {-1, row % 2 - 1}, {-1, row % 2}, {1, row % 2 - 1}, {1, row % 2}})
                if (row + down >= 0 && row + down < rows && col + right >= 0 && col + right < cols)
                    hexagons[static_cast<std::size_t>(row * cols + col)].push_back(
                        static_cast<Cell>((row + down) * cols + col + right));
    for (const Shape& shape : {make_graph_shape(hexagons), make_square_shape(9, 7), make_square_shape(2, 2),
                               make_square_shape(1, 1), make_graph_shape({{1}, {0, 2}, {1}})}) {
        std::vector<int> followed(shape.cell_count(), 0);
        for (Cell cell : shape.irregular) ++followed[cell];
        for (const Stencil& stencil : shape.stencils)
            for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
                std::vector<Cell> there;
                for (std::int32_t distance : stencil.distances)
                    there.push_back(static_cast<Cell>(static_cast<std::int32_t>(cell) + distance));
                bool follows = stencil.follows[cell] != 0;
                CHECK(!follows || there == around(shape, cell));
                followed[cell] += follows;
            }
        CHECK(followed == std::vector<int>(shape.cell_count(), 1));
    }
    CHECK(make_graph_shape(hexagons).stencils.size() == 2 && make_square_shape(9, 7).stencils.size() == 1);
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
