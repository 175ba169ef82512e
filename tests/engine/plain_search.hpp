// Optimal play by its definition: the value of a set of worlds is the best, over all cells, of the sum over what the
// cell may show. Revealed cells are part of the position, and no cell is left out. For about a dozen worlds.
//
// Where all worlds have the same number of mines, no win is announced before the last world is known, and a cell that
// was revealed tells nothing: then the position is the set of worlds. For a few hundred.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "endgame/worlds.hpp"

namespace plain {

using Worlds = std::vector<std::uint32_t>;
using Revealed = std::vector<bool>;

class Search {
  public:
    explicit Search(const sapper::Endgame& endgame) : endgame_(endgame) {}

    double value() {
        Worlds all;
        for (std::uint32_t world = 0; world < endgame_.worlds; ++world) all.push_back(world);
        return value(all, Revealed(endgame_.cells));
    }

    // The value of revealing this cell first, unless the game is over already.
    double value_of_cell(std::uint32_t cell) {
        Worlds going_on;
        double won = 0;
        for (std::uint32_t world = 0; world < endgame_.worlds; ++world) {
            if (!endgame_.same_mines && is_won(world, Revealed(endgame_.cells)))
                won += endgame_.weight[world];
            else
                going_on.push_back(world);
        }
        double left = after(going_on, Revealed(endgame_.cells), cell);
        return won + (left == TELLS_NOTHING ? value(going_on, Revealed(endgame_.cells)) : left);
    }

  private:
    static constexpr double TELLS_NOTHING = -1;

    bool is_mine(std::uint32_t world, std::uint32_t cell) const {
        return endgame_.row(world)[cell] == sapper::Endgame::MINE;
    }

    // The game is won as soon as every safe cell is revealed; if it continues, that world is excluded.
    bool is_won(std::uint32_t world, const Revealed& revealed) const {
        for (std::uint32_t cell = 0; cell < endgame_.cells; ++cell)
            if (!revealed[cell] && !is_mine(world, cell)) return false;
        return true;
    }

    double value(const Worlds& worlds, const Revealed& revealed) {
        if (endgame_.same_mines && worlds.size() == 1) return endgame_.weight[worlds[0]];
        auto [at, fresh] = position_.try_emplace({worlds, revealed}, 0);
        if (!fresh) return at->second;
        double won = 0, best = 0;
        Worlds going_on;
        for (std::uint32_t world : worlds) {
            if (!endgame_.same_mines && is_won(world, revealed))
                won += endgame_.weight[world];
            else
                going_on.push_back(world);
        }
        for (std::uint32_t cell = 0; cell < endgame_.cells && !going_on.empty(); ++cell)
            if (!revealed[cell]) best = std::max(best, after(going_on, revealed, cell));
        return position_[{worlds, revealed}] = won + best;
    }

    double after(const Worlds& worlds, Revealed revealed, std::uint32_t cell) {
        std::map<std::uint8_t, Worlds> parts;
        for (std::uint32_t world : worlds)
            if (!is_mine(world, cell)) parts[endgame_.row(world)[cell]].push_back(world);
        if (!endgame_.same_mines)
            revealed[cell] = true;
        else if (parts.size() == 1 && parts.begin()->second.size() == worlds.size())
            return TELLS_NOTHING;  // another cell does
        double sum = 0;
        for (const auto& [number, part] : parts) sum += value(part, revealed);
        return sum;
    }

    const sapper::Endgame& endgame_;
    std::map<std::pair<Worlds, Revealed>, double> position_;
};

}  // namespace plain
