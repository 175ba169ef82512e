// Seven rules, tried in turn. The first three (mine, clear, deduce) are the certain moves of every strategy. Then:
// do or die: a guess that nothing can help is made at once; game tree: few worlds are searched for the move that wins
// in the most of them, early where an area stands alone; super locations: of the cells nearly as safe as the safest,
// the one most likely to bring progress; and where no clue is left, a floating cell.
#include <algorithm>

#include "reference/super_location.hpp"
#include "strategy/hazard.hpp"
#include "strategy/registration.hpp"
#include "strategy/safest.hpp"
#include "strategy/world_search.hpp"

namespace sapper {

namespace {

constexpr Reason DO_OR_DIE{"do_or_die", "a guess that nothing will ever help"};
constexpr Reason SUPERLOC{"superloc", "nearly as safe as the safest, and the likeliest to bring progress"};
constexpr Reason FLOATING{"floating",
                          "nearly as safe as the safest, the likeliest to bring progress, and far from all clues"};
constexpr Reason LONE{"lone", "the only cell nearly as safe as the safest"};

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
    MOST_TREE_ENTRIES,
    DEEPEST_TREE,
    MOST_TREE_WORLDS,
    MOST_CANDIDATES,
};

// More worlds than this are never listed, even if the settings allow it: they would take gigabytes.
constexpr std::uint32_t MOST_WORLDS = 20'000;
// The document counts end plays with no more worlds than its rival searches.
constexpr double FEW_WORLDS = 400;

// When closed areas are searched: never, if the whole board has too many worlds, or before the whole board.
enum class Early : std::uint8_t { OFF, ON, FIRST };

// Which of equally good moves of a game tree is played: the safest, then the first in the order of ties, or just
// that.
enum class TreeTies : std::uint8_t { SAFEST, FIRST };

struct Settings {
    SuperLocationSettings locations;
    EndgameSettings tree{1000, 100'000};  // positions that are searched; the document has no limit of nodes
    std::uint32_t cells = 64;             // if they have at most so many open cells
    bool do_or_die = true;                // whether closed areas are played at once
    std::uint32_t do_or_die_cells = 5;    // if they have at most so many cells, or are dead
    Early early = Early::ON;
    TreeTies tree_ties = TreeTies::SAFEST;
};

EndgameSettings bound(EndgameSettings tree) {
    return {std::min(tree.worlds, MOST_WORLDS), tree.nodes};
}

void keep_most(Counters& counters, Counter counter, std::uint64_t value) {
    counters[counter] = std::max(counters[counter], value);
}

// The sizes of what the clues leave open.
void measure(const Position& position, const Outlook& outlook, const PartStore& store, Counters& counters) {
    std::uint64_t frontier = 0, clues = 0;
    for (std::uint32_t at : outlook.parts) {
        const Part& part = store.parts[at];
        frontier += part.cells;
        keep_most(counters, LARGEST_COMPONENT, part.cells);
        keep_most(counters, MOST_MINE_COUNTS, part.length);
        double ways = 0;
        for (double some : store.ways(part)) ways += some;
        keep_most(counters, MOST_FILLINGS,
                  static_cast<std::uint64_t>(std::min(Scaled{ways, part.exponent}.plain(), 1e18)));
    }
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        clues += position.cells[cell].clue() && position.cells[cell].open() > 0;
    keep_most(counters, MOST_COMPONENTS, outlook.parts.size());
    keep_most(counters, MOST_FRONTIER, frontier);
    keep_most(counters, MOST_CLUES, clues);
}

// Whether no cell of the listed worlds gives information: each shows one number wherever it is safe.
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

// Two cells of a group that only revealing one of them can distinguish: no cell beside one of them alone will ever
// show a number.
bool are_twins(const Position& position, Cell one, Cell other) {
    return holds_beside_one(*position.shape, one, other, [&](Cell cell) {
        return position.cells[cell].mark == Mark::MINE || position.cells[cell].mark == Mark::VOID;
    });
}

class Superloc : public Guesser {
  public:
    explicit Superloc(const Settings& settings)
        : settings_(settings),
          search_(bound(settings.tree), WorldSearch::Moves::ALL_BEST),
          locations_(settings.locations) {}

