// Playing games by a strategy: a shard of them in one call, or one move on a board.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "bind/board.hpp"
#include "bind/layout.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "game/simulate.hpp"
#include "reference/catalogue.hpp"
#include "strategy/choice.hpp"

namespace sapper::bind {

namespace {

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

// The number in the catalogue of each reason of a strategy.
std::vector<std::uint8_t> number_reasons(const Strategy& strategy) {
    const auto& all = catalogue().reasons();
    std::vector<std::uint8_t> numbers;
    for (const Reason* reason : strategy.reasons)
        numbers.push_back(static_cast<std::uint8_t>(std::find(all.begin(), all.end(), reason) - all.begin()));
    return numbers;
}

nb::dict tabulate(PlayedGames& played, const nb::object& moves, const Strategy& strategy) {
    auto numbers = number_reasons(strategy);
    for (std::uint8_t& kind : played.guess_kind) kind = numbers[kind];
    nb::dict out;
    visit_columns([&](std::string_view name, auto member, Per) {
        auto& values = played.*member;
        using Value = typename std::decay_t<decltype(values)>::value_type;
        out[nb::str(name.data(), name.size())] = name == "won" ? column<bool>(played.won) : column<Value>(values);
    });
    out["moves"] = moves;
    out["trail"] = nb::bytes(played.trail.data(), played.trail.size());
    nb::dict counted;
    for (std::size_t k = 0; k < strategy.counters.size(); ++k) {
        std::string_view name = strategy.counters[k].name;
        counted[nb::str(name.data(), name.size())] = played.counters[k];
    }
    out["counters"] = counted;
    return out;
}

// A strategy by its name. Those of published systems are defined for squares alone.
const Strategy& find_strategy(const Grid& grid, const std::string& name) {
    const Strategy& found = catalogue().find(name);
    if (grid.form && found.family != OWN_FAMILY)
        raise_input_error("strategy '" + name + "' of the system " + std::string(found.family) +
                          " is defined for squares with eight neighbours alone");
    return found;
}

PlaySpec read_spec(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start,
                   std::uint32_t threads) {
    PlaySpec spec;
    spec.shape = grid.shape;
    spec.layout = {mines, grid.cell(start), first_click, 0, grid.sides()};
    spec.threads = threads;
    spec.now = nanoseconds;
    return spec;
}

PlaySpec read_spec(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start,
                   const std::string& strategy, const SettingValues& settings, std::uint32_t threads) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, threads);
    spec.strategy = &find_strategy(grid, strategy);
    spec.settings = settings;
    return spec;
}

nb::dict play(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start, const Seeds& seeds,
              const std::string& strategy, const SettingValues& settings, std::uint32_t threads, bool luck_free) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, strategy, settings, threads);
    spec.luck_free = luck_free;
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
    return tabulate(played, moves, *spec.strategy);
}

constexpr Reason PYTHON{"python", "the choice of a Python function"};

// Asks a Python function where nothing is certain: ask(board, game) returns the cell and its safety, `game` being the
// place of the game among those of the call.
class PythonGuesser : public Guesser {
  public:
    PythonGuesser(const Grid& grid, const PlaySpec& spec, nb::handle ask) : grid_(grid), spec_(spec), ask_(ask) {}

    std::string end_game(std::uint32_t /*shown*/, bool /*won*/) override {
        ++game_;
        return {};
    }

  private:
    Move guess(const Position& position, const Outlook& /*outlook*/, Resources& /*resources*/) override {
        BoundBoard board{grid_, {spec_.shape, {}, {spec_.layout.mines}}};
        show_views(position, board.board.views);
        nb::gil_scoped_acquire locked;
        auto answer = nb::cast<nb::tuple>(ask_(std::move(board), game_));
        return {grid_.cell(answer[0]), &PYTHON, nb::cast<double>(answer[1])};
    }

    const Grid& grid_;
    const PlaySpec& spec_;
    nb::handle ask_;
    std::size_t game_ = 0;
};

