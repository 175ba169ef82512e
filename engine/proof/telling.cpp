#include "proof/telling.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace sapper {

namespace {

constexpr std::size_t MOST_NAMED = 8;  // clues that are named one by one

// What is known of a board before a step.
class Facts {
  public:
    explicit Facts(const Board& board) : shape_(*board.shape), views_(board.views) {}

    void learn(const ProofStep& step) {
        for (Cell cell : step.safe) views_[cell] = View::VOID;
        for (Cell cell : step.mines) views_[cell] = View::MINE;
    }

    int number(Cell clue) const { return clue_number(views_[clue]); }
    std::vector<Cell> mines(Cell clue) const {
        return around(clue, [](View view) { return view == View::MINE; });
    }
    std::vector<Cell> open(Cell clue) const { return around(clue, is_covered); }
    // Mines that a clue still needs.
    std::int64_t need(Cell clue) const { return number(clue) - static_cast<std::int64_t>(mines(clue).size()); }

  private:
    template <class Test>
    std::vector<Cell> around(Cell clue, Test test) const {
        std::vector<Cell> out;
        for (Cell cell : shape_.neighbours(clue))
            if (test(views_[cell])) out.push_back(cell);
        return out;
    }

    const Shape& shape_;
    std::vector<View> views_;
};

std::int64_t count(std::size_t size) {
    return static_cast<std::int64_t>(size);
}

std::string_view word(bool mine) {
    return mine ? "mine" : "safe";
}

class Teller {
  public:
    Teller(const Facts& facts, const ProofStep& step) : facts_(facts), step_(step) {
        for (SignedClue clue : step.clues) clues_.push_back(clue.clue);
    }

    Said tell() const {
        switch (step_.technique) {
            case Technique::NONE:
                break;
            case Technique::SINGLE:
                return tell_single();
            case Technique::PAIR:
                return tell_pair();
            case Technique::CHAIN:
                return tell_sum(0);
            case Technique::CASES:
                return tell_cases();
            case Technique::COUNTING:
                return tell_counting();
            case Technique::COUNTING_CASES:
                return tell_areas();
        }
        return {};
    }

  private:
    Said clue(Cell clue) const { return {"proof.clue", {{"number", facts_.number(clue)}, {"cell", SaidCell{clue}}}}; }
    std::vector<Said> one(Cell cell) const { return {clue(cell)}; }
    std::vector<Said> several(const std::vector<Cell>& clues) const {
        std::vector<Said> out;
        if (clues.size() > MOST_NAMED) return {{"proof.clues", {{"count", count(clues.size())}, {"cells", clues}}}};
        for (Cell cell : clues) out.push_back(clue(cell));
        return out;
    }

    // What the step settles.
    std::vector<Said> settled() const {
        std::vector<Said> out;
        if (!step_.mines.empty()) out.push_back({"proof.mines", {{"cells", step_.mines}}});
        if (!step_.safe.empty()) out.push_back({"proof.safe", {{"cells", step_.safe}}});
        return out;
    }

    Said tell_single() const {
        Cell cell = clues_[0];
        std::vector<Cell> found = facts_.mines(cell);
        if (step_.mines.empty())
            return {"proof.full", {{"clue", one(cell)}, {"found", found}, {"settled", settled()}}};
        return {
            "proof.needs",
            {{"clue", one(cell)}, {"found", found}, {"wanted", count(step_.mines.size())}, {"settled", settled()}}};
    }

    Said tell_pair() const {
        bool first = step_.clues[0].sign > 0;
        Cell more = clues_[first ? 0 : 1], less = clues_[first ? 1 : 0];
        if (step_.mines.empty())
            return {"proof.equal",
                    {{"one", one(more)}, {"other", one(less)}, {"need", facts_.need(more)}, {"settled", settled()}}};
        return {
            "proof.more",
            {{"one", one(more)}, {"other", one(less)}, {"extra", count(step_.mines.size())}, {"settled", settled()}}};
    }

    // Clues added and subtracted: undecided cells cancel out, and the rest can be filled in only one way.
    Said tell_sum(int counter) const {
        std::vector<Said> plus, minus;
        std::int64_t sum = counter * step_.mines_left;
        std::map<Cell, int> factors;
        if (counter != 0) (counter > 0 ? plus : minus).push_back({"proof.need-hidden", {{"need", step_.mines_left}}});
        for (SignedClue signed_clue : step_.clues) {
            Cell cell = signed_clue.clue;
            (signed_clue.sign > 0 ? plus : minus)
                .push_back({"proof.need", {{"need", facts_.need(cell)}, {"clue", one(cell)}}});
            sum += signed_clue.sign * facts_.need(cell);
            for (Cell open : facts_.open(cell)) factors[open] += signed_clue.sign;
        }
        std::vector<Cell> twice;
        for (auto [cell, factor] : factors)
            if (std::abs(factor + counter) > 1) twice.push_back(cell);
        return {"proof.sum",
                {{"plus", plus}, {"minus", minus}, {"sum", sum}, {"twice", twice}, {"settled", settled()}}};
    }

