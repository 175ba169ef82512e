#include "formats/mouse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sapper {

namespace {

// The buttons that are down, and the clicks made so far.
class Buttons {
  public:
    Buttons(const MouseSettings& settings, MouseGame& out) : settings_(settings), out_(out) {}

    std::vector<bool> held;  // a click: a right one whose button stayed down and made a chord

    // `cell` is NO_CELL beside the board.
    void take(MouseEvent kind, Cell cell, std::uint32_t event) {
        switch (resolve(kind)) {
            case MouseEvent::LEFT_DOWN:
                if (cell != NO_CELL) press_left();
                break;
            case MouseEvent::LEFT_UP:
                release_left(cell, event);
                break;
            case MouseEvent::RIGHT_DOWN:
                if (cell != NO_CELL) press_right(cell, event);
                break;
            case MouseEvent::RIGHT_UP:
                release_right(cell, event);
                break;
            case MouseEvent::MIDDLE_UP:
                add(ClickKind::CHORD, cell, event);
                break;
            case MouseEvent::PREFLAG:
                add(ClickKind::FLAG, cell, event);
                break;
            case MouseEvent::SHIFT_LEFT_DOWN:
                left_ = shift_ = cell != NO_CELL;
                break;
            case MouseEvent::BOTH_DOWN:
                left_ = right_ = chording_ = cell != NO_CELL;
                break;
            default:
                break;
        }
    }

  private:
    static constexpr std::size_t NONE = static_cast<std::size_t>(-1);

    // What a button did that an event says changed. A press beside the board does nothing, but it is one.
    MouseEvent resolve(MouseEvent kind) {
        if (kind == MouseEvent::LEFT) kind = down_[0] ? MouseEvent::LEFT_UP : MouseEvent::LEFT_DOWN;
        if (kind == MouseEvent::RIGHT) kind = down_[1] ? MouseEvent::RIGHT_UP : MouseEvent::RIGHT_DOWN;
        if (kind == MouseEvent::MIDDLE) kind = down_[2] ? MouseEvent::MIDDLE_UP : MouseEvent::MIDDLE_DOWN;
        bool both = kind == MouseEvent::BOTH_DOWN;
        if (both || kind == MouseEvent::LEFT_DOWN || kind == MouseEvent::SHIFT_LEFT_DOWN) down_[0] = true;
        if (both || kind == MouseEvent::RIGHT_DOWN) down_[1] = true;
        if (kind == MouseEvent::MIDDLE_DOWN) down_[2] = true;
        if (kind == MouseEvent::LEFT_UP) down_[0] = false;
        if (kind == MouseEvent::RIGHT_UP) down_[1] = false;
        if (kind == MouseEvent::MIDDLE_UP) down_[2] = false;
        return kind;
    }

    void press_left() {
        left_ = true, shift_ = false;
        if (!right_) return;
        chording_ = true;
        if (pressed_ != NONE) held[pressed_] = true;
    }

    void press_right(Cell cell, std::uint32_t event) {
        right_ = true;
        if (left_) {
            chording_ = true;
        } else {
            pressed_ = out_.clicks.size();
            add(ClickKind::FLAG, cell, event);
        }
    }

    void release_left(Cell cell, std::uint32_t event) {
        if (chording_ || shift_)
            chord(cell, event);
        else if (left_ && (!spent_ || settings_.rilian))
            add(ClickKind::REVEAL, cell, event);
        left_ = shift_ = false;
        spent_ = spent_ && right_;
    }

    void release_right(Cell cell, std::uint32_t event) {
        if (chording_) chord(cell, event);
        right_ = false;
        pressed_ = NONE;
        spent_ = spent_ && left_;
    }

    void chord(Cell cell, std::uint32_t event) {
        add(ClickKind::CHORD, cell, event);
        chording_ = false;
        spent_ = true;
    }

    void add(ClickKind kind, Cell cell, std::uint32_t event) {
        if (cell == NO_CELL && !(kind == ClickKind::REVEAL && settings_.count_outside)) return;
        out_.clicks.push_back({kind, cell});
        out_.events.push_back(event);
        held.push_back(false);
    }

