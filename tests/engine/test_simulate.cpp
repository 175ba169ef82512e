// Whole games: the same with any number of threads, played by the rules, and with errors passed to the caller.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "check.hpp"
#include "game/game.hpp"
#include "game/simulate.hpp"
#include "reference/catalogue.hpp"

using namespace sapper;

namespace {

PlaySpec small_spec(const Strategy& strategy, std::uint32_t threads) {
    PlaySpec spec;
    spec.shape = std::make_shared<Shape>(make_square_shape(8, 9));
    spec.layout = {14, 20, FirstClick::SAFE, 0, {}};
    spec.strategy = &strategy;
    spec.threads = threads;
    return spec;
}

bool same(const PlayedGames& one, const PlayedGames& other) {
    return one.moves == other.moves && one.moves_first == other.moves_first && one.won == other.won &&
           one.value == other.value && one.clicks == other.clicks && one.revealed == other.revealed &&
           one.openings == other.openings && one.bbbv == other.bbbv && one.nodes == other.nodes &&
           one.flagged == other.flagged && one.guess_first == other.guess_first &&
           one.guess_kind == other.guess_kind && one.guess_odds == other.guess_odds &&
           one.guess_click == other.guess_click && one.frontier_guess == other.frontier_guess &&
           one.frontier_estimate == other.frontier_estimate && one.frontier_mines == other.frontier_mines &&
           one.trail == other.trail && one.trail_first == other.trail_first && one.counters == other.counters;
}

// The cells that were clicked in a game on fewer than 4096 cells.
std::vector<Cell> clicked(const PlayedGames& played, std::size_t game) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::vector<Cell> cells;
    for (auto at = played.moves_first[game]; at < played.moves_first[game + 1]; at += 2) {
        const char* move = played.moves.data() + at;
        cells.push_back(static_cast<Cell>(64 * digits.find(move[0]) + digits.find(move[1])));
    }
    return cells;
}

struct NoSettings {};
constexpr Reason ZERO{"zero", "handed out"};

// Takes zeros as long as there are any, then the first cell that is still hidden.
class ZeroMover : public Mover {
  public:
    explicit ZeroMover(const NoSettings&) {}

    Move next_move(Position& position, const Turn& turn, Resources&) override {
        if (turn.shown == 0 && turn.zeros) trail_.clear();
        trail_ += turn.zeros ? 'z' : 'r';
        if (turn.zeros) return {NO_CELL, &ZERO};
        Cell cell = 0;
        while (!position.cells[cell].hidden()) ++cell;
        return {cell, &reasons::RANDOM, 0.5};
    }
    std::string end_game(std::uint32_t, bool won) override { return trail_ + (won ? 'W' : 'X'); }

  private:
    std::string trail_;
};

class Failing : public Guesser {
  public:
    explicit Failing(const NoSettings&) {}

  private:
    Move guess(const Position&, const Outlook&, Resources&) override { throw InputError("enough"); }
};

}  // namespace

TEST(a_mover_makes_every_move_and_is_handed_zeros) {
    Strategy strategy =
        register_strategy<ZeroMover>(Registration<NoSettings>{.name = "zeros", .reasons = {&ZERO, &reasons::RANDOM}});
    PlaySpec spec = small_spec(strategy, 2);
    auto seeds = game_seeds(5, 1, 60);
    PlayedGames played = play_games(spec, seeds);
    Dealer dealer(spec.shape, spec.layout);
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        const Layout& layout = dealer.deal(seeds[k]);
        std::string trail(played.trail.data() + played.trail_first[k],
                          played.trail.data() + played.trail_first[k + 1]);
        auto guesses = static_cast<std::uint32_t>(played.guess_first[k + 1] - played.guess_first[k]);
        // Every zero was requested once, and one more request found none.
        std::uint32_t openings = played.openings[k];
        CHECK(trail ==
              std::string(openings + 1, 'z') + std::string(guesses - openings, 'r') + (played.won[k] ? 'W' : 'X'));
        CHECK(played.clicks[k] == guesses && played.flagged[k] == 0);
        std::vector<Cell> cells = clicked(played, k);
        CHECK(cells.size() == guesses);
        for (std::uint32_t click = 0; click < openings; ++click) {
            Cell cell = cells[click];
            CHECK(!layout.mined[cell]);
            for (Cell other : layout.shape->neighbours(cell)) CHECK(!layout.mined[other]);
        }
    }
}

