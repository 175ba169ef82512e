#include "game/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/workers.hpp"
#include "game/dealt_board.hpp"
#include "game/luck_free.hpp"

namespace sapper {

namespace {

constexpr std::string_view DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Digits of a cell on a board of so many cells.
std::size_t move_width(std::uint32_t cells) {
    std::size_t width = 2;
    for (std::uint64_t fit = 64 * 64; fit < cells; fit *= 64) ++width;
    return width;
}

// Threads take a few games at a time, and the last ones one by one, so that all threads end at about the same time.
class Pieces {
  public:
    Pieces(std::span<const std::uint64_t> seeds, std::uint32_t threads)
        : seeds_(seeds), long_pieces_((seeds.size() - std::min(seeds.size(), LAST_GAMES * threads)) / LONG_PIECE) {}

    std::size_t count() const { return long_pieces_ + seeds_.size() - long_pieces_ * LONG_PIECE; }
    std::span<const std::uint64_t> seeds_of(std::size_t piece) const {
        if (piece < long_pieces_) return seeds_.subspan(piece * LONG_PIECE, LONG_PIECE);
        return seeds_.subspan(piece + long_pieces_ * (LONG_PIECE - 1), 1);
    }

  private:
    static constexpr std::size_t LONG_PIECE = 8, LAST_GAMES = 16;  // games: of a piece; a thread, one by one

    std::span<const std::uint64_t> seeds_;
    std::size_t long_pieces_;
};

// Makes room for so many more games, so that no column grows game by game.
void reserve_games(PlayedGames& games, std::size_t count) {
    visit_columns([&](auto, auto column, Per per) {
        if (per != Per::GUESS && per != Per::ESTIMATE) (games.*column).reserve(count + 1);
    });
}

// The game loop. One a thread, with everything a game needs.
class GameLoop {
  public:
    explicit GameLoop(const PlaySpec& spec)
        : spec_(spec),
          dealer_(spec.shape, spec.layout),
          mover_(spec.strategy->make(spec.settings)),
          to_reveal_(spec.shape->cell_count() - static_cast<std::uint32_t>(spec.layout.mines)),
          width_(move_width(spec.shape->cell_count())),
          moves_(width_ * spec.shape->cell_count()),
          luck_free_(mover_->finds_all_certain()) {
        resources_.row_length = spec.layout.sides.empty() ? 0 : spec.layout.sides.back();
        begin_position(*spec.shape, spec.layout.mines, blank_);
    }

    // Plays games and appends them.
    void play(std::span<const std::uint64_t> seeds, const Watch& watch, PlayedGames& out) {
        resources_.limits.watch = watch;
        resources_.recorders = {};
        if (spec_.lessons) resources_.recorders = {.lessons = &out.lessons, .click_lessons = &out.click_lessons};
        if (spec_.weighed) resources_.recorders.weighed = &candidates_;
        resources_.spent.counters = {};
        reserve_games(out, seeds.size());
        Pace pace(watch);
        for (std::uint64_t seed : seeds) {
            watch.check();
            play(seed, pace, out);
        }
        out.counters = resources_.spent.counters;
    }

