// Moves and games of strategies.
#include <algorithm>
#include <chrono>
#include <utility>

#include "game/simulate.hpp"
#include "reference/catalogue.hpp"
#include "strategy/choice.hpp"
#include "wasm/calls.hpp"
#include "wasm/layout.hpp"
#include "wasm/strategy.hpp"

namespace sapper::wasm {

namespace {

std::uint64_t nanoseconds() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
}

void write_candidates(const WeighedTable& table, Writer& out) {
    out.list();
    for (const Weighed& one : table) {
        out.record().key("cell").number(one.cell).key("safety").known(one.safety);
        out.key("estimate").known(one.estimate).key("progress").known(one.progress);
        out.key("clears").known(one.clears).key("gameTree").known(one.game_tree);
        out.key("secondarySafety").known(one.secondary_safety).key("hazard").known(one.hazard);
        out.key("instinct").known(one.instinct).key("lookahead").known(one.lookahead);
        out.key("rollouts").known(one.rollouts).key("games");
        if (one.games)
            out.number(one.games);
        else
            out.none();
        out.key("win").known(one.win).end();
    }
    out.end();
}

// The move on a board with its candidates, where they are asked for.
void choose(Reader& in, Writer& out) {
    HeldBoard held = read_board(in);
    if (in.flag()) held.board = trust_flags(held.board);
    auto mover = read_strategy(in, held.held).make(read_settings(in));
    std::uint64_t seed = in.seed();
    WeighedTable table;
    bool weigh = in.flag();
    Move move = choose_move(held.board, *mover, {seed, held.held.row_length(), weigh ? &table : nullptr});
    out.record().key("cell").number(move.cell).key("rule").text(move.reason->name);
    out.key("words").text(move.reason->words).key("safety").number(move.safety).key("win").known(move.value);
    out.key("candidates");
    write_candidates(table, out);
    out.end();
}

void estimate(Reader& in, Writer& out) {
    HeldBoard held = read_board(in);
    if (in.flag()) held.board = trust_flags(held.board);
    std::uint32_t rollouts = in.count();
    WinEstimate found = estimate_win(held.board, rollouts, in.seed(), {});
    out.record().key("mean").number(found.mean).key("error").number(found.error).key("move").number(found.move).end();
}

// Games of seeds, as columns. `details` says whether guesses and moves are wanted too.
void play(Reader& in, Writer& out) {
    const HeldShape& held = read_shape(in);
    PlaySpec spec;
    spec.shape = held.shape;
    spec.layout = read_layout_spec(in, held);
    spec.strategy = &read_strategy(in, held);
    spec.settings = read_settings(in);
    auto seeds = in.array<std::uint64_t>();
    spec.luck_free = in.flag();
    bool details = in.flag();
    spec.now = nanoseconds;
    PlayedGames played = play_games(spec, seeds);
    out.record().key("won").array(played.won).key("value").array(played.value);
    out.key("clicks").array(played.clicks).key("revealed").array(played.revealed);
    out.key("openings").array(played.openings).key("bbbv").array(played.bbbv);
    out.key("nanoseconds").array(played.nanoseconds).key("nodes").array(played.nodes);
    out.key("guessFirst").array(played.guess_first);
    if (details) {
        const auto& all = catalogue().reasons();
        for (std::uint8_t& kind : played.guess_kind)
            kind = static_cast<std::uint8_t>(std::find(all.begin(), all.end(), spec.strategy->reasons[kind]) -
                                             all.begin());
        out.key("guessKind").array(played.guess_kind).key("guessOdds").array(played.guess_odds);
        out.key("guessClick").array(played.guess_click).key("movesFirst").array(played.moves_first);
        out.key("moves").text({played.moves.data(), played.moves.size()});
        out.key("flags").array(played.flags).key("chords").array(played.chords);
        out.key("mouseClicks").array(played.mouse_clicks);
    }
    out.end();
}

constexpr Call CALLS[] = {
    {"choose_move", choose},
    {"estimate_win", estimate},
    {"play_games", play},
};

}  // namespace

std::span<const Call> play_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
