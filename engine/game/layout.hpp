// A layout is where the mines are. It comes from a seed and a first-click rule, the same mines for the same
// seed on every platform, or from a list of mine cells. Only the game and its simulation may include this
// header: code that analyses a board must not see a layout.
//
// Rules `safe` and `zero` shuffle the cells the rule leaves free and mine the first of them: linear time.
// Rules `none`, `moved` and `drawn` draw cells until enough distinct ones are found. That is the coupon collector's
// problem: mining all but r of n cells takes about n ln(n / r) draws, so a four-million-cell board with one free cell
// takes about sixty million draws, well under a second, and the worst board allowed a few seconds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "base/types.hpp"
#include "board/shape.hpp"

namespace sapper {

// What the player is promised about the start cell.
enum class FirstClick : std::uint8_t {
    NONE,   // nothing
    SAFE,   // it holds no mine
    ZERO,   // neither it nor a neighbour of it holds a mine, so the first reveal cascades
    DRAWN,  // as zero; the mines are drawn as under none, and those that would break the promise drawn again
    MOVED,  // as safe; the mines are drawn as under none, and a mine at the start moves to the first free cell
};

// Whether the start is promised to show a zero.
constexpr bool opens(FirstClick rule) {
    return rule == FirstClick::ZERO || rule == FirstClick::DRAWN;
}

struct LayoutSpec {
    std::int64_t mines = 0;
    Cell start = 0;  // the first cell to be revealed
    FirstClick first_click = FirstClick::ZERO;
    std::uint64_t seed = 0;
    // Rules `none`, `moved` and `drawn` draw a cell as a number of several digits, the most significant one first,
    // each digit below its side; the sides multiply to the number of cells. For squares they are {rows, cols}, so
    // that a row and a column are drawn. Empty means one digit, drawn below the cell count.
    std::vector<std::uint32_t> sides;
};

struct Layout {
    std::shared_ptr<const Shape> shape;
    std::vector<std::uint8_t> mined;  // one a cell, 1 for a mine
    std::vector<Cell> mines;          // the mined cells, rising
};

// The cells with a mine, rising; there are at most so many.
void list_mines(std::span<const std::uint8_t> mined, std::size_t most, std::vector<Cell>& out);

// The layout of a seed. Throws InputError for a start outside the shape, for sides that do not multiply to
// the number of cells, and for mines that are negative or more than the cells the rule leaves free.
Layout make_layout(std::shared_ptr<const Shape> shape, const LayoutSpec& spec, const Watch& watch = {});

// Deals the layouts of many seeds under one specification, the same as make_layout, without allocating memory for
// each. Throws as make_layout does, when it is made.
class Dealer {
  public:
    Dealer(std::shared_ptr<const Shape> shape, LayoutSpec spec);

    // Deals from now on for games that begin with another cell. Throws as make_layout does.
    void start_at(Cell start);

    // The layout of a seed; good until the next one is dealt.
    const Layout& deal(std::uint64_t seed, const Watch& watch = {});

  private:
    LayoutSpec spec_;
    std::vector<Cell> free_, cells_;  // cells that may hold a mine, as they are and shuffled
    Layout layout_;
};

// The layout with mines in exactly these cells, in any order.
// Throws InputError naming a cell outside the shape or listed twice.
Layout layout_from_mines(std::shared_ptr<const Shape> shape, std::vector<Cell> mines);

// The seeds of games `first`, first + 1, ... of a run; games count from 1. The seed of game i is the i-th
// output of the stream seeded with the run seed, and depends on nothing else.
// Throws InputError for game 0. Takes first + count steps.
std::vector<std::uint64_t> game_seeds(std::uint64_t run_seed, std::uint64_t first, std::size_t count,
                                      const Watch& watch = {});

}  // namespace sapper
