#include "game/batch.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/index_table.hpp"
#include "game/dealt_board.hpp"
#include "game/game.hpp"
#include "game/reveal.hpp"
#include "strategy/world_draw.hpp"

namespace sapper {

namespace {

constexpr std::uint8_t MINED = 255;  // what a mine shows

// Games a thread takes at a time: a few microseconds of work, or a few analyses.
constexpr std::size_t PLAIN_PIECE = 64, TAUGHT_PIECE = 4;
// Pieces between two looks at the watch.
constexpr std::size_t PIECES_A_LOOK = 64;

enum Kind : std::size_t { REVEAL, FLAG, CHORD };

void check_spec(const BatchSpec& spec) {
    if (spec.games == 0) throw InputError("a batch needs at least one game");
    if (spec.chords && !spec.flags) throw InputError("a chord needs flags, and there are no actions for flags");
    if (spec.chords && never_dies(spec.reward))
        throw InputError("a never-dying reward needs the safety of one cell, so there can be no chords");
    if (never_dies(spec.reward) && spec.layout.first_click == FirstClick::MOVED)
        throw InputError(
            "a never-dying reward draws from layouts that are equally likely, which they are not under the "
            "first-click rule moved");
    if (spec.reward == Reward::BBBV && !spec.cascade)
        throw InputError("3BV counts clicks that cascade, and there are no cascades");
    if (spec.layout.mines == static_cast<std::int64_t>(spec.cells()))
        throw InputError("a board of " + std::to_string(spec.cells()) + " mines has no safe cell to reveal");
    if (spec.planes && spec.shape->most_neighbours >= BatchColumns::COVERED)
        throw InputError("planes have the numbers 0 to 8, and a cell of this shape has " +
                         std::to_string(spec.shape->most_neighbours) + " neighbours");
}

// Throws if the mines do not fit around some start. Cells with the most neighbours leave the fewest free cells.
void check_starts(const BatchSpec& spec) {
    Cell widest = 0;
    for (Cell cell = 0; cell < spec.cells(); ++cell)
        if (spec.shape->neighbours(cell).size() > spec.shape->neighbours(widest).size()) widest = cell;
    LayoutSpec layout = spec.layout;
    layout.start = widest;
    Dealer(spec.shape, layout);
}

}  // namespace

// A game in play.
struct GameBatch::Row {
    Kiss64 dice{0};            // draws layouts of a never-dying game
    std::uint32_t left = 0;    // hidden cells without a mine
    std::uint32_t bbbv = 0;    // of the layout, where the reward needs it
    std::uint32_t shown = 0;   // safe cells that the present action revealed
    std::uint32_t solved = 0;  // 3BV that it solved
    double chance = 1;         // product of the safeties so far
    bool begun = false, over = false;
    bool dealt = false;  // whether there is a layout yet
    bool lost = false;
    bool pausing = false;  // replaced by the present step, which ignores its action
};

// What one thread needs.
struct GameBatch::Member {
    explicit Member(const BatchSpec& spec) : dealer(spec.shape, spec.layout) {
        board.shape = spec.shape;
        board.views.resize(spec.cells());
        board.mines.total = spec.layout.mines;
        dealt_board.shape = spec.shape.get();
    }

