// Batches of games: the same with any number of threads, each game by the rules, errors and interrupted steps.
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/workers.hpp"
#include "check.hpp"
#include "game/batch.hpp"
#include "game/game.hpp"

using namespace sapper;

namespace {

BatchSpec small_spec(std::uint32_t threads) {
    BatchSpec spec;
    spec.shape = std::make_shared<Shape>(make_square_shape(5, 6));
    spec.layout = {5, 0, FirstClick::SAFE, 0, {5, 6}};
    spec.games = 150;
    spec.flags = spec.chords = true;
    spec.reward = Reward::BBBV;
    spec.planes = spec.mine_probability = spec.safe = spec.value = true;
    spec.value_limits = {20, 1000};
    spec.threads = threads;
    return spec;
}

std::vector<std::int64_t> random_actions(GameBatch& batch, Kiss64& dice) {
    std::vector<std::int64_t> actions;
    std::size_t count = batch.spec().actions();
    for (std::size_t row = 0; row < batch.spec().games; ++row) {
        std::size_t action = dice.below(static_cast<std::uint32_t>(count));
        const std::uint8_t* possible = batch.columns().mask.data() + row * count;
        while (dice.below(8) != 0 && !possible[action]) action = (action + 1) % count;
        actions.push_back(static_cast<std::int64_t>(action));
    }
    return actions;
}

bool same(BatchColumns& one, BatchColumns& other) {
    return one.views == other.views && one.planes == other.planes && one.mask == other.mask &&
           one.reward == other.reward && one.terminated == other.terminated && one.game == other.game &&
           one.mine_probability == other.mine_probability && one.safe == other.safe && one.best == other.best;
}

void interrupt(void*) {
    throw Cancelled();
}

}  // namespace

TEST(workers_do_every_piece_once) {
    Workers workers(4);
    for (std::size_t pieces : {0u, 1u, 2u, 7u, 500u}) {
        std::vector<std::atomic<int>> done(pieces);
        workers.run(pieces, {}, [&](std::size_t, std::size_t piece, const Watch&) { ++done[piece]; });
        for (const auto& count : done) CHECK(count == 1);
    }
}

TEST(workers_pass_errors_on_and_work_again) {
    Workers workers(3);
    for (int round = 0; round < 20; ++round)
        CHECK_THROWS(InputError, workers.run(100, {}, [&](std::size_t, std::size_t piece, const Watch&) {
            if (piece == 40) throw InputError("forty");
        }));
    std::atomic<int> done = 0;
    workers.run(100, {}, [&](std::size_t, std::size_t, const Watch&) { ++done; });
    CHECK(done == 100);
}

TEST(what_a_thread_needs_may_fail_to_be_made) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> made = 0, done = 0;
        auto make = [&] {
            if (++made > 1) throw std::bad_alloc();
            return [&](std::size_t, const Watch&) {
                ++done;
                while (made < 2) std::this_thread::yield();
            };
        };
        CHECK_THROWS(std::bad_alloc, share_work(100, 2, {}, make));
        CHECK(done < 100);
    }
}

TEST(a_batch_has_planes_for_the_numbers_to_eight) {
    BatchSpec spec = small_spec(1);
    spec.shape = std::make_shared<Shape>(make_graph_shape([] {
        std::vector<std::vector<Cell>> all(30);
        for (Cell cell = 0; cell < 30; ++cell)
            for (Cell other = 0; other < 30; ++other)
                if (other != cell) all[cell].push_back(other);
        return all;
    }()));
    spec.layout = {5, 0, FirstClick::NONE, 0, {}};
    CHECK_THROWS(InputError, GameBatch(spec));
    spec.planes = false;
    GameBatch batch(spec);
}

TEST(a_batch_is_the_same_with_any_number_of_threads) {
    for (Autoreset mode : {Autoreset::NEXT_STEP, Autoreset::SAME_STEP})
        for (Reward reward : {Reward::BBBV, Reward::CHANCE}) {
            std::vector<std::unique_ptr<GameBatch>> batches;
            for (std::uint32_t threads : {1u, 2u, 5u}) {
                BatchSpec spec = small_spec(threads);
                spec.autoreset = mode;
                spec.reward = reward;
                spec.chords = reward == Reward::BBBV;
                batches.push_back(std::make_unique<GameBatch>(spec));
                batches.back()->begin_run(7);
                batches.back()->reset();
            }
            Kiss64 dice(1);
            for (int step = 0; step < 40; ++step) {
                auto actions = random_actions(*batches[0], dice);
                for (auto& batch : batches) batch->step(actions);
                CHECK(same(batches[0]->columns(), batches[1]->columns()));
                CHECK(same(batches[0]->columns(), batches[2]->columns()));
            }
        }
}

