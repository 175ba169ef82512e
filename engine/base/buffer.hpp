// A vector that does not initialise the elements it grows by. The stages write every element they allocate, so
// writing zeros first would be wasted; on small boards it takes a tenth of the time.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace sapper {

template <class T>
struct UnclearedAllocator : std::allocator<T> {
    static_assert(std::is_trivially_copyable_v<T>);
    template <class U>
    struct rebind {
        using other = UnclearedAllocator<U>;
    };
    template <class U>
    void construct(U* at) {
        ::new (static_cast<void*>(at)) U;  // default-initialised: left as it is
    }
    template <class U, class... Arguments>
    void construct(U* at, Arguments&&... arguments) {
        ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
    }
};

template <class T>
using Buffer = std::vector<T, UnclearedAllocator<T>>;

}  // namespace sapper
