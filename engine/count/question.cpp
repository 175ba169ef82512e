#include "count/question.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace sapper {

namespace {

// Ways by the number of mines: value[k] of them for lo + k mines.
struct Ways {
    std::int64_t lo = 0;
    std::vector<Scaled> value{1.0};
};

// By those of a part that holds lo .. lo + length - 1 mines in count(0) .. count(length - 1) ways.
template <class Count>
void multiply(Ways& ways, std::int64_t lo, std::size_t length, Count&& count) {
    std::vector<Scaled> product(ways.value.size() + length - 1);
    for (std::size_t i = 0; i < ways.value.size(); ++i)
        for (std::size_t k = 0; k < length; ++k) product[i + k] += ways.value[i] * count(k);
    ways.lo += lo;
    ways.value.swap(product);
}

// All ways of a counting by their number of mines, its unrestricted cells included.
Ways total_ways(const Counting& counting) {
    Ways ways;
    for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component) {
        Counts counts = counting.tallies.counts_of(counting.diagrams, component);
        multiply(ways, counts.lo, counts.ways.size(), [&](std::size_t k) { return counts.at(k); });
    }
    ways.lo += counting.constraints.settled_mines;
    const std::size_t free = counting.constraints.floating.size();
    std::vector<Scaled> binomial{1.0};
    for (std::size_t k = 1; k <= free; ++k)
        binomial.push_back(binomial.back() * static_cast<double>(free - k + 1) / static_cast<double>(k));
    multiply(ways, 0, binomial.size(), [&](std::size_t k) { return binomial[k]; });
    return ways;
}

}  // namespace

Questioner::Questioner(const Analysis& analysis, const Limits& limits) : analysis_(analysis), limits_(limits) {
    const Counting& counting = analysis.counting;
    component_of_group_.resize(counting.constraints.groups.size());
    for (std::uint32_t component = 0; component < counting.components.list.size(); ++component)
        for (std::uint32_t group : counting.components.groups_of(counting.components.list[component]))
            component_of_group_[group] = component;
    local_of_.assign(analysis.rules.cell_count, Constraints::NONE);
}

TouchedPart Questioner::part_of(std::span<const Statements* const> all) const {
    const Constraints& constraints = analysis_.counting.constraints;
    const Components& components = analysis_.counting.components;
    TouchedPart part;
    auto take = [&](std::uint32_t cell) {
        if (local_of_[cell] != Constraints::NONE) return;
        local_of_[cell] = static_cast<std::uint32_t>(part.cells.size());
        part.cells.push_back(cell);
    };
    for (const Statements* statements : all)
        for (const Statement& statement : *statements)
            for (std::uint32_t cell : statement.cells) {
                if (constraints.verdict[cell] != Verdict::OPEN || local_of_[cell] != Constraints::NONE) continue;
                if (constraints.group_of[cell] == Constraints::NONE) {
                    take(cell);
                    ++part.floating;
                    continue;
                }
                std::uint32_t index = component_of_group_[constraints.group_of[cell]];
                part.components.push_back(index);
                for (std::uint32_t group : components.groups_of(components.list[index]))
                    for (std::uint32_t member : constraints.cells_of(constraints.groups[group])) take(member);
            }
    std::sort(part.components.begin(), part.components.end());
    part.rules.cell_count = part.rules.ruled_count = static_cast<std::uint32_t>(part.cells.size());
    std::vector<std::uint32_t> among;
    for (std::uint32_t index : part.components)
        for (std::uint32_t clue_index : components.clues_of(components.list[index])) {
            const Clue& clue = constraints.clues[clue_index];
            among.clear();
            for (std::uint32_t group : constraints.groups_of(clue))
                for (std::uint32_t cell : constraints.cells_of(constraints.groups[group]))
                    among.push_back(local_of_[cell]);
            part.rules.add(clue.lo, clue.hi, among);
        }
    for (std::uint32_t cell : part.cells) local_of_[cell] = Constraints::NONE;
    return part;
}

bool Questioner::count(const TouchedPart& part, const Statements& statements, Counting& out) {
    const Constraints& constraints = analysis_.counting.constraints;
    Rules rules = part.rules;
    for (std::uint32_t local = 0; local < part.cells.size(); ++local) local_of_[part.cells[local]] = local;
    std::vector<std::uint32_t> among;
    for (const Statement& statement : statements) {
        std::int32_t settled = 0;
        among.clear();
        for (std::uint32_t cell : statement.cells) {
            if (constraints.verdict[cell] == Verdict::OPEN)
                among.push_back(local_of_[cell]);
            else
                settled += constraints.verdict[cell] == Verdict::MINE;
        }
        rules.add(statement.lo - settled, statement.hi - settled, among);
    }
    for (std::uint32_t cell : part.cells) local_of_[cell] = Constraints::NONE;
    return count_ways(rules, limits_, out, scratch_);
}

std::vector<Scaled> Questioner::weigh(const TouchedPart& part, std::span<const Statements* const> each) {
    const std::size_t most = part.cells.size();
    std::vector<Scaled> outer;  // for every number of mines in the part
    if (analysis_.total.known) {
        outer = weights_without(analysis_.join, part.components, analysis_.total, part.floating, 0, most + 1);
    } else {
        outer.push_back(1.0);
        for (std::size_t k = 0; k < most; ++k) outer.push_back(outer.back() * analysis_.total.odds());
    }
    std::vector<Scaled> weights;
    for (const Statements* statements : each) {
        Scaled weight;
        if (count(part, *statements, counting_)) {
            Ways ways = total_ways(counting_);
            for (std::size_t k = 0; k < ways.value.size(); ++k)
                weight += ways.value[k] * outer[static_cast<std::size_t>(ways.lo) + k];
        }
        weights.push_back(weight);
    }
    return weights;
}

double Questioner::probability(const Statements& asked, const Statements& given) {
    Statements both = asked;
    both.insert(both.end(), given.begin(), given.end());
    const Statements* each[] = {&both, &given};
    std::vector<Scaled> weights = weigh(part_of(each), each);
    if (!weights[1]) throw InputError("what is given is impossible on this board");
    return std::min(1.0, weights[0].over(weights[1]));
}

std::vector<double> Questioner::outcomes(std::uint32_t cell, std::span<const std::uint32_t> neighbours) {
    std::vector<Statements> cases(neighbours.size() + 1);
    std::vector<const Statements*> each;
    for (std::size_t number = 0; number < cases.size(); ++number) {
        auto mines = static_cast<std::int32_t>(number);
        if (cell != Constraints::NONE) cases[number].push_back({0, 0, {cell}});
        cases[number].push_back({mines, mines, {neighbours.begin(), neighbours.end()}});
        each.push_back(&cases[number]);
    }
    std::vector<Scaled> weights = weigh(part_of(each), each);
    // The cases share out all worlds in which the cell is safe.
    Scaled sum;
    for (const Scaled& weight : weights) sum += weight;
    auto possible = std::count_if(weights.begin(), weights.end(), [](const Scaled& weight) { return bool(weight); });
    std::vector<double> chances;
    for (const Scaled& weight : weights)
        chances.push_back(!weight ? 0 : possible == 1 ? 1 : uncertain(weight.over(sum)));
    return chances;
}

}  // namespace sapper
