#include "proof/case_split.hpp"

#include <algorithm>

#include "proof/forcing.hpp"

namespace sapper {

namespace {

// Proofs with more cases are not listed, because they are too long to read.
constexpr std::size_t MAX_CASES = 64;

// Some clues and the open cells around them as a position of their own, which is cheap to copy. Its first cells are
// the open ones.
class Excerpt {
  public:
    Excerpt(const Position& position, std::span<const Cell> clues, Cell also) : shape_(link(position, clues, also)) {
        begin_position(shape_, 0, start_);
        for (auto cell = static_cast<Cell>(open_count_); cell < cells_.size(); ++cell)
            start_.cells.set(cell, position.cells[cells_[cell]]);
    }

    const Position& start() const { return start_; }
    std::uint32_t open_count() const { return open_count_; }
    Cell cell_of(Cell cell) const { return cells_[cell]; }

    // Settles a cell and lets the clues in turn settle cells until nothing moves. Returns a clue that cannot hold, if
    // any. Steps name the cells of the whole position.
    Cell follow(Position& position, Cell cell, bool mine, std::vector<ClueStep>* steps) const {
        settle(position, {&cell, 1}, mine);
        for (bool moved = true; moved;) {
            moved = false;
            for (auto clue = static_cast<Cell>(open_count_); clue < cells_.size(); ++clue) {
                PositionCell state = position.cells[clue];
                if (state.need < 0 || state.spare < 0) return cells_[clue];
                ClueStep step = read_clue(position, clue);
                if (step.cells.empty()) continue;
                settle(position, step.cells, step.mine);
                moved = true;
                if (steps) steps->push_back(translate(std::move(step)));
            }
        }
        return NO_CELL;
    }

  private:
    // Names the cells, the open ones in the order they are met, and links every clue with its open cells.
    Shape link(const Position& position, std::span<const Cell> clues, Cell also) {
        std::vector<std::uint32_t> number(position.cells.size(), NO_CELL);
        std::vector<std::vector<Cell>> open_of;
        auto name = [&](Cell cell) {
            if (number[cell] == NO_CELL) {
                number[cell] = static_cast<std::uint32_t>(cells_.size());
                cells_.push_back(cell);
            }
            return number[cell];
        };
        name(also);
        for (Cell clue : clues) {
            auto& open = open_of.emplace_back();
            for (Cell cell : position.shape->neighbours(clue))
                if (position.cells[cell].mark == Mark::OPEN) open.push_back(name(cell));
        }
        open_count_ = static_cast<std::uint32_t>(cells_.size());
        cells_.insert(cells_.end(), clues.begin(), clues.end());
        std::vector<std::vector<Cell>> neighbours(cells_.size());
        for (std::size_t k = 0; k < clues.size(); ++k)
            for (Cell cell : open_of[k]) {
                neighbours[cell].push_back(static_cast<Cell>(open_count_ + k));
                neighbours[open_count_ + k].push_back(cell);
            }
        return make_graph_shape(neighbours);
    }

    static void settle(Position& position, std::span<const Cell> cells, bool mine) {
        for (Cell cell : cells) settle_cell(position, cell, mine);
        position.firing.count = 0;
        position.safe.clear();
    }

    ClueStep translate(ClueStep step) const {
        step.clue = cells_[step.clue];
        for (Cell& cell : step.cells) cell = cells_[cell];
        std::sort(step.cells.begin(), step.cells.end());
        return step;
    }

    std::uint32_t open_count_ = 0;
    std::vector<Cell> cells_;  // of the whole position
    Shape shape_;
    Position start_;
};

class Splitter {
  public:
    Splitter(const Position& position, std::span<const Cell> clues, Cell cell)
        : position_(position), excerpt_(position, clues, cell), needed_(position.cells.size(), 0) {}

    bool refute(bool mine, std::vector<Case>& out) { return refute(excerpt_.start(), 0, mine, 0, out); }

  private:
    // Refutes a cell's value after the cases assumed so far; false when there are too many cases.
    bool refute(const Position& before, Cell cell, bool mine, std::uint32_t depth, std::vector<Case>& out) {
        if (out.size() >= MAX_CASES) return false;
        std::size_t place = out.size();
        out.push_back({depth, excerpt_.cell_of(cell), mine, {}, NO_CELL});
        Position after = before;
        std::vector<ClueStep> steps;
        Cell broken = excerpt_.follow(after, cell, mine, &steps);
        bool done = broken != NO_CELL;
        if (done) {
            need_around(broken);
        } else {
            Cell split = choose(after);
            done = split != NO_CELL && refute(after, split, true, depth + 1, out) &&
                   refute(after, split, false, depth + 1, out);
        }
        drop_idle(steps);
        out[place].steps = std::move(steps);
        out[place].broken = broken;
        return done;
    }

