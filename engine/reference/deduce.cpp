#include "reference/deduce.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

std::uint64_t& count_of(const Deduced& deduced, Level level) {
    return deduced.counts[static_cast<std::size_t>(level)];
}

std::string_view name_of(Level level) {
    return LEVEL_NAMES[static_cast<std::size_t>(level)];
}

// Cells around a clue that a rule settled.
struct SettledCells {
    std::array<Cell, MAX_NEIGHBOURS> cells;
    std::uint32_t count = 0;

    operator std::span<const Cell>() const { return {cells.data(), count}; }
};

// Counts and notes down what a rule settled; returns how many cells.
std::uint32_t write_down(const Deduced& deduced, Level level, std::span<const Cell> clues,
                         const SettledCells& settled, bool mine) {
    count_of(deduced, level) += settled.count;
    if (settled.count > 0) deduced.note(name_of(level), clues, settled, mine);
    return settled.count;
}

// A clue that the rules for several clues look at: it has open cells, and wants some mines among them.
bool speaks(const PositionCell& cell) {
    return cell.clue() && cell.need > 0 && cell.spare > 0;
}

// Settles every open cell beside `clue` for which the condition holds; returns them.
template <class Condition>
SettledCells settle_where(Position& position, Cell clue, bool mine, Condition&& condition) {
    SettledCells settled;
    for (Cell cell : position.shape->neighbours(clue)) {
        if (position.cells[cell].mark != Mark::OPEN || !condition(cell)) continue;
        settle_cell(position, cell, mine);
        settled.cells[settled.count++] = cell;
    }
    return settled;
}

bool beside(const Position& position, Cell one, Cell other) {
    auto around = position.shape->neighbours(one);
    return std::binary_search(around.begin(), around.end(), other);
}

// Rules 3 and 4 for clue A, whose open cells are marked inside, and a clue B that shares some of them.
std::uint32_t compare(Position& position, Cell a, Cell b, int shared, const DeduceScratch& scratch,
                      const Deduced& deduced) {
    const PositionCell one = position.cells[a], other = position.cells[b];
    int alone_a = one.open() - shared, alone_b = other.open() - shared;
    if (alone_b == 0) return 0;
    bool mines = other.need - one.need == alone_b;
    if (!mines && !(alone_a == 0 && one.need == other.need)) return 0;
    const Cell clues[] = {a, b};
    SettledCells settled = settle_where(position, b, mines, [&](Cell cell) { return !scratch.inside[cell]; });
    return write_down(deduced, mines ? Level::PAIR_MINE : Level::PAIR_SAFE, clues, settled, mines);
}

// Compares a clue with all it shares open cells with, until one comparison settles something: then counts are stale.
std::uint32_t compare_all(Position& position, Cell clue, DeduceScratch& scratch, const Deduced& deduced) {
    Cell* const partners = scratch.partners.data();
    std::size_t count = 0;
    for (Cell cell : position.shape->neighbours(clue)) {
        if (position.cells[cell].mark != Mark::OPEN) continue;
        scratch.inside[cell] = 1;
        position.shape->visit_neighbours(cell, [&](Cell other) {
            if (other != clue && speaks(position.cells[other]) && scratch.shared[other]++ == 0)
                partners[count++] = other;
        });
    }
    std::uint32_t settled = 0;
    for (std::size_t k = 0; k < count; ++k) {
        if (settled == 0)
            settled = compare(position, clue, partners[k], scratch.shared[partners[k]], scratch, deduced);
        scratch.shared[partners[k]] = 0;
    }
    position.shape->visit_neighbours(clue, [&](Cell cell) { scratch.inside[cell] = 0; });
    return settled;
}

// Rule 5 for a clue C that wants 2, and all pairs of its neighbours opposite each other: as far before it in the list
// of cells as behind. On squares these are the lines; a diagonal one has no cell that all three see.
std::uint32_t cross(Position& position, Cell c, const Deduced& deduced) {
    if (position.cells[c].need != 2) return 0;
    auto wants_one = [&](Cell cell) { return position.cells[cell].clue() && position.cells[cell].need == 1; };
    std::uint32_t settled = 0;
    for (Cell a : position.shape->neighbours(c)) {
        Cell b = 2 * c - a;
        if (a > c || !beside(position, c, b) || !wants_one(a) || !wants_one(b)) continue;
        auto around = position.shape->neighbours(c);
        if (!std::all_of(around.begin(), around.end(), [&](Cell cell) {
                return position.cells[cell].mark != Mark::OPEN || beside(position, a, cell) ||
                       beside(position, b, cell);
            }))
            continue;
        const Cell clues[] = {a, c, b};
        SettledCells found = settle_where(
            position, c, false, [&](Cell cell) { return beside(position, a, cell) && beside(position, b, cell); });
        settled += write_down(deduced, Level::CROSS, clues, found, false);
    }
    return settled;
}

}  // namespace

void Deduced::note(std::string_view rule, std::span<const Cell> clues, std::span<const Cell> cells, bool mine) const {
    if (log)
        log->deductions.push_back({click, rule, {clues.begin(), clues.end()}, {cells.begin(), cells.end()}, mine});
}

std::uint32_t deduce_from_clues(Position& position, const Deduced& deduced) {
    std::size_t safe = position.safe.size();
    std::int64_t mines = position.mines_left;
    if (deduced.log)
        settle_position(position, [&](Cell clue, std::span<const Cell> cells, bool mine) {
            deduced.note(name_of(mine ? Level::CLUE_MINE : Level::CLUE_SAFE), {&clue, 1}, cells, mine);
        });
    else
        settle_position(position);
    auto found_safe = static_cast<std::uint32_t>(position.safe.size() - safe);
    auto found_mines = static_cast<std::uint32_t>(mines - position.mines_left);
    count_of(deduced, Level::CLUE_SAFE) += found_safe;
    count_of(deduced, Level::CLUE_MINE) += found_mines;
    return found_safe + found_mines;
}

std::uint32_t deduce_from_pairs(Position& position, DeduceScratch& scratch, const Deduced& deduced) {
    scratch.shared.resize(position.cells.size(), 0);
    scratch.inside.resize(position.cells.size(), 0);
    scratch.partners.resize(position.cells.size());
    std::uint32_t settled = 0;
    for (bool moved = true; moved && position.safe.empty();) {
        std::uint32_t before = settled;
        for (Cell clue = 0; clue < position.cells.size(); ++clue) {
            if (!speaks(position.cells[clue])) continue;
            settled += cross(position, clue, deduced);
            while (speaks(position.cells[clue])) {
                std::uint32_t more = compare_all(position, clue, scratch, deduced);
                if (more == 0) break;
                settled += more;
            }
        }
        moved = settled != before;
    }
    return settled;
}

std::uint32_t settle_cells(Position& position, std::span<const Cell> cells, bool mine) {
    std::uint32_t settled = 0;
    for (Cell cell : cells) {
        if (position.cells[cell].mark != Mark::OPEN) continue;
        settle_cell(position, cell, mine);
        ++settled;
    }
    return settled;
}

}  // namespace sapper
