// Recorded games: the events in the bytes of a file, and the clicks that they make.
#include <algorithm>

#include "base/error.hpp"
#include "formats/mouse.hpp"
#include "formats/recorded.hpp"
#include "wasm/calls.hpp"
#include "wasm/layout.hpp"

namespace sapper::wasm {

namespace {

// Times in milliseconds, as JavaScript counts.
void write_times(const Buffer<std::int64_t>& times, Writer& out) {
    std::vector<double> spelled(times.begin(), times.end());
    out.array(spelled);
}

void write_events(const RecordedEvents& events, Writer& out) {
    out.record().key("kinds").array(events.kinds).key("times");
    write_times(events.times, out);
    out.key("xs").array(events.xs).key("ys").array(events.ys).key("end").number(static_cast<double>(events.end));
    out.key("duration");
    if (events.duration)
        out.number(*events.duration);
    else
        out.none();
    out.end();
}

void evf_events(Reader& in, Writer& out) {
    write_events(read_evf_events(in.array<std::uint8_t>()), out);
}

void rmv_events(Reader& in, Writer& out) {
    std::vector<std::uint8_t> bytes = in.array<std::uint8_t>();
    write_events(read_rmv_events(bytes, in.flag()), out);
}

void rawvf_events(Reader& in, Writer& out) {
    write_events(read_rawvf_events(in.array<std::uint8_t>()), out);
}

// The bytes of the states, and the place of each logical bit, below their number.
void mvf_events(Reader& in, Writer& out) {
    std::vector<std::uint8_t> bytes = in.array<std::uint8_t>(), places = in.array<std::uint8_t>();
    if (places.size() > 64 || places.size() % 8 != 0 ||
        std::any_of(places.begin(), places.end(), [&](std::uint8_t place) { return place >= places.size(); }))
        throw InputError("the places of bits are none");
    write_events(press_buttons(read_mvf_states(bytes, places)), out);
}

template <class Value, class Raw>
Buffer<Value> read_column(Reader& in) {
    std::vector<Raw> raw = in.array<Raw>();
    return Buffer<Value>(raw.begin(), raw.end());
}

void state_events(Reader& in, Writer& out) {
    MouseStates states;
    states.buttons = read_column<std::uint8_t, std::uint8_t>(in);
    states.times = read_column<std::int64_t, double>(in);
    states.xs = read_column<std::int32_t, std::int32_t>(in);
    states.ys = read_column<std::int32_t, std::int32_t>(in);
    std::size_t count = states.buttons.size();
    if (states.times.size() != count || states.xs.size() != count || states.ys.size() != count)
        throw InputError("states are arrays of one length");
    write_events(press_buttons(states), out);
}

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

constexpr Call CALLS[] = {
    {"evf_events", evf_events}, {"rmv_events", rmv_events},      {"rawvf_events", rawvf_events},
    {"mvf_events", mvf_events}, {"press_buttons", state_events}, {"play_mouse", mouse},
};

}  // namespace

std::span<const Call> replay_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
