// Playing games by a strategy: a shard of them in one call, or one move on a board.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "bind/board.hpp"
#include "bind/layout.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "game/simulate.hpp"
#include "strategy/catalogue.hpp"
#include "strategy/rollout.hpp"

namespace sapper::bind {

namespace {

using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using NamedNumbers = std::map<std::string, double>;

const Strategy& find_strategy(const std::string& name) {
    for (const Strategy& strategy : strategies())
        if (strategy.name == name) return strategy;
    raise_input_error("unknown strategy '" + name + "'");
}

const Settings& find_budget(const Strategy& strategy, const std::string& name) {
    for (const Budget& budget : strategy.budgets)
        if (budget.name == name) return budget.settings;
    raise_input_error("unknown budget '" + name + "'");
}

// Every setting fits in 32 bits.
constexpr double MOST_OF_A_SETTING = 1e9;

Settings read_settings(const Strategy& strategy, const NamedNumbers& given) {
    Settings settings;
    for (const auto& [name, value] : given) {
        auto found = std::find_if(strategy.settings.begin(), strategy.settings.end(),
                                  [&](const auto& setting) { return setting.name == name; });
        if (found == strategy.settings.end()) raise_input_error("unknown setting '" + name + "'");
        if (!found->words.empty() &&
            !(value >= 0 && value < static_cast<double>(found->words.size()) && value == std::floor(value)))
            raise_input_error("setting '" + name + "' must be a word of its own or the number of one, but is " +
                              std::to_string(value));
        if (!(value >= 0 && value <= MOST_OF_A_SETTING))
            raise_input_error("setting '" + name + "' must be a number from 0 to a billion, but is " +
                              std::to_string(value));
        found->of(settings) = value;
    }
    return settings;
}

NamedNumbers name_settings(const std::string& name, const std::string& budget) {
    const Strategy& strategy = find_strategy(name);
    Settings settings = find_budget(strategy, budget);
    NamedNumbers named;
    for (const NamedSetting& setting : strategy.settings) named[std::string(setting.name)] = setting.of(settings);
    return named;
}

std::map<std::string, std::vector<std::string>> name_words(const std::string& strategy) {
    std::map<std::string, std::vector<std::string>> named;
    for (const NamedSetting& setting : find_strategy(strategy).settings)
        if (!setting.words.empty()) named[std::string(setting.name)] = {setting.words.begin(), setting.words.end()};
    return named;
}

std::uint64_t nanoseconds() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
}

// A column as an array that owns it; `Shown` is the type of its values for Python.
template <class Shown, class Value>
nb::object column(Buffer<Value>& values) {
    static_assert(sizeof(Shown) == sizeof(Value));
    auto* kept = new Buffer<Value>(std::move(values));
    nb::capsule owner(kept, [](void* memory) noexcept { delete static_cast<Buffer<Value>*>(memory); });
    return nb::cast(nb::ndarray<nb::numpy, Shown, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

nb::dict tabulate(PlayedGames& played, const nb::object& moves, std::span<const NamedCounter> counters) {
    nb::dict out;
    out["won"] = column<bool>(played.won);
    out["clicks"] = column<std::uint32_t>(played.clicks);
    out["revealed"] = column<std::uint32_t>(played.revealed);
    out["openings"] = column<std::uint32_t>(played.openings);
    out["bbbv"] = column<std::uint32_t>(played.bbbv);
    out["nanoseconds"] = column<std::uint64_t>(played.nanoseconds);
    out["nodes"] = column<std::uint64_t>(played.nodes);
    out["guess_first"] = column<std::int32_t>(played.guess_first);
    out["guess_kind"] = column<std::uint8_t>(played.guess_kind);
    out["guess_odds"] = column<double>(played.guess_odds);
    out["guess_click"] = column<std::uint32_t>(played.guess_click);
    out["moves_first"] = column<std::int32_t>(played.moves_first);
    out["moves"] = moves;
    out["flagged"] = column<std::uint32_t>(played.flagged);
    out["trail_first"] = column<std::int32_t>(played.trail_first);
    out["trail"] = nb::bytes(played.trail.data(), played.trail.size());
    nb::dict counted;
    for (std::size_t k = 0; k < counters.size(); ++k)
        counted[nb::str(counters[k].name.data(), counters[k].name.size())] = played.counters[k];
    out["counters"] = counted;
    return out;
}

PlaySpec read_spec(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start,
                   const std::string& strategy, const NamedNumbers& settings, std::uint32_t threads) {
    PlaySpec spec;
    spec.shape = grid.shape;
    spec.layout = {mines, grid.cell(start), first_click, 0, {grid.rows, grid.cols}};
    const Strategy& found = find_strategy(strategy);
    spec.way = found.way;
    spec.settings = read_settings(found, settings);
    spec.counters = found.counters;
    spec.threads = threads;
    spec.now = nanoseconds;
    return spec;
}

nb::dict play(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start, const Seeds& seeds,
              const std::string& strategy, const NamedNumbers& settings, std::uint32_t threads) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, strategy, settings, threads);
    nb::object moves;  // bytes, written by the threads that play
    TextRoom room = [&](std::size_t length) {
        nb::gil_scoped_acquire locked;
        moves = nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(length)));
        if (!moves.is_valid()) throw nb::python_error();
        return PyBytes_AsString(moves.ptr());
    };
    PlayedGames played = located(grid, [&] {
        return interruptible(
            [&](const Watch& watch) { return play_games(spec, {seeds.data(), seeds.size()}, watch, room); });
    });
    return tabulate(played, moves, spec.counters);
}