TEST(games_are_the_same_when_their_candidates_are_written_down) {
    for (const Strategy& strategy : catalogue().strategies()) {
        auto seeds = game_seeds(6, 1, 40);
        PlaySpec spec = small_spec(strategy, 1);
        spec.settings = strategy.budget("normal");
        PlayedGames plain = play_games(spec, seeds);
        CHECK(plain.weighed.empty());
        spec.weighed = true;
        PlayedGames played = play_games(spec, seeds);
        CHECK(played.moves == plain.moves && played.guess_kind == plain.guess_kind &&
              played.guess_odds == plain.guess_odds && played.weighed.size() == plain.guess_kind.size());
        for (std::size_t game = 0; game < seeds.size(); ++game) {
            std::vector<Cell> cells = clicked(played, game);
            for (auto k = static_cast<std::size_t>(played.guess_first[game]);
                 k < static_cast<std::size_t>(played.guess_first[game + 1]); ++k) {
                const WeighedTable& table = played.weighed[k];
                auto row = std::find_if(table.begin(), table.end(),
                                        [&](const Weighed& one) { return one.cell == cells[played.guess_click[k]]; });
                CHECK(row != table.end());
                if (row == table.end()) continue;
                double safety = std::isnan(row->safety) ? row->estimate : row->safety;
                CHECK(std::abs(safety - played.guess_odds[k]) < 1e-12);
                for (const Weighed& one : table) CHECK(!(one.game_tree > row->game_tree + 1e-12));
            }
        }
    }
}

TEST(games_are_the_same_when_their_stages_are_written_down) {
    for (const Strategy& strategy : catalogue().strategies()) {
        auto seeds = game_seeds(6, 1, 40);
        PlaySpec spec = small_spec(strategy, 2);
        spec.settings = strategy.budget("normal");
        PlayedGames plain = play_games(spec, seeds);
        CHECK(plain.logs.empty());
        spec.logs = true;
        PlayedGames played = play_games(spec, seeds);
        CHECK(same(plain, played) && played.logs.size() == seeds.size());
    }
}

// In a log every settled cell is what the rule says, flags are the mines found, and each estimate of the frontier is
// that of its components, compared with the mines of the layout.
TEST(stages_tell_what_was_settled_and_estimated) {
    const Strategy& strategy = catalogue().find("smartguess");
    Dealer dealer(small_spec(strategy, 1).shape, small_spec(strategy, 1).layout);
    std::size_t settled = 0, estimated = 0;
    for (const char* mode : {"random", "smart", "perfect"}) {
        auto seeds = game_seeds(8, 1, 200);
        PlaySpec spec = small_spec(strategy, 1);
        spec.settings["mode"] = std::string(mode);
        spec.logs = true;
        PlayedGames played = play_games(spec, seeds);
        std::size_t next = 0;  // estimate
        for (std::size_t game = 0; game < seeds.size(); ++game) {
            Layout layout = dealer.deal(seeds[game]);
            const StageLog& log = played.logs[game];
            std::uint32_t flags = 0, before = 0;
            for (const Deduction& one : log.deductions) {
                CHECK(one.click >= before && one.click < played.clicks[game] && !one.cells.empty());
                before = one.click;
                for (Cell cell : one.cells) CHECK(bool(layout.mined[cell]) == one.mine);
                if (one.mine) flags += static_cast<std::uint32_t>(one.cells.size());
                settled += one.cells.size();
            }
            CHECK(flags == played.flagged[game]);
            for (const GuessEstimate& one : log.guesses) {
                if (one.components.empty()) continue;
                double mines = 0;
                std::uint32_t there = 0;
                for (const ComponentEstimate& component : one.components) {
                    mines += component.mines;
                    for (Cell cell : component.cells) there += layout.mined[cell];
                    CHECK(component.ways >= 1 - 1e-9 && component.least <= component.most);
                }
                CHECK(next < played.frontier_guess.size());
                CHECK(played.guess_click[played.frontier_guess[next]] == one.click);
                CHECK(std::abs(played.frontier_estimate[next] - mines) < 1e-9);
                CHECK(played.frontier_mines[next] == there);
                ++next;
            }
        }
        CHECK(next == played.frontier_guess.size());
        estimated += next;
    }
    CHECK(settled > 10000 && estimated > 200);
}

TEST(threads_play_the_same_games) {
    for (const Strategy& strategy : catalogue().strategies()) {
        auto seeds = game_seeds(5, 1, strategy.name == "best" ? 200 : 700);
        PlaySpec spec = small_spec(strategy, 1);
        spec.settings = strategy.budget("fast");
        PlayedGames alone = play_games(spec, seeds);
        CHECK(alone.won.size() == seeds.size() && alone.moves_first.size() == seeds.size() + 1);
        spec.threads = 3;
        CHECK(same(alone, play_games(spec, seeds)));
    }
}

