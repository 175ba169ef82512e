// Recorded games: the clicks that the events of a mouse make.
#include "base/error.hpp"
#include "formats/mouse.hpp"
#include "wasm/calls.hpp"
#include "wasm/layout.hpp"

namespace sapper::wasm {

namespace {

// Kinds, x and y of events, pixels of a cell, and whether a right click on a flag puts a question mark.
void mouse(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    std::vector<std::uint8_t> kinds = in.array<std::uint8_t>();
    std::vector<std::int32_t> xs = in.array<std::int32_t>(), ys = in.array<std::int32_t>();
    MouseTrack track{kinds, xs, ys, held.held.sides[0], held.held.sides[1], static_cast<std::int32_t>(in.whole())};
    if (xs.size() != kinds.size() || ys.size() != kinds.size() || track.cell < 1)
        throw InputError("events are arrays of one length, on cells of at least one pixel");
    MouseGame game = play_mouse(held.layout, track, {.questions = in.flag()});
    std::vector<std::uint8_t> made;
    std::vector<Cell> cells;
    for (const PlayedClick& click : game.clicks) {
        made.push_back(static_cast<std::uint8_t>(click.kind));
        cells.push_back(click.cell);
    }
    const JudgedClicks& judged = game.judged;
    const ClickTally& tally = judged.tally;
    out.record().key("kinds").array(made).key("cells").cells(cells).key("events").array(game.events);
    out.key("effects").array(judged.effects).key("revealed").array(judged.revealed);
    out.key("openings").number(judged.openings).key("islands").number(judged.islands);
    out.key("wastedFlags").number(judged.wasted_flags).key("status").number(static_cast<int>(judged.status));
    out.key("made").array(tally.made).key("changed").array(tally.changed);
    out.key("flagged").number(tally.flagged).key("unflagged").number(tally.unflagged);
    out.key("misflagged").number(tally.misflagged).key("misunflagged").number(tally.misunflagged);
    out.key("solved").number(tally.solved).key("path").number(game.path).end();
}

constexpr Call CALLS[] = {{"play_mouse", mouse}};

}  // namespace

std::span<const Call> replay_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
