// Games that JavaScript plays move by move.
#include "game/game.hpp"

#include <utility>

#include "wasm/calls.hpp"
#include "wasm/layout.hpp"

namespace sapper::wasm {

namespace {

struct HeldGame {
    HeldShape shape;
    GameState state;
};

Shelf<HeldGame>& games() {
    static Shelf<HeldGame> shelf;
    return shelf;
}

HeldGame& read_game(Reader& in) {
    return games().at(in.count());
}

void write_state(const GameState& state, bool changed, Writer& out) {
    out.record().key("changed").flag(changed).key("status").number(static_cast<int>(state.status()));
    out.key("clicks").number(static_cast<double>(state.clicks())).key("exploded").cell(state.exploded());
    out.key("views");
    write_views(state.board(), out);
    out.end();
}

void open(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    out.number(games().keep(std::make_unique<HeldGame>(HeldGame{held.held, GameState(held.layout)})));
}

void drop(Reader& in, Writer& out) {
    games().drop(in.count());
    out.none();
}

template <auto Make>
void move(Reader& in, Writer& out) {
    HeldGame& held = read_game(in);
    Cell cell = read_cell(in, held.shape);
    bool changed = true;
    if constexpr (std::is_same_v<decltype((held.state.*Make)(cell)), bool>)
        changed = (held.state.*Make)(cell);
    else
        (held.state.*Make)(cell);
    write_state(held.state, changed, out);
}

void undo(Reader& in, Writer& out) {
    GameState& state = read_game(in).state;
    state.undo();
    write_state(state, true, out);
}

void restart(Reader& in, Writer& out) {
    GameState& state = read_game(in).state;
    state.restart();
    write_state(state, true, out);
}

void look(Reader& in, Writer& out) {
    write_state(read_game(in).state, false, out);
}

constexpr Call CALLS[] = {
    {"open_game", open},
    {"drop_game", drop},
    {"reveal", move<&GameState::reveal>},
    {"flag", move<&GameState::flag>},
    {"question", move<&GameState::question>},
    {"chord", move<&GameState::chord>},
    {"undo", undo},
    {"restart", restart},
    {"game_state", look},
};

}  // namespace

std::span<const Call> game_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