    Dealer dealer;
    DealtBoard dealt_board;
    ClickScratch clicks;
    std::vector<Cell> stack;
    std::vector<std::uint8_t> reached;
    Board board;
    Teacher teacher;
    Position position;
    WorldDraw draw;
};

GameBatch::GameBatch(BatchSpec spec)
    : spec_(std::move(spec)), cells_(spec_.cells()), actions_(spec_.actions()), workers_(spec_.threads) {
    check_spec(spec_);
    check_starts(spec_);
    std::size_t games = spec_.games;
    rows_.resize(games);
    shows_.assign(games * cells_, 0);
    BatchColumns& to = columns_;
    to.views.assign(games * cells_, View::HIDDEN);
    to.mask.assign(games * actions_, 0);
    to.reward.assign(games, 0);
    to.safety.assign(games, 1);
    for (auto column : {&BatchColumns::terminated, &BatchColumns::truncated, &BatchColumns::won})
        (to.*column).assign(games, 0);
    to.game.assign(games, 0);
    to.seed.assign(games, 0);
    to.steps.assign(games, 0);
    std::size_t planes = spec_.planes ? games * cells_ * BatchColumns::PLANES : 0;
    to.planes.assign(planes, 0);
    to.mine_probability.assign(spec_.mine_probability ? games * cells_ : 0, 0);
    to.safe.assign(spec_.safe ? games * cells_ : 0, 0);
    to.value.assign(spec_.value ? games : 0, 0);
    to.best.assign(spec_.value ? games * cells_ : 0, 0);
    bool finals = spec_.autoreset == Autoreset::SAME_STEP;
    to.final_views.assign(finals ? games * cells_ : 0, View::HIDDEN);
    to.final_planes.assign(finals ? planes : 0, 0);
    to.final_game.assign(finals ? games : 0, 0);
    to.final_steps.assign(finals ? games : 0, 0);
    spec_.untouched_best.resize(cells_);
    for (std::size_t thread = 0; thread < workers_.threads(); ++thread)
        members_.push_back(std::make_unique<Member>(spec_));
}

GameBatch::~GameBatch() = default;

void GameBatch::begin_run(std::uint64_t seed) {
    seeds_ = Kiss64(seed);
    next_game_ = 1;
}

void GameBatch::reset(std::span<const std::uint8_t> rows) {
    if (next_game_ == 0) throw GameError("no run has begun");
    for (std::size_t row = 0; row < rows_.size(); ++row)
        if (rows.empty() || rows[row]) begin_game(row);
    if (rows.empty()) interrupted_ = false;
}

void GameBatch::step(std::span<const std::int64_t> actions, const Watch& watch) {
    check(actions);
    // Games begin here and not in the threads, so that their numbers do not depend on the threads.
    if (spec_.autoreset == Autoreset::NEXT_STEP)
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            bool over = rows_[row].over;
            if (over) begin_game(row);
            rows_[row].pausing = over;
        }
    bool slow = spec_.teaches() || never_dies(spec_.reward);
    std::size_t piece_size = slow ? TAUGHT_PIECE : PLAIN_PIECE;
    std::size_t pieces = (rows_.size() + piece_size - 1) / piece_size;
    interrupted_ = true;
    workers_.run(pieces, watch, [&](std::size_t thread, std::size_t piece, const Watch& own) {
        if (piece % PIECES_A_LOOK == PIECES_A_LOOK - 1) own.check();
        std::size_t end = std::min(rows_.size(), (piece + 1) * piece_size);
        for (std::size_t row = piece * piece_size; row < end; ++row)
            if (!rows_[row].pausing) play(row, static_cast<std::size_t>(actions[row]), *members_[thread], own);
    });
    interrupted_ = false;
    if (spec_.autoreset != Autoreset::SAME_STEP) return;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (!rows_[row].over) continue;
        keep_final(row);
        auto terminated = columns_.terminated[row], truncated = columns_.truncated[row], won = columns_.won[row];
        double reward = columns_.reward[row], safety = columns_.safety[row];
        begin_game(row);
        columns_.terminated[row] = terminated, columns_.truncated[row] = truncated, columns_.won[row] = won;
        columns_.reward[row] = reward, columns_.safety[row] = safety;
    }
}

void GameBatch::check(std::span<const std::int64_t> actions) const {
    if (actions.size() != rows_.size())
        throw InputError("a step of " + std::to_string(rows_.size()) + " games needs as many actions, not " +
                         std::to_string(actions.size()));
    if (interrupted_) throw GameError("the last step was interrupted: reset the games first");
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (actions[row] < 0 || actions[row] >= static_cast<std::int64_t>(actions_))
            throw InputError("action " + std::to_string(actions[row]) + " of game " + std::to_string(row) +
                             " is not one of 0 to " + std::to_string(actions_ - 1));
        if (!rows_[row].begun) throw GameError("game " + std::to_string(row) + " has not begun: reset it first");
        if (rows_[row].over && spec_.autoreset == Autoreset::DISABLED)
            throw GameError("game " + std::to_string(row) + " is over: reset it first");
    }
}

