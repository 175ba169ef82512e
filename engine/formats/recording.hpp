// A recording: what the file of a replay holds, before it is played. Every reader of replays returns one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffer.hpp"
#include "base/types.hpp"
#include "formats/cursor.hpp"
#include "formats/refusal.hpp"

namespace sapper::formats {

inline constexpr std::uint32_t CELL = 16;  // pixels of a cell where a format tells none

// The events of a mouse as columns of one length. Times never fall.
struct RecordedEvents {
    Buffer<std::uint8_t> kinds;  // MouseEvent
    Buffer<std::int64_t> times;  // milliseconds
    Buffer<std::int32_t> xs, ys;

    std::size_t size() const { return kinds.size(); }
};

// Appends events, for which it makes room at once; a time before that of the event before it is raised to it. The
// columns have their length only after `end`.
class EventList {
  public:
    EventList(RecordedEvents& out, std::size_t most) : out_(out) { resize(most); }

    void add(std::uint8_t kind, std::int64_t time, std::int32_t x, std::int32_t y) {
        latest_ = latest_ < time ? time : latest_;
        out_.kinds[count_] = kind;
        out_.times[count_] = latest_;
        out_.xs[count_] = x;
        out_.ys[count_++] = y;
    }
    bool empty() const { return count_ == 0; }
    void end() { resize(count_); }

  private:
    void resize(std::size_t count) {
        out_.kinds.resize(count);
        out_.times.resize(count);
        out_.xs.resize(count);
        out_.ys.resize(count);
    }

    RecordedEvents& out_;
    std::size_t count_ = 0;
    std::int64_t latest_ = 0;
};

// A text as its file has it. The page of its characters is one of those that players' systems had: `page`, if it is
// told, else UTF-8, else GB18030, else Windows-1252.
struct CodedText {
    CodedText() = default;
    CodedText(std::string_view bytes, std::string_view page = {}) : bytes(bytes), page(page) {}
    std::string bytes, page;
};

struct Recording {
    std::string_view format;  // "avf", "mvf", "rmv", "umf", "evf", "rawvf", "fsvf" or "msor"
    CodedText version;        // of the format or of the program, as the file tells it
    std::uint32_t rows = 0, cols = 0;
    std::vector<Cell> mines;  // in the order of the file
    RecordedEvents events;
    std::size_t count = 0;                    // events in the file
    std::uint32_t cell = CELL;                // pixels of a cell
    std::optional<std::int64_t> rtime, bbbv;  // milliseconds of the game and 3BV, where the file tells them
    bool questions = false;                   // whether a right click on a flag puts a question mark
    CodedText mode;                           // "classic", "upk", "density", "cheat" and others
    CodedText program, player, country;
    CodedText started;             // as ISO 8601 where the file tells it so
    std::optional<bool> official;  // whether the program signed it; the signature is not checked
    std::vector<std::pair<std::string, CodedText>> details;  // other entries of the file
    std::optional<Refusal> fault;                            // where reading ended, of a file that is not whole
};

// Refuses a board without cells, or with more mines than cells.
void check_size(std::uint64_t rows, std::uint64_t cols, std::uint64_t mines, std::size_t at);

// The mines of a list of pairs of bytes, which count from `first`, all on the board and none twice.
struct MineList {
    Bytes listed;
    std::size_t at = 0;  // the byte of the first
    int first = 0;
    bool across = false;  // whether columns come first
};
std::vector<Cell> read_mines(const MineList& list, std::uint32_t rows, std::uint32_t cols);

// Keeps what is wrong with a file that is read as far as it goes, and throws it otherwise.
inline void allow(Recording& recording, Refusal fault, bool partial) {
    if (!partial) throw fault;
    recording.fault = std::move(fault);
}

}  // namespace sapper::formats
