// Layouts that need no guess, made from seeds.
#include "game/maker.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bind/board.hpp"
#include "bind/layout.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "game/dealt_board.hpp"

namespace sapper::bind {

namespace {

using Clock = std::chrono::steady_clock;

// (solved, attempts made, seed dealt, cells revealed, layout, board where play is stuck); no layout when none was
// played, and cells and a board only where it is stuck.
using BoundMade = std::tuple<bool, std::uint64_t, std::uint64_t, std::size_t, std::optional<BoundLayout>,
                             std::optional<BoundBoard>>;

// When the call is to end. Small boards take microseconds, so not every poll reads the clock.
struct Deadline {
    static constexpr std::uint32_t QUESTIONS_A_LOOK = 16;
    Clock::time_point time;
    std::uint32_t questions = 0;
};

// Cancels the call when the time is up; what was found until then is kept.
void poll_deadline(void* context) {
    auto& deadline = *static_cast<Deadline*>(context);
    if (++deadline.questions % Deadline::QUESTIONS_A_LOOK != 0) return;
    poll_signals(nullptr);
    if (Clock::now() >= deadline.time) throw Cancelled();
}

Clock::time_point after(double seconds) {
    constexpr double FOREVER = 1e9;  // about thirty years, which overflows no clock
    auto wait = std::chrono::duration<double>(seconds < FOREVER ? seconds : FOREVER);
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
}

BoundMade bound_made(const Grid& grid, MadeLayout& made) {
    if (!made.layout.shape) return {false, made.attempts, made.seed, 0, std::nullopt, std::nullopt};
    std::optional<BoundBoard> board;
    if (!made.solved) board = {grid, show_cells(made.layout, made.shown)};
    return {made.solved,
            made.attempts,
            made.seed,
            made.shown.size(),
            BoundLayout{grid, std::make_shared<const Layout>(std::move(made.layout))},
            std::move(board)};
}

std::vector<BoundMade> make(const Grid& grid, std::int64_t mines, nb::handle start, FirstClick first_click,
                            MakerKind maker, int most, const std::vector<std::uint64_t>& seeds,
                            std::uint64_t first_attempt, std::uint64_t attempts, std::uint32_t threads,
                            double seconds) {
    MakerSpec spec;
    spec.shape = grid.shape;
    spec.layout = {mines, grid.cell(start), first_click, 0, grid.sides()};
    spec.maker = maker;
    spec.most = static_cast<Technique>(most);
    spec.first_attempt = first_attempt;
    spec.attempts = attempts;
    spec.threads = threads;
    std::vector<MadeLayout> made = located(grid, [&] {
        nb::gil_scoped_release unlocked;
        Deadline deadline{after(seconds)};
        return make_layouts(spec, seeds, {poll_deadline, &deadline});
    });
    std::vector<BoundMade> out;
    for (MadeLayout& one : made) out.push_back(bound_made(grid, one));
    return out;
}

}  // namespace

void bind_maker(nb::module_& module) {
    nb::enum_<MakerKind>(module, "MakerKind", "How layouts that need no guess are made.")
        .value("UNIFORM", MakerKind::UNIFORM)
        .value("REPAIR", MakerKind::REPAIR);
    module.def("make_no_guess", &make, nb::arg("grid"), nb::arg("mines"), nb::arg("start").none(),
               nb::arg("first_click"), nb::arg("maker"), nb::arg("most"), nb::arg("seeds"), nb::arg("first_attempt"),
               nb::arg("attempts"), nb::arg("threads"), nb::arg("seconds"),
               "A layout that needs no guess for every seed, or the furthest: (solved, attempts made, seed dealt, "
               "cells revealed, layout, board where play is stuck). Stops when the seconds are over.");
}

}  // namespace sapper::bind
