// Ctrl-C inside the engine: a Watch that lets Python look at its pending signals.
#pragma once

#include <nanobind/nanobind.h>

#include "../error.hpp"

namespace sapper::bind {

// To be polled from the thread that made the call; raises what the signal handler raises.
inline Watch signal_watch() {
    return {[](void*) {
                nanobind::gil_scoped_acquire hold;
                if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
            },
            nullptr};
}

}  // namespace sapper::bind
