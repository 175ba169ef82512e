// What EVF is made of, for its reader and its writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sapper::formats::evf {

inline constexpr std::uint8_t NEWEST = 4;  // version
// Bits of the summary and of the settings.
inline constexpr std::uint8_t COMPLETED = 0x80, OFFICIAL = 0x40, NO_FLAGS = 0x10, TRANSCODED = 0x08, QUESTIONS = 0x80;
// Kinds of events: those of the mouse are 1 up to the first, the others marks, values of counters, and a pause.
inline constexpr std::uint8_t MOST_MOUSE = 12, REPLAY = 81, WIN = 82, FAIL = 83, FAULT = 99;
inline constexpr std::uint8_t NUMBER = 200, TEXT = 201, PAUSE = 255;

inline constexpr std::uint16_t NO_MODE = 65535;
inline constexpr std::string_view MODES[] = {"classic",
                                             "upk",
                                             "cheat",
                                             "density",
                                             "win7",
                                             "classic_no_guess",
                                             "strong_no_guess",
                                             "weak_no_guess",
                                             "quasi_no_guess",
                                             "strong_guessable",
                                             "weak_guessable",
                                             "recursive_chord",
                                             "recursive_flag",
                                             "recursive_both",
                                             "no_guess_recursive_chord",
                                             "no_guess_recursive_flag",
                                             "no_guess_recursive_both"};

}  // namespace sapper::formats::evf
