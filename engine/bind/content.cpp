// Boards of other programs: their texts and files read and written.
#include "formats/content.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind/coded.hpp"
#include "bind/topics.hpp"
#include "formats/forms.hpp"

namespace sapper::bind {

namespace nb = nanobind;
using namespace formats;

namespace {

using Click = std::pair<int, Cell>;
using Detail = std::pair<nb::str, nb::str>;

// The rows of a drawing; None where there is none.
nb::object list_lines(const Content& content, const std::string& drawn) {
    if (drawn.empty()) return nb::none();
    nb::list lines;
    for (std::uint32_t row = 0; row < content.rows; ++row) {
        std::string_view line = content.line(drawn, row);
        lines.append(nb::str(line.data(), line.size()));
    }
    return nb::tuple(lines);
}

nb::tuple read(const nb::bytes& data, bool file) {
    Content content = read_form(bytes_of(data), file);
    std::vector<Click> clicks;
    for (const PathClick& click : content.clicks) clicks.emplace_back(static_cast<int>(click.kind), click.cell);
    nb::dict details;
    for (const auto& [key, value] : content.details) details[decode(CodedText(key))] = decode(CodedText(value));
    return nb::make_tuple(content.rows, content.cols, content.mines, list_lines(content, content.layout),
                          list_lines(content, content.view), content.start, clicks, details, content.left_out,
                          content.form, content.row_at, content.along);
}

nb::bytes write(std::uint32_t rows, std::uint32_t cols, std::uint64_t mines, const nb::str& layout,
                const nb::str& view, std::optional<Cell> start, const std::vector<Click>& clicks,
                const std::vector<Detail>& details, const nb::str& form) {
    Content content;
    content.rows = rows;
    content.cols = cols;
    content.mines = mines;
    content.layout = encode(layout);
    content.view = encode(view);
    content.start = start;
    for (auto [kind, cell] : clicks) content.clicks.push_back({static_cast<ClickKind>(kind), cell});
    for (const auto& [key, value] : details) content.details.emplace_back(encode(key), encode(value));
    std::string text = write_form(content, encode(form));
    return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_content(nb::module_& module) {
    module.def(
        "is_binary", [](const nb::bytes& data) { return is_binary(bytes_of(data)); }, nb::arg("data"),
        "Whether bytes are no text in UTF-8.");
    module.def(
        "recognise_form", [](const nb::bytes& data, bool file) { return recognise_form(bytes_of(data), file); },
        nb::arg("data"), nb::arg("file"),
        "The form of a text, or of a file, that another program wrote; \"\" where it is none.");
    module.def("read_form", &read, nb::arg("data"), nb::arg("file"),
               nb::sig("def read_form(data: bytes, file: bool) -> tuple[int, int, int, tuple[str, ...] | None, "
                       "tuple[str, ...] | None, int | None, list[tuple[int, int]], dict[str, str], list[str], str, "
                       "list[int], bool]"),
               "Rows, columns, mines, layout, position, start, clicks, entries, what is left out, and the form; then "
               "the characters before each row in the text, and whether its cells stand side by side.");
    module.def("write_form", &write, nb::arg("rows"), nb::arg("cols"), nb::arg("mines"), nb::arg("layout"),
               nb::arg("view"), nb::arg("start").none(), nb::arg("clicks"), nb::arg("details"), nb::arg("form"),
               nb::sig("def write_form(rows: int, cols: int, mines: int, layout: str, view: str, start: int | None, "
                       "clicks: list[tuple[int, int]], details: list[tuple[str, str]], form: str) -> bytes"),
               "A board in a form of another program.");
}

}  // namespace sapper::bind