  private:
    void play(std::uint64_t seed, Pace& pace, PlayedGames& out) {
        std::uint64_t started = spec_.now ? spec_.now() : 0;
        dealt_board_.lay(spec_.fixed ? *spec_.fixed : dealer_.deal(seed, resources_.limits.watch));
        Clicks fewest = count_clicks(dealt_board_.field(), measuring_);  // before a luck-free game leaves the layout
        luck_free_.begin(seed);
        begin_game(*spec_.shape, seed, resources_);
        position_ = blank_;
        resources_.recorders.log = spec_.logs ? &out.logs.emplace_back() : nullptr;
        frontiers_.clear();
        Turn turn{first_move(), 0, true, 0, true};
        hands_ = {};
        moves_end_ = moves_.data();
        while (turn.shown < to_reveal_) {
            candidates_.clear();
            pace.step(position_.cells.size());  // a move that is no single clue's looks at all cells
            Move move = next_move(turn);
            if (move.kind != ClickKind::REVEAL) {
                if (!click_by_hand(move, turn)) break;
                continue;
            }
            if (move.is_guess()) {
                out.guess_kind.push_back(number_of(*move.reason));
                out.guess_odds.push_back(move.safety);
                out.guess_click.push_back(turn.click);
                if (spec_.weighed) out.weighed.push_back(candidates_);
                if (!std::isnan(move.frontier_mines)) note_estimate(move.frontier_mines, out);
                if (spec_.luck_free) luck_free_.guess(blank_, position_, move.cell, dealt_board_, resources_);
            }
            if (!reveal(move.cell, turn)) break;
            if (!reveal_safe(turn)) break;
        }
        bool won = turn.shown == to_reveal_;
        if (turn.click > 0) {
            std::string trail = mover_->end_game(turn.shown, won);
            out.trail.insert(out.trail.end(), trail.begin(), trail.end());
        }
        count_frontiers(out);
        out.won.push_back(won);
        out.value.push_back(luck_free_.value(won));
        out.clicks.push_back(turn.click);
        out.revealed.push_back(turn.shown);
        out.openings.push_back(fewest.openings);
        out.bbbv.push_back(fewest.bbbv);
        out.nanoseconds.push_back(spec_.now ? spec_.now() - started : 0);
        out.nodes.push_back(resources_.spent.nodes);
        out.flags.push_back(hands_.flags);
        out.chords.push_back(hands_.chords);
        out.mouse_clicks.push_back(turn.click - hands_.chorded + hands_.flags + hands_.chords);
        out.flagged.push_back(static_cast<std::uint32_t>(spec_.layout.mines - position_.mines_left));
        out.guess_first.push_back(static_cast<std::int32_t>(out.guess_kind.size()));
        out.moves.insert(out.moves.end(), moves_.data(), moves_end_);
        out.moves_first.push_back(static_cast<std::int32_t>(out.moves.size()));
        out.trail_first.push_back(static_cast<std::int32_t>(out.trail.size()));
    }

    // Reveals a cell. False where that hits a mine.
    bool reveal(Cell cell, Turn& turn) {
        write_move(cell);
        ++turn.click;
        if (dealt_board_.mined[cell]) return false;
        const std::uint8_t* const shows = dealt_board_.shows.data();
        turn.shown += reveal_cell(position_, cell, [shows](Cell one) { return shows[one]; });
        return true;
    }

    // Makes the moves that single clues show without asking for each.
    bool reveal_safe(Turn& turn) {
        while (turn.shown < to_reveal_) {
            Cell cell = mover_->next_safe(position_);
            if (cell == NO_CELL) break;
            if (!reveal(cell, turn)) return false;
        }
        return true;
    }

    // Flags a cell, or makes a chord. False where that hits a mine.
    bool click_by_hand(const Move& move, Turn& turn) {
        if (hands_.flags + hands_.chords == 0) is_flagged_.assign(spec_.shape->cell_count(), 0);
        if (move.kind == ClickKind::FLAG) {
            if (!position_.cells[move.cell].hidden() || is_flagged_[move.cell])
                throw std::logic_error("the strategy flags a cell that has a flag or is shown");
            is_flagged_[move.cell] = 1;
            ++hands_.flags;
            return true;
        }
        int flags = 0;
        spec_.shape->visit_neighbours(move.cell, [&](Cell other) { flags += is_flagged_[other]; });
        if (!position_.cells[move.cell].clue() || flags != dealt_board_.shows[move.cell])
            throw std::logic_error("the strategy makes a chord where the flags do not fit");
        ++hands_.chords;
        for (Cell other : spec_.shape->neighbours(move.cell)) {
            if (!position_.cells[other].hidden() || is_flagged_[other]) continue;
            ++hands_.chorded;
            if (!reveal(other, turn)) return false;
        }
        return true;
    }

    // Keeps the frontier of a guess, to be compared with the estimate when the game has ended.
    void note_estimate(double mines, PlayedGames& out) {
        out.frontier_guess.push_back(static_cast<std::uint32_t>(out.guess_kind.size() - 1));
        out.frontier_estimate.push_back(mines);
        for (Cell cell = 0; cell < position_.cells.size(); ++cell)
            if (position_.cells[cell].mark == Mark::OPEN && !floats(position_, cell)) frontiers_.push_back(cell);
        frontiers_.push_back(NO_CELL);
    }

