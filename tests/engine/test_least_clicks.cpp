// The least number of clicks against a search through all positions of small boards.
#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/index_table.hpp"
#include "base/rng.hpp"
#include "check.hpp"
#include "game/dealt_board.hpp"
#include "measure/chords.hpp"
#include "measure/least_clicks.hpp"
#include "measure/split_choice.hpp"
#include "measure/sweep.hpp"

using namespace sapper;

namespace {

// All positions, breadth first: a bit a cell for what is open and for flags, which only mines get.
class Positions {
  public:
    explicit Positions(const DealtBoard& board) : board_(board) {}

    // The fewest clicks from a position on.
    std::uint32_t least(std::uint64_t begun = 0) const {
        std::uint32_t goal = 0;
        for (Cell cell = 0; cell < board_.mined.size(); ++cell) goal |= std::uint32_t{!board_.mined[cell]} << cell;
        std::vector<std::uint64_t> layer{begun}, next;
        std::unordered_set<std::uint64_t> seen{begun};
        for (std::uint32_t clicks = 0;; ++clicks, layer.swap(next)) {
            next.clear();
            for (std::uint64_t one : layer) {
                auto open = static_cast<std::uint32_t>(one >> 32), flags = static_cast<std::uint32_t>(one);
                if (open == goal) return clicks;
                for (Cell cell = 0; cell < board_.mined.size(); ++cell) {
                    std::uint64_t after = click(cell, open, flags);
                    if (seen.insert(after).second) next.push_back(after);
                }
            }
        }
    }

    // A position after so many clicks on drawn cells.
    std::uint64_t draw(std::uint32_t clicks, Kiss64& rng) const {
        std::uint64_t one = 0;
        for (; clicks > 0; --clicks)
            one = click(rng.below(static_cast<std::uint32_t>(board_.mined.size())),
                        static_cast<std::uint32_t>(one >> 32), static_cast<std::uint32_t>(one));
        return one;
    }

    std::uint64_t after(std::uint64_t one, std::span<const Click> path) const {
        for (const Click& next : path)
            one = click(next.cell, static_cast<std::uint32_t>(one >> 32), static_cast<std::uint32_t>(one));
        return one;
    }

  private:
    static std::uint64_t join(std::uint32_t open, std::uint32_t flags) { return std::uint64_t{open} << 32 | flags; }

    std::uint64_t click(Cell cell, std::uint32_t open, std::uint32_t flags) const {
        if (board_.mined[cell]) return join(open, flags | 1u << cell);
        if (!(open >> cell & 1)) return join(reveal(open, cell), flags);
        for (Cell other : board_.shape->neighbours(cell))
            if (board_.mined[other] && !(flags >> other & 1)) return join(open, flags);
        for (Cell other : board_.shape->neighbours(cell))
            if (!board_.mined[other]) open = reveal(open, other);
        return join(open, flags);
    }

    std::uint32_t reveal(std::uint32_t open, Cell start) const {
        std::vector<Cell> waiting{start};
        while (!waiting.empty()) {
            Cell cell = waiting.back();
            waiting.pop_back();
            if (open >> cell & 1) continue;
            open |= 1u << cell;
            if (board_.shows[cell] == 0)
                for (Cell other : board_.shape->neighbours(cell)) waiting.push_back(other);
        }
        return open;
    }

