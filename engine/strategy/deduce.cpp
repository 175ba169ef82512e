#include "deduce.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

std::uint64_t& count_of(LevelCounts deduced, Level level) {
    return deduced[static_cast<std::size_t>(level)];
}

// A clue that the rules for several clues look at: it has open cells, and wants some mines among them.
bool speaks(const KnownCell& cell) {
    return cell.clue() && cell.need > 0 && cell.spare > 0;
}

// Settles every open cell beside `clue` for which the condition holds; returns how many.
template <class Condition>
std::uint32_t settle_where(Known& known, Cell clue, bool mine, Condition&& condition) {
    std::uint32_t settled = 0;
    for (Cell cell : known.shape->neighbours(clue)) {
        if (known.cells[cell].mark != Mark::OPEN || !condition(cell)) continue;
        settle_cell(known, cell, mine);
        ++settled;
    }
    return settled;
}

bool beside(const Known& known, Cell one, Cell other) {
    auto around = known.shape->neighbours(one);
    return std::binary_search(around.begin(), around.end(), other);
}

// Rules 3 and 4 for clue A, whose open cells are marked inside, and a clue B that shares some of them.
std::uint32_t compare(Known& known, Cell a, Cell b, int shared, const PairScratch& scratch, LevelCounts deduced) {
    const KnownCell one = known.cells[a], other = known.cells[b];
    int alone_a = one.open() - shared, alone_b = other.open() - shared;
    if (alone_b == 0) return 0;
    bool mines = other.need - one.need == alone_b;
    if (!mines && !(alone_a == 0 && one.need == other.need)) return 0;
    std::uint32_t settled = settle_where(known, b, mines, [&](Cell cell) { return !scratch.inside[cell]; });
    count_of(deduced, mines ? Level::PAIR_MINE : Level::PAIR_SAFE) += settled;
    return settled;
}

// Compares a clue with all it shares open cells with, until one comparison settles something: then counts are stale.
std::uint32_t compare_all(Known& known, Cell clue, PairScratch& scratch, LevelCounts deduced) {
    std::array<Cell, MAX_NEIGHBOURS * MAX_NEIGHBOURS> partners;
    std::size_t count = 0;
    for (Cell cell : known.shape->neighbours(clue)) {
        if (known.cells[cell].mark != Mark::OPEN) continue;
        scratch.inside[cell] = 1;
        known.shape->visit_neighbours(cell, [&](Cell other) {
            if (other != clue && speaks(known.cells[other]) && scratch.shared[other]++ == 0)
                partners[count++] = other;
        });
    }
    std::uint32_t settled = 0;
    for (std::size_t k = 0; k < count; ++k) {
        if (settled == 0) settled = compare(known, clue, partners[k], scratch.shared[partners[k]], scratch, deduced);
        scratch.shared[partners[k]] = 0;
    }
    known.shape->visit_neighbours(clue, [&](Cell cell) { scratch.inside[cell] = 0; });
    return settled;
}

// Rule 5 for a clue C that wants 2, and all pairs of its neighbours opposite each other: as far before it in the list
// of cells as behind. On squares these are the lines; a diagonal one has no cell that all three see.
std::uint32_t cross(Known& known, Cell c, LevelCounts deduced) {
    if (known.cells[c].need != 2) return 0;
    auto wants_one = [&](Cell cell) { return known.cells[cell].clue() && known.cells[cell].need == 1; };
    std::uint32_t settled = 0;
    for (Cell a : known.shape->neighbours(c)) {
        Cell b = 2 * c - a;
        if (a > c || !beside(known, c, b) || !wants_one(a) || !wants_one(b)) continue;
        auto around = known.shape->neighbours(c);
        if (!std::all_of(around.begin(), around.end(), [&](Cell cell) {
                return known.cells[cell].mark != Mark::OPEN || beside(known, a, cell) || beside(known, b, cell);
            }))
            continue;
        settled += settle_where(known, c, false,
                                [&](Cell cell) { return beside(known, a, cell) && beside(known, b, cell); });
    }
    count_of(deduced, Level::CROSS) += settled;
    return settled;
}

}  // namespace

std::uint32_t deduce_from_clues(Known& known, LevelCounts deduced) {
    std::size_t safe = known.safe.size();
    std::int64_t mines = known.mines_left;
    settle_known(known);
    auto found_safe = static_cast<std::uint32_t>(known.safe.size() - safe);
    auto found_mines = static_cast<std::uint32_t>(mines - known.mines_left);
    count_of(deduced, Level::CLUE_SAFE) += found_safe;
    count_of(deduced, Level::CLUE_MINE) += found_mines;
    return found_safe + found_mines;
}

std::uint32_t deduce_from_pairs(Known& known, PairScratch& scratch, LevelCounts deduced) {
    scratch.shared.resize(known.cells.size(), 0);
    scratch.inside.resize(known.cells.size(), 0);
    std::uint32_t settled = 0;
    for (bool moved = true; moved && known.safe.empty();) {
        std::uint32_t before = settled;
        for (Cell clue = 0; clue < known.cells.size(); ++clue) {
            if (!speaks(known.cells[clue])) continue;
            settled += cross(known, clue, deduced);
            while (speaks(known.cells[clue])) {
                std::uint32_t more = compare_all(known, clue, scratch, deduced);
                if (more == 0) break;
                settled += more;
            }
        }
        moved = settled != before;
    }
    return settled;
}

std::uint32_t settle_cells(Known& known, std::span<const Cell> cells, bool mine) {
    std::uint32_t settled = 0;
    for (Cell cell : cells) {
        if (known.cells[cell].mark != Mark::OPEN) continue;
        settle_cell(known, cell, mine);
        ++settled;
    }
    return settled;
}

}  // namespace sapper
