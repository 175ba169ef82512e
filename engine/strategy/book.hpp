// Moves that are worked out once for many games. A game that does not begin with a zero passes through positions
// with a handful of clues, and other games from the same start meet them again. They are also the dearest to judge,
// because nearly all of the board is hidden. The book keeps the moves of such positions for all games of the process,
// because a run is played in many short calls, by several threads.
//
// What is kept must depend on the position and the player alone, so a strategy with a book draws its random numbers
// there from the key of the position and starts with nothing that the game has counted. Then a game is the same
// whether the book knew the move or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "strategy/memo.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

// What a move depends on besides the position: the settings, and the board with the length of its rows.
std::uint64_t digest_of_player(std::span<const double> settings, const Shape& shape, std::uint32_t row_length);

class Book {
  public:
    struct Key {
        PositionKey position{};
        std::uint64_t player = 0;

        bool operator==(const Key&) const = default;
    };
    // What was found in a settled position that other games may meet.
    struct Entry {
        Move move;
        std::uint64_t nodes = 0;  // that it took to find the move
    };

    // The book of this process. Any thread may use it; one that finds it in use goes without. So a process that was
    // copied while another thread used the book does not wait for that thread.
    static Book& shared();

    // Holds so many entries. A book that is full is cleared.
    explicit Book(std::size_t most);

    // Whether a settled position has so few clues that other games are likely to meet it.
    static bool is_common(const Position& position);

    std::optional<Entry> find(const Key& key) const;
    // Keeps an entry, unless there is one with its key.
    void keep(const Key& key, const Entry& entry);

  private:
    mutable std::mutex lock_;
    Memo<Key, Entry> entries_;
};

inline std::uint64_t hash_of(const Book::Key& key) {
    return mix_bits(key.position[0] ^ key.player);
}

}  // namespace sapper