void GameBatch::begin_game(std::size_t row) {
    Row& game = rows_[row];
    game = Row();
    game.begun = true;
    game.left = static_cast<std::uint32_t>(cells_) - static_cast<std::uint32_t>(spec_.layout.mines);
    columns_.seed[row] = seeds_.next();
    columns_.game[row] = next_game_++;
    columns_.steps[row] = 0;
    columns_.reward[row] = 0;
    columns_.safety[row] = 1;
    columns_.terminated[row] = columns_.truncated[row] = columns_.won[row] = 0;
    std::fill_n(views(row).begin(), cells_, View::HIDDEN);
    auto possible = mask(row);
    std::size_t covered = (1u + spec_.flags) * cells_;  // nothing to chord yet
    std::fill_n(possible.begin(), covered, std::uint8_t{1});
    std::fill(possible.begin() + static_cast<std::ptrdiff_t>(covered), possible.end(), std::uint8_t{0});
    if (spec_.planes) clear_planes(row);
    if (spec_.teaches()) write_untouched(row);
}

void GameBatch::keep_final(std::size_t row) {
    auto copy = [&](const auto& from, auto& to, std::size_t size) {
        std::copy_n(from.data() + row * size, size, to.data() + row * size);
    };
    copy(columns_.views, columns_.final_views, cells_);
    if (spec_.planes) copy(columns_.planes, columns_.final_planes, cells_ * BatchColumns::PLANES);
    copy(columns_.game, columns_.final_game, 1);
    copy(columns_.steps, columns_.final_steps, 1);
}

// A first-click rule with a promise makes every cell a safe start.
void GameBatch::write_untouched(std::size_t row) {
    double mines = static_cast<double>(spec_.layout.mines) / static_cast<double>(cells_);
    double probability = spec_.layout.first_click == FirstClick::NONE ? mines : 0;
    auto fill = [&](auto& column, auto value) { std::fill_n(column.begin() + row * cells_, cells_, value); };
    if (spec_.mine_probability) fill(columns_.mine_probability, probability);
    if (spec_.safe) fill(columns_.safe, static_cast<std::uint8_t>(probability == 0));
    if (!spec_.value) return;
    columns_.value[row] = spec_.untouched_value;
    std::copy(spec_.untouched_best.begin(), spec_.untouched_best.end(), columns_.best.begin() + row * cells_);
}

void GameBatch::play(std::size_t row, std::size_t action, Member& member, const Watch& watch) {
    Row& game = rows_[row];
    game.shown = game.solved = 0;
    columns_.safety[row] = 1;
    columns_.reward[row] = 0;
    ++columns_.steps[row];
    bool changed = mask(row)[action];
    if (changed)
        act(row, action, member, watch);
    else
        columns_.reward[row] = spec_.wasted;
    if (changed) {
        if (spec_.chords) mask_chords(row);
        if (spec_.teaches() && game.dealt) teach(row, member, watch);
    }
    finish(row);
}

// Rewards the action and ends the game where it is over.
void GameBatch::finish(std::size_t row) {
    Row& game = rows_[row];
    bool won = game.left == 0 && !game.lost;
    double& reward = columns_.reward[row];
    switch (spec_.reward) {
        case Reward::WIN:
            reward += won;
            break;
        case Reward::WIN_LOSS:
            reward += won - game.lost;
            break;
        case Reward::CELLS:
            reward += game.shown / (static_cast<double>(cells_) - static_cast<double>(spec_.layout.mines));
            break;
        case Reward::BBBV:
            if (game.solved > 0) reward += static_cast<double>(game.solved) / game.bbbv;
            break;
        case Reward::LOG_SAFETY:
            break;
        case Reward::CHANCE:
            if (won) reward += game.chance;
            break;
    }
    bool ended = won || game.lost;
    columns_.won[row] = won;
    columns_.terminated[row] = ended;
    columns_.truncated[row] = !ended && columns_.steps[row] == spec_.max_steps;
    game.over = ended || columns_.truncated[row];
    if (game.over) std::fill_n(mask(row).begin(), actions_, std::uint8_t{1});
}

