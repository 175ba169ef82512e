// Seven rules, tried in turn. The first three (mine, clear, deduce) are the certain moves of every strategy. Then:
// do or die: a guess that nothing can help is made at once; game tree: few worlds are searched for the move that wins
// in the most of them, early where an area stands alone; super locations: of the cells nearly as safe as the safest,
// the one most likely to bring progress; and where no clue is left, a floating cell.
#include <algorithm>

#include "strategy/reference/super_location.hpp"

namespace sapper {

namespace {

enum Counter : std::size_t {
    MOST_MINE_COUNTS,
    MOST_COMPONENTS,
    MOST_FRONTIER,
    LARGEST_COMPONENT,
    MOST_CLUES,
    MOST_FILLINGS,
    ENDS,
    ENDS_MANY_WORLDS,
    ENDS_FEW_WORLDS,
    LARGEST_END,
    ENDS_MISSED,
    TREES,
    TREES_EARLY,
    TREES_HELPED,
    TREE_NODES,
    MOST_TREE_NODES,
    MOST_TREE_WORLDS,
    MOST_CANDIDATES,
    COUNTER_COUNT,
};

constexpr std::array<NamedCounter, COUNTER_COUNT> COUNTERS = {{
    {"most mine counts of a component", true},
    {"most components", true},
    {"most frontier cells", true},
    {"most frontier cells of a component", true},
    {"most clues beside them", true},
    {"most fillings of a component", true},
    {"end plays"},
    {"end plays with too many worlds"},
    {"end plays with at most 400 worlds"},
    {"most cells of an end play searched", true},
    {"end plays missed for their cells"},
    {"game trees"},
    {"game trees early"},
    {"game trees that helped"},
    {"game tree nodes"},
    {"most nodes of a game tree", true},
    {"most worlds of a game tree", true},
    {"most super locations", true},
}};
static_assert(COUNTER_COUNT <= MAX_COUNTERS);

// Areas of so few cells are played without a search being counted.
constexpr std::uint32_t SMALL_AREA = 5;
// More worlds than this are never listed, whatever the settings say: they would take gigabytes.
constexpr double MOST_WORLDS = 20'000;
// The document counts end plays with no more worlds than its rival searches.
constexpr double FEW_WORLDS = 400;

void keep_most(Mind& mind, Counter counter, std::uint64_t value) {
    mind.counters[counter] = std::max(mind.counters[counter], value);
}

double max_worlds(const Mind& mind) {
    return std::min(mind.settings.superloc.worlds, MOST_WORLDS);
}

// The sizes of what the clues leave open.
void measure(const Position& position, const Outlook& outlook, Mind& mind) {
    std::uint64_t frontier = 0, clues = 0;
    for (std::uint32_t at : outlook.parts) {
        const Part& part = mind.store.parts[at];
        frontier += part.cells;
        keep_most(mind, LARGEST_COMPONENT, part.cells);
        keep_most(mind, MOST_MINE_COUNTS, part.length);
        if (mind.store.tilt != 1) continue;
        double ways = 0;
        for (double some : mind.store.ways(part)) ways += some;
        keep_most(mind, MOST_FILLINGS,
                  static_cast<std::uint64_t>(std::min(Scaled{ways, part.exponent}.plain(), 1e18)));
    }
    for (const PositionCell& cell : position.cells) clues += cell.clue() && cell.open() > 0;
    keep_most(mind, MOST_COMPONENTS, outlook.parts.size());
    keep_most(mind, MOST_FRONTIER, frontier);
    keep_most(mind, MOST_CLUES, clues);
}

// Whether no cell of the listed worlds can tell anything: each shows one number wherever it is safe.
bool is_dead(const Endgame& endgame) {
    for (std::uint32_t column = 0; column < endgame.cells; ++column) {
        std::uint8_t shown = Endgame::MINE;
        for (std::uint32_t world = 0; world < endgame.worlds; ++world) {
            std::uint8_t number = endgame.row(world)[column];
            if (number == Endgame::MINE) continue;
            if (shown != Endgame::MINE && shown != number) return false;
            shown = number;
        }
    }
    return true;
}

bool is_mute(const Position& position, Cell cell) {
    return position.cells[cell].mark == Mark::MINE || position.cells[cell].mark == Mark::VOID;
}

// Two cells of a group that nothing but revealing one of them will ever tell apart: whatever lies beside one of them
// alone never shows a number.
bool are_twins(const Position& position, Cell one, Cell other) {
    auto around = position.shape->neighbours(one), beyond = position.shape->neighbours(other);
    auto has = [](std::span<const Cell> cells, Cell cell) {
        return std::find(cells.begin(), cells.end(), cell) != cells.end();
    };
    for (Cell cell : around)
        if (cell != other && !has(beyond, cell) && !is_mute(position, cell)) return false;
    for (Cell cell : beyond)
        if (cell != one && !has(around, cell) && !is_mute(position, cell)) return false;
    return true;
}

// Twins of which at most one is a mine: where one is, it will cost half of those games whenever it is guessed.
Move split_twins(const Position& position, const Outlook& outlook, const Mind& mind) {
    for (const GroupOutlook& group : outlook.groups) {
        if (group.cells.size() != 2 || !are_twins(position, group.cells[0], group.cells[1])) continue;
        bool one_mine = false;
        position.shape->visit_neighbours(group.cells[0], [&](Cell clue) {
            one_mine |= position.cells[clue].clue() && position.cells[clue].need == 1;
        });
        if (!one_mine) continue;
        bool first = tie_rank(group.cells[0], mind) < tie_rank(group.cells[1], mind);
        return {group.cells[first ? 0 : 1], Reason::DO_OR_DIE, 1 - group.mine_probability};
    }
    return {};
}

std::uint32_t count_safe(const Endgame& endgame, std::uint32_t column) {
    std::uint32_t safe = 0;
    for (std::uint32_t world = 0; world < endgame.worlds; ++world)
        safe += endgame.row(world)[column] != Endgame::MINE;
    return safe;
}

// The move that wins in the most of the listed worlds; of several the safest, then the first.
Move search_tree(Mind& mind, Reason reason) {
    const Endgame& endgame = mind.endgame;
    SearchLimits limits;
    limits.max_nodes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(mind.settings.superloc.nodes));
    limits.all_best = true;
    limits.watch = mind.limits.watch;
    search_endgame(endgame, limits, mind.found, mind.search);
    mind.nodes += mind.found.nodes;
    std::uint32_t most = 0;
    Cell best = NO_CELL;
    for (std::uint32_t column : mind.found.best) {
        std::uint32_t safe = count_safe(endgame, column);
        Cell cell = endgame.cell_of[column];
        if (safe < most || (safe == most && tie_rank(cell, mind) > tie_rank(best, mind))) continue;
        best = cell;
        most = safe;
    }
    if (reason != Reason::DO_OR_DIE) {
        std::uint32_t safest = 0;
        for (std::uint32_t column = 0; column < endgame.cells; ++column)
            safest = std::max(safest, count_safe(endgame, column));
        ++mind.counters[TREES];
        mind.counters[TREES_EARLY] += reason == Reason::AREA;
        mind.counters[TREES_HELPED] += most < safest;
        mind.counters[TREE_NODES] += mind.found.nodes;
        keep_most(mind, MOST_TREE_NODES, mind.found.nodes);
        keep_most(mind, MOST_TREE_WORLDS, endgame.worlds);
    }
    auto worlds = static_cast<double>(endgame.worlds);
    return {best, reason, most / worlds, mind.found.low / worlds};
}

// Areas that nothing outside can help: small and dead ones are played at once, others are searched early.
Move guess_in_area(const Position& position, const Outlook& outlook, Reason reason, Mind& mind) {
    for (std::size_t at = 0;; ++at) {
        at = find_area(position, outlook, max_worlds(mind), at, mind);
        if (at == NO_AREA) return {};
        if (reason == Reason::AREA || mind.endgame.cells <= SMALL_AREA || is_dead(mind.endgame))
            return search_tree(mind, reason);
    }
}

Move guess_in_tree(const Position& position, const Outlook& outlook, Mind& mind) {
    double worlds = outlook.worlds.plain(), most = max_worlds(mind);
    bool few_cells = position.open_count <= mind.settings.superloc.cells;
    mind.counters[ENDS] += few_cells;
    mind.counters[ENDS_MANY_WORLDS] += few_cells && worlds > most;
    mind.counters[ENDS_FEW_WORLDS] += few_cells && worlds <= FEW_WORLDS;
    mind.counters[ENDS_MISSED] += !few_cells && worlds <= most;
    if (!few_cells || !list_all_rows(position, outlook, most, mind)) return {};
    keep_most(mind, LARGEST_END, position.open_count);
    return search_tree(mind, Reason::ENDGAME);
}

}  // namespace

