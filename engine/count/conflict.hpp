// Rules that leave no world -> a small set of them that cannot all hold. Starting from a rule near the trouble,
// the set grows over rules that share cells until it is contradictory, then shrinks: pieces of halving size are
// left out as long as the rest still contradicts itself, down to single rules. The result is minimal (leaving
// out any rule removes the contradiction) unless the work limit for enormous boards was reached first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "count/count.hpp"
#include "count/join.hpp"
#include "count/rules.hpp"

namespace sapper {

struct Conflict {
    std::vector<std::uint32_t> rules;   // rising
    bool needs_total = false;           // the set contradicts the mine total, not only itself
    std::int64_t fewest = 0, most = 0;  // unknown cells that can be mines by the set, when needs_total
};

// Assumes that no world fits `rules`.
Conflict find_conflict(const Rules& rules, const Limits& limits);

// Who contradicts what, in the words of the caller.
struct ConflictWords {
    std::string subject;           // the rules of the conflict, "the clues at {clues}"; before a verb
    bool plural = true;            // whether the verb is
    std::string total;             // what says how many mines there are, "the board has 5"
    std::int64_t known_mines = 0;  // mines that belong to the total and to no rule
};

// A conflict as a sentence: "the clues at {clues} cannot both hold".
std::string describe_conflict(const Conflict& conflict, std::int64_t total, const ConflictWords& words);

// Throws the ContradictionError that says so.
[[noreturn]] void throw_contradiction(const Rules& rules, const Limits& limits);

}  // namespace sapper
