// Analysis -> dead cells: cells that show the same number in every world in which they are safe, so that revealing
// them teaches nothing. Sampled worlds, 64 at a time in the bits of a word, disprove most cells at once: two
// worlds that show different numbers are a witness. What no witness disproves is decided exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "question.hpp"

namespace sapper {

// The unknown neighbours of an unknown cell.
using UnknownNeighbours = std::function<void(std::uint32_t cell, std::vector<std::uint32_t>& out)>;

// Dead cells among the unknown cells that can be safe, rising.
std::vector<std::uint32_t> find_dead_cells(const Analysis& analysis, Questioner& questioner,
                                           const UnknownNeighbours& neighbours);

}  // namespace sapper
