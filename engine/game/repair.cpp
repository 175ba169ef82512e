#include "game/repair.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace sapper {

namespace {

constexpr int MOST_FAILURES = 200;            // changes in a row that do not help before a repair is given up
constexpr int MOST_DRAWS = 20;                // cells drawn to find one with a mine, or one without
constexpr int PLACES = 8;                     // places looked at for a mine that is to go where there are few
constexpr std::uint32_t SPREAD_IN_EIGHT = 3;  // mines of eight that go back where there are few
constexpr std::uint32_t LEVEL_ONE_IN = 8;     // changes of all open cells around a clue, among the others

}  // namespace

Repairer::Repairer(const Shape& shape, Cell start, const std::vector<Cell>& spared)
    : shape_(shape), start_(start), spared_(shape.cell_count(), 0) {
    for (Cell cell : spared) spared_[cell] = 1;
    for (Cell cell = 0; cell < shape.cell_count(); ++cell)
        if (!spared_[cell]) free_.push_back(cell);
}

bool Repairer::repair(DealtBoard& dealt_board, Reasoner& reasoner, std::uint64_t seed, const Watch& watch) {
    dealt_board_ = &dealt_board;
    reasoner_ = &reasoner;
    rng_ = Kiss64(mix_bits(seed));  // not the stream that dealt the layout
    moved_.clear();
    stuck_.cells.resize(0);
    reasoner.forget();
    try {
        return repair_from_start(watch);
    } catch (...) {
        take_back();
        throw;
    }
}

bool Repairer::repair_from_start(const Watch& watch) {
    if (play(watch)) return true;
    read_position();
    for (int failures = 0; failures < MOST_FAILURES;) {
        moved_.clear();
        change();
        if (!moved_.empty() && play(watch)) return true;
        if (!moved_.empty() && reasoner_->position().open_count < stuck_.open_count) {
            read_position();
            failures = 0;
        } else {
            take_back();
            ++failures;
        }
    }
    return false;
}

// A position too wide to count is changed like any other without a certain move.
bool Repairer::play(const Watch& watch) {
    watch.check();
    try {
        return reasoner_->play(*dealt_board_, start_, watch);
    } catch (const LimitError&) {
        return false;
    }
}

void Repairer::read_position() {
    stuck_ = reasoner_->position();
    frontier_.clear();
    floating_.clear();
    for (Cell cell = 0; cell < shape_.cell_count(); ++cell)
        if (stuck_.cells[cell].mark == Mark::OPEN) (floats(stuck_, cell) ? floating_ : frontier_).push_back(cell);
    auto mines_in = [&](const std::vector<Cell>& cells) {
        return std::count_if(cells.begin(), cells.end(), [&](Cell cell) { return dealt_board_->mined[cell] != 0; });
    };
    crowded_ = static_cast<double>(mines_in(floating_)) * static_cast<double>(free_.size()) >
               static_cast<double>(mines_in(free_)) * static_cast<double>(floating_.size());
}

void Repairer::change() {
    if (frontier_.empty())
        open_wall();
    else
        change_frontier();
}

void Repairer::change_frontier() {
    auto any = [&] { return frontier_[rng_.below(static_cast<std::uint32_t>(frontier_.size()))]; };
    if (rng_.below(LEVEL_ONE_IN) == 0) return level_clue(any());
    flip(any());
    if (rng_.below(2)) flip(any());
}

// Makes all open cells around a clue beside the cell alike: what most of them are is likelier.
void Repairer::level_clue(Cell beside) {
    Cell clue = NO_CELL;
    std::uint32_t clues = 0, open = 0, mines = 0;
    shape_.visit_neighbours(beside, [&](Cell cell) {
        if (stuck_.cells[cell].clue() && rng_.below(++clues) == 0) clue = cell;
    });
    shape_.visit_neighbours(clue, [&](Cell cell) {
        bool is_open = stuck_.cells[cell].mark == Mark::OPEN;
        open += is_open;
        mines += is_open && dealt_board_->mined[cell];
    });
    bool mined = rng_.below(open) < mines;
    shape_.visit_neighbours(clue, [&](Cell cell) {
        if (stuck_.cells[cell].mark == Mark::OPEN && dealt_board_->mined[cell] != mined) flip(cell);
    });
}

