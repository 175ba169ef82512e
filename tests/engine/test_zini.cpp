// Forecasts of clicks against the rule, counted anew before every click.
#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "cases.hpp"
#include "check.hpp"
#include "measure/zini.hpp"
#include "position/position.hpp"

using namespace sapper;

namespace {

// A world that is partly cleared.
struct Ground {
    const Shape& shape;
    std::vector<std::uint8_t> mined, open, flagged;

    int shows(Cell cell) const {
        int mines = 0;
        shape.visit_neighbours(cell, [&](Cell other) { mines += mined[other]; });
        return mines;
    }
    bool is_zero(Cell cell) const { return !mined[cell] && shows(cell) == 0; }
    bool is_single(Cell cell) const {
        bool single = !mined[cell] && !is_zero(cell);
        shape.visit_neighbours(cell, [&](Cell other) { single &= !is_zero(other); });
        return single;
    }
    bool done() const {
        for (Cell cell = 0; cell < mined.size(); ++cell)
            if (!mined[cell] && !open[cell]) return false;
        return true;
    }
    void reveal(Cell cell) {
        if (open[cell]) return;
        open[cell] = 1;
        if (is_zero(cell)) shape.visit_neighbours(cell, [&](Cell other) { reveal(other); });
    }
    // The zeros of the opening of a hidden zero.
    void collect(Cell zero, std::set<Cell>& out) const {
        if (!is_zero(zero) || !out.insert(zero).second) return;
        shape.visit_neighbours(zero, [&](Cell other) { collect(other, out); });
    }
    int premium(Cell cell) const {
        std::set<std::set<Cell>> openings;
        int premium = -1;
        shape.visit_neighbours(cell, [&](Cell other) {
            premium += is_single(other) && !open[other];
            premium -= mined[other] && !flagged[other];
            if (!is_zero(other) || open[other]) return;
            std::set<Cell> zeros;
            collect(other, zeros);
            openings.insert(zeros);
        });
        return premium + static_cast<int>(openings.size());
    }
    std::uint32_t clicks_left() {
        std::uint32_t clicks = 0;
        while (!done()) {
            Cell best = NO_CELL, zero = NO_CELL, single = NO_CELL;
            int most = -1;
            for (Cell cell = 0; cell < mined.size(); ++cell) {
                if (mined[cell]) continue;
                if (open[cell] && shows(cell) > 0 && premium(cell) > most) most = premium(cell), best = cell;
                if (!open[cell] && is_zero(cell) && zero == NO_CELL) zero = cell;
                if (!open[cell] && is_single(cell) && single == NO_CELL) single = cell;
            }
            ++clicks;
            if (best == NO_CELL) {
                reveal(zero != NO_CELL ? zero : single);
                continue;
            }
            shape.visit_neighbours(best, [&](Cell other) {
                clicks += mined[other] && !flagged[other];
                flagged[other] |= mined[other];
            });
            shape.visit_neighbours(best, [&](Cell other) {
                if (!mined[other]) reveal(other);
            });
        }
        return clicks;
    }
};

}  // namespace

TEST(a_forecast_counts_the_clicks_of_the_rule) {
    cases::Random random(5);
    ZiniScratch scratch;
    for (int round = 0; round < 400; ++round) {
        auto shape = cases::random_shape(random);
        std::size_t cells = shape->cell_count();
        Ground ground{*shape, std::vector<std::uint8_t>(cells), std::vector<std::uint8_t>(cells),
                      std::vector<std::uint8_t>(cells)};
        int mines_in_ten = random.between(0, 5), mines = 0;
        for (auto& mined : ground.mined) mines += mined = random.between(1, 10) <= mines_in_ten;
        Position position;
        begin_position(*shape, mines, position);
        for (int reveals = random.between(0, 6); reveals > 0; --reveals) {
            auto cell = static_cast<Cell>(random.between(0, static_cast<int>(cells) - 1));
            if (ground.mined[cell] || !position.cells[cell].hidden()) continue;
            reveal_cell(position, cell, [&](Cell one) { return ground.shows(one); });
        }
        for (Cell cell = 0; cell < cells; ++cell) {
            ground.open[cell] = !position.cells[cell].hidden();
            ground.flagged[cell] = ground.mined[cell] && random.one_in(3);
        }
        std::vector<std::uint8_t> shows(cells);
        for (Cell cell = 0; cell < cells; ++cell) shows[cell] = static_cast<std::uint8_t>(ground.shows(cell));
        MineField field{*shape, ground.mined, shows};
        Regions regions;
        std::vector<Cell> order(cells);
        std::iota(order.begin(), order.end(), Cell{0});
        find_regions(field, regions);
        std::uint32_t found = count_zini(field, regions, order, ZiniRule::FORECAST, scratch, {}, nullptr,
                                         {ground.open, ground.flagged});
        CHECK(found == ground.clicks_left());
    }
}
