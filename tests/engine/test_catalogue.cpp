// One registration is enough: a strategy that this file adds to the catalogue plays by its name, and its settings,
// reasons and counters are found. The steps are those of "A strategy" in docs/architecture.md.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "check.hpp"
#include "game/simulate.hpp"
#include "reference/catalogue.hpp"

using namespace sapper;

namespace {

// Guesses the first or the last open cell; every n-th guess is random.
enum class End : std::uint8_t { FIRST, LAST };

struct Settings {
    End end = End::FIRST;
    bool counts = true;
    std::uint32_t every = 0;
    double chance = 0.5;
};

constexpr Reason EDGE{"edge", "the first or the last cell"};
enum Counter { GUESSES, LAST_CELL };

class EdgeGuesser : public Guesser {
  public:
    explicit EdgeGuesser(const Settings& settings) : settings_(settings) {}

  private:
    Move guess(const Position& position, const Outlook&, Resources& resources) override {
        std::vector<Cell> open;
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::OPEN) open.push_back(cell);
        Cell chosen = settings_.end == End::FIRST ? open.front() : open.back();
        if (settings_.counts) {
            ++resources.spent.counters[GUESSES];
            resources.spent.counters[LAST_CELL] =
                std::max<std::uint64_t>(resources.spent.counters[LAST_CELL], chosen);
        }
        bool random = settings_.every > 0 && ++guesses_ % settings_.every == 0;
        return {chosen, random ? &reasons::RANDOM : &EDGE, settings_.chance};
    }

    const Settings settings_;
    std::uint32_t guesses_ = 0;
};

Strategy edge_strategy() {
    return register_strategy<EdgeGuesser>(Registration<Settings>{
        .name = "edge",
        .settings = {setting("end", &Settings::end, "which end of the board", {"first", "last"}),
                     setting("counts", &Settings::counts, "whether it counts"),
                     setting("every", &Settings::every, "every so many guesses are called random; 0: none"),
                     setting("chance", &Settings::chance, "what it says of every guess")},
        .fast = {},
        .normal = {.end = End::LAST},
        .deep = {.end = End::LAST, .chance = 0.75},
        .reasons = {&EDGE, &reasons::RANDOM},
        .counters = {{"guesses"}, {"last cell", true}},
        .gallery = {{"edge", "edge"}},
    });
}

// The built-in strategies and this one.
const Catalogue& extended() {
    static const Catalogue all = [] {
        std::vector<Strategy> strategies = catalogue().strategies();
        strategies.push_back(edge_strategy());
        return Catalogue(std::move(strategies));
    }();
    return all;
}

PlayedGames play(const Strategy& strategy, const SettingValues& settings) {
    PlaySpec spec;
    spec.shape = std::make_shared<Shape>(make_square_shape(8, 9));
    spec.layout = {14, 20, FirstClick::NONE, 0, {8, 9}};
    spec.strategy = &strategy;
    spec.settings = settings;
    spec.threads = 2;
    return play_games(spec, game_seeds(5, 1, 60));
}

}  // namespace

TEST(a_registration_is_all_a_strategy_needs) {
    const Strategy& edge = extended().find("edge");
    PlayedGames first = play(edge, edge.budget("fast")), last = play(edge, edge.budget("normal"));
    CHECK(first.moves != last.moves && first.counters[GUESSES] > 60);
    CHECK(first.counters[LAST_CELL] < 72 && last.counters[LAST_CELL] == 71);
    // START comes before the reasons that it registered: guesses are numbered by their place.
    std::set<std::uint8_t> kinds(first.guess_kind.begin(), first.guess_kind.end());
    CHECK((kinds == std::set<std::uint8_t>{0, 1}));
    CHECK(edge.reasons[0] == &reasons::START && edge.reasons[1] == &EDGE);
    const auto& all = extended().reasons();
    CHECK(all.back() == &EDGE && all.size() == catalogue().reasons().size() + 1);
}

TEST(settings_are_named_typed_and_checked) {
    const Strategy& edge = extended().find("edge");
    CHECK((edge.budget("deep") ==
           SettingValues{{"end", std::int64_t{1}}, {"counts", true}, {"every", std::int64_t{0}}, {"chance", 0.75}}));
    SettingValues given{{"end", "last"}, {"counts", "off"}, {"every", 2.0}, {"chance", std::int64_t{1}}};
    CHECK((edge.read(given) ==
           SettingValues{{"end", std::int64_t{1}}, {"counts", false}, {"every", std::int64_t{2}}, {"chance", 1.0}}));
    PlayedGames played = play(edge, given);
    CHECK(played.counters == Counters{});
    CHECK(std::count(played.guess_kind.begin(), played.guess_kind.end(), 2) > 20);
    CHECK(std::count(played.guess_odds.begin(), played.guess_odds.end(), 1.0) > 20);
    for (const auto& [name, value] : std::vector<std::pair<std::string, SettingValue>>{{"end", "middle"},
                                                                                       {"end", std::int64_t{2}},
                                                                                       {"counts", 0.5},
                                                                                       {"every", 1.5},
                                                                                       {"every", std::int64_t{-1}},
                                                                                       {"every", 1e10},
                                                                                       {"chance", "much"},
                                                                                       {"chance", std::nan("")},
                                                                                       {"colour", true}}) {
        CHECK_THROWS(InputError, edge.make({{name, value}}));
        CHECK_THROWS(InputError, edge.read({{name, value}}));
    }
    CHECK_THROWS(InputError, edge.budget("slow"));
    CHECK_THROWS(InputError, catalogue().find("edge"));
}

TEST(strategies_of_the_catalogue_say_all_that_callers_show) {
    std::set<std::string_view> names, reason_names;
    for (const Reason* reason : catalogue().reasons()) {
        CHECK(!reason->words.empty() && reason_names.insert(reason->name).second);
    }
    for (const Strategy& strategy : catalogue().strategies()) {
        CHECK(names.insert(strategy.name).second && !strategy.gallery.empty());
        CHECK(strategy.counters.size() <= MAX_COUNTERS);
        for (const SettingInfo& info : strategy.settings) {
            CHECK(!info.description.empty());
            CHECK((info.kind == SettingKind::CHOICE) == !info.words.empty());
        }
        for (const SettingValues& budget : strategy.budgets) CHECK(strategy.read(budget) == budget);
    }
}
