#include "strategy/click_forecast.hpp"

#include <algorithm>
#include <cstring>

namespace sapper {

namespace {

constexpr std::uint32_t NONE = 0xffffffffu;
// Premiums fit in a byte: that of a cell that is never solved, and what a hidden cell lacks.
constexpr int NEVER = -100, HELD = 40;

}  // namespace

void ClickForecast::lay(const Shape& shape, std::span<const std::uint8_t> world) {
    shape_ = &shape;
    world_ = world;
    shows_.assign(world.size(), 0);
    for (Cell mine = 0; mine < world.size(); ++mine)
        if (world[mine]) shape.visit_neighbours(mine, [&](Cell cell) { ++shows_[cell]; });
}

std::uint32_t ClickForecast::clicks_left(const Position& position, std::span<const std::uint8_t> flagged) {
    read(position, flagged);
    find_openings();
    find_premiums();
    std::uint32_t clicks = 0;
    std::size_t opening = 0, single = 0;
    while (hidden_ > 0) {
        std::int8_t best = -1;
        for (std::int8_t premium : premium_) best = std::max(best, premium);
        if (best >= 0) {
            auto found = static_cast<const std::int8_t*>(std::memchr(premium_.data(), best, premium_.size()));
            clicks += solve(static_cast<Cell>(found - premium_.data()));
            continue;
        }
        while (opening + 1 < first_.size() && open_[cells_[first_[opening]]]) ++opening;
        bool opens = opening + 1 < first_.size();
        while (!opens && open_[singles_[single]]) ++single;
        reveal(opens ? cells_[first_[opening]] : singles_[single]);
        ++clicks;
    }
    return clicks;
}

void ClickForecast::read(const Position& position, std::span<const std::uint8_t> flagged) {
    open_.resize(world_.size());
    flagged_.assign(flagged.begin(), flagged.end());
    hidden_ = 0;
    for (Cell cell = 0; cell < world_.size(); ++cell) {
        open_[cell] = !position.cells[cell].hidden();
        hidden_ += !open_[cell] && !world_[cell];
    }
}

void ClickForecast::find_openings() {
    reached_by_.assign(world_.size(), NONE);
    first_.clear();
    cells_.clear();
    for (Cell start = 0; start < world_.size(); ++start) {
        if (shows_[start] != 0 || world_[start] || open_[start] || reached_by_[start] != NONE) continue;
        auto opening = static_cast<std::uint32_t>(first_.size());
        std::size_t next = cells_.size();
        first_.push_back(static_cast<std::uint32_t>(next));
        cells_.push_back(start);
        reached_by_[start] = opening;
        for (; next < cells_.size(); ++next) {
            if (shows_[cells_[next]] != 0) continue;
            shape_->visit_neighbours(cells_[next], [&](Cell other) {
                if (reached_by_[other] == opening) return;
                reached_by_[other] = opening;
                cells_.push_back(other);
            });
        }
    }
    first_.push_back(static_cast<std::uint32_t>(cells_.size()));
    single_.resize(world_.size());
    singles_.clear();
    for (Cell cell = 0; cell < world_.size(); ++cell) {
        single_[cell] = !world_[cell] && !open_[cell] && reached_by_[cell] == NONE;
        if (single_[cell]) singles_.push_back(cell);
    }
}

void ClickForecast::find_premiums() {
    premium_.resize(world_.size());
    for (Cell cell = 0; cell < world_.size(); ++cell) {
        bool solved = !world_[cell] && shows_[cell] > 0;
        int premium = solved ? -shows_[cell] - 1 - (1 + HELD) * !open_[cell] + single_[cell] : NEVER;
        premium_[cell] = static_cast<std::int8_t>(premium);
    }
    for (Cell cell : singles_) shape_->visit_neighbours(cell, [&](Cell other) { ++premium_[other]; });
    for (Cell cell : cells_) premium_[cell] = static_cast<std::int8_t>(premium_[cell] + (shows_[cell] > 0));
    for (Cell cell = 0; cell < world_.size(); ++cell)
        if (flagged_[cell]) shape_->visit_neighbours(cell, [&](Cell other) { ++premium_[other]; });
}

std::uint32_t ClickForecast::solve(Cell cell) {
    std::uint32_t clicks = 1;
    shape_->visit_neighbours(cell, [&](Cell other) {
        if (!world_[other] || flagged_[other]) return;
        flagged_[other] = 1;
        ++clicks;
        shape_->visit_neighbours(other, [&](Cell third) { ++premium_[third]; });
    });
    shape_->visit_neighbours(cell, [&](Cell other) {
        if (!world_[other] && !open_[other]) reveal(other);
    });
    return clicks;
}

void ClickForecast::reveal(Cell cell) {
    if (shows_[cell] != 0) {
        show(cell);
        return;
    }
    std::uint32_t opening = reached_by_[cell];
    for (std::uint32_t k = first_[opening]; k < first_[opening + 1]; ++k) {
        Cell other = cells_[k];
        if (shows_[other] > 0) --premium_[other];
        if (!open_[other]) show(other);
    }
}

void ClickForecast::show(Cell cell) {
    open_[cell] = 1;
    --hidden_;
    if (single_[cell]) {
        premium_[cell] = static_cast<std::int8_t>(premium_[cell] + HELD);
        shape_->visit_neighbours(cell, [&](Cell other) { --premium_[other]; });
    } else if (shows_[cell] > 0) {
        premium_[cell] = static_cast<std::int8_t>(premium_[cell] + HELD + 1);
    }
}

}  // namespace sapper
