// Limits of a call: the number of states it may use, and a watch that can stop it.
#pragma once

#include <cstdint>

namespace sapper {

// A long call calls `poll` every few milliseconds of work. `poll` throws to stop the call.
struct Watch {
    void (*poll)(void*) = nullptr;
    void* context = nullptr;

    void check() const {
        if (poll) poll(context);
    }
};

struct Limits {
    // Mean number of counts per state, 8 bytes each. A state of a wide component has about six.
    static constexpr std::uint64_t VALUES_A_STATE = 8;

    std::uint64_t max_states = 24'000'000;  // states of all diagrams of one analysis together
    Watch watch;

    std::uint64_t max_values() const { return VALUES_A_STATE * max_states; }
};

}  // namespace sapper