    const MouseSettings& settings_;
    MouseGame& out_;
    std::array<bool, 3> down_{};         // left, right and middle, wherever they were pressed
    bool left_ = false, right_ = false;  // down, and pressed on the board
    bool chording_ = false;              // both are down
    bool shift_ = false;                 // the left one was pressed with shift
    bool spent_ = false;                 // a chord was made, and one button is still down
    std::size_t pressed_ = NONE;         // the right click whose button is still down
};

bool is_inside(const MouseTrack& track, std::size_t event) {
    // A negative number is larger than every side.
    auto x = static_cast<std::uint64_t>(std::int64_t{track.xs[event]});
    auto y = static_cast<std::uint64_t>(std::int64_t{track.ys[event]});
    auto cell = static_cast<std::uint64_t>(track.cell);
    return x < cell * track.cols && y < cell * track.rows;
}

Cell cell_at(const MouseTrack& track, std::size_t event) {
    if (!is_inside(track, event)) return NO_CELL;
    auto col = static_cast<std::uint32_t>(track.xs[event] / track.cell);
    return static_cast<std::uint32_t>(track.ys[event] / track.cell) * track.cols + col;
}

// Removes right clicks that only began a chord on a revealed cell. They changed nothing, so that what the others did
// stays.
void drop_held(const std::vector<bool>& held, MouseGame& game) {
    std::vector<bool> drop(held.size());
    for (std::size_t k = 0; k < held.size(); ++k) {
        drop[k] = held[k] && !(game.judged.effects[k] & CHANGED);
        game.judged.tally.made[static_cast<std::size_t>(game.clicks[k].kind)] -= drop[k];
    }
    auto keep = [&](auto& values) {
        std::size_t kept = 0;
        for (std::size_t k = 0; k < drop.size(); ++k)
            if (!drop[k]) values[kept++] = values[k];
        values.resize(kept);
    };
    keep(game.clicks);
    keep(game.events);
    keep(game.judged.effects);
    keep(game.judged.revealed);
    keep(game.judged.solved);
    keep(game.judged.solved_fast);
}

// The square roots of small whole numbers: most steps of a pointer are short.
class ShortSteps {
  public:
    ShortSteps() {
        for (std::size_t k = 0; k < roots_.size(); ++k) roots_[k] = std::sqrt(static_cast<double>(k));
    }
    double length(std::int64_t across, std::int64_t down) const {
        auto square = static_cast<std::uint64_t>(across * across + down * down);
        return square < roots_.size() ? roots_[square] : std::sqrt(static_cast<double>(square));
    }

  private:
    std::array<double, 512> roots_;
};

double measure_path(const MouseTrack& track, std::size_t begin) {
    static const ShortSteps steps;
    double path = 0;
    bool before = begin < track.kinds.size() && is_inside(track, begin);
    for (std::size_t k = begin + 1; k < track.kinds.size(); ++k) {
        bool inside = is_inside(track, k);
        if (inside && before) path += steps.length(track.xs[k] - track.xs[k - 1], track.ys[k] - track.ys[k - 1]);
        before = inside;
    }
    return path;
}

double measure_click_path(const MouseTrack& track, std::span<const std::uint32_t> events) {
    double path = 0;
    for (std::size_t k = 1; k < events.size(); ++k) {
        auto across = static_cast<double>(track.xs[events[k]]) - track.xs[events[k - 1]];
        auto down = static_cast<double>(track.ys[events[k]]) - track.ys[events[k - 1]];
        path += std::sqrt(across * across + down * down);
    }
    return path;
}

}  // namespace

MouseGame play_mouse(std::shared_ptr<const Layout> layout, const MouseTrack& track, const MouseSettings& settings) {
    MouseGame game;
    Buttons buttons(settings, game);
    for (std::size_t k = 0; k < track.kinds.size(); ++k) {
        auto kind = static_cast<MouseEvent>(track.kinds[k]);
        if (kind != MouseEvent::MOVE) buttons.take(kind, cell_at(track, k), static_cast<std::uint32_t>(k));
    }
    game.judged = judge_clicks(std::move(layout), game.clicks, settings.questions, track.cols);
    if (std::find(buttons.held.begin(), buttons.held.end(), true) != buttons.held.end())
        drop_held(buttons.held, game);
    game.path = measure_path(track, game.events.empty() ? 0 : game.events.front());
    game.click_path = measure_click_path(track, game.events);
    return game;
}

}  // namespace sapper
