#include "proof/clue_sum.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

class Search {
  public:
    Search(const Position& position, std::span<const Verdict> verdicts, SumScratch& scratch, ClueSum& sum)
        : position_(position), verdicts_(verdicts), scratch_(scratch), sum_(sum) {
        std::size_t count = position.cells.size();
        scratch.factor.assign(count, 0);
        scratch.used.assign(count, 0);
        scratch.listed.assign(count, 0);
        scratch.touched.clear();
        scratch.nodes = 0;
        sum.clues.clear();
        sum.counter = 0;
        sum.safe.clear();
        sum.mines.clear();
    }

    bool spent() const { return scratch_.nodes > MAX_NODES; }

    // Begins with the counter; every open cell has its factor then. Each sign has all the steps.
    void count(std::int8_t sign) {
        scratch_.nodes = 0;
        sum_.counter = static_cast<std::int8_t>(sum_.counter + sign);
        for (Cell cell = 0; cell < position_.cells.size(); ++cell) {
            if (position_.cells[cell].mark != Mark::OPEN) continue;
            scratch_.factor[cell] = static_cast<std::int8_t>(scratch_.factor[cell] + sign);
            touch(cell);
        }
    }

    void add(Cell clue, std::int8_t sign) {
        position_.shape->visit_neighbours(clue, [&](Cell cell) {
            if (position_.cells[cell].mark != Mark::OPEN) return;
            scratch_.factor[cell] = static_cast<std::int8_t>(scratch_.factor[cell] + sign);
            touch(cell);
        });
    }

    // Completes the sum with at most `more` further clues.
    bool complete(std::size_t more) {
        ++scratch_.nodes;
        Wrong wrong = find_wrong();
        if (wrong.cell == NO_CELL) return settles();
        if (more == 0 || wrong.count == 0 || spent()) return false;
        auto sign = static_cast<std::int8_t>(scratch_.factor[wrong.cell] > 0 ? -1 : 1);
        for (std::size_t k = 0; k < wrong.count; ++k)
            if (with(wrong.clues[k], sign, more - 1)) return true;
        return false;
    }

    // A sum of so many clues at most that begins with this one.
    bool from(SignedClue start, std::size_t clues) {
        // The cells of a start without a result do not belong to the next.
        for (Cell cell : scratch_.touched) scratch_.listed[cell] = 0;
        scratch_.touched.clear();
        return with(start.clue, start.sign, clues - 1);
    }

  private:
    // Completes the sum with this clue and at most so many more.
    bool with(Cell clue, std::int8_t sign, std::size_t more) {
        scratch_.used[clue] = 1;
        sum_.clues.push_back({clue, sign});
        add(clue, sign);
        if (complete(more)) return true;
        add(clue, static_cast<std::int8_t>(-sign));
        sum_.clues.pop_back();
        scratch_.used[clue] = 0;
        return false;
    }

    // A cell whose factor contradicts its verdict, and the clues that could correct it.
    struct Wrong {
        Cell cell = NO_CELL;
        std::size_t count = MAX_NEIGHBOURS + 1;
        std::array<Cell, MAX_NEIGHBOURS> clues;
    };

    void touch(Cell cell) {
        if (scratch_.listed[cell]) return;
        scratch_.listed[cell] = 1;
        scratch_.touched.push_back(cell);
    }

    bool is_wrong(Cell cell) const {
        int factor = scratch_.factor[cell];
        Verdict verdict = verdicts_[cell];
        return factor != 0 && (verdict == Verdict::OPEN || (verdict == Verdict::MINE) != (factor > 0));
    }

    // The wrong cell that the fewest clues can correct: the rest of the search is smallest there.
    Wrong find_wrong() const {
        Wrong best, here;
        for (Cell cell : scratch_.touched) {
            if (!is_wrong(cell)) continue;
            here.cell = cell;
            here.count = 0;
            position_.shape->visit_neighbours(cell, [&](Cell other) {
                if (position_.cells[other].clue() && !scratch_.used[other]) here.clues[here.count++] = other;
            });
            if (here.count < best.count) best = here;
            if (best.count == 0) break;
        }
        return best;
    }

    // Notes what a sum with nothing wrong settles; false when all its factors are zero.
    bool settles() {
        for (Cell cell : scratch_.touched)
            if (scratch_.factor[cell] != 0) (scratch_.factor[cell] > 0 ? sum_.mines : sum_.safe).push_back(cell);
        std::sort(sum_.safe.begin(), sum_.safe.end());
        std::sort(sum_.mines.begin(), sum_.mines.end());
        return !sum_.safe.empty() || !sum_.mines.empty();
    }

    const Position& position_;
    std::span<const Verdict> verdicts_;
    SumScratch& scratch_;
    ClueSum& sum_;
};

// The clues a sum may begin with: those beside a cell it could settle, with the sign that leaves it a factor.
void list_starts(const Position& position, std::span<const Verdict> verdicts, std::vector<SignedClue>& out) {
    out.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (position.cells[cell].mark != Mark::OPEN || verdicts[cell] == Verdict::OPEN) continue;
        auto sign = static_cast<std::int8_t>(verdicts[cell] == Verdict::MINE ? 1 : -1);
        position.shape->visit_neighbours(cell, [&](Cell clue) {
            if (position.cells[clue].clue()) out.push_back({clue, sign});
        });
    }
    auto order = [](SignedClue a, SignedClue b) { return a.clue != b.clue ? a.clue < b.clue : a.sign < b.sign; };
    auto same = [](SignedClue a, SignedClue b) { return a.clue == b.clue && a.sign == b.sign; };
    std::sort(out.begin(), out.end(), order);
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
}

}  // namespace

bool find_chain(const Position& position, std::span<const Verdict> verdicts, SumScratch& scratch, ClueSum& out) {
    Search search(position, verdicts, scratch, out);
    std::vector<SignedClue>& starts = scratch.starts;
    list_starts(position, verdicts, starts);
    for (std::size_t clues = 3; clues <= MAX_CHAIN && !search.spent(); ++clues)
        for (SignedClue start : starts)
            if (search.from(start, clues)) return true;
    return false;
}

bool find_counted(const Position& position, std::span<const Verdict> verdicts, SumScratch& scratch, ClueSum& out) {
    Search search(position, verdicts, scratch, out);
    for (std::int8_t sign : {std::int8_t{-1}, std::int8_t{1}}) {
        search.count(sign);
        if (search.complete(MAX_COUNTED)) return true;
        search.count(static_cast<std::int8_t>(-sign));
    }
    return false;
}

}  // namespace sapper