    // Counts the mines in the frontiers of the game that has ended.
    void count_frontiers(PlayedGames& out) const {
        std::uint32_t mines = 0;
        for (Cell cell : frontiers_) {
            if (cell != NO_CELL) {
                mines += dealt_board_.mined[cell];
                continue;
            }
            out.frontier_mines.push_back(mines);
            mines = 0;
        }
    }

    void write_move(Cell cell) {
        if (width_ == 2) {  // as nearly always
            moves_end_[0] = DIGITS[cell / 64];
            moves_end_[1] = DIGITS[cell % 64];
        } else {
            for (std::size_t digit = width_; digit-- > 0; cell /= 64) moves_end_[digit] = DIGITS[cell % 64];
        }
        moves_end_ += width_;
    }

    // The strategy's next move; where it asks for a zero, one that the game chooses.
    Move next_move(Turn& turn) {
        Move move = mover_->next_move(position_, turn, resources_);
        if (move.cell != NO_CELL) return move;
        luck_free_.tell();
        zeros_.clear();
        for (Cell cell = 0; cell < dealt_board_.mined.size(); ++cell)
            if (dealt_board_.shows[cell] == 0 && !dealt_board_.mined[cell] && position_.cells[cell].hidden())
                zeros_.push_back(cell);
        if (!zeros_.empty()) {
            move.cell = zeros_[resources_.rng.below(static_cast<std::uint32_t>(zeros_.size()))];
            return move;
        }
        turn.zeros = false;
        return mover_->next_move(position_, turn, resources_);
    }

    std::uint8_t number_of(const Reason& reason) const {
        const auto& known = spec_.strategy->reasons;
        auto found = std::find(known.begin(), known.end(), &reason);
        if (found == known.end())
            throw std::logic_error("the strategy does not register its reason " + std::string(reason.name));
        return static_cast<std::uint8_t>(found - known.begin());
    }

    // Under every rule but `none` the start is promised to be safe, and without mines it is; then it is no guess.
    Move first_move() const {
        Move move{spec_.layout.start};
        if (spec_.layout.first_click != FirstClick::NONE || spec_.layout.mines == 0) return move;
        move.reason = &reasons::START;
        move.safety = 1 - static_cast<double>(spec_.layout.mines) / spec_.shape->cell_count();
        return move;
    }

    const PlaySpec& spec_;
    Dealer dealer_;
    std::unique_ptr<Mover> mover_;
    std::uint32_t to_reveal_;  // cells without a mine
    std::size_t width_;        // digits of a move
    Buffer<char> moves_;       // of this game; room for a click on every cell
    char* moves_end_ = nullptr;
    DealtBoard dealt_board_;
    Position blank_, position_;
    Resources resources_;
    WeighedTable candidates_;  // of the last guess, where they are wanted
    ClickScratch measuring_;
    LuckFree luck_free_;
    std::vector<Cell> zeros_;
    std::vector<std::uint8_t> is_flagged_;  // a cell; only where the strategy has put flags
    struct {
        std::uint32_t flags = 0, chords = 0, chorded = 0;  // in this game; reveals that chords made
    } hands_;
    std::vector<Cell> frontiers_;  // of the guesses with an estimate in this game, each ended by no cell
};

// Appends lessons of either kind with their columns.
template <class SomeLessons>
void append_lessons(SomeLessons& all, const SomeLessons& some,
                    std::initializer_list<Buffer<double> SomeLessons::*> columns) {
    auto candidates = static_cast<std::uint32_t>(all.traits.size());
    for (std::size_t k = 1; k < some.first.size(); ++k) all.first.push_back(candidates + some.first[k]);
    all.traits.insert(all.traits.end(), some.traits.begin(), some.traits.end());
    for (auto column : columns)
        (all.*column).insert((all.*column).end(), (some.*column).begin(), (some.*column).end());
}

// Where the games of a piece stand among all: how many entries of theirs come before.
struct Place {
    std::size_t games = 0, guesses = 0, estimates = 0, moves = 0, trail = 0;

    Place after(const PlayedGames& some) const {
        return {games + some.won.size(), guesses + some.guess_kind.size(), estimates + some.frontier_guess.size(),
                moves + some.moves.size(), trail + some.trail.size()};
    }

    // Of a column.
    std::size_t at(Per per) const { return per == Per::GUESS ? guesses : per == Per::ESTIMATE ? estimates : games; }