TEST(a_batch_plays_by_the_rules) {
    BatchSpec spec = small_spec(2);
    spec.autoreset = Autoreset::DISABLED;
    spec.value = false;
    GameBatch batch(spec);
    batch.begin_run(3);
    batch.reset();
    std::vector<std::unique_ptr<GameState>> games;
    std::vector<std::int64_t> actions;
    for (std::size_t row = 0; row < spec.games; ++row) {
        auto start = static_cast<Cell>(row % 30);
        LayoutSpec layout = spec.layout;
        layout.start = start;
        layout.seed = batch.columns().seed[row];
        games.push_back(std::make_unique<GameState>(std::make_shared<Layout>(make_layout(spec.shape, layout))));
        games.back()->reveal(start);
        actions.push_back(start);
    }
    batch.step(actions);
    Kiss64 dice(2);
    for (int step = 0; step < 30; ++step) {
        for (std::size_t row = 0; row < spec.games; ++row) {
            const auto& board = games[row]->board();
            for (Cell cell = 0; cell < 30; ++cell) CHECK(batch.columns().views[row * 30 + cell] == board.views[cell]);
            CHECK(batch.columns().won[row] == (games[row]->status() == Status::WON));
            CHECK(batch.columns().terminated[row] == (games[row]->status() != Status::PLAYING));
        }
        std::vector<std::uint8_t> over(batch.columns().terminated.begin(), batch.columns().terminated.end());
        actions = random_actions(batch, dice);
        bool any = false;
        for (std::size_t row = 0; row < spec.games; ++row) any |= over[row] != 0;
        if (any) {
            CHECK_THROWS(GameError, batch.step(actions));
            break;
        }
        for (std::size_t row = 0; row < spec.games; ++row) {
            auto cell = static_cast<Cell>(actions[row] % 30);
            if (!batch.columns().mask[row * 90 + static_cast<std::size_t>(actions[row])]) continue;
            if (actions[row] < 30)
                games[row]->reveal(cell);
            else if (actions[row] < 60)
                games[row]->flag(cell);
            else
                games[row]->chord(cell);
        }
        batch.step(actions);
    }
}

TEST(an_interrupted_batch_has_to_be_reset) {
    GameBatch batch(small_spec(2));
    std::vector<std::int64_t> actions(150, 0);
    CHECK_THROWS(GameError, batch.reset());
    batch.begin_run(1);
    CHECK_THROWS(GameError, batch.step(actions));
    batch.reset();
    // The calling thread looks at the watch after some pieces, unless others took them all.
    bool stopped = false;
    for (int attempt = 0; attempt < 1000 && !stopped; ++attempt) try {
            batch.step(actions, {interrupt, nullptr});
        } catch (const Cancelled&) {
            stopped = true;
        }
    if (stopped) CHECK_THROWS(GameError, batch.step(actions));
    batch.reset();
    batch.step(actions);
    CHECK_THROWS(InputError, batch.step(std::vector<std::int64_t>(150, 90)));
    CHECK_THROWS(InputError, batch.step(std::vector<std::int64_t>(149, 0)));
}

TEST(a_batch_refuses_settings_that_exclude_each_other) {
    auto refused = [](auto&& change) {
        BatchSpec spec = small_spec(1);
        change(spec);
        try {
            GameBatch batch(spec);
        } catch (const InputError&) {
            return true;
        }
        return false;
    };
    CHECK(!refused([](BatchSpec&) {}));
    CHECK(refused([](BatchSpec& spec) { spec.games = 0; }));
    CHECK(refused([](BatchSpec& spec) { spec.flags = false; }));
    CHECK(refused([](BatchSpec& spec) { spec.cascade = false; }));
    CHECK(refused([](BatchSpec& spec) { spec.reward = Reward::CHANCE; }));
    CHECK(refused([](BatchSpec& spec) { spec.layout.mines = 30; }));
    CHECK(refused([](BatchSpec& spec) { spec.layout = {22, 0, FirstClick::ZERO, 0, {}}; }));
    CHECK(refused([](BatchSpec& spec) {
        spec.chords = false;
        spec.reward = Reward::LOG_SAFETY;
        spec.layout.first_click = FirstClick::MOVED;
    }));
}
