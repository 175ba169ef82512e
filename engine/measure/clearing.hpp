// One run of a ZiNi: what is open and flagged, and the premiums of all cells, kept up to date from click to click.
// Every click costs as much as the premiums it changes. Clearing tells a queue of its own which premiums change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "measure/regions.hpp"
#include "measure/zini.hpp"

namespace sapper {

// Taken from the premium of cells that must not be solved, or not yet. No premium reaches it.
constexpr std::int16_t HELD = 16000;

// The premiums before the first click, and which cells are revealed by a click on them alone or open an opening.
// Cells that can never be solved are held, with `held` those that are hidden too. `online` counts one opening too
// few for cells beside one. In the middle of a game, only hidden openings and singles count.
inline void find_start(const MineField& field, const Regions& regions, bool held, bool online, ZiniScratch& scratch,
                       const Progress& progress = {}) {
    auto& start = scratch.start;
    auto& worth = scratch.worth_click;
    start.resize(field.mined.size());
    worth.resize(field.mined.size());
    for (Cell cell = 0; cell < start.size(); ++cell) {
        bool safe = !field.mined[cell], zero = field.shows[cell] == 0, numbered = safe & !zero;
        int premium =
            -field.shows[cell] - 2 - HELD * (!numbered | held) - (online & numbered & !regions.single[cell]);
        start[cell] = static_cast<std::int16_t>(premium);
        worth[cell] = static_cast<std::uint8_t>(regions.single[cell] | (safe & zero));
    }
    for (Cell cell = 0; cell < progress.shown.size(); ++cell) {
        bool numbered = !field.mined[cell] & (field.shows[cell] > 0);
        start[cell] = static_cast<std::int16_t>(start[cell] + progress.shown[cell] * (1 + HELD * (held & numbered)));
    }
    for (Cell cell : regions.singles) {
        if (progress.shows(cell)) continue;
        ++start[cell];
        field.shape.visit_neighbours(cell, [&](Cell other) { ++start[other]; });
    }
    for (std::uint32_t opening = 0; opening < regions.openings; ++opening) {
        auto cells = regions.cells_of(opening);
        if (progress.shows(cells[0])) continue;  // a zero
        for (Cell cell : cells) start[cell] = static_cast<std::int16_t>(start[cell] + (field.shows[cell] > 0));
    }
    for (Cell mine = 0; mine < progress.flagged.size(); ++mine)
        if (progress.flagged[mine]) field.shape.visit_neighbours(mine, [&](Cell other) { ++start[other]; });
}

// One run: what is open and flagged, and the premiums of all cells.
template <class Queue>
class Clearing {
  public:
    Clearing(const MineField& field, const Regions& regions, bool held, Queue& queue, ZiniScratch& scratch,
             std::vector<Click>* path, const Progress& progress = {})
        : field_(field),
          regions_(regions),
          release_(held ? Queue::HOLD : 0),
          queue_(queue),
          open_(scratch.open),
          flagged_(scratch.flagged),
          journal_(scratch.journal),
          path_(path) {
        open_.assign(progress.shown.begin(), progress.shown.end());
        open_.resize(field.mined.size(), 0);
        flagged_.assign(progress.flagged.begin(), progress.flagged.end());
        flagged_.resize(field.mined.size(), 0);
        std::size_t hidden = 0;
        for (std::size_t cell = 0; cell < open_.size(); ++cell) hidden += (field.mined[cell] | open_[cell]) == 0;
        hidden_ = static_cast<std::uint32_t>(hidden);
    }

    bool done() const { return hidden_ == 0; }
    bool is_open(Cell cell) const { return open_[cell]; }
    bool is_flagged(Cell cell) const { return flagged_[cell]; }
    std::uint32_t clicks() const { return clicks_; }

    void click(Cell cell) {
        note(ClickKind::REVEAL, cell);
        reveal(cell);
    }

    void solve(Cell cell) {
        if (!open_[cell]) click(cell);
        field_.shape.visit_neighbours(cell, [&](Cell other) {
            if (!field_.mined[other] || flagged_[other]) return;
            note(ClickKind::FLAG, other);
            flag(other);
        });
        note(ClickKind::CHORD, cell);
        field_.shape.visit_neighbours(cell, [&](Cell other) {
            if (!field_.mined[other] && !open_[other]) reveal(other);
        });
    }

    // Solves a cell, calls look() and takes everything back.
    template <class Look>
    void try_solve(Cell cell, Look&& look) {
        auto hidden = hidden_, clicks = clicks_;
        std::vector<Click>* path = std::exchange(path_, nullptr);
        journal_.clear();
        trying_ = true;
        solve(cell);
        look();
        trying_ = false;
        for (auto entry = journal_.rbegin(); entry != journal_.rend(); ++entry) {
            if (entry->second != 0)
                change(entry->first, -entry->second);
            else if (field_.mined[entry->first])
                flagged_[entry->first] = 0;
            else
                open_[entry->first] = 0;
        }
        hidden_ = hidden, clicks_ = clicks, path_ = path;
    }

  private:
    void note(ClickKind kind, Cell cell) {
        ++clicks_;
        if (path_) path_->push_back({kind, cell});
    }

    void change(Cell cell, int difference) {
        queue_.change(cell, difference);
        if (Queue::TRIES && trying_) journal_.emplace_back(cell, difference);
    }

