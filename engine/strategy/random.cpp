// Any hidden cell that is not known to be a mine, each as likely as the others.
#include <algorithm>

#include "strategy/strategy.hpp"

namespace sapper {

Move guess_randomly(const Position& position, const Outlook& outlook, Mind& mind) {
    std::uint32_t left = mind.rng.below(position.open_count);
    Cell chosen = 0;
    while (position.cells[chosen].mark != Mark::OPEN || left-- > 0) ++chosen;
    double mine = outlook.floating_probability;
    for (const GroupOutlook& group : outlook.groups)
        if (std::find(group.cells.begin(), group.cells.end(), chosen) != group.cells.end())
            mine = group.mine_probability;
    return {chosen, Reason::RANDOM, 1 - mine};
}

}  // namespace sapper
