#include "count/question.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "count/convolve.hpp"

namespace sapper {

namespace {

// A polynomial in the number of mines: value[k] * 2^scale ways for lo + k mines. Scaling by powers of two only
// keeps every ratio of small counts exact.
struct Ways {
    std::int64_t lo = 0;
    std::vector<double> value{1.0};
    std::int64_t scale = 0;
};

void normalise(Ways& ways) {
    int exponent = std::ilogb(*std::max_element(ways.value.begin(), ways.value.end()));
    for (double& value : ways.value) value = std::scalbn(value, -exponent);
    ways.scale += exponent;
}

void multiply(Ways& ways, std::int64_t lo, std::span<const double> factor) {
    std::vector<double> product(ways.value.size() + factor.size() - 1);
    convolve(ways.value, factor, product);
    ways.lo += lo;
    ways.value.swap(product);
    normalise(ways);
}

// All ways of a counting by their number of mines, its unrestricted cells included.
Ways total_ways(const Counting& counting, double tilt) {
    Ways ways;
    for (std::size_t component = 0; component < counting.diagrams.component_count(); ++component) {
        Counts counts = counting.tallies.counts_of(counting.diagrams, component);
        ways.scale += counting.tallies.scale[component];
        multiply(ways, counts.lo, counts.ways);
    }
    const std::vector<double> unrestricted = {1, tilt}, mine = {tilt};
    for (std::size_t k = 0; k < counting.constraints.floating.size(); ++k) multiply(ways, 0, unrestricted);
    for (std::int64_t k = 0; k < counting.constraints.settled_mines; ++k) multiply(ways, 1, mine);
    return ways;
}

// Multiplies the ways with n mines by odds^n. The powers may leave the range of doubles by far, so they are measured
// against the one that is largest, and that one is kept in the scale.
void weigh_by_odds(Ways& ways, double odds) {
    std::size_t count = ways.value.size();
    std::int64_t most = ways.lo + static_cast<std::int64_t>(count) - 1;
    double power = 1, step = odds > 1 ? 1 / odds : odds;
    for (std::size_t k = 0; k < count; ++k, power *= step) ways.value[odds > 1 ? count - 1 - k : k] *= power;
    normalise(ways);
    // The smallest densities have few digits, and a product with them has no more: their exponent goes to the scale.
    std::int64_t mines = odds > 1 ? most : ways.lo;
    int exponent = 0;
    const std::vector<double> mine = {std::frexp(odds, &exponent)};
    for (std::int64_t k = 0; k < mines; ++k) multiply(ways, 0, mine);
    ways.scale += mines * exponent;
}

double ratio(const Questioner::Weight& part, const Questioner::Weight& whole) {
    if (part.value == 0) return 0;
    return std::min(1.0, std::scalbn(part.value / whole.value, static_cast<int>(part.scale - whole.scale)));
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
    return count_ways(rules, analysis_.join.tilt, limits_, out, scratch_);
}

std::vector<Questioner::Weight> Questioner::weigh(const TouchedPart& part, std::span<const Statements* const> each) {
    bool known = analysis_.total.known;
    Window outer;
    if (known)
        outer = weights_without(analysis_.join, part.components, analysis_.total, part.floating, 0,
                                part.cells.size() + 1);
    std::vector<Weight> weights;
    for (const Statements* statements : each) {
        Weight weight;
        if (count(part, *statements, counting_)) {
            Ways ways = total_ways(counting_, analysis_.join.tilt);
            if (!known) weigh_by_odds(ways, analysis_.join.rest);
            for (std::size_t k = 0; k < ways.value.size(); ++k)
                weight.value += ways.value[k] * (known ? outer.value[static_cast<std::size_t>(ways.lo) + k] : 1);
            weight.scale = ways.scale;
        }
        weights.push_back(weight);
    }
    return weights;
}

double Questioner::probability(const Statements& asked, const Statements& given) {
    Statements both = asked;
    both.insert(both.end(), given.begin(), given.end());
    const Statements* each[] = {&both, &given};
    std::vector<Weight> weights = weigh(part_of(each), each);
    if (weights[1].value == 0) throw InputError("what is given is impossible on this board");
    return ratio(weights[0], weights[1]);
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
    std::vector<Weight> weights = weigh(part_of(each), each);
    // The cases share out all worlds in which the cell is safe. Measured against the largest, none overflows.
    std::int64_t scale = std::numeric_limits<std::int64_t>::min();
    for (const Weight& weight : weights)
        if (weight.value > 0) scale = std::max(scale, weight.scale + std::ilogb(weight.value));
    std::vector<double> chances;
    double sum = 0;
    for (const Weight& weight : weights) {
        chances.push_back(weight.value > 0 ? std::scalbn(weight.value, static_cast<int>(weight.scale - scale)) : 0);
        sum += chances.back();
    }
    auto possible = std::count_if(weights.begin(), weights.end(), [](const Weight& w) { return w.value > 0; });
    for (std::size_t number = 0; number < chances.size(); ++number)
        if (weights[number].value > 0) chances[number] = possible == 1 ? 1 : uncertain(chances[number] / sum);
    return chances;
}

}  // namespace sapper
