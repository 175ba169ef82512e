// Analysis -> dead cells: cells that show the same number in every world in which they are safe, so that revealing
// them teaches nothing. Sampled worlds, 64 at a time in the bits of a word, disprove most cells at once: two
// worlds that show different numbers are a witness. What no witness disproves is decided exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "count/question.hpp"

namespace sapper {

struct DeadCandidate {
    std::uint32_t cell = Constraints::NONE;  // an unknown cell that can be safe, or NONE for a cell known to be safe
    std::vector<std::uint32_t> neighbours;   // the unknown cells around it
};

// Which of the candidates are dead, rising.
std::vector<std::size_t> find_dead(const Analysis& analysis, Questioner& questioner,
                                   std::span<const DeadCandidate> candidates, const Watch& watch);

}  // namespace sapper
