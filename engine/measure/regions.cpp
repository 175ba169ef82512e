#include "measure/regions.hpp"

#include <algorithm>

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

// Labels the islands and returns how many there are.
std::uint32_t label_islands(const MineField& field, const std::vector<std::uint8_t>& single,
                            std::vector<std::uint32_t>& island, std::vector<Cell>& stack) {
    std::uint32_t islands = 0;
    island.assign(single.size(), Regions::NO_REGION);
    auto reach = [&](Cell cell) {
        if (!single[cell] || island[cell] != Regions::NO_REGION) return;
        island[cell] = islands;
        stack.push_back(cell);
    };
    for (Cell start = 0; start < single.size(); ++start) {
        reach(start);
        if (stack.empty()) continue;
        while (!stack.empty()) {
            Cell cell = stack.back();
            stack.pop_back();
            field.shape.visit_neighbours(cell, reach);
        }
        ++islands;
    }
    return islands;
}

}  // namespace

Clicks count_clicks(const MineField& field, ClickScratch& scratch) {
    auto& reached = scratch.reached;
    reached.assign(field.mined.begin(), field.mined.end());
    Clicks clicks;
    clicks.openings = flood_openings(field, scratch.stack, [&](Cell cell, std::uint32_t) {
        bool fresh = !reached[cell];
        reached[cell] = 1;
        return fresh;
    });
    clicks.bbbv = clicks.openings + static_cast<std::uint32_t>(std::count(reached.begin(), reached.end(), 0));
    return clicks;
}

void find_regions(const MineField& field, Regions& regions, std::vector<Cell>& stack) {
    auto cells = field.mined.size();
    regions.opening.assign(cells, Regions::NO_REGION);
    regions.first.clear();
    stack.clear();
    regions.cells.clear();
    regions.openings = flood_openings(field, stack, [&](Cell cell, std::uint32_t opening) {
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
    regions.numbers.assign(1, 0);
    std::uint32_t singles = 0;
    for (Cell cell = 0; cell < cells; ++cell) {
        bool single = !field.mined[cell] && regions.opening[cell] == Regions::NO_REGION;
        regions.single[cell] = single;
        singles += single;
        if (field.mined[cell]) continue;
        if (field.shows[cell] >= regions.numbers.size()) regions.numbers.resize(field.shows[cell] + 1u, 0);
        ++regions.numbers[field.shows[cell]];
    }
    regions.bbbv = regions.openings + singles;
    regions.islands = label_islands(field, regions.single, regions.island, stack);
}

}  // namespace sapper
