#include "strategy/book.hpp"

#include <bit>

namespace sapper {

namespace {

// After a first click at a corner that shows no zero, and a few more like it. A zero away from the sides shows nine.
constexpr std::uint32_t MOST_CLUES = 8;
constexpr std::size_t MOST_ENTRIES = 1 << 12;

}  // namespace

bool Book::is_common(const Position& position) {
    const PositionCells& cells = position.cells;
    std::uint32_t clues = 0;
    for (Cell first = 0; first < cells.size() && clues <= MOST_CLUES; first += LANES)
        clues += static_cast<std::uint32_t>(std::popcount(cells.marked(first, Mark::CLUE)));
    return clues <= MOST_CLUES;
}

PositionKey Book::look_up(const Position& position) {
    if (shape_ != position.shape) {
        shape_ = position.shape;
        entries_.clear();
        places_.reset(MOST_ENTRIES);
    }
    return key_of(position.cells, static_cast<std::uint64_t>(position.mines_left));
}

const Book::Entry* Book::find(const PositionKey& key) const {
    std::uint32_t place = places_.find(key[0], [&](std::uint32_t k) { return entries_[k].key == key; });
    return place == IndexTable::NO_ENTRY ? nullptr : &entries_[place];
}

void Book::keep(const Entry& entry) {
    if (entries_.size() == MOST_ENTRIES) return;
    places_.find_or_insert(entry.key[0], static_cast<std::uint32_t>(entries_.size()), [](auto) { return false; });
    entries_.push_back(entry);
}

}  // namespace sapper
