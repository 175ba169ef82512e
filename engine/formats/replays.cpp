#include "formats/replays.hpp"

#include <algorithm>
#include <utility>

#include "formats/forms.hpp"
#include "formats/scan.hpp"
#include "formats/utf8.hpp"

namespace sapper::formats {

namespace {

using Read = Recording (*)(Bytes data, bool partial);

// Formats that have no sign of their own at the beginning are told by the ending of the name, if there is one.
constexpr std::pair<std::string_view, Read> READERS[] = {{"avf", read_avf},     {"fsvf", read_avf}, {"evf", read_evf},
                                                         {"mvf", read_mvf},     {"rmv", read_rmv},  {"umf", read_rmv},
                                                         {"rawvf", read_rawvf}, {"msor", read_msor}};
constexpr std::string_view MANY = "evfs";
constexpr std::uint8_t NEWEST_EVF = 4;

Read reader_of(std::string_view ending) {
    for (auto [name, read] : READERS)
        if (name == ending) return read;
    return nullptr;
}

Read recognise(Bytes data, std::string_view ending) {
    if (is_rmv(data)) return read_rmv;
    if (signs_of(data).starts_with("\x11M")) return read_mvf;
    if (is_msor(data)) return read_msor;
    if (is_rawvf(data)) return read_rawvf;
    if (Read read = reader_of(ending)) return read;
    if (is_mvf(data)) return read_mvf;
    // EVF begins with its version, AVF with that of Arbiter (from 0.35 on). Freesweeper writes 0.
    return data[0] > NEWEST_EVF || (data[0] == 0 && is_avf(data)) ? read_avf : read_evf;
}

// EVFS: a version and the bytes of a checksum; then names, sizes and files of EVF, each with its checksum.
std::optional<Found> read_unit(Bytes data, bool partial, std::size_t at) {
    Cursor cursor(data);
    std::uint8_t version = cursor.u8();
    if (version != 0) throw fault_at_byte("evfs_version", 0, {whole(version)});
    std::uint16_t checksum = cursor.u16();
    if (at == 0 && cursor.ended()) throw fault_at_byte("no_replays", data.size());
    if (at > 0) {
        cursor.move_to(at);
        cursor.take(checksum, "a_checksum");  // that of the one before
    }
    if (cursor.ended()) return {};
    Found found;
    found.name = cursor.string("replay_name");
    std::uint32_t size = cursor.u32();
    std::size_t begin = cursor.at();
    try {
        found.recording = read_evf(cursor.take(size, "replay"), partial);
    } catch (const Refusal& inner) {
        Refusal wrong = fault_at_byte("in_replay", begin + inner.place.byte.value_or(0), {spell(found.name.bytes)});
        wrong.cause.push_back(inner);
        throw wrong;
    }
    found.end = cursor.at();
    return found;
}

bool is_rawvf_board(Bytes data) {
    try {
        return read_rawvf(data, true).count == 0;
    } catch (const Refusal&) {
        return false;
    }
}

}  // namespace

std::optional<Found> read_recording(Bytes data, std::string_view ending, bool partial, std::size_t at) {
    if (ending == MANY) return read_unit(data, partial, at);
    if (data.empty()) throw fault_at_byte("empty_file", 0);
    if (at > 0) return {};
    Found found;
    found.recording = recognise(data, ending)(data, partial);
    found.end = data.size();
    return found;
}

bool holds_replay(Bytes data, std::string_view ending) {
    static constexpr std::string_view BOARDS[] = {"mbf", "abf", "board", "mine"};
    if (reader_of(ending) || ending == MANY) return ending != "rawvf" || !is_rawvf_board(data);
    if (std::find(std::begin(BOARDS), std::end(BOARDS), ending) != std::end(BOARDS)) return false;
    if (data.empty() || is_binary(data)) return !is_mbf(data);
    return is_msor(data) || (is_rawvf(data) && !is_rawvf_board(data));
}

}  // namespace sapper::formats
