// Threads that wait for work, for callers that hand out many small jobs: a Shift starts its threads anew for every
// call, which takes longer than a small job. The calling thread works too, and only threads that have begun to work
// on a job are waited for, so a thread that wakes up late delays nothing.
//
// What a piece of a job writes must depend on its number alone, so that any number of threads does the same work.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/limits.hpp"

namespace sapper {

class Crew {
  public:
    // `members` counts the calling thread.
    explicit Crew(std::uint32_t members);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Calls work(member, piece, watch) for pieces 0 .. pieces - 1. The calling thread is member 0; no member works on
    // two pieces at a time. The calling thread polls the watch; the others stop when it stops. After an error all
    // members stop soon, and it is rethrown: that of the earliest piece if several fail.
    template <class Work>
    void run(std::size_t pieces, const Watch& watch, Work&& work) {
        Job job{[](void* call, std::uint32_t member, std::size_t piece, const Watch& own) {
                    (*static_cast<std::remove_reference_t<Work>*>(call))(member, piece, own);
                },
                &work, pieces};
        run(job, watch);
    }

    std::uint32_t members() const { return static_cast<std::uint32_t>(others_.size()) + 1; }

  private:
    struct Job {
        void (*call)(void*, std::uint32_t, std::size_t, const Watch&);
        void* work;
        std::size_t pieces;
        std::atomic<std::size_t> next{0};
        std::atomic<bool> stopped{false};
        std::mutex failing{};
        std::exception_ptr failure{};
        std::size_t failed_piece{0};
    };

    void run(Job& job, const Watch& watch);
    static void take_pieces(Job& job, std::uint32_t member, const Watch& watch);
    static void fail(Job& job, std::size_t piece);
    void wait_for_jobs(std::uint32_t member);

    std::mutex mutex_;
    std::condition_variable begun_, ended_;
    Job* job_ = nullptr;        // null: none may be begun
    std::uint64_t number_ = 0;  // of the job
    std::uint32_t working_ = 0;
    bool closing_ = false;
    std::vector<std::thread> others_;
};

}  // namespace sapper
