#include "proof/derivation.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "count/board_analysis.hpp"
#include "proof/technique.hpp"

namespace sapper {

namespace {

// Safe cells whose derivations are compared.
constexpr std::size_t MAX_COMPARED = 64;

// The board with these clues alone: the others are safe cells without a number.
Board keep_clues(const Board& board, std::span<const Cell> clues) {
    Board kept = board;
    for (View& view : kept.views)
        if (is_clue(view)) view = View::VOID;
    for (Cell clue : clues) kept.views[clue] = board.views[clue];
    return kept;
}

class Deriver {
  public:
    Deriver(const Board& board, std::span<const Cell> clues, const Claim& claim, Evidence evidence,
            const Limits& limits)
        : board_(keep_clues(board, clues)), clues_(clues), claim_(claim), evidence_(evidence), limits_(limits) {
        show_board(board_, position_);
        settled_at_.assign(board.views.size(), 0);
    }

    // Takes steps until the claim is settled or, without a claim, a safe cell; false when no step applies before
    // that.
    bool run() {
        while (!done()) {
            limits_.watch.check();
            if (!use_single_clues() && !compare_clues() && !use_verdicts(false) && !use_verdicts(true)) return false;
        }
        return true;
    }

    // The steps that a cell depends on, in order.
    std::vector<std::size_t> needed_for(Cell target) const {
        std::vector<std::uint8_t> needed(position_.cells.size(), 0);
        needed[target] = 1;
        std::vector<std::size_t> kept;
        for (std::size_t k = steps_.size(); k-- > 0;) {
            const ProofStep& step = steps_[k];
            auto is_needed = [&](Cell cell) { return needed[cell] != 0; };
            if (std::none_of(step.safe.begin(), step.safe.end(), is_needed) &&
                std::none_of(step.mines.begin(), step.mines.end(), is_needed))
                continue;
            kept.push_back(k);
            // A clue depends on the cells around it that were settled before; the counter on all of them.
            for (SignedClue signed_clue : step.clues)
                for (Cell cell : position_.shape->neighbours(signed_clue.clue))
                    needed[cell] |= settled_at_[cell] != 0 && settled_at_[cell] <= k;
            if (step.counter != 0)
                for (Cell cell = 0; cell < settled_at_.size(); ++cell)
                    needed[cell] |= settled_at_[cell] != 0 && settled_at_[cell] <= k;
        }
        std::reverse(kept.begin(), kept.end());
        return kept;
    }

    std::vector<ProofStep>& steps() { return steps_; }

  private:
    bool done() const {
        if (claim_.cell != NO_CELL) return settled_at_[claim_.cell] != 0;
        return std::any_of(steps_.begin(), steps_.end(), [](const ProofStep& step) { return !step.safe.empty(); });
    }

    bool is_open(Cell cell) const { return position_.cells[cell].mark == Mark::OPEN; }

    // Notes a step and settles its cells.
    void take(ProofStep step) {
        step.mines_left = position_.mines_left;
        step.open_count = position_.open_count;
        steps_.push_back(std::move(step));
        for (const auto* cells : {&steps_.back().safe, &steps_.back().mines})
            for (Cell cell : *cells) {
                bool mine = cells == &steps_.back().mines;
                settle_cell(position_, cell, mine);
                settled_at_[cell] = steps_.size();
                board_.views[cell] = mine ? View::MINE : View::VOID;
            }
        // The clues alone may say more now than they did.
        if (steps_.back().counter != 0) by_clues_.clear();
        position_.firing.count = 0;
        position_.safe.clear();
    }

    std::vector<Cell> open_around(Cell clue) const {
        std::vector<Cell> out;
        for (Cell cell : position_.shape->neighbours(clue))
            if (is_open(cell)) out.push_back(cell);
        return out;
    }

    // Every clue once.
    bool use_single_clues() {
        std::size_t before = steps_.size();
        for (Cell clue : clues_) {
            ClueStep read = read_clue(position_, clue);
            if (read.cells.empty()) continue;
            ProofStep step;
            step.technique = Technique::SINGLE;
            step.clues.push_back({clue, static_cast<std::int8_t>(read.mine ? 1 : -1)});
            (read.mine ? step.mines : step.safe) = std::move(read.cells);
            take(std::move(step));
        }
        return steps_.size() > before;
    }

