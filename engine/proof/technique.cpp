#include "proof/technique.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace sapper {

namespace {

// An open cell with a verdict: the wanted one if it has one, else a safe one, because a move is worth more than a
// flag, else a mine.
Cell first_judged(const Position& position, const JudgedCells& judged) {
    Cell found = NO_CELL;
    for (Cell cell = 0; cell < judged.verdicts.size(); ++cell) {
        if (judged.verdicts[cell] == Verdict::OPEN || position.cells[cell].mark != Mark::OPEN) continue;
        if (cell == judged.wanted) return cell;
        if (found == NO_CELL || judged.verdicts[cell] < judged.verdicts[found]) found = cell;
    }
    return found;
}

}  // namespace

void begin_ladder(const Shape& shape, LadderScratch& scratch) {
    scratch.store.begin(shape);
}

Technique find_settled(const Position& position, const JudgedCells& judged, Technique most, SumScratch& scratch,
                       ClueSum& out) {
    Cell cell = first_judged(position, judged);
    if (cell == NO_CELL) return Technique::NONE;
    if (judged.by_total ? find_counted(position, judged.verdicts, scratch, out)
                        : find_chain(position, judged.verdicts, scratch, out))
        return judged.by_total ? Technique::COUNTING : Technique::CHAIN;
    Technique split = judged.by_total ? Technique::COUNTING_CASES : Technique::CASES;
    if (most < split) return Technique::NONE;
    out = {};
    (judged.verdicts[cell] == Verdict::MINE ? out.mines : out.safe).push_back(cell);
    return split;
}

Technique climb(Position& position, Technique most, const Limits& limits, LadderScratch& scratch) {
    if (!position.possible || position.open_count == 0 || most < Technique::PAIR) return Technique::NONE;
    if (settle_pairs(position, scratch.pairs)) return Technique::PAIR;
    if (most < Technique::CHAIN) return Technique::NONE;
    look(position, Detail::PROBABILITIES, limits, scratch.store, scratch.outlook);
    position.possible = scratch.outlook.possible;
    if (!position.possible) return Technique::NONE;
    bool any = false;
    auto judge = [&](Cell cell, bool mine) {
        scratch.verdicts[cell] = mine ? Verdict::MINE : Verdict::SAFE;
        any = true;
    };
    scratch.verdicts.assign(position.cells.size(), Verdict::OPEN);
    visit_certain_by_clues(position, scratch.store, scratch.outlook, judge);
    bool by_total = !any && most >= Technique::COUNTING;
    if (by_total) visit_certain(position, scratch.outlook, judge);
    if (!any) return Technique::NONE;
    Technique found = find_settled(position, {scratch.verdicts, by_total}, most, scratch.sums, scratch.sum);
    if (found == Technique::NONE) return found;
    for (Cell cell : scratch.sum.safe) settle_cell(position, cell, false);
    for (Cell cell : scratch.sum.mines) settle_cell(position, cell, true);
    settle_position(position);
    return found;
}

namespace {

// What is settled now and was open in `before`, which is brought up to date.
LadderStep compare(Technique technique, const Position& position, std::vector<Mark>& before) {
    LadderStep step{technique, {}, {}};
    for (Cell cell = 0; cell < before.size(); ++cell) {
        Mark mark = position.cells[cell].mark;
        if (before[cell] != mark && mark == Mark::SAFE) step.safe.push_back(cell);
        if (before[cell] != mark && mark == Mark::MINE) step.mines.push_back(cell);
        before[cell] = mark;
    }
    return step;
}

}  // namespace

std::vector<LadderStep> climb_board(const Board& board, Technique most, const Watch& watch) {
    if (!board.mines.known()) throw InputError("the ladder of techniques needs to know the number of mines");
    std::vector<LadderStep> steps;
    Limits limits = default_limits(*board.shape, watch);
    LadderScratch scratch;
    begin_ladder(*board.shape, scratch);
    Position position;
    read_position(board, position);
    std::vector<Mark> marks(board.views.size(), Mark::OPEN);
    for (Cell cell = 0; cell < marks.size(); ++cell)
        if (!is_covered(board.views[cell])) marks[cell] = position.cells[cell].mark;
    for (Technique technique = Technique::SINGLE; technique != Technique::NONE;) {
        LadderStep step = compare(technique, position, marks);
        if (!step.safe.empty() || !step.mines.empty()) steps.push_back(std::move(step));
        position.safe.clear();
        technique = climb(position, most, limits, scratch);
    }
    return steps;
}

}  // namespace sapper
