// The functions of the module of the engine.
#include "wasm/calls.hpp"

namespace sapper::wasm {

std::vector<std::span<const Call>> topics() {
    return {shape_calls(), analysis_calls(), question_calls(), exact_calls(),    proof_calls(), layout_calls(),
            game_calls(),  measure_calls(),  replay_calls(),   strategy_calls(), play_calls()};
}

}  // namespace sapper::wasm
