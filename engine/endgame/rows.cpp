#include "endgame/rows.hpp"

namespace sapper {

namespace {

// Cells tried for each world at most, and in any case.
constexpr std::uint64_t STEPS_A_WORLD = 64, STEPS_AT_LEAST = 1 << 13, STEPS_A_POLL = 1 << 12;

class RowWalk {
  public:
    RowWalk(const Shape& shape, std::span<const Cell> open, std::uint32_t max_worlds, const Watch& watch,
            Endgame& out, RowsScratch& scratch)
        : shape_(shape),
          open_(open),
          max_worlds_(max_worlds),
          steps_(STEPS_AT_LEAST + STEPS_A_WORLD * max_worlds),
          watch_(watch),
          out_(out),
          cells_(scratch.cells),
          need_(scratch.cells.need()),
          spare_(scratch.cells.spare()),
          mined_(scratch.mined.data()) {}

    // Decides the cells one after the other, each safe before it is a mine; `left`: mines among them. False when
    // there are too many worlds or steps.
    bool walk(std::int64_t left) {
        std::size_t index = 0;
        bool mine = false;  // what is tried next
        for (;;) {
            if (index == open_.size() ? !write() : !mine && !step()) return false;
            if (index < open_.size() && has_room(index, left, mine)) {
                bool fits = decide(index, mine);
                left -= mine;
                mined_[index++] = mine;
                mine = false;
                if (fits) continue;
            } else if (index < open_.size() && !mine) {
                mine = true;
                continue;
            }
            do {  // back to the last cell that was tried as safe alone
                if (index-- == 0) return true;
                take_back(index);
                left += mined_[index];
            } while (mined_[index]);
            mine = true;
        }
    }

  private:
    bool step() {
        if (steps_ % STEPS_A_POLL == 0) watch_.check();
        return steps_-- > 0;
    }

    // Whether the cells after `index` can hold the mines that are left.
    bool has_room(std::size_t index, std::int64_t left, bool mine) const {
        auto after = static_cast<std::int64_t>(open_.size() - index - 1);
        return mine ? left > 0 : left <= after;
    }

    // Counts the clues around a cell down. False where one has no more room.
    bool decide(std::size_t index, bool mine) {
        std::uint8_t* const counter = mine ? need_ : spare_;
        std::uint64_t none = 0;  // counters that cannot be counted down
        shape_.visit_strips(open_[index], [&](Cell first, std::uint64_t lanes) {
            std::uint64_t before = load_lanes(counter + first);
            none |= ~before & lanes << PositionCells::COUNTER_SIGN;
            store_lanes(counter + first, before - lanes);
        });
        return none == 0;
    }

    void take_back(std::size_t index) {
        std::uint8_t* const counter = mined_[index] ? need_ : spare_;
        shape_.visit_strips(open_[index], [&](Cell first, std::uint64_t lanes) {
            store_lanes(counter + first, load_lanes(counter + first) + lanes);
        });
    }

    // A hidden cell would show the mines found around it.
    bool write() {
        if (out_.worlds == max_worlds_) return false;
        ++out_.worlds;
        for (std::size_t k = 0; k < open_.size(); ++k)
            out_.shows.push_back(mined_[k] ? Endgame::MINE : static_cast<std::uint8_t>(cells_[open_[k]].found()));
        return true;
    }

    const Shape& shape_;
    std::span<const Cell> open_;
    std::uint32_t max_worlds_;
    std::uint64_t steps_;
    const Watch& watch_;
    Endgame& out_;
    const PositionCells& cells_;
    std::uint8_t *need_, *spare_;  // counters of the cells
    std::uint8_t* mined_;
};

}  // namespace

bool list_rows(const Position& position, std::span<const Cell> open, std::int64_t mines, std::uint32_t max_worlds,
               const Watch& watch, Endgame& out, RowsScratch& scratch) {
    max_worlds = Endgame::most_worlds(max_worlds, open.size());
    scratch.cells = position.cells;
    scratch.mined.resize(open.size());
    out.worlds = 0;
    out.cells = static_cast<std::uint32_t>(open.size());
    out.same_mines = true;
    out.shows.clear();
    out.cell_of.assign(open.begin(), open.end());
    if (!RowWalk(*position.shape, open, max_worlds, watch, out, scratch).walk(mines)) return false;
    out.weight.assign(out.worlds, 1.0);
    return true;
}

}  // namespace sapper
