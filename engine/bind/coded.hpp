// Texts of other programs, in the code page of a player's system, as those of Python, and back; and refusals of such
// texts as the errors of Python, which words them. All of it needs the interpreter lock.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "formats/recording.hpp"

namespace sapper::bind {

// A text in the first page that its bytes fit.
nanobind::object decode(const formats::CodedText& text);

// A text in UTF-8. Half a character, which Python may hold and UTF-8 may not, becomes a question mark.
std::string encode(const nanobind::str& text);

inline formats::Bytes bytes_of(const nanobind::bytes& data) {
    return {static_cast<const std::uint8_t*>(data.data()), data.size()};
}

// The error that `sapper.formats.refusal` makes of it.
nanobind::object word(const formats::Refusal& refusal);

}  // namespace sapper::bind
