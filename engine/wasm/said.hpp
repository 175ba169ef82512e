// What the engine says, as JavaScript reads it: a record of the values, with the entry of the catalogue as "say".
#pragma once

#include "base/said.hpp"
#include "wasm/stream.hpp"

namespace sapper::wasm {

void write_said(const Said& said, Writer& out);

}  // namespace sapper::wasm
