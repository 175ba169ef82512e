// The clicks that events of a mouse make.
#include <memory>
#include <vector>

#include "check.hpp"
#include "formats/mouse.hpp"

using namespace sapper;

namespace {

struct Made {
    MouseEvent kind;
    std::int32_t x;
};

// One row of five cells of ten pixels, with a mine in the last one.
MouseGame play(const std::vector<Made>& made, const MouseSettings& settings = {}) {
    auto shape = std::make_shared<const Shape>(make_square_shape(1, 5));
    auto layout = std::make_shared<const Layout>(layout_from_mines(shape, {4}));
    std::vector<std::uint8_t> kinds;
    std::vector<std::int32_t> xs, ys;
    for (const Made& one : made) {
        kinds.push_back(static_cast<std::uint8_t>(one.kind));
        xs.push_back(one.x);
        ys.push_back(5);
    }
    return play_mouse(layout, {kinds, xs, ys, 1, 5, 10}, settings);
}

using enum MouseEvent;

}  // namespace

TEST(a_left_click_reveals_where_it_is_released) {
    MouseGame game = play({{LEFT_DOWN, 45}, {MOVE, 5}, {LEFT_UP, 5}});
    CHECK(game.clicks.size() == 1);
    CHECK(game.clicks[0].cell == 0);
    CHECK(game.events[0] == 2);
    CHECK(game.judged.status == Status::WON);
}

TEST(both_buttons_chord_once) {
    std::vector<Made> made{{RIGHT_DOWN, 45}, {RIGHT_UP, 45},  {LEFT_DOWN, 35}, {LEFT_UP, 35},
                           {RIGHT_DOWN, 35}, {LEFT_DOWN, 35}, {RIGHT_UP, 35},  {LEFT_UP, 35}};
    MouseGame game = play(made);
    CHECK(game.clicks.size() == 3);  // the right press on the revealed cell is no click
    CHECK(game.clicks[2].kind == ClickKind::CHORD);
    CHECK(game.judged.status == Status::WON);
    MouseGame rilian = play(made, {.rilian = true});
    CHECK(rilian.clicks.size() == 4);
}

TEST(presses_beside_the_board_do_nothing) {
    CHECK(play({{LEFT_DOWN, -1}, {LEFT_UP, 5}}).clicks.empty());
    CHECK(play({{LEFT_DOWN, 5}, {LEFT_UP, 50}}).clicks.empty());
    CHECK(play({{LEFT_DOWN, 5}, {LEFT_UP, 50}}, {.count_outside = true}).clicks.size() == 1);
}

TEST(the_path_counts_steps_on_the_board) {
    CHECK(play({{LEFT_DOWN, 5}, {LEFT_UP, 5}, {MOVE, 15}, {MOVE, -5}, {MOVE, 25}, {MOVE, 20}}).path == 15);
}