void GameBatch::act(std::size_t row, std::size_t action, Member& member, const Watch& watch) {
    auto cell = static_cast<Cell>(action % cells_);
    switch (action / cells_) {
        case REVEAL:
            return reveal(row, cell, member, watch);
        case FLAG:
            return toggle_flag(row, cell);
        case CHORD:
            return chord(row, cell, member);
    }
}

void GameBatch::toggle_flag(std::size_t row, Cell cell) {
    View& view = views(row)[cell];
    view = view == View::FLAG ? View::HIDDEN : View::FLAG;
    mask(row)[cell] = view == View::HIDDEN;
    if (spec_.planes) paint(row, cell);
}

void GameBatch::reveal(std::size_t row, Cell cell, Member& member, const Watch& watch) {
    if (!rows_[row].dealt) deal(row, cell, member, watch);
    if (never_dies(spec_.reward) && !survives(row, cell, member, watch)) return explode(row, cell);
    show(row, cell, member);
}

// Reveals all unflagged neighbours, also where one is a mine.
void GameBatch::chord(std::size_t row, Cell cell, Member& member) {
    spec_.shape->visit_neighbours(cell, [&](Cell other) { show(row, other, member); });
}

void GameBatch::deal(std::size_t row, Cell start, Member& member, const Watch& watch) {
    Row& game = rows_[row];
    member.dealer.start_at(start);
    member.dealt_board.lay(member.dealer.deal(columns_.seed[row], watch));
    lay(row, member);
    game.dealt = true;
    game.dice = Kiss64(mix_bits(columns_.seed[row]));  // not the stream that dealt the layout
    if (spec_.reward == Reward::BBBV) game.bbbv = count_clicks(member.dealt_board.field(), member.clicks).bbbv;
}

void GameBatch::lay(std::size_t row, Member& member) {
    auto to = shows(row);
    const auto &mined = member.dealt_board.mined, &around = member.dealt_board.shows;
    for (std::size_t cell = 0; cell < cells_; ++cell)
        to[cell] = static_cast<std::uint8_t>(around[cell] | -mined[cell]);
}

// Whether a reveal in a never-dying game goes well: where some world has no mine in the cell, the layout becomes one.
bool GameBatch::survives(std::size_t row, Cell cell, Member& member, const Watch& watch) {
    Row& game = rows_[row];
    double& safety = columns_.safety[row];
    bool untouched = game.left + static_cast<std::size_t>(spec_.layout.mines) == cells_;
    if (!untouched) {
        if (spec_.mine_probability) {
            safety = 1 - columns_.mine_probability[row * cells_ + cell];
        } else {
            member.teacher.look(board_of(row, member), watch);
            safety = 1 - member.teacher.mine_probability(cell);
        }
    } else if (spec_.layout.first_click == FirstClick::NONE) {
        safety = 1 - static_cast<double>(spec_.layout.mines) / static_cast<double>(cells_);
    }
    game.chance *= safety;
    if (safety == 0) return false;
    if (shows(row)[cell] != MINED) return true;
    read_position(board_of(row, member), member.position);
    member.draw.aim(member.position, default_limits(*spec_.shape, watch), cell);
    member.dealt_board.lay(member.draw.draw(game.dice.next()));
    lay(row, member);
    return true;
}

void GameBatch::explode(std::size_t row, Cell cell) {
    views(row)[cell] = View::MINE;
    rows_[row].lost = true;
    if (spec_.planes) paint(row, cell);
}

