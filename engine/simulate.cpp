#include "simulate.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace sapper {

namespace {

// Games a thread takes at a time: few, so that threads end together however long a game takes.
constexpr std::size_t GAMES_A_TURN = 8;

// A layout with what each of its cells shows.
struct Table {
    const Layout* layout = nullptr;
    std::vector<std::uint8_t> shows;

    void lay(const Layout& dealt) {
        layout = &dealt;
        shows.assign(dealt.mined.size(), 0);
        for (Cell mine : dealt.mines) dealt.shape->visit_neighbours(mine, [&](Cell cell) { ++shows[cell]; });
    }
};

// Counts the areas that open at one click, and the clicks that win without flags: one an area, and one for every
// numbered cell that no area shows.
void measure(const Table& table, std::vector<std::uint8_t>& reached, std::vector<Cell>& stack, GameRecord& record) {
    const Layout& layout = *table.layout;
    reached = layout.mined;
    for (Cell start = 0; start < reached.size(); ++start) {
        if (reached[start] || table.shows[start] != 0) continue;
        ++record.openings;
        stack.assign(1, start);
        reached[start] = 1;
        while (!stack.empty()) {
            Cell cell = stack.back();
            stack.pop_back();
            layout.shape->visit_neighbours(cell, [&](Cell other) {
                if (reached[other]) return;
                reached[other] = 1;
                if (table.shows[other] == 0) stack.push_back(other);
            });
        }
    }
    record.bbbv = record.openings + static_cast<std::uint32_t>(std::count(reached.begin(), reached.end(), 0));
}

// One thread's own: everything a game needs, and the games it has played.
class Player {
  public:
    explicit Player(const PlaySpec& spec) : spec_(spec), dealer_(spec.shape, spec.layout) {
        mind_.settings = spec.settings;
        mind_.row_length = spec.layout.sides.empty() ? 0 : spec.layout.sides.back();
        begin_known(*spec.shape, spec.layout.mines, blank_);
    }

    void play(std::uint64_t seed, const Watch& watch, PlayedGames& out) {
        std::uint64_t started = spec_.now ? spec_.now() : 0;
        table_.lay(dealer_.deal(seed));
        mind_.limits.watch = watch;
        begin_game(*spec_.shape, spec_.layout.mines, seed, mind_);
        known_ = blank_;
        GameRecord record;
        auto to_reveal = spec_.shape->cell_count() - static_cast<std::uint32_t>(spec_.layout.mines);
        mind_.opening = first_move();
        mind_.zeros = true;
        Move move = spec_.way.mover ? next_known_move() : mind_.opening;
        while (true) {
            if (move.reason < Reason::CERTAIN) out.guesses.push_back({move.reason, record.clicks, move.safety});
            out.clicks.push_back(move.cell);
            ++record.clicks;
            if (table_.layout->mined[move.cell]) break;
            record.revealed += reveal_cell(known_, move.cell, [&](Cell cell) { return table_.shows[cell]; });
            if (record.revealed == to_reveal) break;
            mind_.shown = record.revealed;
            move = next_known_move();
        }
        record.won = record.revealed == to_reveal;
        mind_.shown = record.revealed;
        if (spec_.way.ending) spec_.way.ending(record.won, mind_);
        record.nodes = mind_.nodes;
        record.flagged = static_cast<std::uint32_t>(spec_.layout.mines - known_.mines_left);
        measure(table_, reached_, stack_, record);
        if (spec_.now) record.nanoseconds = spec_.now() - started;
        out.games.push_back(record);
        out.guess_first.push_back(static_cast<std::uint32_t>(out.guesses.size()));
        out.click_first.push_back(static_cast<std::uint32_t>(out.clicks.size()));
        out.trail += mind_.trail;
        out.trail_first.push_back(static_cast<std::uint32_t>(out.trail.size()));
    }

    const Counters& counters() const { return mind_.counters; }

  private:
    // The strategy's next move; where it asks for a zero, one that the game chooses.
    Move next_known_move() {
        Move move = next_move(known_, spec_.way, mind_);
        if (move.reason != Reason::ZERO) return move;
        stack_.clear();
        for (Cell cell = 0; cell < table_.shows.size(); ++cell)
            if (table_.shows[cell] == 0 && !table_.layout->mined[cell] && known_.cells[cell].hidden())
                stack_.push_back(cell);
        if (!stack_.empty()) {
            move.cell = stack_[mind_.rng.below(static_cast<std::uint32_t>(stack_.size()))];
            return move;
        }
        mind_.zeros = false;
        return next_move(known_, spec_.way, mind_);
    }

