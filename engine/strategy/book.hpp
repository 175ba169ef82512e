// Moves that are worked out once for many games. A game that does not begin with a zero passes through positions
// with a handful of clues, and other games from the same start meet them again. They are also the dearest to judge,
// because nearly all of the board is hidden. A book keeps the moves of the first such positions that it meets.
//
// What is kept must depend on the position alone, so a strategy with a book draws its random numbers there from the
// key of the position. Then a game is the same whether the book knew the move or not.
#pragma once

#include <cstdint>
#include <vector>

#include "base/index_table.hpp"
#include "strategy/position_key.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

class Book {
  public:
    // A settled position that other games may meet, and what was found there.
    struct Entry {
        PositionKey key{};
        Move move;
        std::uint64_t nodes = 0;  // that it took to find the move
    };

    // Whether a settled position has so few clues that other games are likely to meet it.
    static bool is_common(const Position& position);

    // The key of such a position. Forgets all moves where the shape is another one than before.
    PositionKey look_up(const Position& position);
    // The entry with this key, or null. It is valid until one is kept.
    const Entry* find(const PositionKey& key) const;
    // Keeps an entry that is not in the book, as long as there is room.
    void keep(const Entry& entry);

  private:
    const Shape* shape_ = nullptr;
    IndexTable places_;
    std::vector<Entry> entries_;
};

}  // namespace sapper
