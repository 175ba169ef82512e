// Bytes -> the events of recorded games, as columns. Each format is read in one pass. Times never fall: one before
// that of the event before it is raised to it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/buffer.hpp"

namespace sapper {

struct RecordedEvents {
    Buffer<std::uint8_t> kinds;  // MouseEvent
    Buffer<std::int64_t> times;  // milliseconds
    Buffer<std::int32_t> xs, ys;
    std::size_t end = 0;                    // the byte that is no whole event
    std::optional<std::uint32_t> duration;  // milliseconds, where the events tell when the game ended
};

// AVF and FSVF: events of 8 bytes. Ends at one without seconds, at an unknown kind, or where no whole event is left.
RecordedEvents read_avf_events(std::span<const std::uint8_t> bytes);

// EVF 0 to 3: events of 8 bytes. Ends at a kind that is none, or where no whole event is left.
RecordedEvents read_old_evf_events(std::span<const std::uint8_t> bytes);

// EVF 4: kind, milliseconds since the event before it, steps of the pointer. Between them stand pauses, marks and
// values of counters, whose time counts for the next event. Ends at a byte that begins nothing of this.
RecordedEvents read_evf_events(std::span<const std::uint8_t> bytes);

// RMV 1 and 2, and UMF, which has events as RMV 1: events with their time and place, short moves, and what cells
// showed, which is skipped. Ends after the end of the game, or at a byte that begins nothing of this. The press of
// the left button that these files leave out comes before the first event.
RecordedEvents read_rmv_events(std::span<const std::uint8_t> bytes, bool second);

// RAWVF: lines of a time in seconds, a name of two letters, and a place in brackets. Blank lines and those that begin
// with a letter are skipped. Ends at the beginning of another line, such as one with a time below 0 or an unknown
// name.
RecordedEvents read_rawvf_events(std::span<const std::uint8_t> bytes);

// The state of the mouse at some times.
struct MouseStates {
    Buffer<std::uint8_t> buttons;  // 1 left, 2 middle, 4 right: those that are down
    Buffer<std::int64_t> times;
    Buffer<std::int32_t> xs, ys;
};

// MVF from 0.97 on: states of 5 or 6 bytes each, whose bits are permuted. `places` has for each logical bit its place
// among the bits of a state, the lowest bit of the first byte first. Bytes that make no whole state are ignored.
MouseStates read_mvf_states(std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> places);

// The presses and releases between states, the left button first; a state that changes no button is a move.
RecordedEvents press_buttons(const MouseStates& states);

}  // namespace sapper
