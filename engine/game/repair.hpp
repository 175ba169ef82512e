// A layout that gets a reasoner stuck -> one that does not, by moving mines where it is stuck. Each change is kept
// only if the reasoner then settles more cells than before, so what has been reached is never lost; play begins anew
// after each change, because a moved mine changes clues that earlier moves relied on.
//
// Where some clues still have open cells around them, one or two of these cells change, mine for none or none for
// mine, and cells beside no clue make up for it, because no proof so far used them. Now and then all open
// cells around one clue become alike. Where known mines seal off everything that is left, the clue in the wall with
// the fewest mines loses them to the cells behind: it then shows 0 and opens the wall by itself.
//
// Two rules keep the mines spread. Each is applied only some of the time, because otherwise a repair may find no
// change. Mines are taken from cells with fewer neighbours and put on cells with more, because sealed pockets are
// mostly at the edges, and filling them would crowd the edges. And where the cells beside no clue hold more than
// their share of mines, a mine is moved to where there are few, because repairs push mines ahead, and they would end
// as one block in the far corner. Such layouts are not uniform; benchmarks/noguess.py measures the bias.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/rng.hpp"
#include "game/noguess.hpp"

namespace sapper {

class Repairer {
  public:
    // `spared` cells, the start among them, never get a mine. The shape must outlive the repairer.
    Repairer(const Shape& shape, Cell start, const std::vector<Cell>& spared);

    // Changes the table until the reasoner finishes it. False when no change helped any more: the table is then the
    // furthest found. So it is when the watch throws.
    bool repair(DealtBoard& dealt_board, Reasoner& reasoner, std::uint64_t seed, const Watch& watch = {});

    // Where the layout last left on the table gets stuck; without cells when nothing was played to the end.
    const Position& furthest() const { return stuck_; }

  private:
    bool repair_from_start(const Watch& watch);
    bool play(const Watch& watch);
    void read_position();
    void change();
    void change_frontier();
    void level_clue(Cell beside);
    void open_wall();
    void flip(Cell cell);
    void move(Cell from, Cell to);
    void take_back();
    Cell draw(const std::vector<Cell>& cells, bool mined);
    Cell emptiest();
    Cell partner(Cell cell, bool mined);

    const Shape& shape_;
    Cell start_;
    std::vector<std::uint8_t> spared_;
    std::vector<Cell> free_;  // all other cells

    DealtBoard* dealt_board_ = nullptr;  // of the repair at work, as the next three
    Reasoner* reasoner_ = nullptr;
    Kiss64 rng_{0};
    Position stuck_;                            // the position to get out of
    std::vector<Cell> frontier_, floating_;     // its open cells, beside a clue or not
    bool crowded_ = false;                      // whether the floating cells hold more than their share of mines
    std::vector<Cell> near_;                    // working memory
    std::vector<std::pair<Cell, Cell>> moved_;  // mines moved by the change at work, from and to
};

}  // namespace sapper
