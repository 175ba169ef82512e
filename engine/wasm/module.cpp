// What the WebAssembly module exports. JavaScript (`src/sapper/web/static/engine/core.js`) writes the arguments of a
// call to `sapper_room(bytes)`, calls `sapper_call(function, bytes)` with the number of a function, and reads the
// answer at `sapper_answer()`. A call returns 1 where it failed; the answer is then a record that says how.
#include <emscripten/emscripten.h>

#include <vector>

#include "wasm/protocol.hpp"

namespace sapper::wasm {

namespace {

std::vector<std::uint8_t> room;
Writer answer;

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE std::uint8_t* sapper_room(std::size_t bytes) {
    constexpr std::size_t KEPT = 1 << 20;  // a larger room is given back by the next call
    if (room.size() < bytes || room.size() > KEPT) room = std::vector<std::uint8_t>(bytes < KEPT ? KEPT : bytes);
    return room.data();
}

EMSCRIPTEN_KEEPALIVE int sapper_call(std::uint32_t function, std::size_t bytes) {
    return run(function, {room.data(), bytes}, answer) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE const std::uint8_t* sapper_answer() {
    return answer.bytes().data();
}

EMSCRIPTEN_KEEPALIVE std::size_t sapper_answer_bytes() {
    return answer.bytes().size();
}

// The names of all functions, in the order of their numbers, as an answer.
EMSCRIPTEN_KEEPALIVE void sapper_names() {
    write_names(answer);
}

}  // extern "C"

}  // namespace sapper::wasm
