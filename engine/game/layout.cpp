#include "game/layout.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/rng.hpp"

namespace sapper {

namespace {

// Steps between two looks at the watch: a few milliseconds.
constexpr std::uint64_t STEPS_A_LOOK = 1u << 20;

const char* name_of(FirstClick rule) {
    switch (rule) {
        case FirstClick::NONE:
            return "none";
        case FirstClick::SAFE:
            return "safe";
        case FirstClick::ZERO:
            return "zero";
        case FirstClick::DRAWN:
            return "drawn";
        case FirstClick::MOVED:
            return "moved";
    }
    return "?";
}

// Whether the mines are drawn one by one rather than shuffled.
bool draws(FirstClick rule) {
    return rule != FirstClick::SAFE && rule != FirstClick::ZERO;
}

void check_start(const Shape& shape, Cell start) {
    if (start >= shape.cell_count())
        throw InputError("start " + std::to_string(start) + " lies outside the board of " +
                         std::to_string(shape.cell_count()) + " cells");
}

void check_mines(const Shape& shape, const LayoutSpec& spec, std::size_t free) {
    if (spec.mines < 0)
        throw InputError("the number of mines must not be negative, but is " + std::to_string(spec.mines));
    if (static_cast<std::uint64_t>(spec.mines) > free)
        throw InputError(std::to_string(spec.mines) + " mines do not fit: the first-click rule " +
                         name_of(spec.first_click) + " leaves " + std::to_string(free) + " of " +
                         std::to_string(shape.cell_count()) + " cells free");
}

// Lists the cells that may hold a mine, rising. Only for the rules that spare the start.
void list_free_cells(const Shape& shape, const LayoutSpec& spec, std::vector<Cell>& free) {
    std::array<Cell, MAX_NEIGHBOURS + 1> spared;
    std::size_t count = 0;
    spared[count++] = spec.start;
    if (opens(spec.first_click)) {
        shape.visit_neighbours(spec.start, [&](Cell cell) { spared[count++] = cell; });
        std::sort(spared.begin(), spared.begin() + static_cast<std::ptrdiff_t>(count));
    }
    free.clear();
    Cell cell = 0;
    for (std::size_t k = 0; k < count; cell = spared[k++] + 1)
        for (; cell < spared[k]; ++cell) free.push_back(cell);
    for (; cell < shape.cell_count(); ++cell) free.push_back(cell);
}

// Shuffles all cells that may hold a mine, from the last to the first; the first `mines` of them get one. Only which
// cells these are is needed, so the cells behind them are not written, and the order among them is not drawn.
void shuffle(std::uint64_t seed, std::size_t mines, std::vector<Cell>& cells, const Watch& watch) {
    Kiss64 rng(seed);
    for (std::size_t i = cells.size(); i-- > mines;) {
        cells[rng.below(static_cast<std::uint32_t>(i + 1))] = cells[i];
        if (i % STEPS_A_LOOK == 0) watch.check();
    }
}

std::vector<std::uint32_t> checked_sides(const Shape& shape, const LayoutSpec& spec) {
    if (spec.sides.empty()) return {shape.cell_count()};
    std::uint64_t product = 1;
    for (std::uint32_t side : spec.sides) {
        product *= side;
        // Stops before the product can wrap around: both factors are below 2^32 here.
        if (product == 0 || product > shape.cell_count()) break;
    }
    if (product != shape.cell_count())
        throw InputError("the sides to draw from do not multiply to the " + std::to_string(shape.cell_count()) +
                         " cells of the board");
    return spec.sides;
}

// Draws cells until enough distinct ones are found that the rule leaves free.
void draw(const Shape& shape, const LayoutSpec& spec, std::vector<Cell>& mines, const Watch& watch) {
    std::vector<bool> taken(shape.cell_count());  // bits: on a big board the cache is what costs
    if (spec.first_click == FirstClick::DRAWN) {
        taken[spec.start] = true;
        shape.visit_neighbours(spec.start, [&](Cell cell) { taken[cell] = true; });
    }
    Kiss64 rng(spec.seed);
    mines.clear();
    for (std::uint64_t draw = 1; mines.size() < static_cast<std::size_t>(spec.mines); ++draw) {
        Cell cell = 0;
        for (std::uint32_t side : spec.sides) cell = cell * side + rng.below(side);
        if (!taken[cell]) mines.push_back(cell);
        taken[cell] = true;
        if (draw % STEPS_A_LOOK == 0) watch.check();
    }
}

}  // namespace

void list_mines(std::span<const std::uint8_t> mined, std::size_t most, std::vector<Cell>& out) {
    // Every cell is written and the place advanced by a flag, because mines cannot be predicted.
    out.resize(most + 1);
    Cell* next = out.data();
    const auto count = static_cast<Cell>(mined.size());
    for (Cell cell = 0; cell < count; ++cell) {
        *next = cell;
        next += mined[cell];
    }
    out.resize(static_cast<std::size_t>(next - out.data()));
}

Dealer::Dealer(std::shared_ptr<const Shape> shape, LayoutSpec spec) : spec_(std::move(spec)) {
    layout_.mined.assign(shape->cell_count(), 0);
    layout_.shape = std::move(shape);
    start_at(spec_.start);
    if (draws(spec_.first_click)) spec_.sides = checked_sides(*layout_.shape, spec_);
}

void Dealer::start_at(Cell start) {
    const Shape& shape = *layout_.shape;
    check_start(shape, start);
    spec_.start = start;
    if (spec_.first_click == FirstClick::NONE) {
        check_mines(shape, spec_, shape.cell_count());
    } else {
        list_free_cells(shape, spec_, free_);
        check_mines(shape, spec_, free_.size());
    }
}

const Layout& Dealer::deal(std::uint64_t seed, const Watch& watch) {
    auto mines = static_cast<std::ptrdiff_t>(spec_.mines);
    if (draws(spec_.first_click)) {
        spec_.seed = seed;
        draw(*layout_.shape, spec_, cells_, watch);
    } else {
        cells_ = free_;
        shuffle(seed, static_cast<std::size_t>(mines), cells_, watch);
    }
    std::fill(layout_.mined.begin(), layout_.mined.end(), std::uint8_t{0});
    for (auto cell = cells_.begin(); cell != cells_.begin() + mines; ++cell) layout_.mined[*cell] = 1;
    if (spec_.first_click == FirstClick::MOVED && layout_.mined[spec_.start]) {
        *std::find(layout_.mined.begin(), layout_.mined.end(), std::uint8_t{0}) = 1;
        layout_.mined[spec_.start] = 0;
    }
    list_mines(layout_.mined, static_cast<std::size_t>(spec_.mines), layout_.mines);
    return layout_;
}

Layout make_layout(std::shared_ptr<const Shape> shape, const LayoutSpec& spec, const Watch& watch) {
    return Dealer(std::move(shape), spec).deal(spec.seed, watch);
}

Layout layout_from_mines(std::shared_ptr<const Shape> shape, std::vector<Cell> mines) {
    std::vector<std::uint8_t> mined(shape->cell_count(), 0);
    for (Cell cell : mines) {
        if (cell >= mined.size())
            throw InputError("mine cell " + std::to_string(cell) + " lies outside the board of " +
                             std::to_string(mined.size()) + " cells");
        if (mined[cell]) throw InputError("a mine is listed twice", cell);
        mined[cell] = 1;
    }
    list_mines(mined, mines.size(), mines);  // linear, unlike sorting
    return Layout{std::move(shape), std::move(mined), std::move(mines)};
}

std::vector<std::uint64_t> game_seeds(std::uint64_t run_seed, std::uint64_t first, std::size_t count,
                                      const Watch& watch) {
    if (first == 0) throw InputError("the games of a run count from 1, there is no game 0");
    Kiss64 rng(run_seed);
    rng.skip(first - 1);
    std::vector<std::uint64_t> seeds(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % STEPS_A_LOOK == STEPS_A_LOOK - 1) watch.check();
        seeds[i] = rng.next();
    }
    return seeds;
}

}  // namespace sapper