// Plays by a Python function on this thread, on the layouts of the seeds or, where there is one, on a layout.
nb::dict play_python(const Grid& grid, PlaySpec spec, std::span<const std::uint64_t> seeds, nb::handle ask) {
    Strategy strategy;
    strategy.reasons = {&reasons::START, &PYTHON, &reasons::ESTIMATE};
    strategy.make = [&](const SettingValues&) { return std::make_unique<PythonGuesser>(grid, spec, ask); };
    spec.strategy = &strategy;
    PlayedGames played = located(
        grid, [&] { return interruptible([&](const Watch& watch) { return play_games(spec, seeds, watch); }); });
    return tabulate(played, nb::bytes(played.moves.data(), played.moves.size()), strategy);
}

nb::dict play_asking(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start,
                     const Seeds& seeds, nb::handle ask, bool luck_free) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, 1);
    spec.luck_free = luck_free;
    return play_python(grid, spec, {seeds.data(), seeds.size()}, ask);
}

nb::dict play_layout(const BoundLayout& bound, FirstClick first_click, nb::handle start, nb::handle ask) {
    PlaySpec spec =
        read_spec(bound.grid, static_cast<std::int64_t>(bound.layout->mines.size()), first_click, start, 1);
    spec.fixed = bound.layout.get();
    std::uint64_t seed = 0;  // not used
    return play_python(bound.grid, spec, {&seed, 1}, ask);
}

// The games of a strategy, with its lessons.
PlayedGames play_lessons(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start,
                         const Seeds& seeds, const std::string& strategy, const SettingValues& settings,
                         std::uint32_t threads, bool luck_free) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, strategy, settings, threads);
    spec.lessons = true;
    spec.luck_free = luck_free;
    return located(grid, [&] {
        return interruptible(
            [&](const Watch& watch) { return play_games(spec, {seeds.data(), seeds.size()}, watch); });
    });
}

// The columns that lessons of both kinds have.
template <class SomeLessons>
nb::dict tabulate_lessons(SomeLessons& lessons) {
    Buffer<float> traits;
    for (const auto& one : lessons.traits) traits.insert(traits.end(), one.begin(), one.end());
    nb::dict out;
    out["first"] = column<std::uint32_t>(lessons.first);
    out["traits"] = column<float>(traits);
    out["judged"] = column<double>(lessons.judged);
    out["error"] = column<double>(lessons.error);
    return out;
}

// The results of rollouts for the guesses of these games.
nb::dict teach(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start, const Seeds& seeds,
               const SettingValues& settings, std::uint32_t threads) {
    Lessons lessons = play_lessons(grid, mines, first_click, start, seeds, "best", settings, threads, false).lessons;
    nb::dict out = tabulate_lessons(lessons);
    out["ahead"] = column<double>(lessons.ahead);
    out["worth"] = column<double>(lessons.worth);
    return out;
}

// What the clicks saved that `efficient` played out in these games. They are luck-free, because most ordinary games
// end before their last clicks.
nb::dict teach_clicks(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start,
                      const Seeds& seeds, const SettingValues& settings, std::uint32_t threads) {
    ClickLessons lessons =
        play_lessons(grid, mines, first_click, start, seeds, "efficient", settings, threads, true).click_lessons;
    nb::dict out = tabulate_lessons(lessons);
    out["gain"] = column<double>(lessons.gain);
    return out;
}

using NamedMove = std::tuple<CellName, std::string, double, double>;

// The move of a strategy on a board that has a world; fills the table and the log, where there are any, with its
// candidates and its stages.
NamedMove make_move(const BoundBoard& bound, const std::string& strategy, const SettingValues& settings,
                    std::uint64_t seed, WeighedTable* weighed, StageLog* log = nullptr) {
    auto mover = find_strategy(bound.grid, strategy).make(settings);
    std::uint32_t row_length = bound.grid.form ? 0 : bound.grid.cols;
    Move move = interruptible([&](const Watch& watch) {
        return choose_move(bound.board, *mover, {seed, row_length, weighed, log, watch});
    });
    return {bound.grid.name(move.cell), std::string(move.reason->name), move.safety, move.value};
}

