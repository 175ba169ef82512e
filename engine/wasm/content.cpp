// Boards of other programs: their texts and files read.
#include "formats/content.hpp"

#include "formats/forms.hpp"
#include "formats/sha1.hpp"
#include "wasm/calls.hpp"
#include "wasm/refusal.hpp"

namespace sapper::wasm {

using namespace formats;

namespace {

void write_lines(const Content& content, const std::string& drawn, Writer& out) {
    if (drawn.empty()) {
        out.none();
        return;
    }
    out.list();
    for (std::uint32_t row = 0; row < content.rows; ++row) out.text(content.line(drawn, row));
    out.end();
}

void write_place(const Content& content, Cell cell, Writer& out) {
    out.list().number(cell / content.cols).number(cell % content.cols).end();
}

// A text in UTF-8, or the bytes of a file. None where it is no board of another program.
void read(Reader& in, Writer& out) {
    static constexpr std::string_view CLICKS[] = {"reveal", "flag", "chord"};
    std::vector<std::uint8_t> data = in.array<std::uint8_t>();
    bool file = in.flag();
    answer_or_refuse(out, [&] {
        if (recognise_form(data, file).empty()) {
            out.none();
            return;
        }
        Content content = read_form(data, file);
        out.record().key("form").text(content.form).key("rows").number(content.rows).key("cols").number(content.cols);
        out.key("mines").number(static_cast<double>(content.mines));
        write_lines(content, content.layout, out.key("layout"));
        write_lines(content, content.view, out.key("view"));
        out.key("start");
        if (content.start)
            write_place(content, *content.start, out);
        else
            out.none();
        out.key("clicks").list();
        for (const PathClick& click : content.clicks) {
            out.record().key("kind").text(CLICKS[static_cast<std::size_t>(click.kind)]).key("cell");
            write_place(content, click.cell, out);
            out.end();
        }
        out.end().end();
    });
}

void sha1(Reader& in, Writer& out) {
    std::vector<std::uint8_t> data = in.array<std::uint8_t>();
    out.array(digest_sha1(signs_of(data)));
}

constexpr Call CALLS[] = {{"read_form", read}, {"sha1", sha1}};

}  // namespace

std::span<const Call> content_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
