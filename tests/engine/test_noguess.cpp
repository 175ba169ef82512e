// Layouts without guesses: the reasoner against brute force, the guarantees of the makers, and the same layouts on
// any number of threads.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "game/maker.hpp"
#include "game/noguess.hpp"
#include "game/repair.hpp"

using namespace sapper;

namespace {

using World = std::uint32_t;  // bit c is set when cell c is a mine

World around(const Shape& shape, Cell cell) {
    World cells = 0;
    for (Cell other : shape.neighbours(cell)) cells |= World{1} << other;
    return cells;
}

// The cells shown by certain moves alone, by definition: a cell is certain when no world with the same numbers has a
// mine there.
World play_by_brute_force(const Shape& shape, World mines, Cell start, bool counter) {
    World shown = 0, next = World{1} << start;
    while (next) {
        Cell cell = static_cast<Cell>(std::countr_zero(next));
        next &= next - 1;
        if (shown >> cell & 1) continue;
        shown |= World{1} << cell;
        if ((mines & around(shape, cell)) == 0) next |= around(shape, cell) & ~shown;
        if (next) continue;
        World mined_somewhere = 0;
        for (World world = 0; world < World{1} << shape.cell_count(); ++world) {
            if (world & shown || (counter && std::popcount(world) != std::popcount(mines))) continue;
            bool fits = true;
            for (Cell other = 0; fits && other < shape.cell_count(); ++other) {
                World seen = around(shape, other);
                if (shown >> other & 1) fits = std::popcount(world & seen) == std::popcount(mines & seen);
            }
            if (fits) mined_somewhere |= world;
        }
        next = ~mined_somewhere & ~shown & ((World{1} << shape.cell_count()) - 1);
    }
    return shown;
}

Layout layout_of(std::shared_ptr<const Shape> shape, World mines) {
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < shape->cell_count(); ++cell)
        if (mines >> cell & 1) cells.push_back(cell);
    return layout_from_mines(std::move(shape), cells);
}

World shown_cells(const Position& position) {
    World shown = 0;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) shown |= World{position.cells[cell].clue()} << cell;
    return shown;
}

std::shared_ptr<const Shape> small_shape(cases::Random& random) {
    if (random.one_in(3)) return cases::random_graph(random, random.between(2, 14));
    auto rows = static_cast<std::uint64_t>(random.between(1, 4)),
         cols = static_cast<std::uint64_t>(random.between(1, 4));
    return std::make_shared<const Shape>(make_square_shape(rows, cols));
}

MakerSpec spec_of(std::uint64_t rows, std::uint64_t cols, std::int64_t mines, MakerKind maker) {
    MakerSpec spec;
    spec.shape = std::make_shared<const Shape>(make_square_shape(rows, cols));
    spec.layout = {mines, static_cast<Cell>(cols + 1), FirstClick::ZERO, 0, {}};
    spec.maker = maker;
    spec.attempts = 1000;
    return spec;
}

}  // namespace

TEST(the_reasoner_plays_all_certain_moves_and_no_other) {
    cases::Random random(11);
    int finished = 0, stuck = 0, hidden = 0;
    for (int round = 0; round < 400; ++round) {
        auto shape = small_shape(random);
        auto start = static_cast<Cell>(random.between(0, static_cast<int>(shape->cell_count()) - 1));
        World mines = 0;
        int mines_in_ten = random.between(1, 5);
        for (Cell cell = 0; cell < shape->cell_count(); ++cell)
            if (cell != start && random.between(1, 10) <= mines_in_ten) mines |= World{1} << cell;
        World safe = ~mines & ((World{1} << shape->cell_count()) - 1);
        DealtBoard dealt_board;
        dealt_board.lay(layout_of(shape, mines));
        for (bool counter : {true, false}) {
            Reasoner reasoner(*shape, std::popcount(mines), counter ? Technique::COUNTING_CASES : Technique::CASES);
            bool solved = reasoner.play(dealt_board, start);
            World shown = shown_cells(reasoner.position());
            CHECK(shown == play_by_brute_force(*shape, mines, start, counter));
            CHECK(solved == (shown == safe));
            CHECK(reasoner.revealed() == static_cast<std::uint32_t>(std::popcount(shown)));
            // Detected without playing: this is never wrong.
            if (HiddenPairs(*shape).any(dealt_board, start)) {
                CHECK(!solved);
                ++hidden;
            }
            ++(solved ? finished : stuck);
        }
    }
    CHECK(finished > 100 && stuck > 100 && hidden > 50);
}