NamedMove choose(const BoundBoard& bound, const std::string& strategy, const SettingValues& settings,
                 std::uint64_t seed) {
    return make_move(bound, strategy, settings, seed, nullptr);
}

// A candidate with the name of its cell.
struct NamedCandidate : Weighed {
    CellName name;
};

std::vector<NamedCandidate> name_candidates(const Grid& grid, const WeighedTable& table) {
    std::vector<NamedCandidate> out;
    for (const Weighed& one : table) out.push_back({one, grid.name(one.cell)});
    return out;
}

// The same with the candidates that the strategy weighed.
std::pair<NamedMove, std::vector<NamedCandidate>> weigh(const BoundBoard& bound, const std::string& strategy,
                                                        const SettingValues& settings, std::uint64_t seed) {
    WeighedTable table;
    NamedMove move = make_move(bound, strategy, settings, seed, &table);
    return {move, name_candidates(bound.grid, table)};
}

// The candidates of every guess in the game of a seed, by the number of its click.
std::map<std::uint32_t, std::vector<NamedCandidate>> weigh_game(const Grid& grid, std::int64_t mines,
                                                                FirstClick first_click, nb::handle start,
                                                                std::uint64_t seed, const std::string& strategy,
                                                                const SettingValues& settings) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, strategy, settings, 1);
    spec.weighed = true;
    PlayedGames played = located(
        grid, [&] { return interruptible([&](const Watch& watch) { return play_games(spec, {&seed, 1}, watch); }); });
    std::map<std::uint32_t, std::vector<NamedCandidate>> out;
    for (std::size_t k = 0; k < played.weighed.size(); ++k)
        out[played.guess_click[k]] = name_candidates(grid, played.weighed[k]);
    return out;
}

// A log with the names of the cells.
struct NamedDeduction {
    std::uint32_t click;
    std::string rule;
    std::vector<CellName> clues, cells;
    bool mine;
};
struct NamedComponent : ComponentEstimate {
    std::vector<CellName> names;
};
struct NamedEstimate : GuessEstimate {
    std::vector<NamedComponent> named_components;
    std::vector<CellName> names;
};

using NamedLog = std::pair<std::vector<NamedDeduction>, std::vector<NamedEstimate>>;

NamedLog name_log(const Grid& grid, const StageLog& log) {
    NamedLog out;
    for (const Deduction& one : log.deductions)
        out.first.push_back(
            {one.click, std::string(one.rule), grid.names(one.clues), grid.names(one.cells), one.mine});
    for (const GuessEstimate& one : log.guesses) {
        NamedEstimate& guess = out.second.emplace_back(NamedEstimate{one, {}, grid.names(one.drawn_from)});
        for (const ComponentEstimate& component : one.components)
            guess.named_components.push_back({component, grid.names(component.cells)});
    }
    return out;
}

// The move of a strategy on a board that has a world, with all it deduced before, from the clues on.
std::pair<NamedMove, NamedLog> log_move(const BoundBoard& bound, const std::string& strategy,
                                        const SettingValues& settings, std::uint64_t seed) {
    StageLog log;
    NamedMove move = make_move(bound, strategy, settings, seed, nullptr, &log);
    return {move, name_log(bound.grid, log)};
}

// What a strategy deduced in the game of a seed, and what its guesses were based on.
NamedLog log_game(const Grid& grid, std::int64_t mines, FirstClick first_click, nb::handle start, std::uint64_t seed,
                  const std::string& strategy, const SettingValues& settings) {
    PlaySpec spec = read_spec(grid, mines, first_click, start, strategy, settings, 1);
    spec.logs = true;
    PlayedGames played = located(
        grid, [&] { return interruptible([&](const Watch& watch) { return play_games(spec, {&seed, 1}, watch); }); });
    return name_log(grid, played.logs.at(0));
}

// The chance to win a board by quick play, measured, and the move of `best` on it.
std::tuple<double, double, CellName> estimate(const BoundBoard& bound, bool trust, std::uint32_t rollouts,
                                              std::uint64_t seed) {
    WinEstimate found = interruptible([&](const Watch& watch) {
        return estimate_win(trust ? trust_flags(bound.board) : bound.board, rollouts, seed, watch);
    });
    return {found.mean, found.error, bound.grid.name(found.move)};
}

