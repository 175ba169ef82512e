// Rings of shapes, and pairs of clues compared by them: the same cells settled in the same order as without rings.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/shape.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "position/position.hpp"

using namespace sapper;

namespace {

// Cells with all neighbours within `reach` rows and columns, across the seams.
Shape torus(std::uint32_t rows, std::uint32_t cols, std::uint32_t reach) {
    std::vector<std::vector<Cell>> neighbours(rows * cols);
    for (Cell cell = 0; cell < rows * cols; ++cell)
        for (std::uint32_t down = 0; down <= 2 * reach; ++down)
            for (std::uint32_t right = 0; right <= 2 * reach; ++right) {
                Cell other = (cell / cols + rows + down - reach) % rows * cols + (cell + cols + right - reach) % cols;
                if (other != cell) neighbours[cell].push_back(other);
            }
    return make_graph_shape(neighbours);
}

std::vector<Shape> shapes() {
    return {make_square_shape(16, 30), make_square_shape(5, 13), make_square_shape(3, 40), torus(9, 10, 1),
            torus(11, 12, 2)};
}

// Random safe cells of a random layout shown, and what single clues settle.
Position random_position(const Shape& shape, cases::Random& random) {
    std::vector<bool> mined(shape.cell_count());
    int mines = 0, in_hundred = random.between(8, 30), shown_in_ten = random.between(3, 9);
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        mines += mined[cell] = random.between(1, 100) <= in_hundred;
    Position position;
    begin_position(shape, mines, position);
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        if (!mined[cell] && random.between(1, 10) <= shown_in_ten)
            show_cell(position, cell, cases::count_around(shape, cell, mined));
    settle_position(position);
    position.safe.clear();
    return position;
}

// All that pairs and single clues settle, up to the first safe cells that pairs find: the marks, then the safe cells.
std::vector<Cell> settle_all(Position position, const Shape& shape) {
    position.shape = &shape;
    PairScratch scratch;
    while (settle_pairs(position, scratch) && position.safe.empty()) continue;
    std::vector<Cell> found;
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        found.push_back(static_cast<Cell>(position.cells.mark(cell)));
    found.insert(found.end(), position.safe.begin(), position.safe.end());
    return found;
}

}  // namespace

TEST(a_ring_has_the_neighbours_of_every_neighbour) {
    for (const Shape& shape : shapes()) {
        std::size_t with_ring = 0;
        for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
            if (shape.ring_of[cell] == Shape::NO_RING) continue;
            ++with_ring;
            const PairRing& ring = shape.rings[shape.ring_of[cell]];
            auto around = shape.neighbours(cell);
            CHECK(std::popcount(ring.neighbours) == static_cast<int>(around.size()));
            for (std::size_t k = 0; k < around.size(); ++k) {
                std::vector<Cell> beside;
                for (std::size_t word = 0; word < ring.words; ++word)
                    visit_lanes(shape.ring_shares[ring.first_share + k * ring.words + word],
                                cell + static_cast<Cell>(ring.offset[word]),
                                [&](Cell other) { beside.push_back(other); });
                auto expected = shape.neighbours(around[k]);
                CHECK(std::equal(beside.begin(), beside.end(), expected.begin(), expected.end()));
            }
            CHECK(ring.own_lane >> 8 * (0 - ring.offset[ring.own_word]) == 0xff);
        }
        CHECK(with_ring == shape.cell_count() || shape.most_neighbours > 8);
    }
}

TEST(pairs_settle_the_same_with_and_without_rings) {
    cases::Random random(21);
    int settled = 0;
    for (const Shape& shape : shapes()) {
        Shape plain = shape;
        plain.ring_of.assign(shape.cell_count(), Shape::NO_RING);
        for (int round = 0; round < 150; ++round) {
            Position position = random_position(shape, random);
            std::vector<Cell> found = settle_all(position, shape);
            CHECK(found == settle_all(position, plain));
            settled += found.size() > shape.cell_count();
        }
    }
    CHECK(settled > 150);
}
