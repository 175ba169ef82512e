// Diagrams and tallies against all placements of each component, with keys of every width, in doubles, in scaled
// doubles and in whole numbers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "count/count.hpp"
#include "natural.hpp"

using namespace sapper;

namespace {

// How many words a component's keys take: a field for every open clue, each wide enough for the largest need.
std::uint32_t key_words(const Counting& counting, const Component& component) {
    std::int32_t largest = 1;
    for (std::uint32_t clue : counting.components.clues_of(component))
        largest = std::max(largest, counting.constraints.clues[clue].hi);
    std::uint32_t per_word = 64 / static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(largest)));
    std::uint32_t words = (component.width + per_word - 1) / per_word;
    return std::bit_ceil(words);
}

// The ways of a component for each number of mines, by trying all placements.
std::vector<std::uint64_t> ways_slowly(const Counting& counting, const Component& component) {
    std::vector<std::uint32_t> cells;
    for (std::uint32_t group : counting.components.groups_of(component))
        for (std::uint32_t cell : counting.constraints.cells_of(counting.constraints.groups[group]))
            cells.push_back(cell);
    std::vector<brute::Fact> facts;
    for (std::uint32_t index : counting.components.clues_of(component)) {
        const Clue& clue = counting.constraints.clues[index];
        facts.push_back({clue.lo, clue.hi, 0});
        for (std::size_t bit = 0; bit < cells.size(); ++bit) {
            auto groups = counting.constraints.groups_of(clue);
            std::uint32_t group = counting.constraints.group_of[cells[bit]];
            if (std::find(groups.begin(), groups.end(), group) != groups.end())
                facts.back().cells |= brute::World{1} << bit;
        }
    }
    std::vector<std::uint64_t> ways(cells.size() + 1);
    for (brute::World world = 0; world < brute::World{1} << cells.size(); ++world)
        ways[static_cast<std::size_t>(std::popcount(world))] += brute::keeps_all(facts, world);
    return ways;
}

void check_tally(const Counting& counting, std::size_t index, const std::vector<std::uint64_t>& ways) {
    Counts counts = counting.tallies.counts_of(counting.diagrams, index);
    ExactTally exact = tally_exactly(counting.diagrams, index, {});
    const State& root = counting.diagrams.root(index);
    for (std::size_t mines = 0; mines < ways.size(); ++mines) {
        auto k = static_cast<std::int64_t>(mines) - counts.lo;
        bool inside = k >= 0 && k < static_cast<std::int64_t>(counts.ways.size());
        CHECK((inside ? counts.ways[static_cast<std::size_t>(k)] : 0) == static_cast<double>(ways[mines]));
        Natural whole = inside ? Natural::from_words(exact.number(root, static_cast<std::uint32_t>(k))) : Natural();
        CHECK(whole == Natural(ways[mines]));
    }
    // Windows are tight: both ends can be reached.
    CHECK(counts.ways.front() > 0 && counts.ways.back() > 0);
}

// Every path of the diagram keeps the clues by construction; here the graph itself is checked.
void check_graph(const Diagrams& diagrams, const Constraints& constraints) {
    for (std::size_t index = 0; index < diagrams.component_count(); ++index) {
        auto layers = diagrams.layers_of(index);
        CHECK(layers.front().count == 1 && layers.back().count == 1);
        for (std::size_t step = 0; step + 1 < layers.size(); ++step) {
            const Layer &layer = layers[step], &next = layers[step + 1];
            CHECK(layer.size == constraints.groups[layer.group].size);
            CHECK(next.first == layer.first + layer.count);
            std::set<std::uint32_t> reached;
            for (std::uint32_t state = layer.first; state < next.first; ++state) {
                const State& from = diagrams.states[state];
                CHECK(from.edge_count == 0 || from.least + from.edge_count - 1 <= static_cast<int>(layer.size));
                for (std::uint32_t target : diagrams.edges_of(from)) {
                    CHECK(target >= next.first && target < next.first + next.count);
                    reached.insert(target);
                }
            }
            CHECK(reached.size() == next.count);
        }
    }
}

// A hub of `hub` cells shared by `spokes` clues, each asking for `need` mines among the hub and `rim` cells of its
// own: every clue is open at once, and the ways have a closed form.
struct Wheel {
    std::uint32_t hub, rim, spokes;
    std::int32_t need;