// A luck-free game goes as the ordinary one does until a guess hits a mine. After that it goes on.
TEST(luck_free_games_begin_as_ordinary_ones_and_end_with_their_value) {
    for (const Strategy& strategy : catalogue().strategies()) {
        auto seeds = game_seeds(9, 1, strategy.name == "best" ? 60 : 200);
        PlaySpec spec = small_spec(strategy, 1);
        spec.settings = strategy.budget("fast");
        spec.layout.first_click = FirstClick::NONE;
        PlayedGames plain = play_games(spec, seeds);
        spec.luck_free = true;
        PlayedGames played = play_games(spec, seeds);
        spec.threads = 3;
        CHECK(same(played, play_games(spec, seeds)));
        CHECK(played.openings == plain.openings && played.bbbv == plain.bbbv);
        std::size_t differing = 0;  // games whose value is not the product of their chances: they have an endgame
        for (std::size_t k = 0; k < seeds.size(); ++k) {
            std::vector<Cell> before = clicked(plain, k), cells = clicked(played, k);
            CHECK(cells.size() >= before.size() && std::equal(before.begin(), before.end(), cells.begin()));
            CHECK(plain.value[k] == plain.won[k]);
            CHECK(played.value[k] >= 0 && played.value[k] <= 1 && (played.value[k] == 0 || played.won[k]));
            // The game was over, or the first cell alone had a chance of 58 in 72.
            CHECK(played.value[k] <= 58.0 / 72 + 1e-12);
            if (strategy.family != OWN_FAMILY) continue;
            double odds = 1;
            for (auto guess = static_cast<std::size_t>(played.guess_first[k]);
                 guess < static_cast<std::size_t>(played.guess_first[k + 1]); ++guess)
                odds *= played.guess_odds[guess];
            CHECK(played.won[k]);
            differing += std::abs(played.value[k] - odds) > 1e-9;
        }
        // Most games have no choice in their endgame, or none.
        CHECK(2 * differing < seeds.size() && (differing > 0) == (strategy.family == OWN_FAMILY));
    }
}

// A zero that is handed out tells more than the board does, so that no chance is known after it.
TEST(luck_free_games_are_won_or_lost_once_a_zero_was_handed_out) {
    Strategy strategy =
        register_strategy<ZeroMover>(Registration<NoSettings>{.name = "zeros", .reasons = {&ZERO, &reasons::RANDOM}});
    PlaySpec spec = small_spec(strategy, 2);
    auto seeds = game_seeds(5, 1, 60);
    PlayedGames plain = play_games(spec, seeds);
    spec.luck_free = true;
    CHECK(same(plain, play_games(spec, seeds)));
}

TEST(luck_free_games_need_layouts_that_are_equally_likely) {
    PlaySpec spec = small_spec(catalogue().find("safest"), 1);
    spec.luck_free = true;
    spec.layout.first_click = FirstClick::MOVED;
    CHECK_THROWS(InputError, play_games(spec, game_seeds(5, 1, 1)));
}

TEST(records_replay_as_games) {
    auto seeds = game_seeds(6, 1, 300);
    PlaySpec spec = small_spec(catalogue().find("safest"), 2);
    PlayedGames played = play_games(spec, seeds);
    int won = 0;
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        LayoutSpec dealt = spec.layout;
        dealt.seed = seeds[k];
        GameState game(std::make_shared<Layout>(make_layout(spec.shape, dealt)));
        for (Cell cell : clicked(played, k)) CHECK(game.reveal(cell));
        CHECK(played.clicks[k] == game.clicks());
        CHECK(game.status() == (played.won[k] ? Status::WON : Status::LOST));
        won += played.won[k];
        // A certain move is never a mine: a lost game was lost by its last guess.
        if (played.won[k]) continue;
        CHECK(played.guess_first[k + 1] > played.guess_first[k]);
        CHECK(played.guess_click[static_cast<std::size_t>(played.guess_first[k + 1]) - 1] + 1 == played.clicks[k]);
    }
    CHECK(won > 50 && won < 300);
}

TEST(moves_are_written_where_there_is_room) {
    auto seeds = game_seeds(8, 1, 90);
    PlaySpec spec = small_spec(catalogue().find("safest"), 3);
    PlayedGames kept = play_games(spec, seeds);
    std::string text;
    PlayedGames played = play_games(spec, seeds, {}, [&](std::size_t length) {
        text.assign(length, '?');
        return text.data();
    });
    CHECK(played.moves.empty() && played.moves_first == kept.moves_first);
    CHECK(text == std::string(kept.moves.begin(), kept.moves.end()));
}

TEST(an_error_stops_all_threads_and_comes_back) {
    auto seeds = game_seeds(7, 1, 500);
    Strategy failing = register_strategy<Failing>(Registration<NoSettings>{.name = "failing"});
    PlaySpec spec = small_spec(failing, 3);
    CHECK_THROWS(InputError, play_games(spec, seeds));
    spec = small_spec(catalogue().find("safest"), 2);
    spec.layout.mines = 72;
    CHECK_THROWS(InputError, play_games(spec, seeds));
    spec = small_spec(catalogue().find("safest"), 2);
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
