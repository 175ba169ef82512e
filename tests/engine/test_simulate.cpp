// Whole games: the same with any number of threads, played by the rules, and with errors that come back.
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "game.hpp"
#include "simulate.hpp"
#include "strategy/catalogue.hpp"

using namespace sapper;

namespace {

PlaySpec small_spec(Guess guess, std::uint32_t threads) {
    PlaySpec spec;
    spec.shape = std::make_shared<Shape>(make_square_shape(8, 9));
    spec.layout = {14, 20, FirstClick::SAFE, 0, {}};
    spec.guess = guess;
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

TEST(threads_play_the_same_games) {
    for (const Strategy& strategy : strategies()) {
        auto seeds = game_seeds(5, 1, strategy.name == "best" ? 200 : 700);
        PlaySpec spec = small_spec(strategy.guess, 1);
        spec.settings = strategy.budgets.front().settings;
        PlayedGames alone = play_games(spec, seeds);
        CHECK(alone.games.size() == seeds.size());
        spec.threads = 3;
        CHECK(same(alone, play_games(spec, seeds)));
    }
}

TEST(records_replay_as_games) {
    auto seeds = game_seeds(6, 1, 300);
    PlaySpec spec = small_spec(guess_safest, 2);
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
    PlaySpec spec = small_spec([](const Known&, const Outlook&, Mind&) -> Move { throw LimitError("enough"); }, 3);
    CHECK_THROWS(LimitError, play_games(spec, seeds));
    spec = small_spec(guess_safest, 2);
    spec.layout.mines = 72;
    CHECK_THROWS(InputError, play_games(spec, seeds));
    spec = small_spec(guess_safest, 2);
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
