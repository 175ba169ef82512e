// What the WebAssembly module exports. JavaScript writes the arguments of a call to `sapper_room(bytes)`, calls
// `sapper_call(function, bytes)` with the number of a function, and reads the answer at `sapper_answer()`. A call
// returns 1 where it failed; the answer is then a record with the name of the error, its message and its cells.
#include <emscripten/emscripten.h>

#include <exception>
#include <new>
#include <vector>

#include "base/error.hpp"
#include "game/game.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

std::vector<std::uint8_t> room;
Writer answer;

const std::vector<Call>& calls() {
    static const std::vector<Call> all = [] {
        std::vector<Call> list;
        for (auto topic :
             {shape_calls(), analysis_calls(), question_calls(), exact_calls(), proof_calls(), layout_calls(),
              game_calls(), measure_calls(), replay_calls(), strategy_calls(), play_calls()})
            list.insert(list.end(), topic.begin(), topic.end());
        return list;
    }();
    return all;
}

Writer& begin_error(std::string_view name, std::string_view message) {
    answer.clear();
    return answer.record().key("name").text(name).key("message").text(message);
}

// Runs a call; writes the error where it throws one.
bool run(const Call& call, std::size_t length) {
    try {
        Reader in({room.data(), length});
        call.run(in, answer);
        return true;
    } catch (const InputError& error) {
        begin_error("InputError", error.what()).key("cell").cell(error.cell).end();
    } catch (const GameError& error) {
        begin_error("GameError", error.what()).key("cell").cell(error.cell).end();
    } catch (const ContradictionError& error) {
        begin_error("ContradictionError", error.what()).key("clues").cells(error.rules);
        answer.key("needsTotal").flag(error.needs_total).end();
    } catch (const LimitError& error) {
        begin_error("LimitError", error.what()).key("width").number(error.width).end();
    } catch (const std::bad_alloc&) {
        begin_error("LimitError", "the answer needs more memory than WebAssembly has").key("width").number(0).end();
    } catch (const std::exception& error) {
        begin_error("EngineError", error.what()).end();
    }
    return false;
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE std::uint8_t* sapper_room(std::size_t bytes) {
    constexpr std::size_t KEPT = 1 << 20;  // a larger room is given back by the next call
    if (room.size() < bytes || room.size() > KEPT) room = std::vector<std::uint8_t>(bytes < KEPT ? KEPT : bytes);
    return room.data();
}

EMSCRIPTEN_KEEPALIVE int sapper_call(std::uint32_t function, std::size_t bytes) {
    answer.clear();
    return run(calls()[function], bytes) ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE const std::uint8_t* sapper_answer() {
    return answer.bytes().data();
}

EMSCRIPTEN_KEEPALIVE std::size_t sapper_answer_bytes() {
    return answer.bytes().size();
}

// The names of all functions, in the order of their numbers, as an answer.
EMSCRIPTEN_KEEPALIVE void sapper_names() {
    answer.clear();
    answer.list();
    for (const Call& call : calls()) answer.text(call.name);
    answer.end();
}

}  // extern "C"

}  // namespace sapper::wasm