    const DealtBoard& board_;
};

ScanOrders plain_order(const Shape& shape) {
    ScanOrders orders(1);
    orders[0].resize(shape.cell_count());
    std::iota(orders[0].begin(), orders[0].end(), Cell{0});
    return orders;
}

// What a choice costs at least once it is split into parts, which depend on a number.
std::uint32_t split_least(const DealtBoard& board, std::uint32_t parts, std::uint64_t number) {
    Regions regions;
    find_regions(board.field(), regions);
    ChordChoice choice = find_candidates(board.field(), regions);
    std::vector<std::uint32_t> part_of(choice.candidates.size());
    for (std::size_t k = 0; k < part_of.size(); ++k)
        part_of[k] = static_cast<std::uint32_t>((number >> k % 16) + k) % parts;
    SplitChoice split = split_choice(choice, part_of, parts);
    std::uint32_t clicks = choice.fixed - split.gates;
    for (const ChordChoice& part : split.parts) {
        std::vector<std::uint32_t> order(part.candidates.size());
        std::iota(order.begin(), order.end(), 0u);
        Swept swept = sweep_chords(SweepPlan(part, std::move(order)), Overflow::DROP, 1'000'000);
        CHECK(swept.complete);
        clicks += swept.clicks;
    }
    return clicks;
}

// Games that have begun, on this layout.
void compare_finishes(const DealtBoard& board, const ScanOrders& orders, std::uint64_t seed) {
    Positions positions(board);
    Kiss64 rng(seed);
    for (std::uint32_t clicks = 0; clicks < 8; ++clicks) {
        std::uint64_t begun = positions.draw(clicks, rng);
        std::vector<std::uint8_t> shown(board.mined.size()), flagged(board.mined.size());
        for (std::size_t cell = 0; cell < shown.size(); ++cell) {
            shown[cell] = begun >> (32 + cell) & 1;
            flagged[cell] = begun >> cell & 1;
        }
        auto found = finish_in_fewest(board.field(), {shown, flagged}, orders, 1'000'000);
        CHECK(found && found->size() == positions.least(begun));
        CHECK(found && positions.least(positions.after(begun, *found)) == 0);
    }
}

// Layouts of all these numbers of mines, compared with all positions.
void compare(const std::shared_ptr<const Shape>& shape, std::int64_t most_mines) {
    ScanOrders orders = plain_order(*shape);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        LayoutSpec spec;
        spec.mines = 1 + static_cast<std::int64_t>(seed) % most_mines;
        spec.first_click = FirstClick::NONE;
        spec.seed = seed;
        DealtBoard board;
        Layout layout = make_layout(shape, spec);
        board.lay(layout);
        std::uint32_t least = Positions(board).least();
        LeastClicks found = find_least_clicks(board.field(), orders, 1'000'000);
        CHECK(found.low == least && found.path.size() == least);
        LeastClicks bounded = find_least_clicks(board.field(), orders, 1);
        CHECK(bounded.low <= least && bounded.path.size() >= least);
        compare_finishes(board, orders, seed);
        CHECK(split_least(board, 1, seed) == least);
        for (std::uint32_t parts : {2u, 3u}) CHECK(split_least(board, parts, mix_bits(seed)) <= least);
    }
}

}  // namespace

TEST(least_clicks_of_squares_are_those_of_all_positions) {
    compare(std::make_shared<const Shape>(make_square_shape(3, 5)), 6);
    compare(std::make_shared<const Shape>(make_square_shape(4, 4)), 6);
}

TEST(least_clicks_of_a_graph_are_those_of_all_positions) {
    // A ring of cells, each beside the two next ones on both sides.
    std::vector<std::vector<Cell>> neighbours(14);
    for (Cell cell = 0; cell < 14; ++cell)
        for (Cell step : {1u, 2u, 12u, 13u}) neighbours[cell].push_back((cell + step) % 14);
    for (auto& list : neighbours) std::sort(list.begin(), list.end());
    compare(std::make_shared<const Shape>(make_graph_shape(neighbours)), 5);
}

TEST(few_states_bound_the_least_clicks_of_a_larger_board) {
    auto shape = std::make_shared<const Shape>(make_square_shape(12, 12));
    ScanOrders orders = plain_order(*shape);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        LayoutSpec spec;
        spec.mines = 30;
        spec.seed = seed;
        DealtBoard board;
        Layout layout = make_layout(shape, spec);
        board.lay(layout);
        LeastClicks proved = find_least_clicks(board.field(), orders, 1'000'000);
        CHECK(proved.low == proved.path.size());
        for (std::uint64_t states : {10u, 1000u}) {
            LeastClicks bounded = find_least_clicks(board.field(), orders, states);
            CHECK(bounded.low <= proved.low && bounded.path.size() >= proved.low);
        }
    }
}

TEST(bounds_of_a_wide_board_lie_near_each_other) {
    auto shape = std::make_shared<const Shape>(make_square_shape(24, 30));
    LayoutSpec spec;
    spec.mines = 200;
    spec.seed = 1;
    spec.sides = {24, 30};
    DealtBoard board;
    Layout layout = make_layout(shape, spec);
    board.lay(layout);
    LeastClicks found = find_least_clicks(board.field(), sweep_orders({24, 30}), 20'000);
    CHECK(found.path.size() == 220 && found.low >= 150 && found.low <= 220);
}
