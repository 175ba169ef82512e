// Replays that other programs recorded: their files read and written.
#include "base/error.hpp"
#include "formats/replays.hpp"
#include "wasm/calls.hpp"
#include "wasm/refusal.hpp"

namespace sapper::wasm {

using namespace formats;

namespace {

void write_text(const CodedText& text, Writer& out) {
    out.list().array(bytes_of(text.bytes)).text(text.page).end();
}

void write_optional(const std::optional<std::int64_t>& number, Writer& out) {
    if (number)
        out.number(static_cast<double>(*number));
    else
        out.none();
}

// Texts are bytes with the page that is tried first; times are in milliseconds.
void write_recording(const Recording& recording, Writer& out) {
    const RecordedEvents& events = recording.events;
    std::vector<double> times(events.times.begin(), events.times.end());
    out.record().key("format").text(recording.format);
    out.key("rows").number(recording.rows).key("cols").number(recording.cols).key("mines").cells(recording.mines);
    out.key("kinds").array(events.kinds).key("times").array(times).key("xs").array(events.xs);
    out.key("ys").array(events.ys).key("count").number(static_cast<double>(recording.count));
    out.key("cell").number(recording.cell).key("questions").flag(recording.questions).key("rtime");
    write_optional(recording.rtime, out);
    out.key("texts").record();
    write_text(recording.program, out.key("program"));
    write_text(recording.player, out.key("player"));
    write_text(recording.started, out.key("started"));
    write_text(recording.mode, out.key("mode"));
    out.end().key("fault");
    if (recording.fault)
        write_refusal(*recording.fault, out);
    else
        out.none();
    out.end();
}

// The bytes of a file, the ending of its name, whether it may be broken, and the byte where to begin.
void read_one(Reader& in, Writer& out) {
    std::vector<std::uint8_t> data = in.array<std::uint8_t>();
    std::string ending = in.text();
    bool partial = in.flag();
    auto at = static_cast<std::size_t>(in.whole());
    answer_or_refuse(out, [&] {
        auto found = read_recording(data, ending, partial, at);
        if (!found) {
            out.none();
            return;
        }
        write_text(found->name, out.record().key("name"));
        write_recording(found->recording, out.key("recording"));
        out.key("end").number(static_cast<double>(found->end)).end();
    });
}

void holds(Reader& in, Writer& out) {
    std::vector<std::uint8_t> data = in.array<std::uint8_t>();
    out.flag(holds_replay(data, in.text()));
}

// "evf" or "rawvf"; sides and mines of the board; events; what the file tells; time, 3BV and whether the game was
// won.
void write(Reader& in, Writer& out) {
    bool evf = in.text() == "evf";
    Recording told;
    told.rows = in.count();
    told.cols = in.count();
    told.mines = in.cells();
    std::vector<std::uint8_t> kinds = in.array<std::uint8_t>();
    std::vector<double> times = in.array<double>();
    std::vector<std::int32_t> xs = in.array<std::int32_t>(), ys = in.array<std::int32_t>();
    if (times.size() != kinds.size() || xs.size() != kinds.size() || ys.size() != kinds.size())
        throw InputError("events are arrays of one length");
    for (Cell mine : told.mines)
        if (mine >= std::uint64_t{told.rows} * told.cols) throw InputError("a mine lies outside the board", mine);
    EventList events(told.events, kinds.size());
    for (std::size_t k = 0; k < kinds.size(); ++k)
        events.add(kinds[k], static_cast<std::int64_t>(times[k]), xs[k], ys[k]);
    told.cell = in.count();
    told.questions = in.flag();
    for (CodedText* text : {&told.program, &told.player, &told.started, &told.mode}) text->bytes = in.text();
    PlayedEnd outcome;
    outcome.rtime = in.whole();
    outcome.bbbv = in.whole();
    outcome.won = in.flag();
    answer_or_refuse(out, [&] { out.array(bytes_of(evf ? write_evf(told, outcome) : write_rawvf(told, outcome))); });
}

constexpr Call CALLS[] = {{"read_recording", read_one}, {"holds_replay", holds}, {"write_recording", write}};

}  // namespace

void write_refusal(const Refusal& refusal, Writer& out) {
    static constexpr std::string_view NAMES[] = {"ParseError", "InputError", "LimitError"};
    auto place = [&](std::string_view name, const std::optional<std::size_t>& number) {
        out.key(name);
        write_optional(number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt, out);
    };
    out.record().key("name").text(NAMES[static_cast<std::size_t>(refusal.kind)]).key("code").text(refusal.code);
    out.key("values").list();
    for (const Value& value : refusal.values) {
        if (const auto* number = std::get_if<std::int64_t>(&value))
            out.number(static_cast<double>(*number));
        else
            out.array(bytes_of(std::get<std::string>(value)));
    }
    for (const Refusal& inner : refusal.cause) write_refusal(inner, out);
    out.end();
    place("line", refusal.place.line);
    place("column", refusal.place.column);
    place("byte", refusal.place.byte);
    if (refusal.place.cell)
        out.key("cell").list().number(refusal.place.cell->first).number(refusal.place.cell->second).end();
    out.end();
}

std::span<const Call> recording_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
