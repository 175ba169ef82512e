// The stream and the layouts of a seed, against the published figures; the full golden file is read by the
// Python tests. Also the errors of layouts.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "base/rng.hpp"
#include "board/shape.hpp"
#include "check.hpp"
#include "game/layout.hpp"

using namespace sapper;

namespace {

std::shared_ptr<const Shape> squares(std::uint64_t rows, std::uint64_t cols) {
    return std::make_shared<const Shape>(make_square_shape(rows, cols));
}

std::shared_ptr<const Shape> ring(Cell count) {
    std::vector<std::vector<Cell>> neighbours(count);
    for (Cell cell = 0; cell < count; ++cell) neighbours[cell] = {(cell + count - 1) % count, (cell + 1) % count};
    return std::make_shared<const Shape>(make_graph_shape(neighbours));
}

void check_consistent(const Layout& layout) {
    CHECK(layout.mined.size() == layout.shape->cell_count());
    CHECK(std::is_sorted(layout.mines.begin(), layout.mines.end()));
    std::size_t flags = 0;
    for (std::uint8_t flag : layout.mined) flags += flag;
    CHECK(flags == layout.mines.size());
    for (Cell cell : layout.mines) CHECK(layout.mined[cell] == 1);
}

struct Stopped {};

void stop(void*) {
    throw Stopped{};
}

}  // namespace

TEST(stream_of_seed_one) {
    Kiss64 rng(1);
    CHECK(rng.next() == 648562388970459621u);
    CHECK(rng.next() == 6553078780764110140u);
    CHECK(rng.next() == 2375128774590785639u);
}

TEST(signed_and_unsigned_seeds_are_one) {
    Kiss64 negative(static_cast<std::uint64_t>(std::int64_t{-1})), positive(~std::uint64_t{0});
    for (int i = 0; i < 100; ++i) CHECK(negative.next() == positive.next());
}

TEST(below_stays_below_and_reaches_every_number) {
    Kiss64 rng(5);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 1000; ++i) {
        std::uint32_t number = rng.below(7);
        CHECK(number < 7);
        seen.insert(number);
        CHECK(rng.below(1) == 0);
    }
    CHECK(seen.size() == 7);
}

TEST(skipping_is_stepping) {
    for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{77}, ~std::uint64_t{0}})
        for (std::uint64_t steps : {0u, 1u, 16383u, 16384u, 16385u, 100000u, 1048576u}) {
            Kiss64 stepped(seed), skipped(seed);
            for (std::uint64_t step = 0; step < steps; ++step) stepped.next();
            skipped.skip(steps);
            for (int i = 0; i < 5; ++i) CHECK(stepped.next() == skipped.next());
        }
    Kiss64 once(5), twice(5);
    once.skip((std::uint64_t{1} << 40) + 12345);
    twice.skip(std::uint64_t{1} << 40);
    twice.skip(12345);
    CHECK(once.next() == twice.next());
}

TEST(seeds_of_a_run) {
    std::vector<std::uint64_t> seeds = game_seeds(1, 1, 3);
    CHECK(seeds == std::vector<std::uint64_t>{648562388970459621u, 6553078780764110140u, 2375128774590785639u});
    CHECK(game_seeds(1, 3, 1) == std::vector<std::uint64_t>{2375128774590785639u});
    CHECK(game_seeds(1, 5, 0).empty());
    CHECK_THROWS(InputError, game_seeds(1, 0, 1));
    CHECK_THROWS(Stopped, game_seeds(1, 1, 1u << 21, Watch{stop}));
}

TEST(layout_under_rule_zero) {
    Layout layout = make_layout(squares(9, 9), {.mines = 10, .start = 20, .seed = 1});
    check_consistent(layout);
    CHECK(layout.mines == std::vector<Cell>{22, 27, 39, 42, 48, 53, 58, 61, 66, 70});
}

TEST(layout_under_rule_none_draws_by_sides) {
    LayoutSpec spec{.mines = 10, .first_click = FirstClick::NONE, .seed = 987654321, .sides = {9, 9}};
    Layout layout = make_layout(squares(9, 9), spec);
    check_consistent(layout);
    CHECK(layout.mines == std::vector<Cell>{8, 23, 32, 35, 38, 41, 47, 52, 58, 80});
    spec.sides = {};
    Layout flat = make_layout(squares(9, 9), spec);
    check_consistent(flat);
    CHECK(flat.mines.size() == 10);
    CHECK(flat.mines != layout.mines);
}