    Rules rules() const {
        Rules out;
        out.cell_count = out.ruled_count = hub + rim * spokes;
        for (std::uint32_t spoke = 0; spoke < spokes; ++spoke) {
            std::vector<std::uint32_t> among;
            for (std::uint32_t cell = 0; cell < hub; ++cell) among.push_back(cell);
            for (std::uint32_t cell = 0; cell < rim; ++cell) among.push_back(hub + spoke * rim + cell);
            out.add(need, need, among);
        }
        return out;
    }

    std::map<std::int64_t, Natural> ways() const {
        std::map<std::int64_t, Natural> out;
        for (std::int32_t inside = 0; inside <= static_cast<std::int32_t>(hub); ++inside) {
            std::int32_t outside = need - inside;
            if (outside < 0 || outside > static_cast<std::int32_t>(rim)) continue;
            auto choose = [](std::uint32_t n, std::int32_t k) {
                return static_cast<std::uint64_t>(binomials(n)[static_cast<std::size_t>(k)]);
            };
            Natural each = Natural::power(choose(rim, outside), spokes);
            std::int64_t mines = inside + std::int64_t{outside} * spokes;
            out[mines] = out[mines] + Natural(choose(hub, inside)) * each;
        }
        return out;
    }
};

std::uint32_t check_wheel(const Wheel& wheel, Counting& counting, CountingScratch& scratch) {
    CHECK(count_ways(wheel.rules(), {}, counting, scratch));
    CHECK(counting.diagrams.component_count() == 1);
    CHECK(counting.components.list[0].width == wheel.spokes);
    Counts counts = counting.tallies.counts_of(counting.diagrams, 0);
    ExactTally exact = tally_exactly(counting.diagrams, 0, {});
    const State& root = counting.diagrams.root(0);
    auto ways = wheel.ways();
    for (std::size_t k = 0; k < counts.ways.size(); ++k) {
        auto found = ways.find(counts.lo + static_cast<std::int64_t>(k));
        Natural expected = found == ways.end() ? Natural() : found->second;
        CHECK(Natural::from_words(exact.number(root, static_cast<std::uint32_t>(k))) == expected);
        Scaled way = counts.at(k);
        long double value = std::scalbn(static_cast<long double>(way.value), static_cast<int>(way.exponent));
        CHECK(std::abs(value - expected.value()) <= 1e-12L * expected.value());
        CHECK((value == 0) == (expected.value() == 0));
    }
    CHECK(counts.lo == ways.begin()->first);
    CHECK(counts.lo + static_cast<std::int64_t>(counts.ways.size()) - 1 == ways.rbegin()->first);
    return key_words(counting, counting.components.list[0]);
}

}  // namespace

TEST(tallies_count_all_placements) {
    cases::Random random(21);
    Counting counting;
    CountingScratch scratch;
    std::map<std::uint32_t, int> widths;
    for (int round = 0; round < 2400; ++round) {
        cases::RuleSettings settings;
        settings.bent = round % 4 == 0;
        // Many different rules over the same cells: all of them are open at once, and few states are left.
        if (round % 8 == 1) settings.most_rules = 130, settings.least_cells = settings.most_cells = 12;
        Rules rules = cases::random_rules(random, settings);
        if (!count_ways(rules, {}, counting, scratch)) {
            CHECK(brute::list_worlds(brute::read_rules(rules), false).empty());
            CHECK(counting.constraints.conflict < rules.rules.size());
            continue;
        }
        check_graph(counting.diagrams, counting.constraints);
        for (std::size_t index = 0; index < counting.components.list.size(); ++index) {
            const Component& component = counting.components.list[index];
            ++widths[key_words(counting, component)];
            check_tally(counting, index, ways_slowly(counting, component));
        }
    }
    for (std::uint32_t words : {1u, 2u, 4u, 8u}) CHECK(widths[words] > 5);
}

TEST(keys_of_every_width_count_wheels) {
    Counting counting;
    CountingScratch scratch;
    std::set<std::uint32_t> widths;
    for (std::uint32_t spokes : {1u, 15u, 16u, 17u, 31u, 33u, 63u, 64u, 65u, 100u, 127u, 128u})
        widths.insert(check_wheel({5, 9, spokes, 8}, counting, scratch));  // four bits a need: 16 to a word
    for (std::uint32_t spokes : {64u, 65u, 129u, 300u, 512u})
        widths.insert(check_wheel({1, 3, spokes, 1}, counting, scratch));  // one bit
    for (std::uint32_t spokes : {7u, 20u, 50u, 72u})
        widths.insert(check_wheel({56, 40, spokes, 70}, counting, scratch));  // seven bits: 9 to a word
    CHECK(widths == std::set<std::uint32_t>{1, 2, 4, 8});
}

