// Board + cell -> Forcing: few clues that decide a cell by themselves. Clues force a cell when no filling of the
// cells around them puts the opposite there; with the mine counter, when none does that has the right number of
// mines. The numbers of the other clues are not used, only that they are not mines.
//
// A set that forces the cell is given and shrunk until no clue can be left out. Then smaller sets are looked for by
// the clues that a counterexample breaks: every forcing set contains one of those, so it is at least as large as the
// smallest set that meets all of them (the implicit hitting sets of Reiter, and of Ignatiev and others for minimum
// unsatisfiable cores). Without the counter a forcing set is connected, so only clues near the cell take part. The
// work is bounded; the result says whether it sufficed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "board/board.hpp"
#include "count/count.hpp"
#include "count/rules.hpp"

namespace sapper {

// What is to be shown.
struct Claim {
    Cell cell = NO_CELL;
    bool mine = false;
    bool counter = false;  // with the help of the mine counter
};

struct Forcing {
    std::vector<Cell> clues;  // rising
    bool minimal = false;     // whether leaving out any of them leaves the cell undecided
    bool smallest = false;    // and whether no set with fewer clues decides it
};

// Whether sets of clues force a cell. Clues go by their number among the rules of the whole board.
class ForcingTest {
  public:
    ForcingTest(const Board& board, const Claim& claim, const Limits& limits);

    // A set too wide to be decided counts as not forcing, and is counted as undecided.
    bool forces(std::span<const std::uint32_t> rules);
    std::uint64_t undecided() const { return undecided_; }

    std::uint32_t rule_at(Cell clue) const { return names_.rule_of[clue]; }
    Cell clue_of(std::uint32_t rule) const { return names_.clue_of[rule]; }
    // The clues that lie up to so many steps from the cell, nearest first; with the counter, all clues.
    std::vector<std::uint32_t> nearest(std::size_t steps) const;
    std::uint64_t work() const { return work_; }

  private:
    std::uint32_t name(std::uint32_t cell);
    bool total_fits();

    Claim claim_;
    Limits limits_;
    Rules rules_;
    BoardNames names_;
    RuleCells cells_;
    Rules subset_;
    Counting counting_;
    CountingScratch scratch_;
    std::vector<std::uint32_t> name_of_, stamp_of_;  // an unknown cell: its number in the subset, and when it got it
    std::uint32_t stamp_ = 0, named_ = 0;
    std::vector<std::uint32_t> among_;
    std::vector<std::uint32_t> ordered_, distance_;  // rules by their distance from the cell
    std::uint64_t work_ = 0;                         // clues counted in all tests
    std::uint64_t undecided_ = 0;
};

// Shrinks clues that force the claim, given nearest first, to a set from which none can be left out.
Forcing shrink_forcing(ForcingTest& test, std::span<const Cell> clues);

// The same, and looks for a smaller set.
Forcing find_forcing(ForcingTest& test, std::span<const Cell> clues);

// How many mines the counted rules can hold together: reach[k] says whether k mines are possible.
void list_reach(const Counting& counting, std::vector<std::uint8_t>& reach);

}  // namespace sapper
