#include "measure/regions.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/lanes.hpp"

namespace sapper {

namespace {

// Visits every opening. reach(cell, opening) notes a cell and says whether this opening had not reached it before; of
// a zero, whether no opening had. Returns the number of openings.
template <class Reach>
std::uint32_t flood_openings(const MineField& field, std::vector<Cell>& stack, Reach&& reach) {
    std::uint32_t openings = 0;
    for (Cell start = 0; start < field.mined.size(); ++start) {
        if ((field.mined[start] | field.shows[start]) || !reach(start, openings)) continue;
        stack.assign(1, start);
        while (!stack.empty()) {
            Cell cell = stack.back();
            stack.pop_back();
            field.shape.visit_neighbours(cell, [&](Cell other) {
                if (reach(other, openings) && field.shows[other] == 0) stack.push_back(other);
            });
        }
        ++openings;
    }
    return openings;
}

// Labels the islands and returns how many there are. No branch depends on what is beside a cell, because such
// branches cannot be predicted.
std::uint32_t label_islands(const MineField& field, Regions& regions) {
    std::vector<Cell>& stack = regions.stack;
    constexpr std::uint32_t WAITING = Regions::NO_REGION - 1;
    regions.island.resize(field.mined.size());
    std::uint32_t* const island = regions.island.data();
    for (Cell cell = 0; cell < field.mined.size(); ++cell)
        island[cell] = regions.single[cell] ? WAITING : Regions::NO_REGION;
    stack.resize(regions.singles.size() + 1);  // one more than are labelled at a time
    std::uint32_t islands = 0;
    for (Cell start : regions.singles) {
        if (island[start] != WAITING) continue;
        island[start] = islands;
        stack[0] = start;
        for (std::size_t size = 1; size > 0;) {
            field.shape.visit_neighbours(stack[--size], [&](Cell other) {
                bool fresh = island[other] == WAITING;
                island[other] = fresh ? islands : island[other];
                stack[size] = other;
                size += fresh;
            });
        }
        ++islands;
    }
    return islands;
}

}  // namespace

Clicks count_clicks(const MineField& field, ClickScratch& scratch) {
    const std::size_t cells = field.mined.size();
    // Eight cells are read at a time, and a few behind the last: these are no zeros, and count as shown.
    scratch.zeros.resize(cells, std::max<std::size_t>(longest_stride(field.shape), LANES));
    scratch.shown.resize(cells + LANES);
    std::uint8_t *const zeros = scratch.zeros.data(), *const shown = scratch.shown.data();
    const std::uint8_t *const mined = field.mined.data(), *const shows = field.shows.data();
    for (std::size_t cell = 0; cell < cells; ++cell) zeros[cell] = (mined[cell] | shows[cell]) == 0;
    put_together(field.shape, scratch.zeros, shown,
                 [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); });
    for (std::size_t cell = 0; cell < cells; ++cell) shown[cell] |= mined[cell] | zeros[cell];
    std::fill_n(shown + cells, LANES, std::uint8_t{1});
    scratch.stack.resize(cells + 1);  // one more than are pushed
    Cell* const stack = scratch.stack.data();
    Clicks clicks;
    for (Cell first = 0; first < cells; first += LANES)
        while (std::uint64_t starts = load_lanes(zeros + first)) {
            Cell start = first + static_cast<Cell>(std::countr_zero(starts)) / 8;
            ++clicks.openings;
            stack[0] = start;
            zeros[start] = 0;
            for (std::size_t size = 1; size > 0;)
                // No branch depends on what is beside a cell, because such branches cannot be predicted.
                field.shape.visit_neighbours(stack[--size], [&](Cell other) {
                    stack[size] = other;
                    size += zeros[other];
                    zeros[other] = 0;
                });
        }
    clicks.bbbv = clicks.openings;
    for (Cell first = 0; first < cells; first += LANES)
        clicks.bbbv += static_cast<std::uint32_t>(std::popcount(~load_lanes(shown + first) & EVERY_LANE));
    return clicks;
}

void find_regions(const MineField& field, Regions& regions) {
    auto cells = field.mined.size();
    regions.opening.assign(cells, Regions::NO_REGION);
    regions.first.clear();
    regions.cells.clear();
    regions.openings = flood_openings(field, regions.stack, [&](Cell cell, std::uint32_t opening) {
        std::uint32_t& label = regions.opening[cell];
        bool fresh = field.shows[cell] == 0 ? label == Regions::NO_REGION : label != opening;
        if (!fresh) return false;
        label = opening;
        if (regions.first.size() == opening)
            regions.first.push_back(static_cast<std::uint32_t>(regions.cells.size()));
        regions.cells.push_back(cell);
        return true;
    });
    regions.first.push_back(static_cast<std::uint32_t>(regions.cells.size()));

    regions.single.resize(cells);
    regions.singles.resize(cells + 1);
    std::array<std::uint32_t, MAX_NEIGHBOURS + 1> numbers{};
    std::size_t singles = 0;
    for (Cell cell = 0; cell < cells; ++cell) {
        bool safe = !field.mined[cell], single = safe & (regions.opening[cell] == Regions::NO_REGION);
        regions.single[cell] = single;
        regions.singles[singles] = cell;
        singles += single;
        numbers[field.shows[cell]] += safe;
    }
    regions.singles.resize(singles);
    auto highest = std::find_if(numbers.rbegin(), numbers.rend(), [](std::uint32_t count) { return count > 0; });
    regions.numbers.assign(numbers.begin(), highest.base());
    if (regions.numbers.empty()) regions.numbers.push_back(0);
    regions.bbbv = regions.openings + static_cast<std::uint32_t>(singles);
    regions.islands = label_islands(field, regions);
}

}  // namespace sapper
