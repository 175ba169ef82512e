// Whole games: the same with any number of threads, played by the rules, and with errors that come back.
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "game.hpp"
#include "simulate.hpp"
#include "strategy/catalogue.hpp"

using namespace sapper;

namespace {

PlaySpec small_spec(Way way, std::uint32_t threads) {
    PlaySpec spec;
    spec.shape = std::make_shared<Shape>(make_square_shape(8, 9));
    spec.layout = {14, 20, FirstClick::SAFE, 0, {}};
    spec.way = way;
    spec.threads = threads;
    return spec;
}

bool same(const PlayedGames& one, const PlayedGames& other) {
    if (one.clicks != other.clicks || one.click_first != other.click_first || one.guess_first != other.guess_first)
        return false;
    for (std::size_t k = 0; k < one.guesses.size(); ++k)
        if (one.guesses[k].kind != other.guesses[k].kind || one.guesses[k].odds != other.guesses[k].odds)
            return false;
    for (std::size_t k = 0; k < one.games.size(); ++k)
        if (one.games[k].won != other.games[k].won || one.games[k].revealed != other.games[k].revealed) return false;
    return one.games.size() == other.games.size() && one.guesses.size() == other.guesses.size();
}

}  // namespace

TEST(a_mover_makes_every_move_and_is_handed_zeros) {
    // Takes zeros as long as there are any, then the first cell that is still hidden.
    Mover mover = [](Known& known, Mind& mind) -> Move {
        mind.trail += mind.zeros ? 'z' : 'r';
        if (mind.zeros) return {NO_CELL, Reason::ZERO};
        Cell cell = 0;
        while (!known.cells[cell].hidden()) ++cell;
        return {cell, Reason::RANDOM, 0.5};
    };
    PlaySpec spec =
        small_spec({.mover = mover, .ending = [](bool won, Mind& mind) { mind.trail += won ? 'W' : 'X'; }}, 2);
    auto seeds = game_seeds(5, 1, 60);
    PlayedGames played = play_games(spec, seeds);
    Dealer dealer(spec.shape, spec.layout);
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        const Layout& layout = dealer.deal(seeds[k]);
        const GameRecord& record = played.games[k];
        std::string trail =
            played.trail.substr(played.trail_first[k], played.trail_first[k + 1] - played.trail_first[k]);
        std::uint32_t guesses = played.guess_first[k + 1] - played.guess_first[k];
        // Every zero was asked for once, and once more in vain.
        std::uint32_t others = guesses - record.openings;
        CHECK(trail == std::string(record.openings + 1, 'z') + std::string(others, 'r') + (record.won ? 'W' : 'X'));
        CHECK(record.clicks == guesses && record.flagged == 0);
        for (std::uint32_t click = 0; click < record.openings; ++click) {
            Cell cell = played.clicks[played.click_first[k] + click];
            CHECK(!layout.mined[cell]);
            for (Cell other : layout.shape->neighbours(cell)) CHECK(!layout.mined[other]);
        }
    }
}

TEST(threads_play_the_same_games) {
    for (const Strategy& strategy : strategies()) {
        auto seeds = game_seeds(5, 1, strategy.name == "best" ? 200 : 700);
        PlaySpec spec = small_spec(strategy.way, 1);
        spec.settings = strategy.budgets.front().settings;
        PlayedGames alone = play_games(spec, seeds);
        CHECK(alone.games.size() == seeds.size());
        spec.threads = 3;
        CHECK(same(alone, play_games(spec, seeds)));
    }
}

TEST(records_replay_as_games) {
    auto seeds = game_seeds(6, 1, 300);
    PlaySpec spec = small_spec({guess_safest}, 2);
    PlayedGames played = play_games(spec, seeds);
    int won = 0;
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        LayoutSpec dealt = spec.layout;
        dealt.seed = seeds[k];
        GameState game(std::make_shared<Layout>(make_layout(spec.shape, dealt)));
        for (std::uint32_t click = played.click_first[k]; click < played.click_first[k + 1]; ++click)
            CHECK(game.reveal(played.clicks[click]));
        const GameRecord& record = played.games[k];
        CHECK(record.clicks == game.clicks());
        CHECK(game.status() == (record.won ? Status::WON : Status::LOST));
        won += record.won;
        // A certain move is never a mine: a lost game was lost by its last guess.
        if (record.won) continue;
        CHECK(played.guess_first[k + 1] > played.guess_first[k]);
        CHECK(played.guesses[played.guess_first[k + 1] - 1].click + 1 == record.clicks);
    }
    CHECK(won > 50 && won < 300);
}

TEST(an_error_stops_all_threads_and_comes_back) {
    auto seeds = game_seeds(7, 1, 500);
    PlaySpec spec = small_spec({[](const Known&, const Outlook&, Mind&) -> Move { throw LimitError("enough"); }}, 3);
    CHECK_THROWS(LimitError, play_games(spec, seeds));
    spec = small_spec({guess_safest}, 2);
    spec.layout.mines = 72;
    CHECK_THROWS(InputError, play_games(spec, seeds));
    spec = small_spec({guess_safest}, 2);
    Watch stop{[](void*) { throw Cancelled(); }};
    CHECK_THROWS(Cancelled, play_games(spec, seeds, stop));
}

TEST(a_dealer_deals_what_make_layout_makes) {
    auto shape = std::make_shared<Shape>(make_square_shape(7, 6));
    for (FirstClick rule : {FirstClick::NONE, FirstClick::SAFE, FirstClick::ZERO}) {
        LayoutSpec spec{11, 8, rule, 0, {7, 6}};
        Dealer dealer(shape, spec);
        for (spec.seed = 0; spec.seed < 40; ++spec.seed) {
            const Layout& dealt = dealer.deal(spec.seed);
            Layout made = make_layout(shape, spec);
            CHECK(dealt.mines == made.mines && dealt.mined == made.mined && dealt.mines.size() == 11);
        }
    }
}