// What games played out said of the guesses of these games.
nb::dict teach(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start, const Seeds& seeds,
               const NamedNumbers& settings, std::uint32_t threads) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, "best", settings, threads);
    spec.lessons = true;
    Lessons lessons = located(grid, [&] {
        return interruptible(
            [&](const Watch& watch) { return play_games(spec, {seeds.data(), seeds.size()}, watch).lessons; });
    });
    Buffer<float> traits;
    for (const Traits& one : lessons.traits) traits.insert(traits.end(), one.begin(), one.end());
    nb::dict out;
    out["first"] = column<std::uint32_t>(lessons.first);
    out["traits"] = column<float>(traits);
    out["judged"] = column<double>(lessons.judged);
    out["ahead"] = column<double>(lessons.ahead);
    out["worth"] = column<double>(lessons.worth);
    out["error"] = column<double>(lessons.error);
    return out;
}

// A strategy can move on a board with a known total whose safe cells are not all revealed.
void check_playable(const Board& board) {
    if (!board.mines.known()) raise_input_error("a strategy needs to know the number of mines");
    auto left = std::count_if(board.views.begin(), board.views.end(),
                              [](View view) { return is_covered(view) || view == View::MINE; });
    if (left <= board.mines.total) raise_input_error("there is no move: every safe cell is revealed");
}

// The move of a strategy on a board that has a world.
std::tuple<CellName, std::string, double, double> choose(const BoundBoard& bound, const std::string& strategy,
                                                         const NamedNumbers& settings, std::uint64_t seed) {
    const Strategy& found = find_strategy(strategy);
    Mind mind;
    mind.settings = read_settings(found, settings);
    mind.row_length = static_cast<std::uint32_t>(bound.grid.cols);
    const Board& board = bound.board;
    check_playable(board);
    Move move = interruptible([&](const Watch& watch) {
        mind.limits.watch = watch;
        begin_game(*board.shape, board.mines.total, seed, mind);
        Position position;
        read_position(board, position);
        return next_move(position, found.way, mind);
    });
    std::string reason = move.reason == Reason::CERTAIN
                             ? "certain"
                             : std::string(GUESS_KIND_NAMES[static_cast<std::size_t>(move.reason)]);
    return {bound.grid.name(move.cell), reason, move.safety, move.value};
}

// A game played out for an estimate ends with a search of so many worlds and nodes.
constexpr double ESTIMATE_WORLDS = 400, ESTIMATE_NODES = 5000;