    // What the entries of a column count from.
    std::size_t counted(Per per) const {
        switch (per) {
            case Per::FIRST_GUESS:
                return guesses;
            case Per::FIRST_MOVE:
                return moves;
            case Per::FIRST_LETTER:
                return trail;
            default:
                return 0;
        }
    }
};

bool is_first(Per per) {
    return per >= Per::FIRST_GUESS;
}

// Room for everything before a place but moves. It is not cleared: the threads that fill it touch it first.
PlayedGames make_room(const Place& end) {
    PlayedGames all;
    visit_columns([&](auto, auto column, Per per) { (all.*column).resize(end.at(per) + is_first(per)); });
    all.trail.resize(end.trail);
    return all;
}

void put(const PlayedGames& some, const Place& place, PlayedGames& all, char* moves) {
    visit_columns([&](auto, auto column, Per per) {
        const auto& from = some.*column;
        auto to = (all.*column).begin() + static_cast<std::ptrdiff_t>(place.at(per));
        using Value = std::decay_t<decltype(*to)>;
        if (is_first(per))  // the first is the last of the piece before
            std::transform(from.begin() + 1, from.end(), to + 1, [&](Value value) {
                return static_cast<Value>(value + static_cast<Value>(place.counted(per)));
            });
        else
            std::copy(from.begin(), from.end(), to);
    });
    for (std::size_t k = 0; k < some.frontier_guess.size(); ++k)
        all.frontier_guess[place.estimates + k] += static_cast<std::uint32_t>(place.guesses);
    std::copy(some.moves.begin(), some.moves.end(), moves + place.moves);
    std::copy(some.trail.begin(), some.trail.end(), all.trail.begin() + static_cast<std::ptrdiff_t>(place.trail));
}

// All games of all pieces. Counters are sums and maxima, so they do not depend on which thread played which games.
PlayedGames join(const PlaySpec& spec, std::vector<PlayedGames>& pieces, const Watch& watch, const TextRoom& room) {
    std::vector<Place> places(1);
    for (const PlayedGames& piece : pieces) places.push_back(places.back().after(piece));
    PlayedGames all = make_room(places.back());
    for (const PlayedGames& piece : pieces) {
        append_lessons(all.lessons, piece.lessons,
                       {&Lessons::judged, &Lessons::ahead, &Lessons::worth, &Lessons::error});
        append_lessons(all.click_lessons, piece.click_lessons,
                       {&ClickLessons::judged, &ClickLessons::gain, &ClickLessons::error});
        all.weighed.insert(all.weighed.end(), piece.weighed.begin(), piece.weighed.end());
        all.logs.insert(all.logs.end(), piece.logs.begin(), piece.logs.end());
    }
    const auto& counters = spec.strategy->counters;
    for (std::size_t k = 0; k < counters.size(); ++k)
        for (const PlayedGames& piece : pieces)
            all.counters[k] = counters[k].largest ? std::max(all.counters[k], piece.counters[k])
                                                  : all.counters[k] + piece.counters[k];
    if (!room) all.moves.resize(places.back().moves);
    char* moves = room ? room(places.back().moves) : all.moves.data();
    share_work(pieces.size(), spec.threads, watch, [&] {
        return [&](std::size_t piece, const Watch&) {
            put(std::exchange(pieces[piece], {}), places[piece], all, moves);
        };
    });
    return all;
}

}  // namespace

PlayedGames play_games(const PlaySpec& spec, std::span<const std::uint64_t> seeds, const Watch& watch,
                       const TextRoom& room) {
    if (spec.luck_free && spec.layout.first_click == FirstClick::MOVED)
        throw InputError(
            "luck-free games need layouts that are equally likely, and under the rule moved they are not");
    Dealer(spec.shape, spec.layout);  // throws for a game that cannot be played before any thread starts
    spec.strategy->make(spec.settings);
    Pieces pieces(seeds, spec.threads);
    std::vector<PlayedGames> played(pieces.count());
    share_work(pieces.count(), spec.threads, watch, [&] {
        return [&, loop = std::make_unique<GameLoop>(spec)](std::size_t piece, const Watch& mine) {
            loop->play(pieces.seeds_of(piece), mine, played[piece]);
        };
    });
    return join(spec, played, watch, room);
}

}  // namespace sapper