std::span<const NamedCounter> superloc_counters() {
    return COUNTERS;
}

Move guess_superloc(const Position& position, const Outlook& outlook, Mind& mind) {
    const SuperlocSettings& settings = mind.settings.superloc;
    measure(position, outlook, mind);
    if (settings.do_or_die != 0) {
        if (Move move = split_twins(position, outlook, mind); move.cell != NO_CELL) return move;
        if (Move move = guess_in_area(position, outlook, Reason::DO_OR_DIE, mind); move.cell != NO_CELL) return move;
    }
    if (Move move = guess_in_tree(position, outlook, mind); move.cell != NO_CELL) return move;
    if (settings.early != 0)
        if (Move move = guess_in_area(position, outlook, Reason::AREA, mind); move.cell != NO_CELL) return move;
    if (!mind.locations) mind.locations = std::make_shared<SuperLocations>();
    SuperLocations& found = *mind.locations;
    find_super_locations(position, outlook, mind, found);
    keep_most(mind, MOST_CANDIDATES, found.living);
    if (found.living == 0) return reveal_safest(position, outlook);
    const SuperLocation& best = found.all[found.living == 1 ? 0 : choose_super_location(found, mind)];
    Reason reason = floats(position, best.cell) ? Reason::FLOATING
                    : found.living == 1         ? Reason::LONE
                                                : Reason::SUPERLOC;
    return {best.cell, reason, best.safety};
}

}  // namespace sapper
