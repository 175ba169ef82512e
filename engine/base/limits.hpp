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

// Polls a watch from a loop whose steps are too short to poll in each.
class Pace {
  public:
    explicit Pace(const Watch& watch) : watch_(watch) {}

    // Counts steps of about a nanosecond.
    void step(std::uint64_t steps) {
        done_ += steps;
        if (done_ < STEPS_A_POLL) return;
        done_ = 0;
        watch_.check();
    }

  private:
    static constexpr std::uint64_t STEPS_A_POLL = 1 << 22;

    Watch watch_;
    std::uint64_t done_ = 0;
};

struct Limits {
    // Mean number of counts per state, 8 bytes each. A state of a wide component has about six.
    static constexpr std::uint64_t VALUES_A_STATE = 8;

    std::uint64_t max_states = 24'000'000;  // states of all diagrams of one analysis together
    Watch watch;

    std::uint64_t max_values() const { return VALUES_A_STATE * max_states; }
};

}  // namespace sapper
