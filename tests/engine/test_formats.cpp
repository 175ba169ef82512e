// Files of other programs: what is refused, and that no broken file is read beyond its end.
#include <string>
#include <vector>

#include "check.hpp"
#include "formats/forms.hpp"
#include "formats/json.hpp"
#include "formats/moment.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/sha1.hpp"
#include "formats/utf8.hpp"

using namespace sapper;
using namespace sapper::formats;

namespace {

Refusal refused(std::string_view data, std::string_view ending) {
    try {
        read_recording(bytes_of(data), ending, false, 0);
    } catch (const Refusal& refusal) {
        return refusal;
    }
    return {Refusal::Kind::LIMIT, "none"};
}

// A replay of one click, in every form that is written, and of an older program.
std::vector<std::string> samples() {
    Recording told;
    told.rows = 2;
    told.cols = 3;
    told.mines = {0};
    EventList events(told.events, 3);
    events.add(static_cast<std::uint8_t>(MouseEvent::LEFT_DOWN), 10, 40, 8);
    events.add(static_cast<std::uint8_t>(MouseEvent::MOVE), 5, -40'000, 8);
    events.add(static_cast<std::uint8_t>(MouseEvent::LEFT_UP), 100'000, 40, 8);
    std::string avf("\x34\x0a\0\0\0\6\2\1\0\1\1\1\x11\0[0|B3T4]\3\0\1\x28\0\0\0\x8\0\0\0\0\0\0\0\0", 38);
    std::string msor = R"({"header":{"width":2,"height":1,"mines":1,"player":"\u00eb\ud800"},"replay":[)"
                       R"({"type":0,"time":"7","x":1,"y":0,"touchCells":[1,0,1,0,0]}]})";
    return {write_evf(told, {}), write_rawvf(told, {}), avf, msor};
}

}  // namespace

TEST(what_is_written_is_read_again) {
    std::vector<std::string> files = samples();
    for (std::size_t k = 0; k < 2; ++k) {
        Recording read = read_recording(bytes_of(files[k]), "", false, 0)->recording;
        CHECK(read.rows == 2 && read.cols == 3 && read.mines == std::vector<Cell>{0});
        CHECK(read.events.times.back() == 100'000 && read.events.times[1] == 10);
        CHECK(read.events.xs.back() == 40);
        CHECK(read.events.size() == (k == 0 ? 5u : 3u));  // EVF makes steps of at most 32,768 pixels
    }
    Recording avf = read_recording(bytes_of(files[2]), "avf", false, 0)->recording;
    CHECK(avf.rows == 2 && avf.cols == 3 && avf.bbbv == 3 && avf.questions);
    CHECK(avf.events.size() == 1 && avf.events.xs[0] == 40);
    Recording msor = read_recording(bytes_of(files[3]), "", false, 0)->recording;
    CHECK(msor.mines == std::vector<Cell>{0} && msor.events.times[0] == 7 && msor.player.bytes == "\u00eb?");
}

// The sanitizers see a byte that is read beyond the end: each file stands in a block of exactly its length.
TEST(files_that_are_cut_off_or_broken_are_refused) {
    for (const std::string& file : samples())
        for (std::size_t size = 0; size <= file.size(); ++size)
            for (std::string_view ending : {"", "avf", "evf", "mvf", "rmv", "rawvf", "msor", "evfs"})
                for (unsigned change : {0u, 1u, 255u}) {
                    std::vector<std::uint8_t> data(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
                    if (size > 0) data[size / 2] = static_cast<std::uint8_t>(data[size / 2] ^ change);
                    holds_replay(data, ending);
                    try {
                        read_recording(data, ending, change != 0, 0);
                    } catch (const Refusal& refusal) {
                        CHECK(!refusal.code.empty());
                    }
                }
}

TEST(refusals_tell_codes_values_and_places) {
    Refusal level = refused(std::string_view("\x34\0\0\0\0\x9", 6), "");
    CHECK(level.code == "no_replay" && level.place.byte == 5);
    CHECK(std::get<std::int64_t>(level.values[0]) == 9);
    Refusal line = refused("Width: 2\nBoard:\n*0\nEvents:\n0.0 \u00eb\n0.1 zz (1 1)\n", "");
    CHECK(line.code == "no_event" && line.place.line == 5 && line.place.column == 1);
    CHECK(std::get<std::string>(line.values[0]) == "'0.0 \u00eb'");
    CHECK(find_place("a\n\u00ebb", 4).column == 2);
    CHECK(quoted("a\tb'\nc") == "\"a\\tb'\"...");
}

TEST(texts_are_utf8_or_not) {
    CHECK(!find_no_utf8("a\u00eb\u2b1c\U0001f6a9"));
    for (std::string_view wrong :
         {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\xE2\x82"})
        CHECK(find_no_utf8(wrong) == 0u);
}

TEST(moments_are_those_of_iso_8601) {
    CHECK(spell_microseconds(1'700'000'000'000'000) == "2023-11-14T22:13:20");
    CHECK(spell_microseconds(1'500'001) == "1970-01-01T00:00:01.500001");
    CHECK(spell_microseconds(~std::uint64_t{0}).empty());
    CHECK(read_moment("2023-11-14T22:13:20.5+01:00") == 1'699'996'400'500'000);
    CHECK(read_moment("2024-02-29") == 1'709'164'800'000'000);
    for (std::string_view none : {"", "2023-02-29", "1969-12-31", "18.10.2022", "2023-11-14T22"})
        CHECK(read_moment(none) == 0);
}

TEST(json_is_checked_before_it_is_read) {
    for (std::string_view wrong : {"", "{", "[1,]", "{\"a\" 1}", "[1 2]", "\"\\x\"", "01", "{} {}", "[\"\n\"]", "]"})
        CHECK_THROWS(Refusal, check_json(wrong));
    check_json(std::string(100'000, '[') + std::string(100'000, ']'));
    std::string_view text = R"( {"a": [1, {"b": "}\""}, NaN], "c": -1.5e1, "a": []} )";
    check_json(text);
    text.remove_prefix(1);
    CHECK(find_json(text, "c") == "-1.5e1" && json_number(find_json(text, "c")) == -15.0);
    CHECK(find_json(text, "a") == "[]" && find_json(text, "d").empty());
    CHECK(!json_number("NaN") && !json_number("1e999") && json_number("\" 3 \"") == 3.0);
}

namespace {

Content draw(std::string layout, std::string view) {
    Content content;
    content.rows = 2;
    content.cols = 3;
    content.mines = 1;
    content.layout = std::move(layout);
    content.view = std::move(view);
    return content;
}

constexpr std::string_view FORMS[] = {"mbf", "ptta", "mine", "analysis", "board", "tatham", "rawvf"};

}  // namespace

TEST(boards_are_read_as_they_were_written) {
    Content content = draw("*.....", "");
    content.start = 4;
    content.clicks = {{ClickKind::REVEAL, 5}, {ClickKind::FLAG, 0}};
    content.details = {{"author", "\u00eb"}};
    for (std::string_view form : FORMS) {
        std::string text = write_form(content, form);
        CHECK(recognise_form(bytes_of(text), true) == form);
        Content again = read_form(bytes_of(text), true);
        CHECK(again.layout == content.layout && again.mines == 1 && again.form == form);
        if (form == "tatham") CHECK(again.start == 4u);
        if (form == "ptta") CHECK(again.clicks.size() == 2 && again.clicks[1].cell == 0);
        if (form == "board") CHECK(again.details == content.details);
    }
    Content seen = read_form(bytes_of(write_form(draw("", "1.0F?*"), "board")), true);
    CHECK(seen.view == "1.0F?*" && seen.layout.empty() && seen.row_at.size() == 2 && seen.along);
}

TEST(boards_that_are_cut_off_or_broken_are_refused) {
    std::vector<std::string> texts = {"https://example.org/?b=0302&m=g&c=AAQ", "9x9:4,4,m00b7d48a3e0231c419200",
                                      "03 02 0001\n00 00"};
    for (std::string_view form : FORMS) texts.push_back(write_form(draw("*.....", ""), form));
    for (const std::string& text : texts)
        for (std::size_t size = 0; size <= text.size(); ++size)
            for (unsigned change : {0u, 1u, 255u}) {
                std::vector<std::uint8_t> data(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
                if (size > 0) data[size / 2] = static_cast<std::uint8_t>(data[size / 2] ^ change);
                for (bool file : {false, true}) try {
                        Content content = read_form(data, file);
                        CHECK(content.layout.empty() || content.layout.size() == content.rows * content.cols);
                    } catch (const Refusal& refusal) {
                        CHECK(!refusal.code.empty());
                    }
            }
}

// What callers put together is checked before it is written.
TEST(content_that_is_no_board_is_not_written) {
    for (std::string_view form : FORMS) {
        CHECK_THROWS(Refusal, write_form(draw("*..", ""), form));
        CHECK_THROWS(Refusal, write_form(draw("", "x....."), form));
        CHECK_THROWS(Refusal, write_form(draw("", ""), form));
        Content content = draw("*.....", "");
        content.clicks = {{ClickKind::REVEAL, 6}};
        CHECK_THROWS(Refusal, write_form(content, form));
    }
    CHECK_THROWS(Refusal, write_form(draw("*.....", ""), "avf"));
}

TEST(digests_are_those_of_sha1) {
    CHECK(digest_sha1("abc")[0] == 0xA9 && digest_sha1("abc")[19] == 0x9D);
    CHECK(digest_sha1(std::string(64, 'a'))[0] == 0x00 && digest_sha1(std::string(64, 'a'))[1] == 0x98);
}
