#include "strategy/world_search.hpp"

#include <algorithm>

namespace sapper {

SettingList<EndgameSettings> endgame_settings() {
    return {
        setting("endgame_worlds", &EndgameSettings::worlds,
                "boards and areas with at most this many worlds are searched exactly; 0 switches the search off"),
        setting("endgame_nodes", &EndgameSettings::nodes, "sets of worlds such a search may visit"),
    };
}

std::uint32_t count_safe(const Endgame& endgame, std::uint32_t column) {
    std::uint32_t safe = 0;
    for (std::uint32_t world = 0; world < endgame.worlds; ++world)
        safe += endgame.row(world)[column] != Endgame::MINE;
    return safe;
}

// Whether all open cells around the listed ones are listed too: then nothing outside affects what they show.
bool WorldSearch::is_closed(const Position& position) {
    listed_.resize(position.cells.size(), 0);
    for (Cell cell : cells_) listed_[cell] = 1;
    bool closed = true;
    for (Cell cell : cells_)
        position.shape->visit_neighbours(
            cell, [&](Cell other) { closed &= (position.cells[other].mark != Mark::OPEN) | listed_[other]; });
    for (Cell cell : cells_) listed_[cell] = 0;
    return closed;
}

std::optional<ClosedArea> WorldSearch::find_area(const Position& position, const Outlook& outlook,
                                                 const Resources& resources, std::size_t from) {
    if (settings_.worlds == 0) return {};
    const PartStore& store = resources.store;
    const Watch& watch = resources.limits.watch;
    for (std::size_t place = from; place < outlook.parts.size(); ++place) {
        const Part& part = store.parts[outlook.parts[place]];
        if (part.length != 1) continue;
        cells_.clear();
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            const PartGroup& cells = store.groups[part.first_group + group];
            for (std::uint32_t k = 0; k < cells.size; ++k) cells_.push_back(store.cells[cells.first + k]);
        }
        if (!is_closed(position)) continue;
        if (list_rows(position, cells_, part.lo, settings_.worlds, watch, endgame_, rows_))
            return ClosedArea{place, cells_, &endgame_};
    }
    return {};
}

const Endgame* WorldSearch::list_all(const Position& position, const Outlook& outlook, const Watch& watch) {
    if (!(outlook.worlds.plain() <= settings_.worlds)) return nullptr;
    cells_.clear();
    for (const GroupOutlook& group : outlook.groups)
        cells_.insert(cells_.end(), group.cells.begin(), group.cells.end());
    if (outlook.floating > 0)
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::OPEN && floats(position, cell)) cells_.push_back(cell);
    bool few = list_rows(position, cells_, position.mines_left, settings_.worlds, watch, endgame_, rows_);
    return few ? &endgame_ : nullptr;
}

SearchLimits WorldSearch::limits(const Resources& resources) const {
    SearchLimits limits;
    limits.max_nodes = std::max(1u, settings_.nodes);  // without a node a search names no move
    limits.all_best = moves_ == Moves::ALL_BEST;
    limits.watch = resources.limits.watch;
    return limits;
}

const SearchResult& WorldSearch::search(const Endgame& endgame, Resources& resources) {
    search_endgame(endgame, limits(resources), found_, scratch_);
    resources.spent.nodes += found_.nodes;
    return found_;
}

void WorldSearch::weigh(const Endgame& endgame, const Resources& resources) {
    begin_search(endgame, scratch_);
    auto worlds = static_cast<double>(endgame.worlds);
    for (std::uint32_t column = 0; column < endgame.cells; ++column) {
        double won = value_after(endgame, {column, false}, 0, limits(resources), scratch_).low;
        resources.recorders.weighed->push_back({.cell = endgame.cell_of[column],
                                                .safety = count_safe(endgame, column) / worlds,
                                                .game_tree = won / worlds});
    }
}

Move WorldSearch::best_move(const Endgame& endgame, const Reason& reason, Resources& resources) {
    const SearchResult& found = search(endgame, resources);
    if (resources.recorders.weighed) weigh(endgame, resources);
    std::uint32_t best = found.best.front();
    auto worlds = static_cast<double>(endgame.worlds);
    return {endgame.cell_of[best], &reason, count_safe(endgame, best) / worlds, found.low / worlds};
}

Move WorldSearch::guess(const Position& position, const Outlook& outlook, Resources& resources) {
    if (auto area = find_area(position, outlook, resources))
        return best_move(*area->endgame, reasons::AREA, resources);
    if (const Endgame* endgame = list_all(position, outlook, resources.limits.watch))
        return best_move(*endgame, reasons::ENDGAME, resources);
    return {};
}

}  // namespace sapper