template <class Range, class Name>
std::vector<std::string> names_of(const Range& range, Name&& name_of) {
    std::vector<std::string> names;
    for (const auto& one : range) names.emplace_back(name_of(one));
    return names;
}

std::vector<std::string> texts_of(const std::vector<std::string_view>& texts) {
    return {texts.begin(), texts.end()};
}

void bind_strategies(nb::module_& module) {
    nb::enum_<SettingKind>(module, "SettingKind", "What values a setting has.")
        .value("SWITCH", SettingKind::SWITCH, "on or off")
        .value("CHOICE", SettingKind::CHOICE, "one of a few words")
        .value("COUNT", SettingKind::COUNT, "a whole number")
        .value("NUMBER", SettingKind::NUMBER, "any number");
    nb::class_<SettingInfo>(module, "SettingInfo", "A setting of a strategy.")
        .def_prop_ro("name", [](const SettingInfo& one) { return std::string(one.name); })
        .def_prop_ro("description", [](const SettingInfo& one) { return std::string(one.description); })
        .def_ro("kind", &SettingInfo::kind)
        .def_prop_ro(
            "words", [](const SettingInfo& one) { return texts_of(one.words); },
            "The words of a choice, in the order of their numbers.");
    nb::class_<GalleryEntry>(module, "GalleryEntry", "A strategy with settings in the gallery.")
        .def_prop_ro("name", [](const GalleryEntry& one) { return std::string(one.name); })
        .def_prop_ro("strategy", [](const GalleryEntry& one) { return std::string(one.strategy); })
        .def_ro("share", &GalleryEntry::share, "It plays the first of so many games.");
    nb::class_<Strategy>(module, "StrategyInfo", "What a strategy registered about itself.")
        .def_prop_ro("name", [](const Strategy& one) { return std::string(one.name); })
        .def_prop_ro(
            "family", [](const Strategy& one) { return std::string(one.family); },
            "Sapper, or the system that the strategy comes from.")
        .def_ro("settings", &Strategy::settings)
        .def_prop_ro(
            "reasons",
            [](const Strategy& one) { return names_of(one.reasons, [](auto* reason) { return reason->name; }); },
            "The kinds of guesses that it makes.")
        .def_prop_ro(
            "counters",
            [](const Strategy& one) { return names_of(one.counters, [](auto& counter) { return counter.name; }); },
            "What it counts.")
        .def_prop_ro(
            "largest_counters",
            [](const Strategy& one) {
                std::vector<NamedCounter> largest;
                std::copy_if(one.counters.begin(), one.counters.end(), std::back_inserter(largest),
                             [](const NamedCounter& counter) { return counter.largest; });
                return names_of(largest, [](auto& counter) { return counter.name; });
            },
            "What it counts as the most in any game; the other counters add up.")
        .def_ro("gallery", &Strategy::gallery);
    module.def(
        "strategy_names", [] { return names_of(catalogue().strategies(), [](auto& one) { return one.name; }); },
        "The strategies that are built in.");
    module.def(
        "describe_strategy", [](const std::string& name) { return &catalogue().find(name); }, nb::arg("strategy"),
        nb::rv_policy::reference, "What a strategy registered about itself.");
    module.def(
        "budget_names", [] { return std::vector<std::string>(BUDGET_NAMES.begin(), BUDGET_NAMES.end()); },
        "The budgets of every strategy, from little to much.");
    module.def(
        "guess_kinds",
        [] {
            nb::dict words;
            for (const Reason* one : catalogue().reasons()) words[std::string(one->name).c_str()] = one->words;
            return words;
        },
        nb::sig("def guess_kinds() -> dict[str, str]"),
        "The kinds of guesses in the order of their numbers, each with what it means.");
    module.def(
        "strategy_settings",
        [](const std::string& strategy, const std::string& budget) {
            return catalogue().find(strategy).budget(budget);
        },
        nb::arg("strategy"), nb::arg("budget"),
        nb::sig("def strategy_settings(strategy: str, budget: str) -> dict[str, bool | int | float]"),
        "Every setting of a strategy under a budget; a choice by its number.");
    module.def(
        "read_settings",
        [](const std::string& strategy, const SettingValues& settings) {
            return catalogue().find(strategy).read(settings);
        },
        nb::arg("strategy"), nb::arg("settings"),
        nb::sig("def read_settings(strategy: str, settings: Mapping[str, bool | int | float | str]) "
                "-> dict[str, bool | int | float]"),
        "Settings as the strategy reads them, words by their numbers; InputError for one that it cannot have.");
}

}  // namespace

