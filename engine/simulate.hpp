// Seeds -> GameRecords: whole games, played by a strategy on the layouts of their seeds. A game depends on its seed
// and the specification alone, so any number of threads plays the same games, and records come in the order of the
// seeds.
//
// The layout stays here: the strategy is told what each revealed cell shows and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "error.hpp"
#include "layout.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

struct PlaySpec {
    std::shared_ptr<const Shape> shape;
    LayoutSpec layout;  // its seed is not used
    Way way;
    Settings settings;
    std::span<const NamedCounter> counters;  // what the strategy counts
    std::uint32_t threads = 1;
    std::uint64_t (*now)() = nullptr;  // nanoseconds, for the time each game took; none: no times
};

struct GuessRecord {
    Reason kind = Reason::START;
    std::uint32_t click = 0;  // which click of the game, from 0
    double odds = 1;          // that the cell was safe
};

struct GameRecord {
    bool won = false;
    std::uint32_t clicks = 0;
    std::uint32_t revealed = 0;  // cells without a mine shown at the end
    std::uint32_t openings = 0;  // areas that open at one click
    std::uint32_t bbbv = 0;      // 3BV: fewest clicks that win without flags
    std::uint64_t nanoseconds = 0;
    std::uint64_t nodes = 0;
    std::uint32_t flagged = 0;  // mines the strategy knew of at the end
};

// Games in order, each with its guesses, its clicks and the trail of a mover: those of game i are
// guesses[guess_first[i] .. guess_first[i + 1]).
struct PlayedGames {
    std::vector<GameRecord> games;
    std::vector<std::uint32_t> guess_first{0}, click_first{0}, trail_first{0};
    std::vector<GuessRecord> guesses;
    std::vector<Cell> clicks;
    std::string trail;
    Counters counters{};
};

// Throws as Dealer does, and LimitError when a position is too wide to analyse.
PlayedGames play_games(const PlaySpec& spec, std::span<const std::uint64_t> seeds, const Watch& watch = {});

}  // namespace sapper