TEST(rules_spare_what_they_promise) {
    auto shape = squares(5, 6);
    for (Cell start = 0; start < 30; ++start) {
        auto around = shape->neighbours(start);
        auto spared = static_cast<std::int64_t>(around.size()) + 1;
        Layout zero = make_layout(shape, {.mines = 30 - spared, .start = start, .seed = start});
        check_consistent(zero);
        CHECK(!zero.mined[start]);
        for (Cell other : around) CHECK(!zero.mined[other]);
        LayoutSpec spec{.mines = 29, .start = start, .first_click = FirstClick::SAFE, .seed = start};
        Layout safe = make_layout(shape, spec);
        check_consistent(safe);
        CHECK(!safe.mined[start]);
    }
}

TEST(a_mine_at_the_start_moves_to_the_first_free_cell) {
    auto shape = squares(4, 5);
    for (Cell start = 0; start < 20; ++start) {
        LayoutSpec spec{.mines = 12, .start = start, .first_click = FirstClick::NONE, .seed = start, .sides = {4, 5}};
        Layout expected = make_layout(shape, spec);
        if (expected.mined[start]) {
            *std::find(expected.mined.begin(), expected.mined.end(), 0) = 1;
            expected.mined[start] = 0;
        }
        spec.first_click = FirstClick::MOVED;
        Layout moved = make_layout(shape, spec);
        check_consistent(moved);
        CHECK(moved.mined == expected.mined);
        spec.mines = 19;
        CHECK(!make_layout(shape, spec).mined[start]);
    }
}

TEST(layouts_on_any_graph) {
    Layout zero = make_layout(ring(7), {.mines = 4, .start = 6, .seed = 3});
    CHECK(zero.mines == std::vector<Cell>{1, 2, 3, 4});
    Layout full = make_layout(ring(7), {.mines = 7, .first_click = FirstClick::NONE, .seed = 3});
    check_consistent(full);
    CHECK(full.mines.size() == 7);
    LayoutSpec one{.mines = 0, .start = 0, .first_click = FirstClick::SAFE};
    CHECK(make_layout(squares(1, 1), one).mines.empty());
}

TEST(layouts_that_cannot_be) {
    auto shape = squares(4, 4);
    CHECK_THROWS(InputError, make_layout(shape, {.mines = -1}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 1, .start = 16}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 1, .start = NO_CELL}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 13, .start = 0}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 16, .first_click = FirstClick::SAFE}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 16, .first_click = FirstClick::MOVED}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 17, .first_click = FirstClick::NONE}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 1, .first_click = FirstClick::NONE, .sides = {4, 5}}));
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 1, .first_click = FirstClick::NONE, .sides = {0, 4}}));
    std::vector<std::uint32_t> wrapping{1u << 31, 1u << 31, 1u << 31, 8};
    CHECK_THROWS(InputError, make_layout(shape, {.mines = 1, .first_click = FirstClick::NONE, .sides = wrapping}));
}

TEST(free_cells_are_named) {
    try {
        make_layout(squares(4, 4), {.mines = 8, .start = 5});
        CHECK(false);
    } catch (const InputError& error) {
        CHECK(std::string(error.what()) == "8 mines do not fit: the first-click rule zero leaves 7 of 16 cells free");
    }
}

TEST(layout_from_mine_cells) {
    Layout layout = layout_from_mines(squares(3, 3), std::vector<Cell>{8, 0, 4});
    check_consistent(layout);
    CHECK(layout.mines == std::vector<Cell>{0, 4, 8});
    CHECK(layout_from_mines(squares(3, 3), std::vector<Cell>{}).mines.empty());
    CHECK_THROWS(InputError, layout_from_mines(squares(3, 3), std::vector<Cell>{9}));
    try {
        layout_from_mines(squares(3, 3), std::vector<Cell>{2, 1, 2});
        CHECK(false);
    } catch (const InputError& error) {
        CHECK(error.cell == 2);
    }
}

TEST(a_nearly_full_board_is_drawn_in_sane_time) {
    LayoutSpec spec{.mines = 500 * 500 - 1, .first_click = FirstClick::NONE, .seed = 11, .sides = {500, 500}};
    Layout layout = make_layout(squares(500, 500), spec);
    check_consistent(layout);
    CHECK(layout.mines.size() == 500 * 500 - 1);
    CHECK_THROWS(Stopped, make_layout(layout.shape, spec, Watch{stop}));
}
