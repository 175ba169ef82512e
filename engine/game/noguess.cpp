#include "game/noguess.hpp"

#include <algorithm>

namespace sapper {

Reasoner::Reasoner(const Shape& shape, std::int64_t mines, Technique most, bool grades)
    : most_(most), grades_(grades), to_reveal_(shape.cell_count() - static_cast<std::uint32_t>(mines)) {
    begin_position(shape, mines, blank_);
    forget();
}

void Reasoner::forget() {
    begin_ladder(*blank_.shape, scratch_);
}

bool Reasoner::play(const DealtBoard& dealt_board, Cell start, const Watch& watch) {
    limits_ = default_limits(*blank_.shape, watch);
    position_ = blank_;
    revealed_ = 0;
    moves_ = {};
    for (Cell cell = start; cell != NO_CELL; cell = grades_ ? graded_cell() : certain_cell()) {
        revealed_ += reveal_cell(position_, cell, [&](Cell shown) { return dealt_board.shows[shown]; });
        if (revealed_ == to_reveal_) return true;
        settle_position(position_);
    }
    return false;
}

// A hidden cell that is certainly safe, found by the easiest technique that leads to one; NO_CELL when there is none.
Cell Reasoner::graded_cell() {
    Technique hardest = Technique::SINGLE;
    while (true) {
        if (Cell cell = take_safe(position_); cell != NO_CELL) {
            ++moves_[static_cast<std::size_t>(hardest)];
            return cell;
        }
        limits_.watch.check();
        Technique step = climb(position_, most_, limits_, scratch_);
        if (step == Technique::NONE) return NO_CELL;
        hardest = std::max(hardest, step);
    }
}

// The same, found by the cheapest way that finds one.
Cell Reasoner::certain_cell() {
    if (Cell cell = take_safe(position_); cell != NO_CELL) return cell;
    if (most_ < Technique::PAIR) return NO_CELL;
    while (settle_pairs(position_, scratch_.pairs))
        if (Cell cell = take_safe(position_); cell != NO_CELL) return cell;
    limits_.watch.check();
    // A reasoner that uses all information of the clues, or of clues and counter, need not find the easiest step.
    if (most_ == Technique::CASES || most_ == Technique::COUNTING_CASES) {
        look(position_, Detail::PROBABILITIES, limits_, scratch_.store, scratch_.outlook);
        auto settle = [&](Cell cell, bool mine) { settle_cell(position_, cell, mine); };
        if (most_ == Technique::CASES)
            visit_certain_by_clues(position_, scratch_.store, scratch_.outlook, settle);
        else
            visit_certain(position_, scratch_.outlook, settle);
        settle_position(position_);
        return take_safe(position_);
    }
    while (climb(position_, most_, limits_, scratch_) != Technique::NONE)
        if (Cell cell = take_safe(position_); cell != NO_CELL) return cell;
    return NO_CELL;
}

HiddenPairs::HiddenPairs(const Shape& shape) : shape_(shape), salt_(shape.cell_count()), all_(shape.cell_count(), 0) {
    for (Cell cell = 0; cell < salt_.size(); ++cell) {
        salt_[cell] = static_cast<std::uint32_t>(mix_bits(cell));
        shape.visit_neighbours(cell, [&](Cell other) { all_[other] += salt_[cell]; });
    }
}

bool HiddenPairs::any(const DealtBoard& dealt_board, Cell start) {
    list_mines(dealt_board.mined, dealt_board.mined.size(), mines_);
    seers_ = all_;
    for (Cell mine : mines_) shape_.visit_neighbours(mine, [&](Cell cell) { seers_[cell] -= salt_[mine]; });
    // Sums that agree are so rare that it pays to look at all of them without branching.
    for (Cell mine : mines_) {
        bool agree = false;
        shape_.visit_neighbours(mine, [&](Cell safe) { agree |= seers_[mine] - salt_[safe] == seers_[safe]; });
        if (!agree) continue;
        for (Cell safe : shape_.neighbours(mine))
            if (safe != start && !dealt_board.mined[safe] && same_seers(dealt_board, mine, safe)) return true;
    }
    return false;
}

bool HiddenPairs::same_seers(const DealtBoard& dealt_board, Cell mine, Cell safe) const {
    auto seers = shape_.neighbours(mine), others = shape_.neighbours(safe);
    auto other = others.begin();
    for (Cell seer : seers) {
        if (dealt_board.mined[seer] || seer == safe) continue;
        while (other != others.end() && dealt_board.mined[*other]) ++other;
        if (other == others.end() || *other++ != seer) return false;
    }
    return std::all_of(other, others.end(), [&](Cell rest) { return dealt_board.mined[rest] != 0; });
}

}  // namespace sapper
