// Turns of work shared by threads. Each thread takes the next turn until none is left. When a turn fails, all threads
// stop soon, and the error of the earliest turn is rethrown. The result of a turn must depend on its number alone, so
// that any number of threads does the same work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/limits.hpp"

namespace sapper {

class Shift {
  public:
    // Does turns 0 .. turns - 1. make() returns a worker for a thread; worker(turn, watch) does one turn. The calling
    // thread works too and polls the watch; the other threads stop when it stops.
    template <class Make>
    void run(std::size_t turns, std::uint32_t threads, const Watch& watch, Make&& make) {
        {
            Others others;
            for (std::size_t k = 1; k < std::min<std::size_t>(threads, turns); ++k)
                others.list.emplace_back([&] { work(turns, {throw_if_stopped, &stopped_}, make); });
            work(turns, watch, make);
        }  // waits for all
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    // Threads that are waited for; std::jthread does that too, but the library for WebAssembly has none.
    struct Others {
        std::vector<std::thread> list;
        ~Others() {
            for (std::thread& one : list) one.join();
        }
    };

    static void throw_if_stopped(void* stopped) {
        if (static_cast<std::atomic<bool>*>(stopped)->load(std::memory_order_relaxed)) throw Cancelled();
    }

    template <class Make>
    void work(std::size_t turns, const Watch& watch, Make& make) {
        auto worker = make();
        while (!stopped_) {
            std::size_t turn = next_++;
            if (turn >= turns) return;
            try {
                worker(turn, watch);
            } catch (const Cancelled&) {
                // A thread that was stopped because of another one has no error of its own.
                if (!stopped_) fail(turn);
            } catch (...) {
                fail(turn);
            }
        }
    }

    void fail(std::size_t turn) {
        std::lock_guard lock(mutex_);
        if (!failure_ || turn < failed_turn_) {
            failure_ = std::current_exception();
            failed_turn_ = turn;
        }
        stopped_ = true;
    }

    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;
    std::size_t failed_turn_ = 0;
    std::exception_ptr failure_;
};

}  // namespace sapper
