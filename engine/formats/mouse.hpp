// Layout + events of a mouse -> the clicks they make, what the clicks did, and the length of the pointer's way. The
// left button reveals when it is released and the right one flags when it is pressed. Both together chord at the
// first release, on the cell under the pointer; the other release does nothing. The middle button, and the left one
// with shift, chord when they are released. Presses and releases beside the board do nothing. Works on squares with
// eight neighbours. The cost is linear in events, clicks and cells.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/judged.hpp"

namespace sapper {

enum class MouseEvent : std::uint8_t {
    MOVE = 1,
    LEFT_DOWN,
    LEFT_UP,
    RIGHT_DOWN,
    RIGHT_UP,
    MIDDLE_DOWN,
    MIDDLE_UP,
    PREFLAG,    // a flag that was put before the game began
    BOTH_DOWN,  // left and right together
    LEFT,       // pressed or released
    RIGHT,
    MIDDLE,
    SHIFT_LEFT_DOWN,
    MARKS,  // question marks switched on or off
};

// Events as columns of one length, with places in pixels from the top left corner of the board.
struct MouseTrack {
    std::span<const std::uint8_t> kinds;  // MouseEvent
    std::span<const std::int32_t> xs, ys;
    std::uint32_t rows = 0, cols = 0;
    std::int32_t cell = 16;  // pixels of a cell, at least 1
};

// What programs do differently.
struct MouseSettings {
    bool rilian = false;         // the other release after a chord reveals a cell
    bool count_outside = false;  // a left release beside the board counts as a click
    bool questions = false;      // a right click on a flag puts a question mark
};

struct MouseGame {
    std::vector<PlayedClick> clicks;
    std::vector<std::uint32_t> events;  // a click: the number of the event that made it
    JudgedClicks judged;
    double path =
        0;  // pixels of the pointer's way on the board from the first click on; steps that leave it do not count
    double click_path = 0;  // pixels from the place of one click to that of the next
};

// A right click on a revealed cell whose button stays down and makes a chord is none.
MouseGame play_mouse(std::shared_ptr<const Layout> layout, const MouseTrack& track, const MouseSettings& settings);

}  // namespace sapper