  private:
    Move guess(const Position& position, const Outlook& outlook, Resources& resources) override {
        measure(position, outlook, resources.store, resources.spent.counters);
        if (settings_.do_or_die) {
            if (Move move = split_twins(position, outlook, resources); move.cell != NO_CELL) return move;
            if (Move move = guess_in_area(position, outlook, DO_OR_DIE, resources); move.cell != NO_CELL) return move;
        }
        if (settings_.early == Early::FIRST)
            if (Move move = guess_in_area(position, outlook, reasons::AREA, resources); move.cell != NO_CELL)
                return move;
        if (Move move = guess_in_tree(position, outlook, resources); move.cell != NO_CELL) return move;
        if (settings_.early == Early::ON)
            if (Move move = guess_in_area(position, outlook, reasons::AREA, resources); move.cell != NO_CELL)
                return move;
        auto living = locations_.find(position, outlook, resources);
        keep_most(resources.spent.counters, MOST_CANDIDATES, living.size());
        if (living.empty()) return reveal_safest(position, outlook);
        bool lone = living.size() == 1;
        const SuperLocation& best = lone ? living[0] : locations_.choose(living, resources.row_length);
        const Reason& reason = floats(position, best.cell) ? FLOATING : lone ? LONE : SUPERLOC;
        return {best.cell, &reason, best.safety};
    }

    bool comes_before(Cell one, Cell other, const Resources& resources) const {
        return locations_.tie_rank(one, resources.row_length) < locations_.tie_rank(other, resources.row_length);
    }

    // Twins of which at most one is a mine: where one is, it will cost half of those games whenever it is guessed.
    Move split_twins(const Position& position, const Outlook& outlook, const Resources& resources) const {
        for (const GroupOutlook& group : outlook.groups) {
            if (group.cells.size() != 2 || !are_twins(position, group.cells[0], group.cells[1])) continue;
            bool one_mine = false;
            position.shape->visit_neighbours(group.cells[0], [&](Cell clue) {
                one_mine |= position.cells[clue].clue() && position.cells[clue].need == 1;
            });
            if (!one_mine) continue;
            if (resources.recorders.weighed)
                for (Cell cell : group.cells)
                    resources.recorders.weighed->push_back({.cell = cell, .safety = 1 - group.mine_probability});
            bool first = comes_before(group.cells[0], group.cells[1], resources);
            return {group.cells[first ? 0 : 1], &DO_OR_DIE, 1 - group.mine_probability};
        }
        return {};
    }

    // The move that wins in the most of the listed worlds.
    Move search_tree(const Endgame& endgame, const Reason& reason, Resources& resources) {
        const SearchResult& found = search_.search(endgame, resources);
        if (resources.recorders.weighed) search_.weigh(endgame, resources);
        std::uint32_t most = 0;
        Cell best = NO_CELL;
        for (std::uint32_t column : found.best) {
            std::uint32_t safe = count_safe(endgame, column);
            Cell cell = endgame.cell_of[column];
            bool tied = best != NO_CELL && (safe == most || settings_.tree_ties == TreeTies::FIRST);
            if (tied ? comes_before(best, cell, resources) : safe < most) continue;
            best = cell;
            most = safe;
        }
        if (&reason != &DO_OR_DIE) {
            std::uint32_t safest = 0;
            for (std::uint32_t column = 0; column < endgame.cells; ++column)
                safest = std::max(safest, count_safe(endgame, column));
            Counters& counters = resources.spent.counters;
            ++counters[TREES];
            counters[TREES_EARLY] += &reason == &reasons::AREA;
            counters[TREES_HELPED] += most < safest;
            counters[TREE_NODES] += found.nodes;
            keep_most(counters, MOST_TREE_NODES, found.nodes);
            keep_most(counters, MOST_TREE_ENTRIES, found.entries);
            keep_most(counters, DEEPEST_TREE, found.depth);
            keep_most(counters, MOST_TREE_WORLDS, endgame.worlds);
        }
        auto worlds = static_cast<double>(endgame.worlds);
        return {best, &reason, most / worlds, found.low / worlds};
    }

