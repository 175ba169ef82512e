// Layout + start -> whether a perfect reasoner finishes it without a guess. Plays from the start by certain moves
// alone. A move is certain when the cell is safe in every world that fits what is shown: first what single clues
// settle, then pairs of clues, then everything the clues of a component say together and what the number of mines
// says about all of them. The order of certain moves makes no difference to where play ends.
//
// The highest technique it uses sets the strength of the reasoner. COUNTING_CASES is a perfect reasoner and CASES one
// that does not count mines; both are exact: they find every certain cell and play nothing else. Lower limits model
// people who use fewer techniques. The reasoner reads the numbers of revealed cells and nothing else of the layout.
// An expert layout takes about twenty microseconds, less where play ends early. Components are cached from one play
// to the next until forget() is called, which makes it cheap to play layouts that differ in a few cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "game/dealt_board.hpp"
#include "position/position.hpp"
#include "proof/technique.hpp"

namespace sapper {

class Reasoner {
  public:
    // Uses techniques up to `most`. With `grades` it finds every move by the easiest, and counts them. The shape must
    // outlive the reasoner.
    Reasoner(const Shape& shape, std::int64_t mines, Technique most, bool grades = false);

    // Plays from `start`, which must hold no mine, and returns whether every cell without a mine was revealed.
    // Throws LimitError when a component is too wide or too large to count.
    bool play(const DealtBoard& dealt_board, Cell start, const Watch& watch = {});

    // Where the last play ended: won, or stuck with no certain move left.
    const Position& position() const { return position_; }
    std::uint32_t revealed() const { return revealed_; }
    // The moves of the last play after its start, by the hardest technique that each needed. Those of NONE stay 0.
    const std::array<std::uint32_t, TECHNIQUES>& moves() const { return moves_; }

    // Discards the cached components, which otherwise fill the memory allowed for them.
    void forget();

  private:
    Cell certain_cell();
    Cell graded_cell();

    Technique most_;
    bool grades_;
    std::array<std::uint32_t, TECHNIQUES> moves_{};
    std::uint32_t to_reveal_;
    std::uint32_t revealed_ = 0;
    Position blank_, position_;
    Limits limits_;
    LadderScratch scratch_;
};

// Detects some layouts that need a guess without playing them: those in which a mine and a safe cell beside it have
// exactly the same other safe neighbours. Swapping the two changes no number before one of them is revealed. Costs a
// visit to the neighbours of every mine. Detects more than a third of the expert layouts that need a guess, and half
// of those with 120 mines.
class HiddenPairs {
  public:
    // The shape must outlive it.
    explicit HiddenPairs(const Shape& shape);

    // Whether there is such a pair, the start not being the cell without a mine.
    bool any(const DealtBoard& dealt_board, Cell start);

  private:
    bool same_seers(const DealtBoard& dealt_board, Cell mine, Cell safe) const;

    const Shape& shape_;
    std::vector<std::uint32_t> salt_;   // a cell: a number that stands for it
    std::vector<std::uint32_t> all_;    // a cell: the numbers of all its neighbours added up
    std::vector<std::uint32_t> seers_;  // a cell: those of its neighbours without a mine
    std::vector<Cell> mines_;
};

}  // namespace sapper
