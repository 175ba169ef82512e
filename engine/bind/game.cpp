// Games: moves in, boards out. Nothing here returns the layout.
#include "game/game.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <optional>
#include <string>

#include "bind/board.hpp"
#include "bind/layout.hpp"
#include "bind/topics.hpp"

namespace sapper::bind {

namespace {

struct BoundGame {
    Grid grid;
    GameState state;
};

// Makes one move; an error names its cell.
template <class Move>
auto play(BoundGame& game, nb::handle name, Move&& move) {
    Cell cell = game.grid.cell(name);
    try {
        return (game.state.*move)(cell);
    } catch (const GameError& error) {
        std::string message = error.what();
        if (error.cell != NO_CELL) {
            message += ", at " + game.grid.spell(error.cell);
        }
        raise_game_error(message);
    }
}

void undo(BoundGame& game) {
    try {
        game.state.undo();
    } catch (const GameError& error) {
        raise_game_error(error.what());
    }
}

std::optional<CellName> exploded(const BoundGame& game) {
    if (game.state.exploded() == NO_CELL) return std::nullopt;
    return game.grid.name(game.state.exploded());
}

}  // namespace

void bind_game(nb::module_& module) {
    nb::enum_<Status>(module, "Status", "How a game stands.")
        .value("PLAYING", Status::PLAYING)
        .value("WON", Status::WON)
        .value("LOST", Status::LOST);

    nb::class_<BoundGame>(module, "Game", "A layout and the moves made on it.")
        .def(
            "__init__",
            [](BoundGame* self, const BoundLayout& layout) {
                new (self) BoundGame{layout.grid, GameState(layout.layout)};
            },
            nb::arg("layout"))
        .def(
            "reveal", [](BoundGame& self, nb::handle cell) { return play(self, cell, &GameState::reveal); },
            nb::arg("cell").none(), "Reveal a cell; false when it is revealed already.")
        .def(
            "flag", [](BoundGame& self, nb::handle cell) { play(self, cell, &GameState::flag); },
            nb::arg("cell").none(), "Put a flag on a cell or take it off.")
        .def(
            "question", [](BoundGame& self, nb::handle cell) { play(self, cell, &GameState::question); },
            nb::arg("cell").none(), "Put a question mark on a cell or take it off.")
        .def(
            "chord", [](BoundGame& self, nb::handle cell) { return play(self, cell, &GameState::chord); },
            nb::arg("cell").none(), "Reveal the unflagged neighbours of a clue whose flags match; whether any was.")
        .def("undo", &undo, "Take back the last move.")
        .def(
            "restart", [](BoundGame& self) { self.state.restart(); }, "Start again on the same layout.")
        .def(
            "board", [](const BoundGame& self) { return BoundBoard{self.grid, self.state.board()}; },
            "What is seen now; later moves do not change it.")
        .def_prop_ro(
            "status", [](const BoundGame& self) { return self.state.status(); }, "How the game stands.")
        .def_prop_ro(
            "clicks", [](const BoundGame& self) { return self.state.clicks(); }, "Moves made and not taken back.")
        .def_prop_ro("exploded", &exploded, "The mine that ended the game, or None.");
}

}  // namespace sapper::bind
