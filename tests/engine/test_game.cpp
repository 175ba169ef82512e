// The rules of the game on squares and on a graph that is no grid.
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "check.hpp"
#include "game/game.hpp"

using namespace sapper;

namespace {

// A layout drawn as one string a row, * for a mine.
GameState game_of(const std::vector<std::string>& rows) {
    auto shape = std::make_shared<const Shape>(make_square_shape(rows.size(), rows[0].size()));
    std::vector<Cell> mines;
    Cell cell = 0;
    for (const std::string& row : rows)
        for (char sign : row) {
            if (sign == '*') mines.push_back(cell);
            ++cell;
        }
    return GameState(std::make_shared<const Layout>(layout_from_mines(shape, mines)));
}

// What is seen: # hidden, F flag, ? question, * mine, else the clue.
std::string seen(const GameState& game) {
    std::string out;
    for (View view : game.board().views)
        out += is_clue(view)            ? static_cast<char>('0' + clue_number(view))
               : view == View::FLAG     ? 'F'
               : view == View::QUESTION ? '?'
               : view == View::MINE     ? '*'
                                        : '#';
    return out;
}

}  // namespace

TEST(a_new_game) {
    GameState game = game_of({"*..", "...", "..."});
    CHECK(seen(game) == "#########");
    CHECK(game.status() == Status::PLAYING);
    CHECK(game.clicks() == 0);
    CHECK(game.exploded() == NO_CELL);
    CHECK(game.board().mines.total == 1);
}

TEST(reveal_cascades_to_the_win) {
    GameState game = game_of({"*..", "...", "..."});
    game.reveal(8);
    CHECK(seen(game) == "#10110000");
    CHECK(game.status() == Status::WON);
    CHECK(game.clicks() == 1);
    CHECK_THROWS(GameError, game.reveal(0));
    CHECK_THROWS(GameError, game.flag(0));
    CHECK_THROWS(GameError, game.question(0));
    CHECK_THROWS(GameError, game.chord(1));
    game.undo();
    CHECK(seen(game) == "#########");
    CHECK(game.status() == Status::PLAYING);
}

TEST(cascade_stops_at_clues_and_flags_but_not_at_questions) {
    GameState game = game_of({".....*", "......"});
    game.flag(1);
    game.question(7);
    game.reveal(0);
    CHECK(seen(game) == "0F001#00001#");
    CHECK(game.status() == Status::PLAYING);  // the flagged cell is still to be revealed
    game.flag(1);
    CHECK(!game.reveal(0));
    game.reveal(1);
    CHECK(game.status() == Status::PLAYING);  // and so is the corner under the mine
    game.reveal(11);
    CHECK(game.status() == Status::WON);
}

TEST(a_mine_ends_the_game_until_undone) {
    GameState game = game_of({"*..", "...", "..*"});
    game.reveal(1);
    game.reveal(0);
    CHECK(game.status() == Status::LOST);
    CHECK(game.exploded() == 0);
    CHECK(seen(game) == "*1#######");
    CHECK_THROWS(GameError, game.reveal(2));
    game.undo();
    CHECK(game.status() == Status::PLAYING);
    CHECK(game.exploded() == NO_CELL);
    CHECK(seen(game) == "#1#######");
    CHECK(game.clicks() == 1);
}

TEST(marks_toggle_and_replace_each_other) {
    GameState game = game_of({"*."});
    game.flag(0);
    CHECK(seen(game) == "F#");
    CHECK_THROWS(GameError, game.reveal(0));
    game.question(0);
    CHECK(seen(game) == "?#");
    game.flag(0);
    game.flag(0);
    CHECK(seen(game) == "##");
    game.question(0);
    game.question(0);
    CHECK(seen(game) == "##");
    CHECK(game.clicks() == 6);
    game.reveal(1);
    CHECK(seen(game) == "#1");
}

TEST(marks_need_a_covered_cell) {
    GameState game = game_of({"*..*"});
    game.reveal(1);
    CHECK_THROWS(GameError, game.flag(1));
    CHECK_THROWS(GameError, game.question(1));
    CHECK(!game.reveal(1));
    CHECK(game.clicks() == 1);
}

