// A batch of games moved by actions. Its columns are arrays that share the memory of the batch.
#include "game/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <initializer_list>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "bind/grid.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "game/game.hpp"

namespace sapper::bind {

namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct BoundBatch {
    Grid grid;
    GameBatch batch;
    std::mutex lock;  // one call at a time

    BoundBatch(const Grid& squares, BatchSpec spec) : grid(squares), batch(std::move(spec)) {}
};

// Runs `call` without the interpreter lock and without another call of the same batch.
template <class Call>
void guarded(BoundBatch& bound, Call&& call) {
    try {
        interruptible([&](const Watch& watch) {
            std::scoped_lock hold(bound.lock);
            call(watch);
        });
    } catch (const GameError& error) {
        raise_game_error(error.what());
    }
}

// An array over a column, which keeps the batch alive.
template <class Shown, class Value>
nb::object share(nb::handle self, Buffer<Value>& values, std::initializer_list<std::size_t> shape) {
    static_assert(sizeof(Shown) == sizeof(Value));
    return nb::cast(nb::ndarray<nb::numpy, Shown>(values.data(), shape.size(), shape.begin(), self),
                    nb::rv_policy::reference);
}

nb::dict columns(nb::handle self) {
    BoundBatch& bound = nb::cast<BoundBatch&>(self);
    const BatchSpec& spec = bound.batch.spec();
    BatchColumns& from = bound.batch.columns();
    std::size_t games = spec.games, rows = bound.grid.rows, cols = bound.grid.cols, planes = BatchColumns::PLANES;
    nb::dict out;
    out["views"] = share<std::int8_t>(self, from.views, {games, rows, cols});
    if (spec.planes) out["planes"] = share<std::uint8_t>(self, from.planes, {games, planes, rows, cols});
    out["mask"] = share<bool>(self, from.mask, {games, spec.actions()});
    out["reward"] = share<double>(self, from.reward, {games});
    out["safety"] = share<double>(self, from.safety, {games});
    out["terminated"] = share<bool>(self, from.terminated, {games});
    out["truncated"] = share<bool>(self, from.truncated, {games});
    out["won"] = share<bool>(self, from.won, {games});
    out["game"] = share<std::uint64_t>(self, from.game, {games});
    out["seed"] = share<std::uint64_t>(self, from.seed, {games});
    out["steps"] = share<std::uint32_t>(self, from.steps, {games});
    if (spec.mine_probability)
        out["mine_probability"] = share<double>(self, from.mine_probability, {games, rows, cols});
    if (spec.safe) out["safe"] = share<bool>(self, from.safe, {games, rows, cols});
    if (spec.value) {
        out["value"] = share<double>(self, from.value, {games});
        out["best"] = share<bool>(self, from.best, {games, rows, cols});
    }
    if (spec.autoreset == Autoreset::SAME_STEP) {
        out["final_views"] = share<std::int8_t>(self, from.final_views, {games, rows, cols});
        if (spec.planes)
            out["final_planes"] = share<std::uint8_t>(self, from.final_planes, {games, planes, rows, cols});
        out["final_game"] = share<std::uint64_t>(self, from.final_game, {games});
        out["final_steps"] = share<std::uint32_t>(self, from.final_steps, {games});
    }
    return out;
}

void reset(BoundBatch& bound, std::optional<std::uint64_t> seed, std::optional<Rows> rows) {
    std::size_t games = bound.batch.spec().games;
    if (rows && rows->size() != games)
        raise_input_error("a batch of " + std::to_string(games) + " games cannot be reset by " +
                          std::to_string(rows->size()) + " rows");
    guarded(bound, [&](const Watch&) {
        if (seed) bound.batch.begin_run(*seed);
        bound.batch.reset(rows ? std::span(reinterpret_cast<const std::uint8_t*>(rows->data()), games)
                               : std::span<const std::uint8_t>());
    });
}

void step(BoundBatch& bound, const Actions& actions) {
    guarded(bound, [&](const Watch& watch) { bound.batch.step({actions.data(), actions.size()}, watch); });
}

}  // namespace

void bind_batch(nb::module_& module) {
    nb::enum_<Reward>(module, "Reward", "What an action of a batch is rewarded for.")
        .value("WIN", Reward::WIN)
        .value("WIN_LOSS", Reward::WIN_LOSS)
        .value("CELLS", Reward::CELLS)
        .value("BBBV", Reward::BBBV)
        .value("LOG_SAFETY", Reward::LOG_SAFETY)
        .value("CHANCE", Reward::CHANCE);
    nb::enum_<Autoreset>(module, "Autoreset", "When a game that has ended is replaced.")
        .value("NEXT_STEP", Autoreset::NEXT_STEP)
        .value("SAME_STEP", Autoreset::SAME_STEP)
        .value("DISABLED", Autoreset::DISABLED);

    nb::class_<BoundBatch>(module, "Batch", "Many games, each moved by one action a step.")
        .def(
            "__init__",
            [](BoundBatch* self, const Grid& grid, std::int64_t mines, FirstClick first_click, std::size_t games,
               bool cascade, bool flags, bool chords, Reward reward, double wasted, std::uint32_t max_steps,
               Autoreset autoreset, bool planes, bool mine_probability, bool safe, bool value,
               std::uint32_t value_worlds, std::uint64_t value_nodes, double untouched_value,
               nb::bytes untouched_best, std::uint32_t threads) {
                BatchSpec spec;
                spec.shape = grid.shape;
                spec.layout = {mines, 0, first_click, 0, grid.sides()};
                spec.games = games;
                spec.cascade = cascade;
                spec.flags = flags;
                spec.chords = chords;
                spec.reward = reward;
                spec.wasted = wasted;
                spec.max_steps = max_steps;
                spec.autoreset = autoreset;
                spec.planes = planes;
                spec.mine_probability = mine_probability;
                spec.safe = safe;
                spec.value = value;
                spec.value_limits = {value_worlds, value_nodes};
                spec.untouched_value = untouched_value;
                const auto* best = static_cast<const std::uint8_t*>(untouched_best.data());
                spec.untouched_best.assign(best, best + untouched_best.size());
                spec.threads = threads;
                new (self) BoundBatch(grid, std::move(spec));
            },
            nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"), nb::kw_only(), nb::arg("games"),
            nb::arg("cascade"), nb::arg("flags"), nb::arg("chords"), nb::arg("reward"), nb::arg("wasted"),
            nb::arg("max_steps"), nb::arg("autoreset"), nb::arg("planes"), nb::arg("mine_probability"),
            nb::arg("safe"), nb::arg("value"), nb::arg("value_worlds"), nb::arg("value_nodes"),
            nb::arg("untouched_value"), nb::arg("untouched_best"), nb::arg("threads"))
        .def("columns", &columns, nb::sig("def columns(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"),
             "The columns by name, as arrays over the memory of the batch.")
        .def("reset", &reset, nb::arg("seed") = nb::none(), nb::arg("rows") = nb::none(),
             "Begin the next game in every row, or in those named; with a seed, from game 1 of its run.")
        .def("step", &step, nb::arg("actions"), "Make one action a game.");
}

}  // namespace sapper::bind
