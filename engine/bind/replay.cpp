// Replays that other programs recorded: their files read and written.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bind/coded.hpp"
#include "bind/grid.hpp"
#include "bind/topics.hpp"
#include "formats/replays.hpp"

namespace sapper::bind {

using namespace formats;

namespace {

using Kinds = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Times = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Row = std::tuple<std::uint8_t, std::int64_t, std::int32_t, std::int32_t>;

template <CodedText Recording::* Text>
nb::object text_of(const Recording& recording) {
    return decode(recording.*Text);
}

// Events given as arrays of one length; a time before that of the event before it is raised to it.
void list_events(RecordedEvents* out, const Kinds& kinds, const Times& times, const Places& xs, const Places& ys) {
    std::size_t count = kinds.size();
    if (times.size() != count || xs.size() != count || ys.size() != count)
        raise_input_error("events are arrays of one length");
    new (out) RecordedEvents;
    EventList events(*out, count);
    for (std::size_t k = 0; k < count; ++k) events.add(kinds.data()[k], times.data()[k], xs.data()[k], ys.data()[k]);
}

RecordedEvents list_rows(const std::vector<Row>& rows) {
    RecordedEvents out;
    EventList events(out, rows.size());
    for (auto [kind, time, x, y] : rows) events.add(kind, time, x, y);
    return out;
}

// A column of events, which it keeps alive.
template <auto Column>
auto column_of(nb::handle self) {
    auto& values = nb::cast<RecordedEvents&>(self).*Column;
    using Number = std::remove_pointer_t<decltype(values.data())>;
    return nb::ndarray<nb::numpy, const Number, nb::ndim<1>>(values.data(), {values.size()}, self);
}

std::int64_t time_at(const RecordedEvents& events, std::size_t event) {
    if (event >= events.size()) raise_input_error("there is no such event");
    return events.times[event];
}

nb::list mines_of(const Recording& recording) {
    nb::list mines;
    for (Cell cell : recording.mines) mines.append(nb::make_tuple(cell / recording.cols, cell % recording.cols));
    return mines;
}

nb::dict details_of(const Recording& recording) {
    nb::dict details;
    for (const auto& [key, value] : recording.details) details[key.c_str()] = decode(value);
    return details;
}

// A recording of clicks of ours, for the writers.
void record(Recording* out, std::uint32_t rows, std::uint32_t cols,
            const std::vector<std::tuple<std::uint32_t, std::uint32_t>>& mines, const RecordedEvents& events,
            std::optional<std::int64_t> rtime_ms, bool questions, const nb::str& player, const nb::str& started) {
    Recording told;
    told.format = "rawvf";
    told.rows = rows;
    told.cols = cols;
    for (auto [row, col] : mines) told.mines.push_back(row * cols + col);
    told.events = events;
    told.count = events.size();
    told.rtime = rtime_ms;
    told.questions = questions;
    told.player.bytes = encode(player);
    told.started.bytes = encode(started);
    told.program = std::string_view("Sapper");
    told.mode = std::string_view("classic");
    new (out) Recording(std::move(told));
}

nb::object read_one(const nb::bytes& data, std::string_view ending, bool partial, std::size_t at) {
    auto found = read_recording(bytes_of(data), ending, partial, at);
    if (!found) return nb::none();
    nb::object name = decode(found->name);
    return nb::make_tuple(name, std::move(found->recording), found->end);
}

// The recording with its texts in UTF-8, as writers take them.
Recording with_plain_texts(const Recording& recording) {
    Recording out = recording;
    for (CodedText* text : {&out.mode, &out.program, &out.player, &out.country, &out.started})
        text->bytes = encode(nb::str(decode(*text)));
    return out;
}

template <std::string (*Write)(const Recording&, const PlayedEnd&)>
nb::bytes write(const Recording& recording, std::int64_t rtime_ms, std::int64_t bbbv, bool won) {
    std::string file = Write(with_plain_texts(recording), {rtime_ms, bbbv, won});
    return nb::bytes(file.data(), file.size());
}

nb::object word_fault(const Recording& recording) {
    return recording.fault ? word(*recording.fault) : nb::none();
}

}  // namespace

void bind_replay(nb::module_& module) {
    nb::class_<RecordedEvents>(module, "Events",
                               "The events of a mouse, in order, as arrays of one length; immutable.")
        .def("__init__", &list_events, nb::arg("kinds"), nb::arg("times"), nb::arg("xs"), nb::arg("ys"),
             nb::sig("def __init__(self, kinds: NDArray[numpy.uint8], times: NDArray[numpy.int64], "
                     "xs: NDArray[numpy.int32], ys: NDArray[numpy.int32]) -> None"),
             "Events of columns; a time before that of the event before it is raised to it.")
        .def_static("of", &list_rows, nb::arg("rows"), "Events given one by one as (kind, milliseconds, x, y).")
        .def("__len__", &RecordedEvents::size)
        .def_prop_ro("kinds", &column_of<&RecordedEvents::kinds>, nb::sig("def kinds(self) -> NDArray[numpy.uint8]"),
                     "Values of `sapper.replay.recording.Kind`.")
        .def_prop_ro("times", &column_of<&RecordedEvents::times>, nb::sig("def times(self) -> NDArray[numpy.int64]"),
                     "Milliseconds since the game began; never falling.")
        .def_prop_ro("xs", &column_of<&RecordedEvents::xs>, nb::sig("def xs(self) -> NDArray[numpy.int32]"),
                     "Pixels from the left edge of the board.")
        .def_prop_ro("ys", &column_of<&RecordedEvents::ys>, nb::sig("def ys(self) -> NDArray[numpy.int32]"),
                     "Pixels from its top edge.")
        .def("time_at", &time_at, nb::arg("event"),
             "Milliseconds of one event, counted from 0; faster than reading `times`. Raises InputError where there "
             "is "
             "no such event.");
    nb::class_<Recording>(module, "Recording", "What the file of a replay holds, before it is played.")
        .def("__init__", &record, nb::arg("rows"), nb::arg("cols"), nb::arg("mines"), nb::arg("events"),
             nb::arg("rtime_ms").none(), nb::arg("questions"), nb::arg("player"), nb::arg("started"),
             "A recording of our own, as RAWVF has it, on cells of 16 pixels.")
        .def_ro("format", &Recording::format,
                "\"avf\", \"mvf\", \"rmv\", \"umf\", \"evf\", \"rawvf\", \"fsvf\" or \"msor\".")
        .def_prop_ro("version", &text_of<&Recording::version>, nb::sig("def version(self) -> str"),
                     "Of the format or of the program, as the file tells it.")
        .def_ro("rows", &Recording::rows)
        .def_ro("cols", &Recording::cols)
        .def_prop_ro("mines", &mines_of, nb::sig("def mines(self) -> list[tuple[int, int]]"),
                     "(row, col), in the order of the file.")
        .def_prop_ro(
            "events", [](const Recording& recording) -> const RecordedEvents& { return recording.events; },
            nb::rv_policy::reference_internal, "The events of the mouse.")
        .def_ro("count", &Recording::count, "Events in the file.")
        .def_ro("cell", &Recording::cell, "Pixels of a cell.")
        .def_ro("rtime_ms", &Recording::rtime, "Time of the game, where the file tells it.")
        .def_ro("bbbv", &Recording::bbbv, "3BV, where the file tells it.")
        .def_ro("questions", &Recording::questions, "Whether a right click on a flag puts a question mark.")
        .def_prop_ro("mode", &text_of<&Recording::mode>, nb::sig("def mode(self) -> str"),
                     "\"classic\", \"upk\", \"density\", \"cheat\" and others.")
        .def_prop_ro("program", &text_of<&Recording::program>, nb::sig("def program(self) -> str"))
        .def_prop_ro("player", &text_of<&Recording::player>, nb::sig("def player(self) -> str"))
        .def_prop_ro("country", &text_of<&Recording::country>, nb::sig("def country(self) -> str"))
        .def_prop_ro("started", &text_of<&Recording::started>, nb::sig("def started(self) -> str"),
                     "When it was played, as ISO 8601 where the file tells it.")
        .def_ro("official", &Recording::official, "Whether the program signed it; the signature is not checked.")
        .def_prop_ro("details", &details_of, nb::sig("def details(self) -> dict[str, str]"),
                     "Other entries of the file.")
        .def_prop_ro("fault", &word_fault, nb::sig("def fault(self) -> sapper.errors.ParseError | None"),
                     "Where reading ended, of a file that is not whole.")
        .def("to_evf", &write<write_evf>, nb::arg("rtime_ms"), nb::arg("bbbv"), nb::arg("won"),
             "The recording as a file of EVF 4.")
        .def("to_rawvf", &write<write_rawvf>, nb::arg("rtime_ms"), nb::arg("bbbv"), nb::arg("won"),
             "The recording as a file of RAWVF, revision 6.");
    module.def("read_recording", &read_one, nb::arg("data"), nb::arg("ending"), nb::arg("partial"), nb::arg("at"),
               nb::sig("def read_recording(data: bytes, ending: str, partial: bool, at: int) "
                       "-> tuple[str, Recording, int] | None"),
               "The recording that begins at a byte, with its name and its end; None behind the last one.");
    module.def(
        "holds_replay",
        [](const nb::bytes& data, std::string_view ending) { return holds_replay(bytes_of(data), ending); },
        nb::arg("data"), nb::arg("ending"), "Whether a file is a replay rather than a board.");
}

}  // namespace sapper::bind
