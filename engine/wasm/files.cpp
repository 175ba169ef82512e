// The functions of the module of files of other programs.
#include "wasm/calls.hpp"

namespace sapper::wasm {

std::vector<std::span<const Call>> topics() {
    return {content_calls(), recording_calls()};
}

}  // namespace sapper::wasm
