// How many clicks a layout takes.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "bind/layout.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "formats/mouse.hpp"
#include "formats/recording.hpp"
#include "game/dealt_board.hpp"
#include "game/judged.hpp"
#include "game/measured.hpp"
#include "measure/least_clicks.hpp"
#include "measure/ptt_zini.hpp"

namespace sapper::bind {

namespace {

nb::object take(Buffer<std::uint32_t> values, std::size_t columns) {
    auto* kept = new Buffer<std::uint32_t>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Buffer<std::uint32_t>*>(p); });
    std::size_t sides[] = {columns == 0 ? 0 : kept->size() / columns, columns};
    return nb::cast(nb::ndarray<nb::numpy, std::uint32_t>(kept->data(), 2, sides, owner));
}

std::vector<std::uint32_t> measure_layout(const BoundLayout& bound, const std::vector<std::string>& names) {
    std::vector<Measure> wanted = find_measures(names);
    ScanOrders orders = scan_orders(bound.grid.sides(), wanted);
    return interruptible([&](const Watch& watch) {
        DealtBoard dealt_board;
        dealt_board.lay(*bound.layout);
        std::vector<std::uint32_t> values(wanted.size());
        Measurer(wanted, orders).measure(dealt_board.field(), values.data(), watch);
        return values;
    });
}

nb::object measure_seeds_of(const Grid& grid, std::int64_t mines, nb::handle start, FirstClick first_click,
                            const Seeds& seeds, const std::vector<std::string>& names, std::uint32_t threads) {
    std::vector<Measure> wanted = find_measures(names);
    ScanOrders orders = scan_orders(grid.sides(), wanted);
    MeasureSpec spec{grid.shape, {mines, grid.cell(start), first_click, 0, grid.sides()}, wanted, orders, threads};
    auto values = located(grid, [&] {
        return interruptible(
            [&](const Watch& watch) { return measure_seeds(spec, {seeds.data(), seeds.size()}, watch); });
    });
    return take(std::move(values), names.size());
}

// Numbers of safe cells by what they show.
std::vector<std::uint32_t> count_numbers(const BoundLayout& bound) {
    DealtBoard dealt_board;
    dealt_board.lay(*bound.layout);
    Regions regions;
    find_regions(dealt_board.field(), regions);
    return regions.numbers;
}

using NamedPath = std::vector<std::pair<int, CellName>>;

NamedPath name_path(const Grid& grid, const std::vector<Click>& path) {
    NamedPath named;
    named.reserve(path.size());
    for (const Click& click : path) named.emplace_back(static_cast<int>(click.kind), grid.name(click.cell));
    return named;
}

// Lays a layout and calls run(field, regions, scratch, watch, path) for the clicks of a ZiNi.
template <class Run>
NamedPath zini_path(const BoundLayout& bound, Run&& run) {
    std::vector<Click> path;
    interruptible([&](const Watch& watch) {
        DealtBoard dealt_board;
        dealt_board.lay(*bound.layout);
        Regions regions;
        find_regions(dealt_board.field(), regions);
        ZiniScratch scratch;
        run(dealt_board.field(), regions, scratch, watch, path);
        return true;
    });
    return name_path(bound.grid, path);
}

NamedPath ruled_path(const BoundLayout& bound, ZiniRule rule, unsigned scan) {
    if (scan > 0 && bound.grid.sides().size() != 2)
        raise_input_error("8-way ZiNi looks along rows and columns, which only shapes with two sides have");
    std::vector<Cell> order = scan_order(bound.grid.sides(), scan);
    return zini_path(
        bound, [&](const MineField& field, const Regions& regions, ZiniScratch& scratch, const Watch& watch,
                   std::vector<Click>& path) { count_zini(field, regions, order, rule, scratch, watch, &path); });
}

NamedPath drawn_path(const BoundLayout& bound, std::uint32_t runs, std::uint64_t seed) {
    Kiss64 rng(seed);
    return zini_path(bound,
                     [&](const MineField& field, const Regions& regions, ZiniScratch& scratch, const Watch& watch,
                         std::vector<Click>& path) { draw_zini(field, regions, runs, rng, scratch, watch, &path); });
}