// The chance to win a board by quick play, measured, and the move of `best` on it.
std::tuple<double, double, CellName> estimate(const BoundBoard& bound, bool trust, std::uint32_t rollouts,
                                              std::uint64_t seed) {
    check_playable(bound.board);
    Mind mind;
    const Settings usual = find_budget(find_strategy("best"), "normal");
    mind.settings = usual;
    mind.settings.endgame_worlds = ESTIMATE_WORLDS;
    mind.settings.endgame_nodes = ESTIMATE_NODES;
    auto [found, move] = interruptible([&](const Watch& watch) {
        mind.limits.watch = watch;
        Board board = trust ? trust_flags(bound.board) : bound.board;
        begin_game(*board.shape, board.mines.total, seed, mind);
        Position position;
        read_position(board, position);
        Estimated measured = estimate_win(position, rollouts, mind);
        mind.settings = usual;
        return std::pair(measured, next_move(position, guess_best, mind));
    });
    return {found.mean, found.error, bound.grid.name(move.cell)};
}

std::vector<std::string> strategy_names() {
    std::vector<std::string> names;
    for (const Strategy& strategy : strategies()) names.emplace_back(strategy.name);
    return names;
}

std::vector<std::string> largest_counters(const std::string& strategy) {
    std::vector<std::string> names;
    for (const NamedCounter& counter : find_strategy(strategy).counters)
        if (counter.largest) names.emplace_back(counter.name);
    return names;
}

std::vector<std::string> budget_names() {
    std::vector<std::string> names;
    for (const Budget& budget : strategies().front().budgets) names.emplace_back(budget.name);
    return names;
}

}  // namespace

void bind_play(nb::module_& module) {
    module.def("strategy_names", &strategy_names, "The strategies that are built in.");
    module.def("budget_names", &budget_names, "What a strategy may spend, from little to much.");
    module.def(
        "guess_kinds", [] { return std::vector<std::string>(GUESS_KIND_NAMES.begin(), GUESS_KIND_NAMES.end()); },
        "The kinds of guesses by their number.");
    module.def("strategy_settings", &name_settings, nb::arg("strategy"), nb::arg("budget"),
               "Every setting of a strategy under a budget.");
    module.def(
        "setting_words", &name_words, nb::arg("strategy"),
        "The words of those settings of a strategy that choose between a few ways, in the order of their numbers.");
    module.def("largest_counters", &largest_counters, nb::arg("strategy"),
               "What a strategy counts as the most in any game; the other counters add up.");
    module.def("play_games", &play, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"),
               nb::arg("start").none(), nb::arg("seeds"), nb::arg("strategy"), nb::arg("settings"),
               nb::arg("threads"),
               nb::sig("def play_games(grid: Grid, mines: int, first_click: FirstClick, start: object, "
                       "seeds: NDArray[numpy.uint64], strategy: str, settings: Mapping[str, float], "
                       "threads: int) -> dict[str, Any]"),
               "Play a game for every seed; arrays of one value a game, a guess or a click.");
    module.def(
        "play_lessons", &teach, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"), nb::arg("start").none(),
        nb::arg("seeds"), nb::arg("settings"), nb::arg("threads"),
        nb::sig("def play_lessons(grid: Grid, mines: int, first_click: FirstClick, start: object, "
                "seeds: NDArray[numpy.uint64], settings: Mapping[str, float], threads: int) -> dict[str, Any]"),
        "Play a game of `best` for every seed; arrays of what games played out said of each candidate.");
    module.def("estimate_win", &estimate, nb::arg("board"), nb::arg("trust_flags"), nb::arg("rollouts"),
               nb::arg("seed"), "The chance to win a board by playing it out, its standard error, and a move.");
    module.def("choose_move", &choose, nb::arg("board"), nb::arg("strategy"), nb::arg("settings"), nb::arg("seed"),
               "The next move on a board: cell, reason, safety and, where it is known, the chance to win.");
}

}  // namespace sapper::bind
