#include "game/evf_events.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::uint8_t MOST_MOUSE = 12;  // kinds of events of the mouse are 1 up to this
constexpr std::size_t MOUSE_BYTES = 6;
constexpr std::uint8_t REPLAY = 81, WIN = 82, FAIL = 83, FAULT = 99;  // marks
constexpr std::uint8_t NUMBER = 200, TEXT = 201, PAUSE = 255;         // values of counters, and a pause

std::uint16_t u16(const std::uint8_t* at) {
    return static_cast<std::uint16_t>(at[0] << 8 | at[1]);
}

std::int16_t i16(const std::uint8_t* at) {
    return static_cast<std::int16_t>(u16(at));
}

// The length of what is no event of the mouse; 0 where there is no such thing, or only a part of it.
std::size_t length_of_other(std::span<const std::uint8_t> bytes) {
    auto whole = [&](std::size_t length) { return length <= bytes.size() ? length : 0; };
    switch (bytes[0]) {
        case PAUSE:
            return whole(3);
        case REPLAY:
        case WIN:
        case FAIL:
        case FAULT:
            return whole(2);
        case NUMBER:
            return whole(12);
        case TEXT: {
            if (bytes.size() < 5) return 0;
            auto zero = std::find(bytes.begin() + 4, bytes.end(), 0);
            return zero == bytes.end() ? 0 : static_cast<std::size_t>(zero - bytes.begin()) + 1;
        }
        default:
            return 0;
    }
}

}  // namespace

EvfEvents read_evf_events(std::span<const std::uint8_t> bytes) {
    EvfEvents out;
    std::size_t most = bytes.size() / MOUSE_BYTES, count = 0;
    out.kinds.resize(most);
    out.times.resize(most);
    out.xs.resize(most);
    out.ys.resize(most);
    std::int64_t time = 0;
    std::uint32_t x = 0, y = 0;  // unsigned, so that sums may overflow
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::uint8_t* event = bytes.data() + at;
        if (event[0] >= 1 && event[0] <= MOST_MOUSE) {
            if (at + MOUSE_BYTES > bytes.size()) break;
            time += event[1];
            x += static_cast<std::uint32_t>(i16(event + 2));
            y += static_cast<std::uint32_t>(i16(event + 4));
            out.kinds[count] = event[0];
            out.times[count] = time;
            out.xs[count] = static_cast<std::int32_t>(x);
            out.ys[count++] = static_cast<std::int32_t>(y);
            at += MOUSE_BYTES;
            continue;
        }
        std::size_t length = length_of_other(bytes.subspan(at));
        if (length == 0) break;
        time += event[0] == PAUSE ? u16(event + 1) : event[1];
        at += length;
    }
    out.kinds.resize(count);
    out.times.resize(count);
    out.xs.resize(count);
    out.ys.resize(count);
    out.end = at;
    return out;
}

}  // namespace sapper
