// The functions that JavaScript calls, by name: one list a topic, in the order of the data flow. Arguments and
// answers are streams. What a function wrote before it threw an error is not seen.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "wasm/stream.hpp"

namespace sapper::wasm {

struct Call {
    std::string_view name;
    void (*run)(Reader& in, Writer& out);
};

// All lists of a module, in the order of their numbers: those of the engine, or those of files of other programs.
std::vector<std::span<const Call>> topics();

std::span<const Call> content_calls();
std::span<const Call> recording_calls();
std::span<const Call> shape_calls();
std::span<const Call> analysis_calls();
std::span<const Call> question_calls();
std::span<const Call> exact_calls();
std::span<const Call> proof_calls();
std::span<const Call> game_calls();
std::span<const Call> layout_calls();
std::span<const Call> measure_calls();
std::span<const Call> replay_calls();
std::span<const Call> strategy_calls();
std::span<const Call> play_calls();

}  // namespace sapper::wasm
