#include "simulate.hpp"

#include <algorithm>
#include <utility>

#include "shift.hpp"
#include "table.hpp"

namespace sapper {

namespace {

// Games are handed out a few at a time, and the last ones one by one: so threads end together however long a game
// takes.
class Turns {
  public:
    Turns(std::span<const std::uint64_t> seeds, std::uint32_t threads)
        : seeds_(seeds), long_turns_((seeds.size() - std::min(seeds.size(), LAST_GAMES * threads)) / LONG_TURN) {}

    std::size_t count() const { return long_turns_ + seeds_.size() - long_turns_ * LONG_TURN; }
    std::span<const std::uint64_t> seeds_of(std::size_t turn) const {
        if (turn < long_turns_) return seeds_.subspan(turn * LONG_TURN, LONG_TURN);
        return seeds_.subspan(turn + long_turns_ * (LONG_TURN - 1), 1);
    }

  private:
    static constexpr std::size_t LONG_TURN = 8, LAST_GAMES = 16;  // games: a turn; a thread, one by one

    std::span<const std::uint64_t> seeds_;
    std::size_t long_turns_;
};

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
            if (move.reason != Reason::CERTAIN) out.guesses.push_back({move.reason, record.clicks, move.safety});
            out.clicks.push_back(move.cell);
            ++record.clicks;
            if (table_.mined[move.cell]) break;
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
        Clicks clicks = count_clicks(table_, measuring_);
        record.openings = clicks.openings;
        record.bbbv = clicks.bbbv;
        if (spec_.now) record.nanoseconds = spec_.now() - started;
        out.games.push_back(record);
        out.guess_first.push_back(static_cast<std::uint32_t>(out.guesses.size()));
        out.click_first.push_back(static_cast<std::uint32_t>(out.clicks.size()));
        out.trail += mind_.trail;
        out.trail_first.push_back(static_cast<std::uint32_t>(out.trail.size()));
    }

    // What the strategy has counted since it was last asked.
    Counters take_counters() { return std::exchange(mind_.counters, {}); }

  private:
    // The strategy's next move; where it asks for a zero, one that the game chooses.
    Move next_known_move() {
        Move move = next_move(known_, spec_.way, mind_);
        if (move.reason != Reason::ZERO) return move;
        zeros_.clear();
        for (Cell cell = 0; cell < table_.shows.size(); ++cell)
            if (table_.shows[cell] == 0 && !table_.mined[cell] && known_.cells[cell].hidden()) zeros_.push_back(cell);
        if (!zeros_.empty()) {
            move.cell = zeros_[mind_.rng.below(static_cast<std::uint32_t>(zeros_.size()))];
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
    ClickScratch measuring_;
    std::vector<Cell> zeros_;
};

// Adds games behind others; of counters, sums and maxima, so that it does not matter who played which games.
void append(const PlaySpec& spec, PlayedGames& all, PlayedGames& some) {
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
    for (std::size_t k = 0; k < spec.counters.size(); ++k)
        all.counters[k] = spec.counters[k].largest ? std::max(all.counters[k], some.counters[k])
                                                   : all.counters[k] + some.counters[k];
    some = {};
}

}  // namespace

PlayedGames play_games(const PlaySpec& spec, std::span<const std::uint64_t> seeds, const Watch& watch) {
    Dealer(spec.shape, spec.layout);  // refuses what cannot be played before any thread starts
    Turns turns(seeds, spec.threads);
    std::vector<PlayedGames> played(turns.count());
    Shift().run(turns.count(), spec.threads, watch, [&] {
        return [&, player = Player(spec)](std::size_t turn, const Watch& mine) mutable {
            for (std::uint64_t seed : turns.seeds_of(turn)) {
                mine.check();
                player.play(seed, mine, played[turn]);
            }
            played[turn].counters = player.take_counters();
        };
    });
    PlayedGames out;
    for (PlayedGames& turn : played) append(spec, out, turn);
    return out;
}

}  // namespace sapper