    void flag(Cell mine) {
        flagged_[mine] = 1;
        if (Queue::TRIES && trying_) journal_.emplace_back(mine, 0);
        field_.shape.visit_neighbours(mine, [&](Cell other) { change(other, 1); });
    }

    void open(Cell cell) {
        open_[cell] = 1;
        --hidden_;
        if (Queue::TRIES && trying_) journal_.emplace_back(cell, 0);
    }

    void reveal(Cell cell) {
        if (field_.shows[cell] == 0) {
            open_opening(regions_.opening[cell]);
            return;
        }
        open(cell);
        if (regions_.single[cell]) {
            if (release_) change(cell, release_);
            field_.shape.visit_neighbours(cell, [&](Cell other) { change(other, -1); });
        } else {
            change(cell, 1 + release_);
        }
    }

    void open_opening(std::uint32_t opening) {
        for (Cell cell : regions_.cells_of(opening)) {
            bool border = field_.shows[cell] > 0;
            if (open_[cell]) {
                if (border) change(cell, -1);
                continue;
            }
            open(cell);
            if (border && release_) change(cell, release_);
        }
    }

    const MineField& field_;
    const Regions& regions_;
    int release_;  // what a cell gains when it is revealed, apart from its own click
    Queue& queue_;
    std::vector<std::uint8_t>&open_, &flagged_;
    std::vector<std::pair<Cell, int>>& journal_;  // changes of a trial: a premium, or 0 for a reveal or flag
    std::vector<Click>* path_;
    std::uint32_t hidden_ = 0, clicks_ = 0;
    bool trying_ = false;
};

// Cells that may be solved, by premium; of equals a random one.
class RandomQueue {
  public:
    static constexpr int HOLD = HELD;
    static constexpr bool TRIES = false;

    RandomQueue(std::size_t cells, Kiss64& rng, ZiniScratch& scratch)
        : rng_(rng), place_(scratch.place), premium_(scratch.premium), cells_(scratch.cells) {
        place_.resize(cells);
        premium_ = scratch.start;
        for (Cell cell = 0; cell < premium_.size(); ++cell)
            if (premium_[cell] >= 0) add(cell, static_cast<std::size_t>(premium_[cell]));
    }

    void change(Cell cell, int difference) {
        int before = premium_[cell], after = before + difference;
        premium_[cell] = static_cast<std::int16_t>(after);
        if (before >= 0) {
            auto& list = cells_[static_cast<std::size_t>(before)];
            place_[list.back()] = place_[cell];
            list[place_[cell]] = list.back();
            list.pop_back();
        }
        if (after >= 0) add(cell, static_cast<std::size_t>(after));
    }
    bool settle() {
        while (end_ > 0 && cells_[end_ - 1].empty()) --end_;
        return end_ > 0;
    }
    // After settle() found one:
    Cell best() const { return draw(cells_[end_ - 1]); }
    std::size_t highest() const { return end_ - 1; }
    const std::vector<Cell>& best_cells() const { return cells_[end_ - 1]; }
    int premium(Cell cell) const { return premium_[cell]; }

    // Calls visit(cell) for the cells that may be solved, those of a higher premium first.
    template <class Visit>
    void visit(Visit&& visit) const {
        for (std::size_t premium = end_; premium-- > 0;)
            for (Cell cell : cells_[premium]) visit(cell);
    }

    Cell draw(const std::vector<Cell>& list) const {
        return list[rng_.below(static_cast<std::uint32_t>(list.size()))];
    }

  private:
    void add(Cell cell, std::size_t premium) {
        if (premium >= cells_.size()) cells_.resize(premium + 1);
        place_[cell] = static_cast<Cell>(cells_[premium].size());
        cells_[premium].push_back(cell);
        end_ = std::max(end_, premium + 1);
    }

    Kiss64& rng_;
    std::vector<Cell>& place_;
    std::vector<std::int16_t>& premium_;
    std::vector<std::vector<Cell>>& cells_;
    std::size_t end_ = 0;
};

// The fewest clicks of some runs, at least one, with those of the first of the best. run(number, path) makes one.
template <class Run>
std::uint32_t fewest_of(std::uint32_t runs, std::vector<Click>* path, Run&& run) {
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    std::vector<Click> tried;
    for (std::uint32_t number = 0; number < runs; ++number) {
        tried.clear();
        std::uint32_t clicks = run(number, path ? &tried : nullptr);
        if (clicks >= fewest) continue;
        fewest = clicks;
        if (path) *path = tried;
    }
    return fewest;
}

// A random one of the hidden cells in a list, of which there is one. Revealed cells that it meets leave the list.
template <class Queue>
Cell draw_hidden(const Clearing<Queue>& clearing, std::vector<Cell>& waiting, Kiss64& rng) {
    while (true) {
        // Drawing again after a revealed cell draws uniformly among the hidden ones.
        std::size_t drawn = rng.below(static_cast<std::uint32_t>(waiting.size()));
        if (!clearing.is_open(waiting[drawn])) return waiting[drawn];
        waiting[drawn] = waiting.back();
        waiting.pop_back();
    }
}

// Lists the zeros and singles, as find_start() found them.
inline void list_worth_click(ZiniScratch& scratch) {
    scratch.waiting.clear();
    for (Cell cell = 0; cell < scratch.worth_click.size(); ++cell)
        if (scratch.worth_click[cell]) scratch.waiting.push_back(cell);
}

}  // namespace sapper