    Said tell_counting() const {
        std::vector<Cell> open;
        for (Cell cell : clues_)
            for (Cell near : facts_.open(cell)) open.push_back(near);
        std::sort(open.begin(), open.end());
        bool apart = std::adjacent_find(open.begin(), open.end()) == open.end() &&
                     std::all_of(step_.clues.begin(), step_.clues.end(),
                                 [&](SignedClue clue) { return clue.sign == -step_.counter; });
        if (!apart) return tell_sum(step_.counter);
        if (clues_.empty()) return {"proof.left", {{"left", step_.mines_left}, {"settled", settled()}}};
        std::int64_t total = 0;
        for (Cell cell : clues_) total += facts_.need(cell);
        Said said{"proof.nowhere-else",
                  {{"left", step_.mines_left},
                   {"clues", several(clues_)},
                   {"count", count(clues_.size())},
                   {"settled", settled()}}};
        if (step_.counter < 0) return said;
        said.entry = "proof.elsewhere";
        said.values.emplace_back("total", total);
        said.values.emplace_back("rest", step_.mines_left - total);
        return said;
    }

    Said tell_cases() const {
        if (step_.cases.empty()) return {"proof.many-cases", {{"clues", several(clues_)}, {"settled", settled()}}};
        std::vector<Said> first{tell_case(0, {})};
        return {"proof.cases", {{"first", first}, {"settled", settled()}}};
    }

    // A case with those it is split into; `known` is what the cases around it settle.
    Said tell_case(std::size_t at, std::map<Cell, bool> known) const {
        const Case& assumed = step_.cases[at];
        known[assumed.cell] = assumed.mine;
        std::vector<Said> links, inner;
        for (const ClueStep& step : assumed.steps) {
            links.push_back(
                {"proof.makes", {{"clue", one(step.clue)}, {"cells", step.cells}, {"what", word(step.mine)}}});
            for (Cell cell : step.cells) known[cell] = step.mine;
        }
        if (assumed.broken != NO_CELL) {
            std::vector<Cell> open = facts_.open(assumed.broken);
            auto mines = std::count_if(open.begin(), open.end(), [&](Cell cell) {
                auto found = known.find(cell);
                return found != known.end() && found->second;
            });
            links.push_back({mines > facts_.need(assumed.broken) ? "proof.too-many" : "proof.too-few",
                             {{"clue", one(assumed.broken)}}});
        } else {
            links.push_back({"proof.two-cases", {}});
            for (std::size_t k = at + 1; k < step_.cases.size() && inner.size() < 2; ++k)
                if (step_.cases[k].depth == assumed.depth + 1) inner.push_back(tell_case(k, known));
        }
        return {assumed.depth == 0 ? "proof.suppose" : "proof.if",
                {{"cell", SaidCell{assumed.cell}}, {"what", word(assumed.mine)}, {"links", links}, {"inner", inner}}};
    }

    // Why, under the opposite assumption, no possible mine numbers of the areas fit the counter.
    Said tell_areas() const {
        bool mine = step_.mines.empty();
        Cell cell = mine ? step_.safe[0] : step_.mines[0];
        std::int64_t left = step_.mines_left, outside = static_cast<std::int64_t>(step_.open_count) - 1;
        std::int64_t low = mine, high = mine;
        for (const Area& area : step_.areas) {
            outside -= count(area.cells.size());
            low += area.mines.front();
            high += area.mines.back();
        }
        high += outside;
        std::string_view bound = left < low ? "least" : left > high ? "most" : "none";
        std::vector<Said> parts;
        if (mine) parts.push_back({"proof.itself", {{"cell", SaidCell{cell}}}});
        for (const Area& area : step_.areas) {
            std::vector<std::int64_t> numbers(area.mines.begin(), area.mines.end());
            if (bound != "none") numbers = {bound == "least" ? numbers.front() : numbers.back()};
            parts.push_back({"proof.area", {{"bound", bound}, {"numbers", numbers}, {"clues", several(area.clues)}}});
        }
        if (left >= low && outside != 0) parts.push_back({"proof.outside", {{"count", outside}}});
        return {"proof.areas",
                {{"cell", SaidCell{cell}},
                 {"what", word(mine)},
                 {"parts", parts},
                 {"bound", bound},
                 {"total", bound == "least" ? low : high},
                 {"left", left},
                 {"settled", settled()}}};
    }

    const Facts& facts_;
    const ProofStep& step_;
    std::vector<Cell> clues_;
};

}  // namespace

std::vector<Said> tell_steps(const Board& board, std::span<const ProofStep> steps) {
    Facts facts(board);
    std::vector<Said> out;
    for (const ProofStep& step : steps) {
        out.push_back(Teller(facts, step).tell());
        facts.learn(step);
    }
    return out;
}

}  // namespace sapper
