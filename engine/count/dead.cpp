#include "count/dead.hpp"

#include <algorithm>
#include <array>

#include "count/sample.hpp"

namespace sapper {

namespace {

constexpr int WITNESSES = 32;   // sampled worlds
constexpr int NUMBER_BITS = 7;  // numbers go up to MAX_NEIGHBOURS
static_assert(MAX_NEIGHBOURS < 1 << NUMBER_BITS);

// worlds[cell] has bit w set when the cell is a mine in sampled world w.
std::vector<std::uint64_t> sample_worlds(const Analysis& analysis) {
    Sampler sampler(analysis);
    Kiss64 random(1);  // any fixed seed: samples only speed the search up
    std::vector<std::uint64_t> worlds(analysis.rules.cell_count, 0);
    std::vector<std::uint8_t> mines(analysis.rules.cell_count);
    for (int world = 0; world < WITNESSES; ++world) {
        sampler.draw(random, mines);
        for (std::size_t cell = 0; cell < mines.size(); ++cell) worlds[cell] |= std::uint64_t{mines[cell]} << world;
    }
    return worlds;
}

// Whether two sampled worlds in which the cell is safe show different numbers. The numbers of all worlds are added
// up in parallel, bit by bit.
bool disproved(const std::vector<std::uint64_t>& worlds, std::uint32_t unknown,
               std::span<const std::uint32_t> neighbours) {
    std::array<std::uint64_t, NUMBER_BITS> sum{};
    for (std::uint32_t other : neighbours) {
        std::uint64_t carry = worlds[other];
        for (auto bit = sum.begin(); carry != 0; ++bit) {
            std::uint64_t next = *bit & carry;
            *bit ^= carry;
            carry = next;
        }
    }
    std::uint64_t safe = (std::uint64_t{1} << WITNESSES) - 1;
    if (unknown != BoardNames::NONE) safe &= ~worlds[unknown];
    return std::any_of(sum.begin(), sum.end(),
                       [&](std::uint64_t bit) { return (bit & safe) != 0 && (bit & safe) != safe; });
}

}  // namespace

std::vector<Cell> find_dead_cells(const Board& board, const BoardAnalysis& analysis, Questioner& questioner,
                                  const Watch& watch) {
    std::vector<std::uint64_t> worlds = sample_worlds(analysis.analysis);
    std::vector<Cell> dead;
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        if (!is_covered(board.views[cell]) || analysis.mine_probability(cell) == 1) continue;
        std::uint32_t unknown = analysis.names.index_of[cell];
        std::vector<std::uint32_t> neighbours = unknown_neighbours(board, analysis.names, cell);
        if (disproved(worlds, unknown, neighbours)) continue;
        watch.check();
        std::vector<double> numbers = questioner.outcomes(unknown, neighbours);
        if (std::count_if(numbers.begin(), numbers.end(), [](double p) { return p > 0; }) == 1) dead.push_back(cell);
    }
    return dead;
}

}  // namespace sapper