TEST(more_open_clues_than_the_widest_key) {
    Counting counting;
    CountingScratch scratch;
    for (Wheel wheel : {Wheel{5, 9, 129, 8}, Wheel{1, 3, 513, 1}, Wheel{56, 40, 73, 70}}) {
        try {
            count_ways(wheel.rules(), {}, counting, scratch);
            CHECK(false);
        } catch (const LimitError& error) {
            CHECK(error.width == static_cast<int>(wheel.spokes));
        }
    }
}

TEST(large_groups_are_counted_in_pieces) {
    // One rule over 200 cells: C(200, 3) + C(200, 4) ways, in four pieces of a group.
    Rules rules;
    rules.cell_count = rules.ruled_count = 200;
    std::vector<std::uint32_t> all(200);
    for (std::uint32_t cell = 0; cell < 200; ++cell) all[cell] = cell;
    rules.add(3, 4, all);
    Counting counting;
    CountingScratch scratch;
    CHECK(count_ways(rules, {}, counting, scratch));
    Counts counts = counting.tallies.counts_of(counting.diagrams, 0);
    CHECK(counts.lo == 3 && counts.ways.size() == 2);
    CHECK(counts.ways[0] == 1313400 && counts.ways[1] == 64684950);
}

TEST(marginals_of_groups) {
    cases::Random random(22);
    Counting counting;
    CountingScratch scratch;
    MarginalScratch marginal_scratch;
    std::vector<Marginal> marginals;
    for (int round = 0; round < 600; ++round) {
        Rules rules = cases::random_rules(random, {});
        CHECK(count_ways(rules, {}, counting, scratch));
        brute::Puzzle puzzle = brute::read_rules(rules);
        auto worlds = brute::list_worlds(puzzle, false);
        marginals.assign(counting.constraints.groups.size(), {});
        for (std::size_t index = 0; index < counting.components.list.size(); ++index) {
            Counts counts = counting.tallies.counts_of(counting.diagrams, index);
            brute::World within = 0;
            for (std::uint32_t group : counting.components.groups_of(counting.components.list[index]))
                for (std::uint32_t cell : counting.constraints.cells_of(counting.constraints.groups[group]))
                    within |= brute::World{1} << cell;
            // Any weights will do, zeros among them, as long as some number of mines is left.
            std::vector<double> outer(counts.ways.size());
            for (double& weight : outer) weight = random.one_in(3) ? 0 : random.unit();
            if (std::none_of(outer.begin(), outer.end(), [](double w) { return w > 0; })) outer[0] = 1;
            long double sum = 0;
            std::vector<long double> mined(puzzle.cell_count);
            for (brute::World world : worlds) {
                int mines = std::popcount(world & within);
                long double weight = outer[static_cast<std::size_t>(mines - counts.lo)];
                sum += weight;
                for (std::uint32_t cell = 0; cell < puzzle.cell_count; ++cell)
                    if (world >> cell & 1) mined[cell] += weight;
            }
            if (sum == 0) continue;  // only numbers inside a gap were given weight
            if (round % 2) {
                std::vector<Scaled> scaled(outer.begin(), outer.end());
                find_marginals(counting.diagrams, counting.tallies, index, std::span<const Scaled>(scaled), marginals,
                               marginal_scratch);
            } else {
                find_marginals(counting.diagrams, counting.tallies, index, std::span<const double>(outer), marginals,
                               marginal_scratch);
            }
            for (std::uint32_t group : counting.components.groups_of(counting.components.list[index])) {
                const Marginal& marginal = marginals[group];
                for (std::uint32_t cell : counting.constraints.cells_of(counting.constraints.groups[group])) {
                    long double expected = mined[cell] / sum;
                    CHECK(std::abs(marginal.mine_probability - expected) < 1e-13L);
                    CHECK(marginal.can_be_mine == (mined[cell] > 0));
                    CHECK((marginal.mine_probability == 0) == (mined[cell] == 0));
                    CHECK(marginal.can_be_safe == (marginal.mine_probability < 1));
                }
            }
        }
    }
}
