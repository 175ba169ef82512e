// Small positions without a certain cell, with all their worlds.
#pragma once

#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

// A random board with a known total on which something is left to guess, and what is known of it.
struct GuessCase {
    Board board;
    brute::BoardPuzzle puzzle;
    std::vector<brute::World> worlds;
    Position position;
    Resources resources;
    Outlook outlook;

    // False when this board cannot be used: it is impossible, over, or has a certain cell.
    bool read(cases::Random& random, bool bent) {
        board = cases::random_board(random, 13, bent);
        if (!board.mines.known()) return false;
        puzzle = brute::read_board(board);
        worlds = brute::list_worlds(puzzle.puzzle);
        if (worlds.empty()) return false;
        read_position(board, position);
        begin_game(*board.shape, 1, resources);
        while (true) {
            look(position, Detail::PROBABILITIES, {}, resources.store, outlook);
            if (!settle_certain(position, outlook)) break;
        }
        return position.safe.empty() && position.open_count > 0;
    }

    bool mined(brute::World world, Cell cell) const { return world >> puzzle.bit_of[cell] & 1; }

    int shows(brute::World world, Cell cell) const {
        int number = 0;
        for (Cell other : board.shape->neighbours(cell))
            number += board.views[other] == View::MINE || (puzzle.bit_of[other] >= 0 && mined(world, other));
        return number;
    }
};

}  // namespace sapper
