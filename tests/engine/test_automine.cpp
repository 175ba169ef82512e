// The helper's risks on any shape: risks of 0 and 1 are certain, and all others lie between.
#include <memory>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "reference/automine.hpp"

using namespace sapper;

TEST(green_is_safe_and_red_is_a_mine_in_every_world) {
    cases::Random random(121);
    AutomineRisk found;  // one memory for boards of all sizes
    int green = 0, red = 0;
    for (int round = 0; round < 4000; ++round) {
        Board board = cases::random_board(random, 12);
        if (!board.mines.known()) continue;
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        AutomineSettings settings{random.one_in(2), random.one_in(2), random.one_in(2)};
        // The helper trusts flags, so only boards without flags can be checked.
        for (View& view : board.views)
            if (view == View::FLAG) view = View::HIDDEN;
        find_risk({board.shape.get(), board.views, board.mines.total, 0}, settings, found);
        for (Cell cell : found.hidden) {
            double risk = found.risk[cell];
            CHECK(risk >= 0 && risk <= 1);
            if (risk != 0 && risk != 1) continue;
            for (brute::World world : worlds) CHECK((world >> puzzle.bit_of[cell] & 1) == (risk == 1));
            (risk == 0 ? green : red) += 1;
        }
    }
    CHECK(green > 500 && red > 500);
}

TEST(the_order_of_the_clues_follows_the_rows) {
    auto shape = std::make_shared<Shape>(make_square_shape(2, 6));
    std::vector<View> views(12, View::HIDDEN);
    AutomineRisk found;
    find_risk({shape.get(), views, 3, 6}, {}, found);
    CHECK(found.hidden[1] == 6 && found.hidden[2] == 1);
    auto turned = std::make_shared<Shape>(make_square_shape(6, 2));
    find_risk({turned.get(), views, 3, 2}, {}, found);
    CHECK(found.hidden[1] == 2 && found.hidden[6] == 1);
    CHECK(found.risk[0] == 0.25 && found.bytes() > 12 * sizeof(double));
}
