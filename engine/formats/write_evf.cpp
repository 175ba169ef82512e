#include <algorithm>

#include "formats/evf_modes.hpp"
#include "formats/moment.hpp"
#include "formats/mouse.hpp"
#include "formats/replays.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

using namespace evf;

constexpr std::uint32_t MOST_SIDE = 255, MOST_PIXELS = 32'767;
constexpr std::int64_t MOST_STEP = 255, MOST_PAUSE = 65'535;  // milliseconds

// A step of the pointer has two bytes; a longer one is made in several.
std::int64_t clamp_step(std::int64_t step) {
    return std::clamp<std::int64_t>(step, -32'768, 32'767);
}

class File {
  public:
    void put(std::uint64_t number, std::size_t size) {
        while (size-- > 0) bytes_ += static_cast<char>(number >> 8 * size & 255);
    }
    void put_step(std::int64_t step) { put(static_cast<std::uint16_t>(step), 2); }
    // A text ended by a zero, which it cannot hold itself.
    void put_text(std::string_view text) {
        for (char sign : text)
            if (sign != '\0') bytes_ += sign;
        bytes_ += '\0';
    }
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

// The code of a country; zeros for a name, whose first letters may be the code of another.
std::uint64_t country_code(std::string_view country) {
    if (country.size() != 2 || !is_letter(country[0]) || !is_letter(country[1])) return 0;
    return static_cast<std::uint64_t>((country[0] & ~32) << 8 | (country[1] & ~32));
}

std::uint64_t mode_code(std::string_view mode) {
    if (mode.empty()) return NO_MODE;
    const auto* found = std::find(std::begin(MODES), std::end(MODES), mode);
    return found == std::end(MODES) ? 0 : static_cast<std::uint64_t>(found - std::begin(MODES));
}

void put_board(const Recording& recording, File& file) {
    std::string packed((std::size_t{recording.rows} * recording.cols + 7) / 8, '\0');
    for (Cell cell : recording.mines) packed[cell / 8] = static_cast<char>(packed[cell / 8] | 0x80 >> cell % 8);
    for (char byte : packed) file.put(static_cast<unsigned char>(byte), 1);
}

void put_events(const RecordedEvents& events, File& file) {
    std::int64_t time = 0, x = 0, y = 0;
    for (std::size_t k = 0; k < events.size(); ++k) {
        std::uint8_t kind = events.kinds[k];
        if (kind == static_cast<std::uint8_t>(MouseEvent::MARKS)) continue;
        if (kind > MOST_MOUSE) throw fault_of_value("evf_event");
        std::int64_t step = events.times[k] - time;
        for (; step > MOST_STEP; step -= std::min(step, MOST_PAUSE)) {
            file.put(PAUSE, 1);
            file.put(static_cast<std::uint64_t>(std::min(step, MOST_PAUSE)), 2);
        }
        while (true) {
            std::int64_t dx = clamp_step(events.xs[k] - x), dy = clamp_step(events.ys[k] - y);
            x += dx;
            y += dy;
            bool last = x == events.xs[k] && y == events.ys[k];
            file.put(last ? kind : static_cast<std::uint8_t>(MouseEvent::MOVE), 1);
            file.put(last ? static_cast<std::uint64_t>(step) : 0, 1);
            file.put_step(dx);
            file.put_step(dy);
            if (last) break;
        }
        time = events.times[k];
    }
}

bool has_flags(const RecordedEvents& events) {
    return std::any_of(events.kinds.begin(), events.kinds.end(), [](std::uint8_t kind) {
        return kind == static_cast<std::uint8_t>(MouseEvent::RIGHT_DOWN) ||
               kind == static_cast<std::uint8_t>(MouseEvent::PREFLAG);
    });
}

}  // namespace

std::string write_evf(const Recording& recording, const PlayedEnd& outcome) {
    std::uint32_t side = std::max(recording.rows, recording.cols), cell = recording.cell;
    if (side > MOST_SIDE || cell < 1 || cell > MOST_SIDE || side * cell > MOST_PIXELS)
        throw fault_of_value("evf_size", {whole(recording.rows), whole(recording.cols), whole(cell)});
    auto rtime = static_cast<std::uint64_t>(outcome.rtime);
    std::uint64_t begun = read_moment(recording.started.bytes);
    File file;
    file.put(NEWEST, 1);
    file.put((outcome.won ? COMPLETED : 0u) | (has_flags(recording.events) ? 0u : NO_FLAGS), 1);
    file.put(recording.questions ? QUESTIONS : 0, 1);
    file.put(recording.rows, 1);
    file.put(recording.cols, 1);
    file.put(recording.mines.size(), 2);
    file.put(cell, 1);
    file.put(mode_code(recording.mode.bytes), 2);
    file.put(static_cast<std::uint64_t>(outcome.bbbv), 2);
    file.put(std::min<std::uint64_t>(rtime, UINT32_MAX), 4);
    file.put(country_code(recording.country.bytes), 2);
    file.put(begun, 8);
    file.put(begun + 1000 * rtime, 8);
    file.put_text(recording.program.bytes.empty() ? "Sapper" : recording.program.bytes);
    file.put_text(recording.player.bytes);
    for (int text = 0; text < 2; ++text) file.put_text("");  // race and unique id
    file.put(0, 2);                                          // the device
    put_board(recording, file);
    file.put(0, 2);  // names of metrics
    put_events(recording.events, file);
    file.put(0, 3);  // the end, without a checksum
    return file.take();
}

}  // namespace sapper::formats