// Known mines surround all open cells: takes those away that a clue in the wall sees.
void Repairer::open_wall() {
    Cell clue = NO_CELL;
    std::uint32_t fewest = MAX_NEIGHBOURS + 1, clues = 0;
    for (int drawn = 0; drawn < MOST_DRAWS && clue == NO_CELL; ++drawn) {
        Cell behind = floating_[rng_.below(static_cast<std::uint32_t>(floating_.size()))];
        shape_.visit_neighbours(behind, [&](Cell wall) {
            if (stuck_.cells[wall].mark != Mark::MINE) return;
            shape_.visit_neighbours(wall, [&](Cell cell) {
                if (!stuck_.cells[cell].clue() || dealt_board_->shows[cell] > fewest) return;
                if (dealt_board_->shows[cell] < fewest) clues = 0;
                fewest = dealt_board_->shows[cell];
                if (rng_.below(++clues) == 0) clue = cell;
            });
        });
    }
    if (clue == NO_CELL) return;
    shape_.visit_neighbours(clue, [&](Cell cell) {
        if (dealt_board_->mined[cell]) flip(cell);
    });
}

// Takes the mine out of a cell or puts one in; another cell makes up for it.
void Repairer::flip(Cell cell) {
    bool mined = dealt_board_->mined[cell];
    if (spared_[cell]) return;
    Cell other = partner(cell, !mined);
    if (other == NO_CELL) return;
    if (mined)
        move(cell, other);
    else
        move(other, cell);
}

void Repairer::move(Cell from, Cell to) {
    dealt_board_->move_mine(from, to);
    moved_.emplace_back(from, to);
}

void Repairer::take_back() {
    for (; !moved_.empty(); moved_.pop_back()) dealt_board_->move_mine(moved_.back().second, moved_.back().first);
}

// A cell of the list that may change, with a mine or without; NO_CELL when a few draws find none.
Cell Repairer::draw(const std::vector<Cell>& cells, bool mined) {
    for (int drawn = 0; drawn < MOST_DRAWS && !cells.empty(); ++drawn) {
        Cell cell = cells[rng_.below(static_cast<std::uint32_t>(cells.size()))];
        if (dealt_board_->mined[cell] == mined && !spared_[cell]) return cell;
    }
    return NO_CELL;
}

// A place for a mine where there are few, known to be safe or not: at best in the middle of an opening, where the
// clues around settle it at once.
Cell Repairer::emptiest() {
    Cell best = NO_CELL;
    for (int drawn = 0; drawn < PLACES; ++drawn) {
        Cell cell = draw(free_, false);
        if (cell != NO_CELL && (best == NO_CELL || dealt_board_->shows[cell] < dealt_board_->shows[best]))
            best = cell;
    }
    return best;
}

// A cell to make up for a change of another: a floating one; where there is none, another of the frontier or one
// close by, settled or not.
Cell Repairer::partner(Cell cell, bool mined) {
    if (!mined && crowded_ && rng_.below(8) < SPREAD_IN_EIGHT) return emptiest();
    Cell one = draw(floating_, mined);
    if (one != NO_CELL) {
        if (rng_.below(2)) return one;
        Cell other = draw(floating_, mined);
        if (other == NO_CELL) return one;
        auto neighbours = [&](Cell of) { return shape_.first[of + 1] - shape_.first[of]; };
        return mined == (neighbours(one) > neighbours(other)) ? other : one;
    }
    if (rng_.below(2)) one = draw(frontier_, mined);
    if (one != NO_CELL) return one;
    near_.clear();
    shape_.visit_neighbours(cell, [&](Cell beside) {
        near_.push_back(beside);
        shape_.visit_neighbours(beside, [&](Cell further) {
            if (further != cell) near_.push_back(further);
        });
    });
    return draw(near_, mined);
}

}  // namespace sapper
