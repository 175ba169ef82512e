#include "wasm/protocol.hpp"

#include <exception>
#include <new>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "game/game.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

const std::vector<Call>& calls() {
    static const std::vector<Call> all = [] {
        std::vector<Call> list;
        for (auto topic : topics()) list.insert(list.end(), topic.begin(), topic.end());
        return list;
    }();
    return all;
}

Writer& begin_error(Writer& answer, std::string_view name, std::string_view message) {
    answer.clear();
    return answer.record().key("name").text(name).key("message").text(message);
}

}  // namespace

void write_names(Writer& answer) {
    answer.clear();
    answer.list();
    for (const Call& call : calls()) answer.text(call.name);
    answer.end();
}

bool run(std::uint32_t function, std::span<const std::uint8_t> arguments, Writer& answer) {
    answer.clear();
    try {
        if (function >= calls().size()) throw InputError("the engine has no such function");
        Reader in(arguments);
        calls()[function].run(in, answer);
        return true;
    } catch (const InputError& error) {
        begin_error(answer, "InputError", error.what()).key("cell").cell(error.cell).end();
    } catch (const GameError& error) {
        begin_error(answer, "GameError", error.what()).key("cell").cell(error.cell).end();
    } catch (const ContradictionError& error) {
        begin_error(answer, "ContradictionError", error.what()).key("clues").cells(error.rules);
        answer.key("needsTotal").flag(error.needs_total).end();
    } catch (const LimitError& error) {
        begin_error(answer, "LimitError", error.what()).key("width").number(error.width).end();
    } catch (const std::bad_alloc&) {
        begin_error(answer, "LimitError", "the answer needs more memory than there is").key("width").number(0).end();
    } catch (const std::exception& error) {
        begin_error(answer, "EngineError", error.what()).end();
    }
    return false;
}

}  // namespace sapper::wasm
