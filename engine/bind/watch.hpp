// Runs a long engine call without the interpreter lock so that Ctrl-C still stops it.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "base/limits.hpp"

namespace sapper::bind {

// Raises what a signal handler raised, usually KeyboardInterrupt.
inline void poll_signals(void*) {
    nanobind::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Run `call(watch)` without the lock; it must touch no Python object.
template <class Call>
auto interruptible(Call&& call) {
    nanobind::gil_scoped_release unlocked;
    return std::forward<Call>(call)(Watch{poll_signals});
}

}  // namespace sapper::bind