// Without `runs`, as many as the calculator makes.
NamedPath ptt_path(const BoundLayout& bound, std::optional<std::uint32_t> runs, std::uint64_t seed) {
    return zini_path(bound, [&](const MineField& field, const Regions& regions, ZiniScratch& scratch,
                                const Watch& watch, std::vector<Click>& path) {
        draw_ptt_zini(field, regions, runs.value_or(ptt_runs(field, regions)), seed, scratch, watch, &path);
    });
}

// A lower bound of the clicks that win, and clicks that win.
std::pair<std::uint32_t, NamedPath> least_clicks(const BoundLayout& bound, std::uint64_t max_states) {
    ScanOrders orders = sweep_orders(bound.grid.sides());
    LeastClicks least = interruptible([&](const Watch& watch) {
        DealtBoard dealt_board;
        dealt_board.lay(*bound.layout);
        return find_least_clicks(dealt_board.field(), orders, max_states, watch);
    });
    return {least.low, name_path(bound.grid, least.path)};
}

// Clicks as (kind, cell); the cell is None beside the board.
JudgedClicks judge(const BoundLayout& bound, nb::tuple clicks, bool questions) {
    std::vector<PlayedClick> played;
    played.reserve(clicks.size());
    for (nb::handle one : clicks) {
        auto [kind, cell] = nb::cast<std::pair<int, nb::object>>(one);
        if (kind < 0 || kind > static_cast<int>(ClickKind::CHORD))
            raise_input_error("there is no such kind of click");
        played.push_back({static_cast<ClickKind>(kind), cell.is_none() ? NO_CELL : bound.grid.cell(cell)});
    }
    return judge_clicks(bound.layout, played, questions, bound.grid.cols);
}

MouseGame play_track(const BoundLayout& bound, const formats::RecordedEvents& events, std::int32_t cell,
                     const MouseSettings& settings) {
    if (cell < 1) raise_input_error("a cell has at least one pixel");
    MouseTrack track{{events.kinds.data(), events.kinds.size()},
                     {events.xs.data(), events.xs.size()},
                     {events.ys.data(), events.ys.size()},
                     bound.grid.rows,
                     bound.grid.cols,
                     cell};
    nb::gil_scoped_release released;
    return play_mouse(bound.layout, track, settings);
}

// One byte a click: 0 reveals, 1 flags, 2 chords.
nb::bytes kinds_of(const MouseGame& game) {
    std::string kinds;
    kinds.reserve(game.clicks.size());
    for (const PlayedClick& click : game.clicks) kinds.push_back(static_cast<char>(click.kind));
    return nb::bytes(kinds.data(), kinds.size());
}

// The number of each click's cell; -1 beside the board.
std::vector<std::int64_t> cells_of(const MouseGame& game) {
    std::vector<std::int64_t> cells;
    cells.reserve(game.clicks.size());
    for (const PlayedClick& click : game.clicks)
        cells.push_back(click.cell == NO_CELL ? -1 : static_cast<std::int64_t>(click.cell));
    return cells;
}

}  // namespace

