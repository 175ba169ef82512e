// Calls as bytes: a function's number and a stream of arguments come in, a stream with the answer goes out. A call
// that fails answers with a record: the name of the error, its message and its cells. What a caller holds by a
// number, such as a game, belongs to the thread that called.
#pragma once

#include <cstdint>
#include <span>

#include "wasm/stream.hpp"

namespace sapper::wasm {

// The names of all functions, in the order of their numbers, as a list.
void write_names(Writer& answer);

// Runs a call. Returns whether it succeeded; the answer replaces what was written before.
bool run(std::uint32_t function, std::span<const std::uint8_t> arguments, Writer& answer);

}  // namespace sapper::wasm
