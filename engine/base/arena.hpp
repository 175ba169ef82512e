// Working memory for a recursion: allocated piece by piece on the way down, released all at once on the way up. It
// never shrinks, so that the next search of the same size allocates nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace sapper {

class Arena {
  public:
    // Returns uninitialised memory for `count` values, valid until an earlier mark is released.
    template <class T>
    T* take(std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> && alignof(T) <= UNIT);
        std::size_t size = (count * sizeof(T) + UNIT - 1) / UNIT * UNIT;
        while (chunk_ < chunks_.size() && used_ + size > chunks_[chunk_].size) ++chunk_, used_ = 0;
        if (chunk_ == chunks_.size()) {
            std::size_t fresh = std::max(size, FIRST_CHUNK << std::min<std::size_t>(chunks_.size(), 8));
            chunks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[fresh]), fresh});
            used_ = 0;
        }
        std::byte* at = chunks_[chunk_].bytes.get() + used_;
        used_ += size;
        taken_ += size;
        return reinterpret_cast<T*>(at);
    }

    // Bytes in use.
    std::size_t taken() const { return taken_; }

    // Bytes of memory that it has.
    std::size_t room() const {
        std::size_t all = 0;
        for (const Chunk& chunk : chunks_) all += chunk.size;
        return all;
    }

    // Releases everything allocated during its lifetime.
    class Mark {
      public:
        explicit Mark(Arena& arena) : arena_(arena), chunk_(arena.chunk_), used_(arena.used_), taken_(arena.taken_) {}
        ~Mark() { release(); }
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;
        void release() { arena_.chunk_ = chunk_, arena_.used_ = used_, arena_.taken_ = taken_; }

      private:
        Arena& arena_;
        std::size_t chunk_, used_, taken_;
    };

  private:
    static constexpr std::size_t UNIT = 16, FIRST_CHUNK = 1 << 16;
    struct Chunk {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size;
    };
    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0, used_ = 0, taken_ = 0;
};

}  // namespace sapper