    // Areas that nothing outside can help: small and dead ones are played at once, others are searched early.
    Move guess_in_area(const Position& position, const Outlook& outlook, const Reason& reason, Resources& resources) {
        for (std::size_t from = 0;;) {
            auto area = search_.find_area(position, outlook, resources, from);
            if (!area) return {};
            const Endgame& endgame = *area->endgame;
            if (&reason == &reasons::AREA || endgame.cells <= settings_.do_or_die_cells || is_dead(endgame))
                return search_tree(endgame, reason, resources);
            from = area->place + 1;
        }
    }

    Move guess_in_tree(const Position& position, const Outlook& outlook, Resources& resources) {
        double worlds = outlook.worlds.plain();
        bool few_cells = position.open_count <= settings_.cells;
        bool few_worlds = worlds <= bound(settings_.tree).worlds;
        Counters& counters = resources.spent.counters;
        counters[ENDS] += few_cells;
        counters[ENDS_MANY_WORLDS] += few_cells && !few_worlds;
        counters[ENDS_FEW_WORLDS] += few_cells && worlds <= FEW_WORLDS;
        counters[ENDS_MISSED] += !few_cells && few_worlds;
        const Endgame* endgame = few_cells ? search_.list_all(position, outlook, resources.limits.watch) : nullptr;
        if (!endgame) return {};
        keep_most(counters, LARGEST_END, position.open_count);
        return search_tree(*endgame, reasons::ENDGAME, resources);
    }

    const Settings settings_;
    WorldSearch search_;
    SuperLocations locations_;
};

SettingList<Settings> list_settings() {
    using Locations = SuperLocationSettings;
    SettingList<Settings> all = {
        setting("cells", &Settings::cells, "positions with at most so many open cells are searched"),
        setting("do_or_die", &Settings::do_or_die, "plays closed areas that are small or dead at once"),
        setting("do_or_die_cells", &Settings::do_or_die_cells, "closed areas of at most so many cells are small"),
        setting("early", &Settings::early,
                "searches closed areas: off, on if the board has too many worlds, or first of all",
                {"off", "on", "first"}),
        setting("tree_ties", &Settings::tree_ties,
                "which of equally good moves of a game tree is played: the safest, or the first in the order of ties",
                {"safest", "first"}),
    };
    add_settings(all, &Settings::tree,
                 {
                     setting("worlds", &EndgameSettings::worlds,
                             "positions with at most so many worlds are searched; never more than 20,000"),
                     setting("nodes", &EndgameSettings::nodes, "sets of worlds such a search visits at most"),
                 });
    add_settings(
        all, &Settings::locations,
        {
            setting("threshold", &Locations::threshold, "tries cells at least as safe as this share of the safest"),
            setting("plus", &Locations::plus, "lets more clears outweigh less progress"),
            setting("multiplier", &Locations::multiplier,
                    "how many times more clears outweigh one point of progress times safety"),
            setting("linked", &Locations::linked, "how clears of linked cells count", {"jar", "old", "new"}),
            setting("order", &Locations::order, "which of equals comes first: top to bottom or left to right",
                    {"down", "across"}),
        });
    return all;
}

Settings with_worlds(std::uint32_t worlds) {
    Settings settings;
    settings.tree.worlds = worlds;
    return settings;
}

}  // namespace

Strategy superloc_strategy() {
    return register_strategy<Superloc>(Registration<Settings>{
        .name = "superloc",
        .family = "superloc",
        .settings = list_settings(),
        .fast = with_worlds(400),
        .normal = with_worlds(1000),
        .deep = with_worlds(4000),
        .reasons = {&DO_OR_DIE, &SUPERLOC, &FLOATING, &LONE, &reasons::SAFEST, &reasons::ENDGAME, &reasons::AREA},
        .counters =
            {
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
                {"most table entries of a game tree", true},
                {"most guesses in a row of a game tree", true},
                {"most worlds of a game tree", true},
                {"most super locations", true},
            },
        .gallery = {{"superloc 400", "superloc@fast"},
                    {"superloc 1000", "superloc"},
                    {"superloc 4000", "superloc@deep"}},
    });
}

}  // namespace sapper