    // The open cell whose two cases settle most; a case that breaks a clue settles everything.
    Cell choose(const Position& position) {
        Cell best = NO_CELL;
        std::size_t most = 0;
        for (Cell cell = 0; cell < excerpt_.open_count(); ++cell) {
            if (position.cells[cell].mark != Mark::OPEN) continue;
            std::size_t worth = (1 + gain(position, cell, true)) * (1 + gain(position, cell, false));
            if (worth > most) {
                most = worth;
                best = cell;
            }
        }
        return best;
    }

    std::size_t gain(const Position& position, Cell cell, bool mine) {
        trial_ = position;
        bool broken = excerpt_.follow(trial_, cell, mine, nullptr) != NO_CELL;
        return broken ? 4 * std::size_t{excerpt_.open_count()} : position.open_count - trial_.open_count;
    }

    void need_around(Cell clue) {
        for (Cell cell : position_.shape->neighbours(clue)) needed_[cell] = 1;
    }

    // Keeps the steps that something later depends on.
    void drop_idle(std::vector<ClueStep>& steps) {
        std::vector<ClueStep> kept;
        for (std::size_t k = steps.size(); k-- > 0;) {
            const auto& cells = steps[k].cells;
            if (std::none_of(cells.begin(), cells.end(), [&](Cell cell) { return needed_[cell]; })) continue;
            need_around(steps[k].clue);
            kept.push_back(std::move(steps[k]));
        }
        steps.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
    }

    const Position& position_;
    Excerpt excerpt_;
    Position trial_;
    std::vector<std::uint8_t> needed_;  // a cell: whether a broken clue depends on it
};

// The clues and open cells that are connected with a clue.
Area collect_area(const Position& position, std::span<const Cell> clues, Cell start, Cell without,
                  std::vector<std::uint8_t>& seen) {
    Area area;
    area.clues.push_back(start);
    seen[start] = 1;
    for (std::size_t head = 0; head < area.clues.size(); ++head)
        for (Cell cell : position.shape->neighbours(area.clues[head])) {
            if (position.cells[cell].mark != Mark::OPEN || seen[cell] || cell == without) continue;
            seen[cell] = 1;
            area.cells.push_back(cell);
            for (Cell other : position.shape->neighbours(cell)) {
                if (seen[other] || std::find(clues.begin(), clues.end(), other) == clues.end()) continue;
                seen[other] = 1;
                area.clues.push_back(other);
            }
        }
    std::sort(area.clues.begin(), area.clues.end());
    std::sort(area.cells.begin(), area.cells.end());
    return area;
}

}  // namespace

ClueStep read_clue(const Position& position, Cell clue) {
    PositionCell state = position.cells[clue];
    ClueStep step{clue, state.need > 0, {}};
    if (state.need != 0 && state.spare != 0) return step;
    for (Cell cell : position.shape->neighbours(clue))
        if (position.cells[cell].mark == Mark::OPEN) step.cells.push_back(cell);
    return step;
}

std::vector<Case> split_cases(const Position& position, std::span<const Cell> clues, Cell cell, bool mine) {
    std::vector<Case> out;
    if (!Splitter(position, clues, cell).refute(mine, out)) out.clear();
    return out;
}

std::vector<Area> count_areas(const Position& position, std::span<const Cell> clues, Cell cell, bool mine,
                              const Limits& limits) {
    std::vector<Area> out;
    std::vector<std::uint8_t> seen(position.cells.size(), 0);
    Counting counting;
    CountingScratch scratch;
    for (Cell start : clues) {
        if (seen[start] || position.cells[start].open() == 0) continue;
        Area area = collect_area(position, clues, start, cell, seen);
        Rules rules;
        rules.cell_count = rules.ruled_count = static_cast<std::uint32_t>(area.cells.size());
        for (Cell clue : area.clues) {
            std::vector<std::uint32_t> among;
            int need = position.cells[clue].need;
            for (Cell other : position.shape->neighbours(clue)) {
                if (other == cell) need -= mine;
                auto at = std::lower_bound(area.cells.begin(), area.cells.end(), other);
                if (at != area.cells.end() && *at == other)
                    among.push_back(static_cast<std::uint32_t>(at - area.cells.begin()));
            }
            rules.add(need, need, among);
        }
        std::vector<std::uint8_t> reach;
        if (count_ways(rules, limits, counting, scratch)) list_reach(counting, reach);
        for (std::uint32_t mines = 0; mines < reach.size(); ++mines)
            if (reach[mines]) area.mines.push_back(mines);
        out.push_back(std::move(area));
    }
    return out;
}

}  // namespace sapper
