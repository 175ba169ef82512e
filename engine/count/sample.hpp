// Analysis -> worlds drawn uniformly from all that fit (with a density: in proportion to their probability). The
// mine total is split down the join's tree, each component walks its diagram from the root with the number of
// mines it got, and each group places its mines at random among its cells. Nothing is rejected. A world costs
// about as much as the components have groups.
//
// Chances come from a stream, so that draws are independent, or are tied to cells, so that two positions that are
// alike in some region draw alike there, which makes comparisons between them less noisy.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "count/analysis.hpp"

namespace sapper {

// Chances tied to cells: the same salt gives every cell the same chance again.
struct CellChances {
    std::uint64_t salt = 0;
    std::span<const Cell> cells;  // the analysis's unknown cell -> cell
};

class Sampler {
  public:
    // The analysis must outlive the sampler.
    explicit Sampler(const Analysis& analysis) : analysis_(analysis) {}

    // Writes one world: mines[cell] is 1 or 0 for every unknown cell.
    void draw(Kiss64& random, std::span<std::uint8_t> mines);
    void draw(const CellChances& chances, std::span<std::uint8_t> mines);

  private:
    template <class Chances>
    void draw_by(Chances& chances, std::span<std::uint8_t> mines);
    template <class Chances>
    void split_total(Chances& chances);
    template <class Chances>
    void draw_count(Chances& chances, std::size_t component);
    template <class Chances>
    void fill_component(Chances& chances, std::size_t component, std::int64_t count, std::span<std::uint8_t> mines);
    void take_wide_chances();
    std::uint32_t first_cell(std::size_t component) const;

    const Analysis& analysis_;
    std::vector<std::int64_t> node_mines_;
    std::int64_t floating_mines_ = 0;
    std::vector<std::uint32_t> shuffled_;
    std::vector<double> chance_;       // of the edges out of a state, or of the numbers of a component
    std::vector<Scaled> wide_chance_;  // the same, where they may leave the range of doubles
};

}  // namespace sapper