    // Every pair of clues once.
    bool compare_clues() {
        std::size_t before = steps_.size();
        for (Cell one : clues_) {
            std::vector<Cell> others;
            for (Cell cell : open_around(one))
                for (Cell other : position_.shape->neighbours(cell))
                    if (position_.cells[other].clue() && other != one) others.push_back(other);
            std::sort(others.begin(), others.end());
            others.erase(std::unique(others.begin(), others.end()), others.end());
            for (Cell other : others) compare(one, other);
        }
        return steps_.size() > before;
    }

    // One clue minus another, where its extra mines are as many as the open cells beside it alone.
    void compare(Cell one, Cell other) {
        std::vector<Cell> first = open_around(one), second = open_around(other);
        ProofStep step;
        std::set_difference(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(step.mines));
        std::set_difference(second.begin(), second.end(), first.begin(), first.end(), std::back_inserter(step.safe));
        int more = position_.cells[one].need - position_.cells[other].need;
        if (more != static_cast<int>(step.mines.size()) || (step.mines.empty() && step.safe.empty())) return;
        step.technique = Technique::PAIR;
        step.clues = {{one, 1}, {other, -1}};
        take(std::move(step));
    }

    // The upper rungs of the ladder, by what the clues alone say or by the mine counter, too.
    bool use_verdicts(bool by_total) {
        if (by_total && !claim_.counter) return false;
        std::vector<Verdict>& verdicts = by_total ? by_total_ : by_clues_;
        if (verdicts.empty()) verdicts = judge_cells(board_, by_total, limits_);
        ProofStep step;
        step.technique =
            find_settled(position_, {verdicts, by_total, claim_.cell}, Technique::COUNTING_CASES, sums_, sum_);
        if (step.technique == Technique::NONE) return false;
        step.clues = sum_.clues;
        step.counter = sum_.counter;
        step.safe = sum_.safe;
        step.mines = sum_.mines;
        if (step.technique == Technique::CASES || step.technique == Technique::COUNTING_CASES) describe_split(step);
        take(std::move(step));
        return true;
    }

    // Names the clues of a case split, and lists its evidence.
    void describe_split(ProofStep& step) const {
        bool mine = !step.mines.empty(), by_total = step.technique == Technique::COUNTING_CASES;
        Cell cell = mine ? step.mines[0] : step.safe[0];
        std::vector<Cell> clues;
        if (by_total)
            std::copy_if(clues_.begin(), clues_.end(), std::back_inserter(clues),
                         [&](Cell clue) { return position_.cells[clue].open() > 0; });
        else
            clues = connected_clues(cell);
        for (Cell clue : clues) step.clues.push_back({clue, 1});
        step.counter = by_total;
        if (evidence_ == Evidence::NONE) return;
        if (by_total)
            step.areas = count_areas(position_, clues, cell, !mine, limits_);
        else
            step.cases = split_cases(position_, clues, cell, !mine);
    }

    // The clues that are connected with a cell through open cells, rising.
    std::vector<Cell> connected_clues(Cell start) const {
        std::vector<Cell> cells{start}, out;
        std::vector<std::uint8_t> seen(position_.cells.size(), 0);
        seen[start] = 1;
        for (std::size_t head = 0; head < cells.size(); ++head)
            for (Cell clue : position_.shape->neighbours(cells[head])) {
                if (seen[clue] || !position_.cells[clue].clue()) continue;
                seen[clue] = 1;
                out.push_back(clue);
                for (Cell cell : open_around(clue))
                    if (!seen[cell]) {
                        seen[cell] = 1;
                        cells.push_back(cell);
                    }
            }
        std::sort(out.begin(), out.end());
        return out;
    }

