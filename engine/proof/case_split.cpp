#include "proof/case_split.hpp"

#include <algorithm>

#include "proof/forcing.hpp"

namespace sapper {

namespace {

// More cases than anybody reads.
constexpr std::size_t MAX_CASES = 64;

// The open cells around some clues, to be filled and emptied again.
class Filling {
  public:
    Filling(const Position& position, std::span<const Cell> clues, Cell also) {
        std::vector<std::uint32_t> number(position.cells.size(), NO_CELL);
        auto name = [&](Cell cell) {
            if (number[cell] == NO_CELL) {
                number[cell] = static_cast<std::uint32_t>(cells_.size());
                cells_.push_back({cell, Mark::OPEN, {}});
            }
            return number[cell];
        };
        name(also);
        for (Cell cell : clues) {
            auto index = static_cast<std::uint32_t>(clues_.size());
            clues_.push_back({cell, position.cells[cell].need, position.cells[cell].spare, {}});
            for (Cell other : position.shape->neighbours(cell)) {
                if (position.cells[other].mark != Mark::OPEN) continue;
                clues_[index].cells.push_back(name(other));
                cells_[number[other]].clues.push_back(index);
            }
        }
    }

    std::size_t size() const { return cells_.size(); }
    std::size_t settled() const { return trail_.size(); }
    bool open(std::uint32_t cell) const { return cells_[cell].mark == Mark::OPEN; }
    Cell cell_of(std::uint32_t cell) const { return cells_[cell].cell; }

    void settle(std::uint32_t cell, bool mine) {
        cells_[cell].mark = mine ? Mark::MINE : Mark::SAFE;
        for (std::uint32_t clue : cells_[cell].clues) --(mine ? clues_[clue].need : clues_[clue].spare);
        trail_.push_back(cell);
    }

    void undo(std::size_t to) {
        for (; trail_.size() > to; trail_.pop_back()) {
            auto& cell = cells_[trail_.back()];
            for (std::uint32_t clue : cell.clues)
                ++(cell.mark == Mark::MINE ? clues_[clue].need : clues_[clue].spare);
            cell.mark = Mark::OPEN;
        }
    }

    // Lets clues settle cells until nothing moves; returns a clue that cannot hold, if any.
    Cell propagate(std::vector<ClueStep>* steps) {
        for (bool moved = true; moved;) {
            moved = false;
            for (const auto& clue : clues_) {
                if (clue.need < 0 || clue.spare < 0) return clue.cell;
                if ((clue.need != 0 && clue.spare != 0) || clue.need == clue.spare) continue;
                bool mine = clue.need > 0;
                if (steps) steps->push_back({clue.cell, mine, {}});
                for (std::uint32_t cell : clue.cells) {
                    if (!open(cell)) continue;
                    settle(cell, mine);
                    if (steps) steps->back().cells.push_back(cells_[cell].cell);
                }
                moved = true;
            }
        }
        return NO_CELL;
    }

  private:
    struct OpenCell {
        Cell cell = NO_CELL;
        Mark mark = Mark::OPEN;
        std::vector<std::uint32_t> clues;
    };
    struct OpenClue {
        Cell cell = NO_CELL;
        int need = 0, spare = 0;
        std::vector<std::uint32_t> cells;
    };
    std::vector<OpenCell> cells_;
    std::vector<OpenClue> clues_;
    std::vector<std::uint32_t> trail_;
};

class Splitter {
  public:
    Splitter(const Position& position, std::span<const Cell> clues, Cell cell)
        : position_(position), filling_(position, clues, cell), needed_(position.cells.size(), 0) {}

    // Refutes a cell's value below the cases assumed so far; false when there are too many cases.
    bool refute(std::uint32_t cell, bool mine, std::uint32_t depth, std::vector<Case>& out) {
        if (out.size() >= MAX_CASES) return false;
        std::size_t before = filling_.settled(), place = out.size();
        out.push_back({depth, filling_.cell_of(cell), mine, {}, NO_CELL});
        filling_.settle(cell, mine);
        std::vector<ClueStep> steps;
        Cell broken = filling_.propagate(&steps);
        bool done = broken != NO_CELL;
        if (done) {
            need_around(broken);
        } else {
            std::uint32_t split = choose();
            done = split != NO_CELL && refute(split, true, depth + 1, out) && refute(split, false, depth + 1, out);
        }
        drop_idle(steps);
        out[place].steps = std::move(steps);
        out[place].broken = broken;
        filling_.undo(before);
        return done;
    }

  private:
    // The open cell whose two cases settle most; a case that breaks a clue settles everything.
    std::uint32_t choose() {
        std::uint32_t best = NO_CELL;
        std::size_t most = 0;
        for (std::uint32_t cell = 0; cell < filling_.size(); ++cell) {
            if (!filling_.open(cell)) continue;
            std::size_t worth = (1 + gain(cell, true)) * (1 + gain(cell, false));
            if (worth > most) {
                most = worth;
                best = cell;
            }
        }
        return best;
    }

    std::size_t gain(std::uint32_t cell, bool mine) {
        std::size_t before = filling_.settled();
        filling_.settle(cell, mine);
        bool broken = filling_.propagate(nullptr) != NO_CELL;
        std::size_t gained = broken ? 4 * filling_.size() : filling_.settled() - before;
        filling_.undo(before);
        return gained;
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
    Filling filling_;
    std::vector<std::uint8_t> needed_;  // a cell: whether a broken clue depends on it
};

// The clues and open cells that hang together with a clue.
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

std::vector<Case> split_cases(const Position& position, std::span<const Cell> clues, Cell cell, bool mine) {
    std::vector<Case> out;
    Splitter splitter(position, clues, cell);
    if (!splitter.refute(0, mine, 0, out)) out.clear();
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
        if (count_ways(rules, 1, limits, counting, scratch)) list_reach(counting, reach);
        for (std::uint32_t mines = 0; mines < reach.size(); ++mines)
            if (reach[mines]) area.mines.push_back(mines);
        out.push_back(std::move(area));
    }
    return out;
}

}  // namespace sapper
