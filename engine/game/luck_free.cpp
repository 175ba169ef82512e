#include "game/luck_free.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/index_table.hpp"

namespace sapper {

namespace {

// What the board shows, with nothing but single clues applied: a strategy may have settled cells in its position by
// rules that are wrong.
void read_shown(const Position& blank, const Position& position, const DealtBoard& dealt, Position& out) {
    out = blank;
    for (Cell cell = 0; cell < position.cells.size(); ++cell)
        if (position.cells[cell].clue()) show_cell(out, cell, dealt.shows[cell]);
    settle_position(out);
}

}  // namespace

void LuckFree::begin(std::uint64_t seed) {
    salt_ = mix_bits(~seed);  // neither the stream that dealt the layout nor the one of the strategy
    told_ = false;
}

// The chance that a cell of the board is safe. Throws LimitError where the board is too wide.
double LuckFree::chance_of(Cell cell, Resources& resources) {
    if (board_.cells[cell].mark != Mark::OPEN) return board_.cells[cell].mark == Mark::SAFE;
    look(board_, Detail::PROBABILITIES, resources.limits, resources.store, outlook_);
    if (floats(board_, cell)) return 1 - outlook_.floating_probability;
    for (const GroupOutlook& group : outlook_.groups)
        if (std::find(group.cells.begin(), group.cells.end(), cell) != group.cells.end())
            return 1 - group.mine_probability;
    return 1;  // unreachable: every open cell floats or is in a group
}

double LuckFree::guess(const Position& blank, const Position& position, Cell cell, DealtBoard& dealt,
                       Resources& resources) {
    double toss = dealt.mined[cell] ? 0 : 1;
    if (told_) return toss;
    try {
        read_shown(blank, position, dealt, board_);
        double chance = chance_of(cell, resources);
        if (!dealt.mined[cell] || chance == 0) return chance;
        after_ = board_;
        settle_cell(after_, cell, false);
        settle_position(after_);
        draw_.aim(board_, after_, resources.limits);
        // A cell is guessed once in a game, so no salt is used twice, and the layout so far does not depend on it.
        auto layout = draw_.redraw(dealt.mined, mix_bits(salt_ + cell));
        std::copy(layout.begin(), layout.end(), dealt.mined.begin());
        dealt.count_around();
        return chance;
    } catch (const LimitError&) {
        return toss;
    }
}

}  // namespace sapper
