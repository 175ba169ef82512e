// The strategy that plays by rule sets and a matrix, against all placements.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "reference/catalogue.hpp"

using namespace sapper;

TEST(matrix_finds_all_that_is_certain_and_then_the_lowest_risk) {
    cases::Random random(123);
    int certain = 0, guessed = 0;
    for (int round = 0; round < 6000; ++round) {
        Board board = cases::random_board(random, 13);
        if (!board.mines.known()) continue;
        auto puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        if (worlds.empty()) continue;
        auto safety = [&](Cell cell) {
            std::size_t safe = 0;
            for (brute::World world : worlds) safe += !(world >> puzzle.bit_of[cell] & 1);
            return static_cast<double>(safe) / static_cast<double>(worlds.size());
        };
        double best = 0;
        for (Cell cell : puzzle.hidden) best = std::max(best, safety(cell));
        if (best == 0) continue;  // nothing is left to reveal
        Resources resources;
        begin_game(*board.shape, 1, resources);
        Position position;
        read_position(board, position);
        Move move = catalogue().find("matrix").make({})->next_move(position, {}, resources);
        for (Cell cell : puzzle.hidden) {
            if (position.cells[cell].mark == Mark::SAFE) CHECK(safety(cell) == 1);
            if (position.cells[cell].mark == Mark::MINE) CHECK(safety(cell) == 0);
        }
        CHECK(move.is_guess() == (best < 1));
        CHECK(std::abs(move.safety - best) < 1e-9 && std::abs(safety(move.cell) - best) < 1e-9);
        (best == 1 ? certain : guessed) += 1;
        if (best == 1) continue;
        // Of equals, one beside a clue.
        for (Cell cell : puzzle.hidden)
            if (position.cells[cell].mark == Mark::OPEN && !floats(position, cell) && safety(cell) > best - 1e-12)
                CHECK(!floats(position, move.cell));
    }
    CHECK(certain > 500 && guessed > 250);
}
