#include "proof/technique.hpp"

#include <algorithm>

namespace sapper {

namespace {

bool all_zero(std::span<const double> ways) {
    return std::all_of(ways.begin(), ways.end(), [](double way) { return way == 0; });
}

// What the clues alone say: a part's ways are kept for every number of mines. True when they settle a cell.
bool judge_by_clues(const Position& position, Ladder& ladder) {
    ladder.verdicts.assign(position.cells.size(), Verdict::OPEN);
    const PartStore& store = ladder.store;
    bool any = false;
    for (std::uint32_t index : ladder.outlook.parts) {
        const Part& part = store.parts[index];
        for (std::uint32_t group = 0; group < part.groups; ++group) {
            bool safe = all_zero(store.mine_ways(part, group)), mine = all_zero(store.safe_ways(part, group));
            if (!safe && !mine) continue;
            any = true;
            const PartGroup& cells = store.groups[part.first_group + group];
            for (std::uint32_t k = 0; k < cells.size; ++k)
                ladder.verdicts[store.cells[cells.first + k]] = safe ? Verdict::SAFE : Verdict::MINE;
        }
    }
    return any;
}

bool is_certain(double probability) {
    return probability == 0 || probability == 1;
}

// What the clues and the number of mines say together. True when they settle a cell.
bool judge_by_total(const Position& position, Ladder& ladder) {
    const Outlook& outlook = ladder.outlook;
    bool any = false;
    auto judge = [&](Cell cell, double probability) {
        if (!is_certain(probability)) return;
        any = true;
        ladder.verdicts[cell] = probability == 1 ? Verdict::MINE : Verdict::SAFE;
    };
    ladder.verdicts.assign(position.cells.size(), Verdict::OPEN);
    if (outlook.floating > 0 && is_certain(outlook.floating_probability))
        for (Cell cell = 0; cell < position.cells.size(); ++cell)
            if (position.cells[cell].mark == Mark::OPEN && floats(position, cell))
                judge(cell, outlook.floating_probability);
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells) judge(cell, group.mine_probability);
    return any;
}

void settle_sum(Position& position, const ClueSum& sum) {
    for (Cell cell : sum.safe) settle_cell(position, cell, false);
    for (Cell cell : sum.mines) settle_cell(position, cell, true);
    settle_position(position);
}

// Settles one cell that has a verdict, a safe one if there is any: a move is worth more than a flag.
void settle_first(Position& position, std::span<const Verdict> verdicts) {
    for (Verdict wanted : {Verdict::SAFE, Verdict::MINE})
        for (Cell cell = 0; cell < verdicts.size(); ++cell) {
            if (verdicts[cell] != wanted || position.cells[cell].mark != Mark::OPEN) continue;
            settle_cell(position, cell, wanted == Verdict::MINE);
            settle_position(position);
            return;
        }
}

}  // namespace

void begin_ladder(const Shape& shape, std::int64_t mines, Ladder& ladder) {
    ladder.store.begin(shape, mines);
}

Technique climb(Position& position, Technique most, Ladder& ladder) {
    if (!position.possible || position.open_count == 0 || most < Technique::PAIR) return Technique::NONE;
    if (settle_pairs(position, ladder.pairs)) return Technique::PAIR;
    if (most < Technique::CHAIN) return Technique::NONE;
    look(position, Detail::PROBABILITIES, ladder.limits, ladder.store, ladder.outlook);
    position.possible = ladder.outlook.possible;
    if (!position.possible) return Technique::NONE;
    if (judge_by_clues(position, ladder)) {
        if (find_chain(position, ladder.verdicts, ladder.sums, ladder.sum)) {
            settle_sum(position, ladder.sum);
            return Technique::CHAIN;
        }
        if (most < Technique::CASES) return Technique::NONE;
        settle_first(position, ladder.verdicts);
        return Technique::CASES;
    }
    if (most < Technique::COUNTING || !judge_by_total(position, ladder)) return Technique::NONE;
    if (find_counted(position, ladder.verdicts, ladder.sums, ladder.sum)) {
        settle_sum(position, ladder.sum);
        return Technique::COUNTING;
    }
    if (most < Technique::COUNTING_CASES) return Technique::NONE;
    settle_first(position, ladder.verdicts);
    return Technique::COUNTING_CASES;
}

}  // namespace sapper
