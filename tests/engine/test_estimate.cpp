// Positions that are too wide to count: estimated chances and refuted mines against all placements, and the parts
// that can be counted.
#include <cmath>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "position/estimate.hpp"

using namespace sapper;

TEST(estimates_and_refuted_mines_against_all_placements) {
    cases::Random random(72);
    EstimateScratch scratch;
    Position position;
    Outlook outlook;
    double off = 0, cells = 0;
    int refuted = 0;
    for (int round = 0; round < 1500; ++round) {
        Board board = cases::random_board(random, 13, round % 4 == 0);
        if (!board.mines.known()) continue;
        read_position(board, position);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        if (worlds.empty() || !position.possible || position.open_count == 0) continue;
        brute::Marginals truth = brute::marginals(puzzle.puzzle, worlds);
        auto exact = [&](Cell cell) {
            return static_cast<double>(truth.probability[static_cast<std::size_t>(puzzle.bit_of[cell])]);
        };
        estimate(position, scratch, outlook);
        std::uint32_t listed = outlook.floating;
        for (const GroupOutlook& group : outlook.groups) {
            CHECK(group.cells.size() == 1 && !floats(position, group.cells[0]));
            CHECK(group.mine_probability > 0 && group.mine_probability < 1);
            off += std::abs(group.mine_probability - exact(group.cells[0]));
            ++listed;
        }
        CHECK(listed == position.open_count);
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            if (position.cells[cell].mark != Mark::OPEN) continue;
            if (floats(position, cell)) off += std::abs(outlook.floating_probability - exact(cell));
            ++cells;
            if (!refutes_mine(position, cell, scratch)) continue;
            CHECK(exact(cell) == 0);
            ++refuted;
        }
    }
    CHECK(cells > 3000 && refuted > 50);
    CHECK(off / cells < 0.05);
}

TEST(parts_beside_one_that_is_too_wide_are_counted) {
    auto shape = std::make_shared<Shape>(make_square_shape(5, 16));
    std::vector<View> views(80, View::HIDDEN);
    views[2 * 16 + 2] = clue_view(3);
    views[2 * 16 + 4] = clue_view(3);
    views[0 * 16 + 15] = clue_view(1);
    Board board = make_board(shape, views, {20, 0.5});
    Position position;
    read_position(board, position);
    PartStore store;
    store.begin(*shape);
    Outlook outlook;
    Limits limits;
    limits.max_states = 6;
    for (int time = 0; time < 2; ++time) {
        bool refused = false;
        try {
            look(position, Detail::PROBABILITIES, limits, store, outlook);
        } catch (const LimitError&) {
            refused = true;
        }
        CHECK(refused && outlook.parts.size() == 1 && store.parts[outlook.parts[0]].cells == 3);
        CHECK(store.counted == 2);  // neither part is counted again
    }
}
