// Long loops over a board poll the watch: a poll that throws stops them.
#include <cstdint>

#include "base/error.hpp"
#include "check.hpp"
#include "position/outlook.hpp"
#include "position/position.hpp"

using namespace sapper;

namespace {

constexpr std::uint32_t SIDE = 1000;
constexpr std::int64_t MINES = 200'000;

// A clue of 1 in every fourth row and column, none of which shares a cell with another.
Position lattice(const Shape& shape) {
    Position position;
    begin_position(shape, MINES, position);
    for (Cell row = 1; row < SIDE; row += 4)
        for (Cell col = 1; col < SIDE; col += 4) show_cell(position, row * SIDE + col, 1);
    settle_position(position);
    return position;
}

const Watch STOP{[](void*) { throw Cancelled(); }};

}  // namespace

TEST(a_watch_stops_the_comparison_of_pairs) {
    Shape shape = make_square_shape(SIDE, SIDE);
    Position position = lattice(shape);
    PairScratch scratch;
    CHECK_THROWS(Cancelled, settle_pairs(position, scratch, STOP));
    position = lattice(shape);
    CHECK(!settle_pairs(position, scratch));
}

TEST(a_watch_stops_a_look) {
    Shape shape = make_square_shape(SIDE, SIDE);
    Position position = lattice(shape);
    PartStore store;
    store.begin(shape);
    Outlook outlook;
    Limits limits;
    limits.watch = STOP;
    CHECK_THROWS(Cancelled, look(position, Detail::WORLDS, limits, store, outlook));
}
