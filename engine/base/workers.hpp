// Threads that do a job together, piece by piece: each takes the next piece until none is left. They wait for the
// next job in between, because starting a thread takes longer than a small job. The calling thread works too, and
// only threads that have begun to work on a job are waited for, so a thread that wakes up late delays nothing.
//
// What a piece of a job writes must depend on its number alone, so that any number of threads does the same work.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/limits.hpp"

namespace sapper {

class Workers {
  public:
    // `threads` counts the calling thread. Where the system starts fewer, those do the same work.
    explicit Workers(std::size_t threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Calls work(thread, piece, watch) for pieces 0 .. pieces - 1. The calling thread is thread 0; none works on two
    // pieces at a time. The calling thread polls the watch; the others stop when it stops. After an error all stop
    // soon, and it is rethrown: that of the earliest piece if several fail.
    template <class Work>
    void run(std::size_t pieces, const Watch& watch, Work&& work) {
        Job job{[](void* call, std::size_t thread, std::size_t piece, const Watch& own) {
                    (*static_cast<std::remove_reference_t<Work>*>(call))(thread, piece, own);
                },
                &work, pieces};
        run(job, watch);
    }

    std::size_t threads() const { return others_.size() + 1; }

  private:
    struct Job {
        void (*call)(void*, std::size_t, std::size_t, const Watch&);
        void* work;
        std::size_t pieces;
        std::atomic<std::size_t> next{0};
        std::atomic<bool> stopped{false};
        std::mutex failing{};
        std::exception_ptr failure{};
        std::size_t failed_piece{0};
    };

    void run(Job& job, const Watch& watch);
    static void take_pieces(Job& job, std::size_t thread, const Watch& watch);
    static void fail(Job& job, std::size_t piece);
    void wait_for_jobs(std::size_t thread);

    std::mutex mutex_;
    std::condition_variable begun_, ended_;
    Job* job_ = nullptr;        // null: none may be begun
    std::uint64_t number_ = 0;  // of the job
    std::size_t working_ = 0;
    bool closing_ = false;
    std::vector<std::thread> others_;
};

// Does one job on threads that end with it. make() returns what a thread needs for its pieces: a function
// work(piece, watch), made on the thread when it takes its first piece. Throws as Workers::run, and what make()
// throws.
template <class Make>
void share_work(std::size_t pieces, std::size_t threads, const Watch& watch, Make&& make) {
    Workers workers(std::min(threads, pieces));
    std::vector<std::optional<std::invoke_result_t<Make&>>> made(workers.threads());
    workers.run(pieces, watch, [&](std::size_t thread, std::size_t piece, const Watch& own) {
        if (!made[thread]) made[thread].emplace(make());
        (*made[thread])(piece, own);
    });
}

}  // namespace sapper
