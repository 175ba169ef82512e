// Random boards and rules for the tests, the same on every machine: shapes of squares and any graph, clues from a
// hidden placement (so that a world fits) or changed a little (so that none may fit).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/rng.hpp"
#include "board/board.hpp"
#include "board/shape.hpp"
#include "check.hpp"
#include "count/rules.hpp"

namespace cases {

class Random {
  public:
    explicit Random(std::uint64_t seed) : stream_(seed * 0x9e3779b97f4a7c15u + 1) {
        for (int k = 0; k < 8; ++k) stream_.next();
    }
    // From lo to hi, both included.
    int between(int lo, int hi) {
        return lo + static_cast<int>((stream_.next() >> 16) % static_cast<std::uint64_t>(hi - lo + 1));
    }
    bool one_in(int n) { return between(1, n) == 1; }
    double unit() { return static_cast<double>(stream_.next() >> 11) * 0x1p-53; }

  private:
    sapper::Kiss64 stream_;
};

inline std::shared_ptr<const sapper::Shape> random_graph(Random& random, int cells) {
    std::vector<std::vector<sapper::Cell>> neighbours(static_cast<std::size_t>(cells));
    int dense = random.between(1, 6);  // from few neighbours to nearly all
    for (int a = 0; a < cells; ++a)
        for (int b = a + 1; b < cells; ++b) {
            auto &of_a = neighbours[static_cast<std::size_t>(a)], &of_b = neighbours[static_cast<std::size_t>(b)];
            bool full = of_a.size() >= sapper::MAX_NEIGHBOURS || of_b.size() >= sapper::MAX_NEIGHBOURS;
            if (full || random.between(0, 6) > dense) continue;
            of_a.push_back(static_cast<sapper::Cell>(b));
            of_b.push_back(static_cast<sapper::Cell>(a));
        }
    return std::make_shared<const sapper::Shape>(sapper::make_graph_shape(neighbours));
}

inline std::shared_ptr<const sapper::Shape> random_shape(Random& random) {
    if (random.one_in(3)) return random_graph(random, random.between(2, 40));
    auto rows = static_cast<std::uint64_t>(random.between(1, 6));
    auto cols = static_cast<std::uint64_t>(random.between(1, 7));
    return std::make_shared<const sapper::Shape>(sapper::make_square_shape(rows, cols));
}

inline int count_around(const sapper::Shape& shape, sapper::Cell cell, const std::vector<bool>& chosen) {
    int count = 0;
    for (sapper::Cell other : shape.neighbours(cell)) count += chosen[other];
    return count;
}

// A board with at most `most_hidden` hidden cells. A world fits unless it is `bent`; then one may still fit.
inline sapper::Board random_board_on(Random& random, std::shared_ptr<const sapper::Shape> shape,
                                     std::size_t most_hidden, bool bent = false) {
    using sapper::View;
    std::size_t cells = shape->cell_count();
    std::vector<bool> mined(cells), in_play(cells);
    std::vector<View> views(cells, View::VOID);
    int mines_in_ten = random.between(0, 6), voids_in_ten = random.one_in(3) ? 2 : 0;
    int hidden_in_ten = random.between(2, 9), known_in_ten = random.one_in(3) ? 5 : 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        in_play[cell] = random.between(1, 10) > voids_in_ten;
        mined[cell] = in_play[cell] && random.between(1, 10) <= mines_in_ten;
    }
    std::int64_t total = std::count(mined.begin(), mined.end(), true);
    std::size_t hidden = 0;
    for (sapper::Cell cell = 0; cell < cells; ++cell) {
        if (!in_play[cell]) continue;
        bool hide = hidden < most_hidden && random.between(1, 10) <= hidden_in_ten;
        if (mined[cell]) {
            bool position = hidden >= most_hidden || random.between(1, 10) <= known_in_ten;
            views[cell] = position ? View::MINE : View::HIDDEN;
        } else {
            views[cell] = hide ? View::HIDDEN : sapper::clue_view(count_around(*shape, cell, mined));
        }
        hidden += views[cell] == View::HIDDEN;
        if (views[cell] == View::HIDDEN && random.one_in(5))
            views[cell] = random.one_in(2) ? View::FLAG : View::QUESTION;
    }
    if (bent)
        for (int bends = random.between(1, 3); bends > 0; --bends) {
            auto cell = static_cast<sapper::Cell>(random.between(0, static_cast<int>(cells) - 1));
            if (sapper::is_clue(views[cell]))
                views[cell] = sapper::clue_view(random.between(0, count_around(*shape, cell, in_play)));
            else
                total += random.between(-1, 1);
        }
    std::int64_t position = std::count(views.begin(), views.end(), View::MINE);
    total = std::clamp(total, position, position + static_cast<std::int64_t>(hidden));
    sapper::MineCount mines;
    if (random.one_in(3))
        mines.density = 0.01 + 0.98 * random.unit();
    else
        mines.total = total;
    return sapper::make_board(shape, views, mines);
}

inline sapper::Board random_board(Random& random, std::size_t most_hidden, bool bent = false) {
    return random_board_on(random, random_shape(random), most_hidden, bent);
}

struct RuleSettings {
    int least_cells = 1, most_cells = 14;
    int most_rules = 12;
    int most_loose = 3;  // further cells that no rule may name
    bool bent = false;   // ignore the hidden placement, so that often no world fits
};

// Rules around a hidden placement: exact numbers, ranges, and some without effect.
inline sapper::Rules random_rules(Random& random, const RuleSettings& settings) {
    sapper::Rules rules;
    int cells = random.between(settings.least_cells, settings.most_cells);
    rules.cell_count = rules.ruled_count = static_cast<std::uint32_t>(cells);
    std::vector<bool> mined(static_cast<std::size_t>(cells));
    int mines_in_ten = random.between(0, 10);
    for (int cell = 0; cell < cells; ++cell)
        mined[static_cast<std::size_t>(cell)] = random.between(1, 10) <= mines_in_ten;
    int count = random.between(0, settings.most_rules), in_rule_in_ten = random.between(1, 9);
    int slack = random.between(0, 2);
    for (int rule = 0; rule < count; ++rule) {
        std::vector<std::uint32_t> among;
        int inside = 0;
        for (int cell = 0; cell < cells; ++cell) {
            if (random.between(1, 10) > in_rule_in_ten) continue;
            among.push_back(static_cast<std::uint32_t>(cell));
            inside += mined[static_cast<std::size_t>(cell)];
        }
        if (settings.bent && random.one_in(4)) inside = random.between(-1, static_cast<int>(among.size()) + 1);
        rules.add(inside - random.between(0, slack), inside + random.between(0, slack), among);
    }
    int loose = random.between(0, settings.most_loose);
    rules.cell_count += static_cast<std::uint32_t>(loose);
    if (random.one_in(3)) {
        rules.mines.density = 0.01 + 0.98 * random.unit();
    } else if (!random.one_in(4)) {
        rules.mines.total = std::count(mined.begin(), mined.end(), true) + random.between(0, loose);
        if (settings.bent && random.one_in(4)) rules.mines.total = random.between(0, cells + loose);
    }
    return rules;
}

}  // namespace cases
