// Bytes of a replay of any known format -> its recording, and a recording -> a file that other programs read. Cost
// and memory are linear in the bytes. What is wrong is thrown as a Refusal that names the byte, or line and column of
// a text; with `partial` a file that is cut off or broken among its events is read as far as it goes, and its
// recording has the fault.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/recording.hpp"

namespace sapper::formats {

// AVF of Minesweeper Arbiter, and FSVF of Freesweeper, which has the same structure: the mines follow a level in byte
// 5. Then come scrambled bytes and a text in brackets with the dates, 3BV and time. The first event is the first
// place after it whose bytes can be one; each event has 8 bytes. Texts with the player's name are at the end.
bool is_avf(Bytes data);
Recording read_avf(Bytes data, bool partial);

// EVF of Metasweeper, versions 0 to 4.
Recording read_evf(Bytes data, bool partial);

// MVF of Minesweeper Clone, all versions. Since 0.97 the bits of every event are permuted by a key that the file
// tells. Events are states of the buttons, from which presses and releases follow. Before 0.97 the file begins with
// the board as MBF has it.
bool is_mvf(Bytes data);
Recording read_mvf(Bytes data, bool partial);

// RMV of Viennasweeper, versions 1 and 2, and UMF, which came before it. The press of the left button that these
// files leave out comes before the first event.
bool is_rmv(Bytes data);
Recording read_rmv(Bytes data, bool partial);

// RAWVF, a replay as text, revisions 5 and 6: entries, the board, and a line an event.
bool is_rawvf(Bytes data);
Recording read_rawvf(Bytes data, bool partial);

// MSOR of JSMinesweeper: the clicks of a game on minesweeper.online, as JSON. The file has no layout; it is known
// where the replay shows all cells that are safe, or all mines.
bool is_msor(Bytes data);
Recording read_msor(Bytes data, bool partial);

// A recording in a file of many, by its name, and the byte behind it.
struct Found {
    CodedText name;  // "" where the file holds one
    Recording recording;
    std::size_t end = 0;
};

// The recording at byte 0, or at the end of the one before it; none behind the last one. EVFS holds many recordings,
// every other file one. `ending` is that of the file's name, such as "avf", for formats that have no sign of their
// own.
std::optional<Found> read_recording(Bytes data, std::string_view ending, bool partial, std::size_t at);

// Whether a file is a replay rather than a board: by the ending of its name, else by its first bytes.
bool holds_replay(Bytes data, std::string_view ending);

// What a file tells of the game that a recording makes.
struct PlayedEnd {
    std::int64_t rtime = 0;  // milliseconds
    std::int64_t bbbv = 0;   // 3BV
    bool won = false;
};

// A file of EVF 4 without a checksum, which no ranking takes for official. EVF cannot tell that question marks were
// switched on or off: these events change no game and are left out. Refuses a side above 255 cells or 32,767 pixels,
// and an event that EVF does not have.
std::string write_evf(const Recording& recording, const PlayedEnd& outcome);

// A file of RAWVF, revision 6. Flags before the game become right clicks. Refuses an event that RAWVF does not have.
std::string write_rawvf(const Recording& recording, const PlayedEnd& outcome);

}  // namespace sapper::formats