void bind_play(nb::module_& module) {
    bind_strategies(module);
    nb::class_<NamedCandidate>(module, "Weighed",
                               "What a strategy weighs of a candidate; NaN for what it does not weigh.")
        .def_ro("cell", &NamedCandidate::name)
        .def_ro("safety", &NamedCandidate::safety, "Chance that it holds no mine.")
        .def_ro("estimate", &NamedCandidate::estimate, "The same, where the strategy only estimates it.")
        .def_ro("progress", &NamedCandidate::progress,
                "Chance that it is safe and another cell is then certain to be safe.")
        .def_ro("clears", &NamedCandidate::clears, "Cells that it makes safe, on average, itself included.")
        .def_ro("game_tree", &NamedCandidate::game_tree,
                "Share of the worlds searched that are won when it is revealed first.")
        .def_ro("secondary_safety", &NamedCandidate::secondary_safety,
                "Chance that it is safe and that the safest cell after it is.")
        .def_ro("hazard", &NamedCandidate::hazard,
                "Share of worlds in which it is a mine that makes a guess unavoidable.")
        .def_ro("instinct", &NamedCandidate::instinct, "By how much it is worth more than its lookahead, as a share.")
        .def_ro("lookahead", &NamedCandidate::lookahead, "Score of its lookahead; 0 for a dead cell.")
        .def_ro("rollouts", &NamedCandidate::rollouts, "Mean chance to win of the games played out from it.")
        .def_ro("games", &NamedCandidate::games, "Those games.")
        .def_ro("win", &NamedCandidate::win, "Chance to win, judged by lookahead, instinct and rollouts.");
    nb::class_<NamedDeduction>(module, "Deduction", "Cells that one use of a strategy's rule settled.")
        .def_ro("click", &NamedDeduction::click, "Reveals made before it.")
        .def_ro("rule", &NamedDeduction::rule)
        .def_ro("clues", &NamedDeduction::clues, "That it compared; none if the rule reads more than a few.")
        .def_ro("cells", &NamedDeduction::cells)
        .def_ro("mine", &NamedDeduction::mine, "Whether they are mines; otherwise they are safe.");
    nb::class_<NamedComponent>(module, "ComponentEstimate", "A component as the estimate of a guess sees it.")
        .def_ro("cells", &NamedComponent::names)
        .def_ro("ways", &NamedComponent::ways, "To fill it, that are left.")
        .def_ro("least", &NamedComponent::least, "Fewest mines in them.")
        .def_ro("most", &NamedComponent::most, "Most mines in them.")
        .def_ro("mines", &NamedComponent::mines, "The mean of them.");
    nb::class_<NamedEstimate>(module, "GuessEstimate", "What a guess was based on; NaN for what was not estimated.")
        .def_ro("click", &NamedEstimate::click, "Reveals made before it.")
        .def_ro("pods", &NamedEstimate::pods, "Sets of cells with a known number of mines.")
        .def_ro("components", &NamedEstimate::named_components)
        .def_ro("frontier_risk", &NamedEstimate::frontier_risk, "Of the cell beside a clue with the lowest.")
        .def_ro("floating_risk", &NamedEstimate::floating_risk, "Of every floating cell.")
        .def_ro("floating", &NamedEstimate::floating, "Floating cells.")
        .def_ro("drawn_from", &NamedEstimate::names, "The cells of the lowest risk.");
    module.def(
        "play_games", &play, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"), nb::arg("start").none(),
        nb::arg("seeds"), nb::arg("strategy"), nb::arg("settings"), nb::arg("threads"), nb::arg("luck_free") = false,
        nb::sig("def play_games(grid: Grid, mines: int, first_click: FirstClick, start: object, "
                "seeds: NDArray[numpy.uint64], strategy: str, settings: Mapping[str, bool | int | float | str], "
                "threads: int, luck_free: bool = False) -> dict[str, Any]"),
        "Play a game for every seed; arrays of one value a game, a guess or a click.");
    module.def("play_asking", &play_asking, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"),
               nb::arg("start").none(), nb::arg("seeds"), nb::arg("ask"), nb::arg("luck_free") = false,
               nb::sig("def play_asking(grid: Grid, mines: int, first_click: FirstClick, start: object, "
                       "seeds: NDArray[numpy.uint64], ask: collections.abc.Callable[[Board, int], tuple[typing.Any, "
                       "float]], luck_free: bool = False) "
                       "-> dict[str, Any]"),
               "The same, with guesses by ask(board, place of the game), which returns a cell and its safety.");
    module.def("play_layout", &play_layout, nb::arg("layout"), nb::arg("first_click"), nb::arg("start").none(),
               nb::arg("ask"),
               nb::sig("def play_layout(layout: Layout, first_click: FirstClick, start: object, "
                       "ask: collections.abc.Callable[[Board, int], tuple[typing.Any, float]]) -> dict[str, Any]"),
               "The same for one game on a layout.");
    module.def("play_lessons", &teach, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"),
               nb::arg("start").none(), nb::arg("seeds"), nb::arg("settings"), nb::arg("threads"),
               nb::sig("def play_lessons(grid: Grid, mines: int, first_click: FirstClick, start: object, "
                       "seeds: NDArray[numpy.uint64], settings: Mapping[str, bool | int | float | str], threads: "
                       "int) -> dict[str, Any]"),
               "Play a game of `best` for every seed; arrays of what games played out said of each candidate.");
    module.def("play_click_lessons", &teach_clicks, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"),
               nb::arg("start").none(), nb::arg("seeds"), nb::arg("settings"), nb::arg("threads"),
               nb::sig("def play_click_lessons(grid: Grid, mines: int, first_click: FirstClick, start: object, "
                       "seeds: NDArray[numpy.uint64], settings: Mapping[str, bool | int | float | str], threads: "
                       "int) -> dict[str, Any]"),
               "Play a luck-free game of `efficient` for every seed; arrays of what the clicks that it compared "
               "saved.");
    module.def("estimate_win", &estimate, nb::arg("board"), nb::arg("trust_flags"), nb::arg("rollouts"),
               nb::arg("seed"), "The chance to win a board by playing it out, its standard error, and a move.");
    module.def("choose_move", &choose, nb::arg("board"), nb::arg("strategy"), nb::arg("settings"), nb::arg("seed"),
               "The next move on a board: cell, reason, safety and, where it is known, the chance to win.");
    module.def("weigh_move", &weigh, nb::arg("board"), nb::arg("strategy"), nb::arg("settings"), nb::arg("seed"),
               "The same move, and every candidate that the strategy weighs.");
    module.def("weigh_game", &weigh_game, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"),
               nb::arg("start").none(), nb::arg("seed"), nb::arg("strategy"), nb::arg("settings"),
               "Play the game of a seed; every candidate of each guess, by the number of its click.");
    module.def("log_move", &log_move, nb::arg("board"), nb::arg("strategy"), nb::arg("settings"), nb::arg("seed"),
               "The next move on a board, and what was deduced and estimated before it.");
    module.def("log_game", &log_game, nb::arg("grid"), nb::arg("mines"), nb::arg("first_click"),
               nb::arg("start").none(), nb::arg("seed"), nb::arg("strategy"), nb::arg("settings"),
               "Play the game of a seed; what was deduced by which rule, and what each guess was based on. Empty for "
               "a strategy that keeps no log.");
}

}  // namespace sapper::bind
