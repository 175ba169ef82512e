// Few worlds left, on the whole board or in an area that nothing outside can help: they are listed, and the move that
// wins in the most of them is searched for.
#include <algorithm>

#include "strategy/strategy.hpp"

namespace sapper {

namespace {

// Whether all open cells around the listed ones are listed too: then nothing outside bears on what they show.
bool is_closed(const Position& position, const std::vector<Cell>& cells, Mind& mind) {
    auto& listed = mind.listed;
    listed.resize(position.cells.size(), 0);
    for (Cell cell : cells) listed[cell] = 1;
    bool closed = true;
    for (Cell cell : cells)
        position.shape->visit_neighbours(
            cell, [&](Cell other) { closed &= (position.cells[other].mark != Mark::OPEN) | listed[other]; });
    for (Cell cell : cells) listed[cell] = 0;
    return closed;
}

Move best_row_move(Mind& mind, Reason reason) {
    double value = value_of_rows(mind);
    const Endgame& endgame = mind.endgame;
    std::uint32_t best = mind.found.best.front();
    std::uint32_t safe = 0;
    for (std::uint32_t world = 0; world < endgame.worlds; ++world) safe += endgame.row(world)[best] != Endgame::MINE;
    return {endgame.cell_of[best], reason, safe / static_cast<double>(endgame.worlds), value};
}

}  // namespace

double value_of_rows(Mind& mind) {
    SearchLimits limits;
    // Without a node a search names no move.
    limits.max_nodes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(mind.settings.endgame_nodes));
    limits.watch = mind.limits.watch;
    search_endgame(mind.endgame, limits, mind.found, mind.search);
    mind.nodes += mind.found.nodes;
    return mind.found.low / mind.endgame.worlds;
}

bool list_all_rows(const Position& position, const Outlook& outlook, double max_worlds, Mind& mind) {
    if (!(outlook.worlds.plain() <= max_worlds)) return false;
    auto& open = mind.open;
    open.clear();
    for (const GroupOutlook& group : outlook.groups) open.insert(open.end(), group.cells.begin(), group.cells.end());
    if (outlook.floating > 0)
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::OPEN && floats(position, cell)) open.push_back(cell);
    auto most = static_cast<std::uint32_t>(max_worlds);
    return list_rows(position, open, position.mines_left, most, mind.endgame, mind.rows);
}

std::size_t find_area(const Position& position, const Outlook& outlook, double max_worlds, std::size_t from,
                      Mind& mind) {
    if (max_worlds == 0) return NO_AREA;
    for (std::size_t at = from; at < outlook.parts.size(); ++at) {
        const Part& part = mind.store.parts[outlook.parts[at]];
        if (part.length != 1) continue;
        mind.open.clear();
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            const PartGroup& cells = mind.store.groups[part.first_group + group];
            for (std::uint32_t k = 0; k < cells.size; ++k) mind.open.push_back(mind.store.cells[cells.first + k]);
        }
        if (!is_closed(position, mind.open, mind)) continue;
        auto most = static_cast<std::uint32_t>(max_worlds);
        if (list_rows(position, mind.open, part.lo, most, mind.endgame, mind.rows)) return at;
    }
    return NO_AREA;
}

Move guess_exactly(const Position& position, const Outlook& outlook, Mind& mind) {
    double worlds = mind.settings.endgame_worlds;
    if (find_area(position, outlook, worlds, 0, mind) != NO_AREA) return best_row_move(mind, Reason::AREA);
    if (list_all_rows(position, outlook, worlds, mind)) return best_row_move(mind, Reason::ENDGAME);
    return {};
}

}  // namespace sapper