TEST(a_repaired_layout_needs_no_guess_by_brute_force) {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        cases::Random random(seed);
        MakerSpec spec = spec_of(4, 4, random.between(2, 7), MakerKind::REPAIR);
        bool counter = random.one_in(2);
        spec.most = counter ? Technique::COUNTING_CASES : Technique::CASES;
        spec.attempts = 5;
        for (const MadeLayout& made : make_layouts(spec, std::vector<std::uint64_t>{seed})) {
            CHECK(made.layout.mines.size() == static_cast<std::size_t>(spec.layout.mines));
            World mines = 0, told = 0;
            for (Cell cell : made.layout.mines) mines |= World{1} << cell;
            for (Cell cell : made.shown) told |= World{1} << cell;
            CHECK((mines & (around(*spec.shape, spec.layout.start) | World{1} << spec.layout.start)) == 0);
            World shown = play_by_brute_force(*spec.shape, mines, spec.layout.start, counter);
            CHECK(made.solved == (shown == (~mines & 0xffffu)));
            CHECK(made.solved || shown == told);
            solved += made.solved;
        }
    }
    CHECK(solved > 40);
}

TEST(makers_make_the_same_on_any_number_of_threads) {
    for (MakerKind maker : {MakerKind::UNIFORM, MakerKind::REPAIR}) {
        MakerSpec spec = spec_of(9, 9, maker == MakerKind::UNIFORM ? 15 : 28, maker);
        auto seeds = game_seeds(3, 1, 60);
        auto alone = make_layouts(spec, seeds);
        spec.threads = 3;
        auto together = make_layouts(spec, seeds);
        for (std::size_t k = 0; k < seeds.size(); ++k) {
            CHECK(alone[k].solved && alone[k].layout.mines == together[k].layout.mines &&
                  alone[k].seed == together[k].seed);
            CHECK(alone[k].attempts == together[k].attempts);
        }
        // A search may be continued where it ended.
        spec.first_attempt = alone[0].attempts - 1;
        CHECK(make_layouts(spec, seeds)[0].layout.mines == alone[0].layout.mines);
    }
}

TEST(uniform_deals_the_layout_of_its_seed) {
    MakerSpec spec = spec_of(9, 9, 15, MakerKind::UNIFORM);
    for (const MadeLayout& made : make_layouts(spec, game_seeds(4, 1, 20))) {
        spec.layout.seed = made.seed;
        CHECK(make_layout(spec.shape, spec.layout).mines == made.layout.mines);
    }
}

TEST(a_maker_that_finds_none_gives_the_furthest) {
    // Two cells beside no clue of the other two: without counting mines, a guess is needed there.
    MakerSpec spec = spec_of(1, 4, 1, MakerKind::UNIFORM);
    spec.most = Technique::CASES;
    spec.layout.start = 0;
    spec.layout.first_click = FirstClick::SAFE;
    spec.attempts = 50;
    spec.shape = std::make_shared<const Shape>(make_graph_shape({{1}, {0}, {3}, {2}}));
    for (MakerKind maker : {MakerKind::UNIFORM, MakerKind::REPAIR}) {
        spec.maker = maker;
        MadeLayout made = make_layouts(spec, std::vector<std::uint64_t>{8})[0];
        CHECK(!made.solved && made.attempts == 50 && made.layout.mines.size() == 1);
        CHECK(made.shown.size() == 2);  // the mine is on the other side, and 0 opens this one
    }
}

TEST(a_cancelled_maker_gives_what_it_has) {
    for (MakerKind maker : {MakerKind::UNIFORM, MakerKind::REPAIR}) {
        MakerSpec spec = spec_of(16, 30, 230, maker);
        spec.threads = 2;
        std::atomic<int> looks{0};
        Watch stop{[](void* count) {
                       if (++*static_cast<std::atomic<int>*>(count) > 40) throw Cancelled();
                   },
                   &looks};
        MadeLayout made = make_layouts(spec, std::vector<std::uint64_t>{1}, stop)[0];
        CHECK(!made.solved && made.layout.mines.size() == 230 && !made.shown.empty());
    }
}

TEST(makers_refuse_what_cannot_be_made) {
    MakerSpec spec = spec_of(4, 4, 5, MakerKind::UNIFORM);
    std::vector<std::uint64_t> seeds{1};
    spec.layout.first_click = FirstClick::NONE;
    CHECK_THROWS(InputError, make_layouts(spec, seeds));
    spec.layout.first_click = FirstClick::ZERO;
    spec.layout.mines = 8;
    CHECK_THROWS(InputError, make_layouts(spec, seeds));
}
