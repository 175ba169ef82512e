#include "strategy/book.hpp"

#include <bit>
#include <cstring>

namespace sapper {

namespace {

// After a first click at a corner that shows no zero, and a few more like it. A zero away from the sides shows nine.
constexpr std::uint32_t MOST_CLUES = 8;
constexpr std::size_t MOST_ENTRIES = 1 << 15;  // a few megabytes

}  // namespace

std::uint64_t digest_of_player(std::span<const double> settings, const Shape& shape, std::uint32_t row_length) {
    std::uint64_t digest = row_length;
    for (double setting : settings) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &setting, sizeof bits);
        digest = mix_bits(digest ^ bits);
    }
    for (std::uint32_t first : shape.first) digest = mix_bits(digest ^ first);
    for (Cell neighbour : shape.neighbour) digest = mix_bits(digest ^ neighbour);
    return digest;
}

Book& Book::shared() {
    static Book& book = *new Book(MOST_ENTRIES);  // never destroyed: a thread may play while the process ends
    return book;
}

Book::Book(std::size_t most) : entries_(most) {
    entries_.clear();
}

bool Book::is_common(const Position& position) {
    const PositionCells& cells = position.cells;
    std::uint32_t clues = 0;
    for (Cell first = 0; first < cells.size() && clues <= MOST_CLUES; first += LANES)
        clues += static_cast<std::uint32_t>(std::popcount(cells.marked(first, Mark::CLUE)));
    return clues <= MOST_CLUES;
}

std::optional<Book::Entry> Book::find(const Key& key) const {
    std::unique_lock guard(lock_, std::try_to_lock);
    if (!guard) return std::nullopt;
    const Entry* found = entries_.find(key);
    return found ? std::optional(*found) : std::nullopt;
}

void Book::keep(const Key& key, const Entry& entry) {
    std::unique_lock guard(lock_, std::try_to_lock);
    if (guard) entries_.keep(key, entry);
}

}  // namespace sapper
