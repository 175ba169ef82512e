// Bytes -> the events of an EVF file of version 4, as columns. Each event has its kind, the milliseconds since the
// one before it, and the steps of the pointer. Between them stand pauses, marks and values of counters, whose time
// counts for the next event of the mouse. One pass over the bytes.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"

namespace sapper {

struct EvfEvents {
    Buffer<std::uint8_t> kinds;  // MouseEvent
    Buffer<std::int64_t> times;  // milliseconds since the first
    Buffer<std::int32_t> xs, ys;
    std::size_t end = 0;  // the byte that is no whole event
};

// Reads events from the start of `bytes` on, until a byte that begins no event or one that is cut off.
EvfEvents read_evf_events(std::span<const std::uint8_t> bytes);

}  // namespace sapper
