// ChordChoice -> choices of parts of the board that can be searched one by one, for a lower bound of the clicks where
// the whole is too wide. Everything that candidates of two parts share is free: a mine beside both needs no flag, a
// single beside both no click. A part of the chorded cells that may reach across needs no click of its own: its cells
// border a gate, an opening that stands for all that lies outside. The gate itself costs one click, which is not
// counted. So no set of chords costs more in the parts together than in the whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measure/chords.hpp"

namespace sapper {

struct SplitChoice {
    std::vector<ChordChoice> parts;  // by number; their `fixed` are 0
    std::uint32_t gates = 0;         // clicks of the parts that do not count
    std::uint32_t shared = 0;        // mines, singles and openings that are free
};

// `part_of` has the part of every candidate, from 0 to `parts` - 1.
SplitChoice split_choice(const ChordChoice& choice, std::span<const std::uint32_t> part_of, std::uint32_t parts);

}  // namespace sapper
