#include "base/workers.hpp"

#include <exception>

#include "base/error.hpp"

namespace sapper {

namespace {

void throw_if_stopped(void* stopped) {
    if (static_cast<std::atomic<bool>*>(stopped)->load(std::memory_order_relaxed)) throw Cancelled();
}

}  // namespace

Workers::Workers(std::size_t threads) {
    if (threads < 2) return;
    others_.reserve(threads - 1);
    try {
        for (std::size_t thread = 1; thread < threads; ++thread)
            others_.emplace_back([this, thread] { wait_for_jobs(thread); });
    } catch (const std::exception&) {
        // The system has no more threads, or no memory for one; those that run do the same work.
    }
}

Workers::~Workers() {
    {
        std::lock_guard lock(mutex_);
        closing_ = true;
    }
    begun_.notify_all();
    for (std::thread& other : others_) other.join();
}

void Workers::run(Job& job, const Watch& watch) {
    bool shared = job.pieces > 1 && !others_.empty();
    if (shared) {
        std::lock_guard lock(mutex_);
        job_ = &job;
        ++number_;
    }
    if (shared) begun_.notify_all();
    take_pieces(job, 0, watch);
    if (shared) {
        std::unique_lock lock(mutex_);
        job_ = nullptr;
        ended_.wait(lock, [&] { return working_ == 0; });
    }
    if (job.failure) std::rethrow_exception(job.failure);
}

void Workers::take_pieces(Job& job, std::size_t thread, const Watch& watch) {
    while (!job.stopped.load(std::memory_order_relaxed)) {
        std::size_t piece = job.next.fetch_add(1, std::memory_order_relaxed);
        if (piece >= job.pieces) return;
        try {
            job.call(job.work, thread, piece, watch);
        } catch (const Cancelled&) {
            // A thread that was stopped because of another one has no error of its own.
            if (!job.stopped) fail(job, piece);
        } catch (...) {
            fail(job, piece);
        }
    }
}

void Workers::fail(Job& job, std::size_t piece) {
    std::lock_guard lock(job.failing);
    if (!job.failure || piece < job.failed_piece) {
        job.failure = std::current_exception();
        job.failed_piece = piece;
    }
    job.stopped = true;
}

void Workers::wait_for_jobs(std::size_t thread) {
    std::uint64_t done = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        begun_.wait(lock, [&] { return closing_ || (job_ && number_ != done); });
        if (closing_) return;
        done = number_;
        Job& job = *job_;
        ++working_;
        lock.unlock();
        take_pieces(job, thread, {throw_if_stopped, &job.stopped});
        lock.lock();
        if (--working_ == 0) ended_.notify_one();
    }
}

}  // namespace sapper