    Board board_;  // with the chosen clues alone, and what is settled
    std::span<const Cell> clues_;
    Claim claim_;
    Evidence evidence_;
    Limits limits_;
    Position position_;
    std::vector<ProofStep> steps_;
    std::vector<std::size_t> settled_at_;  // a cell: the step that settled it, counted from 1; 0: none
    std::vector<Verdict> by_clues_, by_total_;
    SumScratch sums_;
    ClueSum sum_;
};

// Makes a step that is a sum of clues again where less is known: false when it does not hold then. It settles nothing
// when all its cells are settled already.
bool redo(const Position& position, ProofStep& step) {
    std::map<Cell, int> factor;
    int says = 0, most = 0;
    for (SignedClue clue : step.clues) {
        says += clue.sign * position.cells[clue.clue].need;
        for (Cell cell : position.shape->neighbours(clue.clue))
            if (position.cells[cell].mark == Mark::OPEN) factor[cell] += clue.sign;
    }
    step.safe.clear();
    step.mines.clear();
    for (auto [cell, times] : factor) {
        most += std::max(times, 0);
        if (times != 0) (times > 0 ? step.mines : step.safe).push_back(cell);
    }
    return says == most;
}

// Removes steps that the others do not need: a step depends on every settled cell around its clues, but may not need
// all of them. Only where every step is a sum of clues.
void leave_out_steps(const Board& board, std::span<const Cell> clues, Cell target, std::vector<ProofStep>& steps) {
    if (std::any_of(steps.begin(), steps.end(), [](const ProofStep& s) { return s.technique > Technique::CHAIN; }))
        return;
    Position start, position;
    show_board(keep_clues(board, clues), start);
    for (std::size_t skip = 0; skip + 1 < steps.size();) {
        std::vector<ProofStep> fewer;
        position = start;
        bool holds = true;
        for (std::size_t k = 0; k < steps.size() && holds; ++k) {
            if (k == skip) continue;
            ProofStep step = steps[k];
            holds = redo(position, step);
            if (!holds || (step.safe.empty() && step.mines.empty())) continue;
            for (Cell cell : step.safe) settle_cell(position, cell, false);
            for (Cell cell : step.mines) settle_cell(position, cell, true);
            fewer.push_back(std::move(step));
        }
        if (holds && position.cells[target].mark != Mark::OPEN)
            steps = std::move(fewer);
        else
            ++skip;
    }
}

}  // namespace

std::vector<Cell> Derivation::clues() const {
    std::vector<Cell> out;
    for (const ProofStep& step : steps)
        for (SignedClue clue : step.clues) out.push_back(clue.clue);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Derivation derive(const Board& board, std::span<const Cell> clues, const Claim& claim, Evidence evidence,
                  const Limits& limits) {
    Derivation out;
    Deriver deriver(board, clues, claim, evidence, limits);
    if (!deriver.run()) return out;
    for (std::size_t k : deriver.needed_for(claim.cell)) out.steps.push_back(std::move(deriver.steps()[k]));
    if (evidence == Evidence::FULL) leave_out_steps(board, clues, claim.cell, out.steps);
    for (const ProofStep& step : out.steps) out.hardest = std::max(out.hardest, step.technique);
    return out;
}

std::vector<EasySafe> list_easiest(const Board& board, bool counter, Technique& technique, const Limits& limits) {
    std::vector<Cell> clues;
    for (Cell cell = 0; cell < board.views.size(); ++cell)
        if (is_clue(board.views[cell])) clues.push_back(cell);
    Claim claim;
    claim.counter = counter;
    Deriver deriver(board, clues, claim, Evidence::NONE, limits);
    std::vector<EasySafe> out;
    technique = Technique::NONE;
    if (!deriver.run()) return out;
    for (const ProofStep& step : deriver.steps()) technique = std::max(technique, step.technique);
    for (const ProofStep& found : deriver.steps())
        for (Cell cell : found.safe) {
            if (out.size() == MAX_COMPARED) break;
            auto kept = deriver.needed_for(cell);
            std::vector<Cell> used;
            for (std::size_t k : kept)
                for (SignedClue clue : deriver.steps()[k].clues) used.push_back(clue.clue);
            std::sort(used.begin(), used.end());
            used.erase(std::unique(used.begin(), used.end()), used.end());
            out.push_back({cell, static_cast<std::uint32_t>(used.size()), static_cast<std::uint32_t>(kept.size())});
        }
    std::stable_sort(out.begin(), out.end(), [](const EasySafe& a, const EasySafe& b) {
        return a.clues != b.clues ? a.clues < b.clues : a.steps < b.steps;
    });
    return out;
}

std::vector<Verdict> judge_cells(const Board& board, bool counter, const Limits& limits) {
    std::vector<Verdict> out(board.views.size(), Verdict::OPEN);
    Board asked = board;
    if (!counter) asked.mines = {};
    BoardAnalysis analysis;
    AnalysisScratch scratch;
    if (!analyze_board(asked, limits, analysis, scratch)) return out;
    for (Cell cell = 0; cell < out.size(); ++cell) {
        if (!is_covered(board.views[cell])) continue;
        double probability = analysis.mine_probability(cell);
        if (probability == 0 || probability == 1) out[cell] = probability == 1 ? Verdict::MINE : Verdict::SAFE;
    }
    return out;
}

}  // namespace sapper