TEST(chord_reveals_when_the_flags_match) {
    GameState game = game_of({"*..", "...", "..*"});
    game.reveal(4);
    CHECK_THROWS(GameError, game.chord(0));
    CHECK(!game.chord(4));  // no flags yet
    CHECK(game.clicks() == 1);
    game.flag(0);
    CHECK(!game.chord(4));
    game.flag(8);
    game.question(2);
    CHECK(game.chord(4));
    CHECK(seen(game) == "F1012101F");
    CHECK(game.status() == Status::WON);
    CHECK(game.clicks() == 5);
}

TEST(chord_with_nothing_left_changes_nothing) {
    GameState game = game_of({"*.*."});
    game.reveal(1);
    game.flag(0);
    game.flag(2);
    CHECK(!game.chord(1));
    CHECK(game.clicks() == 3);
}

TEST(chord_with_wrong_flags_shows_every_mine_hit) {
    GameState game = game_of({"*.*", "...", "..."});
    game.reveal(4);
    game.flag(7);
    game.flag(6);
    CHECK(game.chord(4));
    CHECK(game.status() == Status::LOST);
    CHECK(game.exploded() == 0);
    CHECK(seen(game) == "*2*121FF0");
    game.undo();
    CHECK(seen(game) == "####2#FF#");
    CHECK(game.status() == Status::PLAYING);
}

TEST(undo_any_number_of_steps) {
    GameState game = game_of({"*.*..", "..*..", "..*.*"});
    std::vector<std::string> past;
    auto note = [&] { past.push_back(seen(game)); };
    note();
    game.flag(0), note();
    game.reveal(4), note();
    game.question(14), note();
    game.flag(14), note();
    game.reveal(10), note();
    game.reveal(2), note();
    CHECK(game.status() == Status::LOST);
    while (game.clicks() > 0) {
        CHECK(seen(game) == past[game.clicks()]);
        game.undo();
    }
    CHECK(seen(game) == past[0]);
    CHECK_THROWS(GameError, game.undo());
}

TEST(restart_on_the_same_layout) {
    GameState game = game_of({"*..", "...", "..."});
    game.flag(3);
    game.reveal(0);
    game.restart();
    CHECK(seen(game) == "#########");
    CHECK(game.status() == Status::PLAYING);
    CHECK(game.clicks() == 0);
    CHECK_THROWS(GameError, game.undo());
    game.reveal(8);
    CHECK(game.status() == Status::WON);
}

TEST(copies_are_independent) {
    GameState game = game_of({"*.."});
    GameState copy = game;
    copy.reveal(2);
    CHECK(copy.status() == Status::WON);
    CHECK(seen(game) == "###");
}

TEST(cells_outside_are_refused) {
    GameState game = game_of({"*."});
    CHECK_THROWS(InputError, game.reveal(2));
    CHECK_THROWS(InputError, game.flag(NO_CELL));
    CHECK_THROWS(InputError, game.question(2));
    CHECK_THROWS(InputError, game.chord(2));
    CHECK(game.clicks() == 0);
}

TEST(a_game_without_a_free_cell_is_won) {
    GameState game = game_of({"**"});
    CHECK(game.status() == Status::WON);
    CHECK_THROWS(GameError, game.reveal(0));
    CHECK_THROWS(GameError, game.undo());
}

TEST(a_game_on_a_graph) {
    // A hub with five spokes and a tail: hub 0, spokes 1..5, tail 6 hanging on spoke 5.
    auto shape = std::make_shared<const Shape>(make_graph_shape({{1, 2, 3, 4, 5}, {0}, {0}, {0}, {0}, {0, 6}, {5}}));
    GameState game(std::make_shared<const Layout>(layout_from_mines(shape, std::vector<Cell>{1, 2})));
    game.reveal(6);
    CHECK(seen(game) == "2####00");
    game.flag(1);
    game.flag(2);
    CHECK(game.chord(0));
    CHECK(game.status() == Status::WON);
}

TEST(a_million_cells_cascade_without_recursion) {
    auto shape = std::make_shared<const Shape>(make_square_shape(1000, 1000));
    GameState game(std::make_shared<const Layout>(layout_from_mines(shape, std::vector<Cell>{0})));
    game.reveal(999'999);
    CHECK(game.status() == Status::WON);
    game.undo();
    CHECK(game.board().views[500'500] == View::HIDDEN);
    CHECK(game.status() == Status::PLAYING);
}