    // Under every rule but `none` the start is promised to be safe, so it is no guess.
    Move first_move() const {
        Move move{spec_.layout.start};
        if (spec_.layout.first_click != FirstClick::NONE) return move;
        move.reason = Reason::START;
        move.safety = 1 - static_cast<double>(spec_.layout.mines) / spec_.shape->cell_count();
        return move;
    }

    const PlaySpec& spec_;
    Dealer dealer_;
    Table table_;
    Known blank_, known_;
    Mind mind_;
    std::vector<std::uint8_t> reached_;
    std::vector<Cell> stack_;
};

// Lets a thread that is not the caller's stop at the end of a game once another has failed.
void throw_if_stopped(void* stopped) {
    if (static_cast<std::atomic<bool>*>(stopped)->load(std::memory_order_relaxed)) throw Cancelled();
}

// What the threads share: who plays which games, and what went wrong first.
struct Shift {
    Shift(const PlaySpec& all, std::span<const std::uint64_t> games)
        : spec(all), seeds(games), turns((games.size() + GAMES_A_TURN - 1) / GAMES_A_TURN) {}

    const PlaySpec& spec;
    std::span<const std::uint64_t> seeds;
    std::vector<PlayedGames> turns;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stopped{false};
    std::mutex mutex;
    Counters counters{};
    std::size_t failed_turn = 0;
    std::exception_ptr failure;

    void fail(std::size_t turn) {
        std::lock_guard lock(mutex);
        // The error of the earliest game is the one to tell; a thread that was merely stopped has none.
        if (!failure || turn < failed_turn) {
            failure = std::current_exception();
            failed_turn = turn;
        }
        stopped = true;
    }

    // Sums and maxima, so that it does not matter who played which games.
    void add(const Counters& some) {
        std::lock_guard lock(mutex);
        for (std::size_t k = 0; k < spec.counters.size(); ++k)
            counters[k] = spec.counters[k].largest ? std::max(counters[k], some[k]) : counters[k] + some[k];
    }

    void work(const Watch& watch) {
        Player player(spec);
        play_turns(player, watch);
        add(player.counters());
    }

    void play_turns(Player& player, const Watch& watch) {
        while (!stopped) {
            std::size_t turn = next++;
            if (turn >= turns.size()) return;
            try {
                auto mine = seeds.subspan(turn * GAMES_A_TURN);
                mine = mine.first(std::min(mine.size(), GAMES_A_TURN));
                for (std::uint64_t seed : mine) {
                    watch.check();
                    player.play(seed, watch, turns[turn]);
                }
            } catch (const Cancelled&) {
                if (!stopped) fail(turn);
            } catch (...) {
                fail(turn);
            }
        }
    }
};

void append(PlayedGames& all, PlayedGames& some) {
    auto guesses = static_cast<std::uint32_t>(all.guesses.size()),
         clicks = static_cast<std::uint32_t>(all.clicks.size()), trail = static_cast<std::uint32_t>(all.trail.size());
    all.games.insert(all.games.end(), some.games.begin(), some.games.end());
    for (std::size_t k = 1; k < some.guess_first.size(); ++k) {
        all.guess_first.push_back(guesses + some.guess_first[k]);
        all.click_first.push_back(clicks + some.click_first[k]);
        all.trail_first.push_back(trail + some.trail_first[k]);
    }
    all.guesses.insert(all.guesses.end(), some.guesses.begin(), some.guesses.end());
    all.clicks.insert(all.clicks.end(), some.clicks.begin(), some.clicks.end());
    all.trail += some.trail;
    some = {};
}

}  // namespace

PlayedGames play_games(const PlaySpec& spec, std::span<const std::uint64_t> seeds, const Watch& watch) {
    Dealer(spec.shape, spec.layout);  // refuses what cannot be played before any thread starts
    Shift shift(spec, seeds);
    std::vector<std::jthread> threads;
    for (std::uint32_t k = 1; k < std::min<std::size_t>(spec.threads, shift.turns.size()); ++k)
        threads.emplace_back([&] { shift.work({throw_if_stopped, &shift.stopped}); });
    shift.work(watch);
    threads.clear();  // waits for all
    if (shift.failure) std::rethrow_exception(shift.failure);
    PlayedGames out;
    for (PlayedGames& turn : shift.turns) append(out, turn);
    out.counters = shift.counters;
    return out;
}

}  // namespace sapper
