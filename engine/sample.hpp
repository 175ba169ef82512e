// Analysis -> worlds drawn uniformly from all that fit (with a density: in proportion to their probability). The
// mine total is split down the join's tree, each component walks its diagram from the root with the number of
// mines it got, and each group places its mines at random among its cells. Nothing is rejected. A world costs
// about as much as the components have groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis.hpp"
#include "rng.hpp"

namespace sapper {

class Sampler {
  public:
    // The analysis must outlive the sampler.
    explicit Sampler(const Analysis& analysis) : analysis_(analysis) {}

    // Writes one world: mines[cell] is 1 or 0 for every unknown cell.
    void draw(Kiss64& random, std::span<std::uint8_t> mines);

  private:
    void split_total(Kiss64& random);
    void draw_count(Kiss64& random, std::size_t component);
    void fill_component(Kiss64& random, std::size_t component, std::int64_t count, std::span<std::uint8_t> mines);

    const Analysis& analysis_;
    std::vector<std::int64_t> node_mines_;
    std::int64_t floating_mines_ = 0;
    std::vector<std::uint32_t> shuffled_;
};

}  // namespace sapper