void bind_measure(nb::module_& module) {
    nb::enum_<ZiniRule>(module, "ZiniRule", "Which rule a run of ZiNi follows.")
        .value("GREEDY", ZiniRule::GREEDY)
        .value("HUMAN", ZiniRule::HUMAN)
        .value("ONLINE", ZiniRule::ONLINE)
        .value("ONLINE_CORRECTED", ZiniRule::ONLINE_CORRECTED)
        .value("ONLINE_HUMAN", ZiniRule::ONLINE_HUMAN);
    module.def(
        "measure_names",
        [] {
            std::vector<std::string_view> names;
            for (const NamedMeasure& one : named_measures()) names.push_back(one.name);
            return names;
        },
        "The names of all measures of a layout.");
    module.def("measure_layout", &measure_layout, nb::arg("layout"), nb::arg("names"), "Measures of a layout.");
    module.def("measure_seeds", &measure_seeds_of, nb::arg("grid"), nb::arg("mines"), nb::arg("start").none(),
               nb::arg("first_click"), nb::arg("seeds"), nb::arg("names"), nb::arg("threads"),
               nb::sig("def measure_seeds(grid: Grid, mines: int, start: object | None, first_click: FirstClick, "
                       "seeds: NDArray[numpy.uint64], names: list[str], threads: int) -> "
                       "NDArray[numpy.uint32]"),
               "Measures of the layouts of seeds, one row a layout.");
    module.def("count_numbers", &count_numbers, nb::arg("layout"),
               "How many safe cells show 0, 1 and so on, up to the highest number shown.");
    module.def("zini_path", &ruled_path, nb::arg("layout"), nb::arg("rule"), nb::arg("scan") = 0,
               "The clicks of a ZiNi: 0 reveals, 1 flags, 2 chords, and the cell.");
    module.def("least_clicks", &least_clicks, nb::arg("layout"), nb::arg("max_states"),
               "A lower bound of the clicks that win a layout, and clicks that win it.");
    nb::class_<ClickTally>(module, "ClickTally", "How many clicks there were: lists have reveals, flags and chords.")
        .def_ro("made", &ClickTally::made, "All clicks.")
        .def_ro("changed", &ClickTally::changed, "Clicks that changed the board.")
        .def_ro("counted", &ClickTally::counted, "Clicks that revealed a cell or flagged a mine for the first time.")
        .def_ro("flagged", &ClickTally::flagged, "Flags put.")
        .def_ro("unflagged", &ClickTally::unflagged, "Flags taken away.")
        .def_ro("misflagged", &ClickTally::misflagged, "Flags put on safe cells.")
        .def_ro("misunflagged", &ClickTally::misunflagged, "Flags taken from safe cells.")
        .def_ro("solved", &ClickTally::solved, "3BV solved; openings with their border.")
        .def_ro("solved_fast", &ClickTally::solved_fast, "3BV solved; openings without it.");
    nb::class_<JudgedClicks>(module, "JudgedClicks", "What the clicks of a game did.")
        .def_ro("effects", &JudgedClicks::effects, "Of each click, bits of what it did.")
        .def_ro("revealed", &JudgedClicks::revealed, "Of each click, the safe cells it revealed.")
        .def_ro("solved", &JudgedClicks::solved, "After each click, the 3BV solved; openings with their border.")
        .def_ro("solved_fast", &JudgedClicks::solved_fast, "After each click, the 3BV solved; openings without it.")
        .def_ro("openings", &JudgedClicks::openings, "Openings completely revealed.")
        .def_ro("islands", &JudgedClicks::islands, "Islands completely revealed.")
        .def_ro("wasted_flags", &JudgedClicks::wasted_flags, "Flags that no successful chord used.")
        .def_ro("changed_way", &JudgedClicks::changed_way,
                "Cells from each click that changed the board to the next.")
        .def_ro("counted_way", &JudgedClicks::counted_way, "The same of clicks that counted.")
        .def_ro("tally", &JudgedClicks::tally, "How many clicks there were.")
        .def_ro("status", &JudgedClicks::status, "How the game stands.");
    module.def("judge_clicks", &judge, nb::arg("layout"), nb::arg("clicks"), nb::arg("questions"),
               nb::sig("def judge_clicks(layout: Layout, clicks: tuple[tuple[int, object], ...], questions: bool) "
                       "-> JudgedClicks"),
               "Play clicks of kinds 0 reveal, 1 flag, 2 chord on a layout.");
    nb::class_<MouseSettings>(module, "MouseSettings", "What programs do differently with the mouse.")
        .def(nb::init<bool, bool, bool>(), nb::arg("rilian"), nb::arg("count_outside"), nb::arg("questions"));
    nb::class_<MouseGame>(module, "MouseGame", "The clicks that events of a mouse make, and what they did.")
        .def_prop_ro("kinds", &kinds_of, "Of each click: 0 reveals, 1 flags, 2 chords.")
        .def_prop_ro("cells", &cells_of, "Of each click, the number of its cell; -1 beside the board.")
        .def_ro("events", &MouseGame::events, "Of each click, the number of the event that made it.")
        .def_ro("judged", &MouseGame::judged, "What the clicks did.")
        .def_ro("path", &MouseGame::path, "The length of the pointer's way on the board, in pixels.")
        .def_ro("click_path", &MouseGame::click_path, "The same from click to click.");
    module.def("play_mouse", &play_track, nb::arg("layout"), nb::arg("events"), nb::arg("cell"), nb::arg("settings"),
               "Play the events of a mouse on a layout of squares.");
    module.def("random_zini_path", &drawn_path, nb::arg("layout"), nb::arg("runs"), nb::arg("seed"),
               "The clicks of the best of several random ZiNis.");
    module.def("ptt_zini_path", &ptt_path, nb::arg("layout"), nb::arg("runs").none(), nb::arg("seed"),
               "The clicks of PTT ZiNi; without runs as many as its calculator makes.");
}

}  // namespace sapper::bind
