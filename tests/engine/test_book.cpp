// Moves that are kept for other games.
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "board/shape.hpp"
#include "check.hpp"
#include "strategy/book.hpp"

using namespace sapper;

namespace {

Book::Key key(std::uint64_t position, std::uint64_t player) {
    return {{position, ~position}, player};
}

void keep(Book& book, std::uint64_t position, std::uint64_t player, Cell cell) {
    book.keep(key(position, player), {{cell, &reasons::LOOKAHEAD}, position});
}

}  // namespace

TEST(a_book_finds_a_move_by_position_and_player) {
    Book book(100);
    CHECK(!book.find(key(1, 1)));
    keep(book, 1, 1, 5);
    keep(book, 1, 2, 6);
    keep(book, 2, 1, 7);
    keep(book, 2, 1, 8);  // known already
    CHECK(book.find(key(1, 1))->move.cell == 5);
    CHECK(book.find(key(1, 2))->move.cell == 6);
    CHECK(book.find(key(2, 1))->move.cell == 7);
    CHECK(book.find(key(2, 1))->nodes == 2);
    CHECK(!book.find(key(2, 2)));
}

TEST(a_book_that_is_full_is_cleared) {
    Book book(10);
    for (std::uint64_t k = 0; k < 10; ++k) keep(book, k, 1, 3);
    keep(book, 3, 1, 3);  // known already: nothing is cleared
    for (std::uint64_t k = 0; k < 10; ++k) CHECK(book.find(key(k, 1)));
    keep(book, 10, 1, 4);
    CHECK(book.find(key(10, 1))->move.cell == 4);
    CHECK(!book.find(key(0, 1)));
}

TEST(threads_share_a_book) {
    Book book(64);
    std::vector<std::thread> threads;
    std::atomic<std::uint32_t> right = 0, wrong = 0;
    for (std::uint64_t own = 0; own < 4; ++own)
        threads.emplace_back([&, own] {
            for (std::uint64_t k = 0; k < 10'000; ++k) {
                keep(book, k, own, static_cast<Cell>(k));
                if (auto found = book.find(key(k, own))) ++(found->move.cell == k ? right : wrong);
            }
        });
    for (std::thread& one : threads) one.join();
    CHECK(wrong == 0 && right > 0);
}

TEST(players_differ_by_settings_and_board) {
    Shape wide = make_square_shape(3, 4), tall = make_square_shape(4, 3);
    std::vector<double> settings{1, 0}, swapped{0, 1};
    std::uint64_t digest = digest_of_player(settings, wide, 4);
    CHECK(digest == digest_of_player(settings, make_square_shape(3, 4), 4));
    CHECK(digest != digest_of_player(swapped, wide, 4));
    CHECK(digest != digest_of_player(settings, wide, 0));
    CHECK(digest != digest_of_player(settings, tall, 4));
}
