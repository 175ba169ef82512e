// Rules that leave no world -> a small set of them that cannot all hold. Starting from a rule near the trouble,
// the set grows over rules that share cells until it is contradictory, then shrinks: pieces of halving size are
// left out as long as the rest still contradicts itself, down to single rules. The result is minimal (leaving
// out any rule removes the contradiction) unless the work limit for enormous boards was reached first.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "count/count.hpp"
#include "count/join.hpp"
#include "count/rules.hpp"

namespace sapper {

struct Conflict {
    std::vector<std::uint32_t> rules;   // rising
    bool needs_total = false;           // the set contradicts the mine total, not only itself
    std::int64_t fewest = 0, most = 0;  // mines that fit the set, when needs_total
};

// Assumes that no world fits `rules`.
Conflict find_conflict(const Rules& rules, const Limits& limits);

// Throws the ContradictionError that says so.
[[noreturn]] void throw_contradiction(const Rules& rules, const Limits& limits);

}  // namespace sapper