// Reveals a cell with what it opens, unless it is revealed already or flagged.
void GameBatch::show(std::size_t row, Cell first, Member& member) {
    Row& game = rows_[row];
    auto seen = views(row);
    auto possible = mask(row);
    auto number = shows(row);
    if (seen[first] != View::HIDDEN) return;
    if (number[first] == MINED) return explode(row, first);
    if (spec_.reward == Reward::BBBV && opens_new(row, first, member)) ++game.solved;
    auto open = [&](Cell cell) {
        seen[cell] = clue_view(number[cell]);
        possible[cell] = 0;
        if (spec_.flags) possible[cells_ + cell] = 0;
        if (spec_.planes) paint(row, cell);
        ++game.shown;
        --game.left;
        return number[cell] == 0;
    };
    if (spec_.cascade)
        reveal_views(*spec_.shape, seen, first, member.stack, open);
    else
        open(first);
}

// Whether revealing a hidden cell solves a unit of 3BV: a number that touches no zero, or the first cell of an area
// of zeros. A flag may have kept a cell of an area hidden that was opened before.
bool GameBatch::opens_new(std::size_t row, Cell first, Member& member) const {
    const std::uint8_t* number = shows_.data() + row * cells_;
    const View* seen = columns_.views.data() + row * cells_;
    bool isolated = true;
    if (number[first] != 0) {
        spec_.shape->visit_neighbours(first, [&](Cell other) { isolated &= number[other] != 0; });
        return isolated;
    }
    if (!spec_.flags) return true;
    auto& reached = member.reached;
    auto& stack = member.stack;
    reached.assign(cells_, 0);
    stack.assign(1, first);
    reached[first] = 1;
    while (!stack.empty()) {
        Cell cell = stack.back();
        stack.pop_back();
        if (is_clue(seen[cell])) return false;
        spec_.shape->visit_neighbours(cell, [&](Cell other) {
            if (number[other] != 0 || reached[other]) return;
            reached[other] = 1;
            stack.push_back(other);
        });
    }
    return true;
}

void GameBatch::mask_chords(std::size_t row) {
    auto possible = mask(row).subspan(CHORD * cells_);
    for (Cell cell = 0; cell < cells_; ++cell) possible[cell] = may_chord(*spec_.shape, views(row), cell);
}

// The planes of a board with nothing revealed.
void GameBatch::clear_planes(std::size_t row) {
    std::uint8_t* to = columns_.planes.data() + row * cells_ * BatchColumns::PLANES;
    std::fill_n(to, cells_ * BatchColumns::PLANES, std::uint8_t{0});
    std::fill_n(to + BatchColumns::COVERED * cells_, cells_, std::uint8_t{1});
}

// Writes what a cell has become.
void GameBatch::paint(std::size_t row, Cell cell) {
    std::uint8_t* to = columns_.planes.data() + row * cells_ * BatchColumns::PLANES + cell;
    View view = views(row)[cell];
    to[BatchColumns::COVERED * cells_] = is_covered(view);
    to[BatchColumns::FLAGGED * cells_] = view == View::FLAG;
    if (is_clue(view)) to[static_cast<std::size_t>(clue_number(view)) * cells_] = 1;
}

void GameBatch::teach(std::size_t row, Member& member, const Watch& watch) {
    Teacher& teacher = member.teacher;
    const Row& game = rows_[row];
    teacher.look(board_of(row, member), watch);
    if (spec_.mine_probability)
        teacher.write_probabilities({columns_.mine_probability.data() + row * cells_, cells_});
    if (spec_.safe) teacher.write_safe({columns_.safe.data() + row * cells_, cells_});
    if (!spec_.value) return;
    std::span<std::uint8_t> best{columns_.best.data() + row * cells_, cells_};
    if (game.lost || game.left == 0) {
        std::fill(best.begin(), best.end(), std::uint8_t{0});
        columns_.value[row] = !game.lost;
        return;
    }
    columns_.value[row] = teacher.write_value(spec_.value_limits, watch, best);
}

const Board& GameBatch::board_of(std::size_t row, Member& member) const {
    std::copy_n(columns_.views.begin() + static_cast<std::ptrdiff_t>(row * cells_), cells_,
                member.board.views.begin());
    return member.board;
}

}  // namespace sapper
