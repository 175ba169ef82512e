#include "wasm/layout.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "game/dealt_board.hpp"
#include "game/maker.hpp"
#include "game/rating.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

using Clock = std::chrono::steady_clock;

void write_layout(const Layout& layout, Writer& out) {
    out.array(layout.mined);
}

void from_seed(Reader& in, Writer& out) {
    const HeldShape& held = read_shape(in);
    LayoutSpec spec = read_layout_spec(in, held);
    spec.seed = in.seed();
    write_layout(make_layout(held.shape, spec), out);
}

void from_mines(Reader& in, Writer& out) {
    const HeldShape& held = read_shape(in);
    write_layout(layout_from_mines(held.shape, in.cells()), out);
}

// What every cell shows: its number, or a mine.
void numbers(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    std::vector<Cell> safe;
    for (Cell cell = 0; cell < held.layout->mined.size(); ++cell)
        if (!held.layout->mined[cell]) safe.push_back(cell);
    std::vector<View> views = show_cells(*held.layout, safe).views;
    std::replace(views.begin(), views.end(), View::HIDDEN, View::MINE);
    out.array(views);
}

void seeds_of_games(Reader& in, Writer& out) {
    std::uint64_t run_seed = in.seed(), first = in.seed();
    out.array(game_seeds(run_seed, first, in.count()));
}

// Cancels the call when the time is up; what was found until then is kept. Small boards take microseconds, so not
// every poll reads the clock.
struct Deadline {
    static constexpr std::uint32_t POLLS_A_LOOK = 16;
    Clock::time_point time;
    std::uint32_t polls = 0;

    static void poll(void* context) {
        auto& deadline = *static_cast<Deadline*>(context);
        if (++deadline.polls % POLLS_A_LOOK == 0 && Clock::now() >= deadline.time) throw Cancelled();
    }
};

// A layout that needs no guess, or the furthest one where none was found in the attempts and the seconds.
void make_no_guess(Reader& in, Writer& out) {
    const HeldShape& held = read_shape(in);
    MakerSpec spec;
    spec.shape = held.shape;
    spec.layout = read_layout_spec(in, held);
    spec.maker = static_cast<MakerKind>(in.count());
    spec.most = static_cast<Technique>(in.count());
    std::uint64_t seed = in.seed();
    spec.first_attempt = in.seed();
    spec.attempts = in.seed();
    auto wait = std::chrono::duration<double>(in.number());
    Deadline deadline{Clock::now() + std::chrono::duration_cast<Clock::duration>(wait)};
    MadeLayout made = std::move(make_layouts(spec, {&seed, 1}, {Deadline::poll, &deadline})[0]);
    out.record().key("solved").flag(made.solved).key("attempts").number(static_cast<double>(made.attempts));
    out.key("seed").whole(made.seed).key("revealed").number(static_cast<double>(made.shown.size())).key("mines");
    if (!made.layout.shape) {
        out.none().key("views").none().end();
        return;
    }
    write_layout(made.layout, out);
    out.key("views");
    if (made.solved)
        out.none();
    else
        write_views(show_cells(made.layout, made.shown), out);
    out.end();
}

void rate(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    Cell start = read_cell(in, held.held);
    Rating rating = rate_layout(*held.layout, start, static_cast<Technique>(in.count()));
    out.record().key("solvable").flag(rating.solved).key("moves").list();
    for (std::uint32_t moves : rating.moves) out.number(moves);
    out.end().key("openings").number(rating.clicks.openings).key("bbbv").number(rating.clicks.bbbv);
    out.key("views");
    write_views(show_cells(*held.layout, rating.shown), out);
    out.end();
}

constexpr Call CALLS[] = {
    {"layout_from_seed", from_seed}, {"layout_from_mines", from_mines}, {"numbers", numbers},
    {"game_seeds", seeds_of_games},  {"make_no_guess", make_no_guess},  {"rate_layout", rate},
};

}  // namespace

HeldLayout read_layout(Reader& in) {
    const HeldShape& held = read_shape(in);
    auto mined = in.array<std::uint8_t>();
    if (mined.size() != held.shape->cell_count())
        throw InputError("a layout of " + std::to_string(held.shape->cell_count()) + " cells got " +
                         std::to_string(mined.size()) + " values");
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < mined.size(); ++cell)
        if (mined[cell]) mines.push_back(cell);
    return {held, std::make_shared<const Layout>(layout_from_mines(held.shape, std::move(mines)))};
}

LayoutSpec read_layout_spec(Reader& in, const HeldShape& held) {
    LayoutSpec spec;
    spec.mines = in.whole();
    spec.start = read_cell(in, held);
    spec.first_click = static_cast<FirstClick>(in.count());
    spec.sides = held.sides;
    return spec;
}

void write_views(const Board& board, Writer& out) {
    out.array(board.views);
}

std::span<const Call> layout_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
