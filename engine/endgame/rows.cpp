#include "endgame/rows.hpp"

namespace sapper {

namespace {

// Cells tried for each world at most, and in any case.
constexpr std::uint64_t STEPS_A_WORLD = 64, STEPS_AT_LEAST = 1 << 13;

class RowWalk {
  public:
    RowWalk(const Shape& shape, std::span<const Cell> open, std::uint32_t max_worlds, Endgame& out,
            RowsScratch& scratch)
        : shape_(shape),
          open_(open),
          max_worlds_(max_worlds),
          steps_(STEPS_AT_LEAST + STEPS_A_WORLD * max_worlds),
          out_(out),
          cells_(scratch.cells),
          need_(scratch.cells.need()),
          spare_(scratch.cells.spare()),
          mined_(scratch.mined.data()) {}

    // Decides the cells from `index` on, `left` of them mines. False when there are too many worlds or steps.
    bool walk(std::size_t index, std::int64_t left) {
        if (index == open_.size()) return write();
        if (steps_-- == 0) return false;
        auto after = static_cast<std::int64_t>(open_.size() - index - 1);
        bool go_on = true;
        if (left <= after) go_on = decide(index, left, false);
        if (left > 0 && go_on) go_on = decide(index, left, true);
        return go_on;
    }

  private:
    bool decide(std::size_t index, std::int64_t left, bool mine) {
        std::uint8_t* const counter = mine ? need_ : spare_;
        std::uint64_t none = 0;  // counters that cannot be counted down
        shape_.visit_strips(open_[index], [&](Cell first, std::uint64_t lanes) {
            std::uint64_t before = load_lanes(counter + first);
            none |= ~before & lanes << PositionCells::COUNTER_SIGN;
            store_lanes(counter + first, before - lanes);
        });
        mined_[index] = mine;
        bool go_on = none || walk(index + 1, left - mine);
        shape_.visit_strips(open_[index], [&](Cell first, std::uint64_t lanes) {
            store_lanes(counter + first, load_lanes(counter + first) + lanes);
        });
        return go_on;
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
    Endgame& out_;
    const PositionCells& cells_;
    std::uint8_t *need_, *spare_;  // counters of the cells
    std::uint8_t* mined_;
};

}  // namespace

bool list_rows(const Position& position, std::span<const Cell> open, std::int64_t mines, std::uint32_t max_worlds,
               Endgame& out, RowsScratch& scratch) {
    scratch.cells = position.cells;
    scratch.mined.resize(open.size());
    out.worlds = 0;
    out.cells = static_cast<std::uint32_t>(open.size());
    out.same_mines = true;
    out.shows.clear();
    out.cell_of.assign(open.begin(), open.end());
    if (!RowWalk(*position.shape, open, max_worlds, out, scratch).walk(0, mines)) return false;
    out.weight.assign(out.worlds, 1.0);
    return true;
}

}  // namespace sapper
