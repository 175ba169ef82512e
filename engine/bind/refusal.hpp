// Refusals of texts and files of other programs as the errors of Python, worded there.
#pragma once

#include <nanobind/nanobind.h>

#include "formats/refusal.hpp"

namespace sapper::bind {

// The error that `sapper.formats.refusal` makes of it. Needs the interpreter lock.
nanobind::object word(const formats::Refusal& refusal);

}  // namespace sapper::bind
