// The three errors of the engine: the input is wrong, the clues contradict each other, or the answer would cost more
// than allowed. Each carries the cells concerned as data, so that the caller can name them in its own coordinates. A
// fourth type, Cancelled, is not an error: the caller asked a long call to stop.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/types.hpp"

namespace sapper {

// A value outside its domain. `cell` is the offending cell, or NO_CELL when the fault is not at one cell.
struct InputError : std::runtime_error {
    explicit InputError(const std::string& message, Cell cell = NO_CELL) : std::runtime_error(message), cell(cell) {}
    Cell cell;
};

// No world fits. `rules` is a small set of rules (for a board: clue cells) that cannot all hold; removing any
// one of them removes the contradiction. `needs_total` says that the mine total is part of the contradiction. In the
// message `{clues}` stands for the rules, which only the caller can name.
struct ContradictionError : std::runtime_error {
    ContradictionError(const std::string& message, std::vector<std::uint32_t> rules, bool needs_total)
        : std::runtime_error(message), rules(std::move(rules)), needs_total(needs_total) {}
    std::vector<std::uint32_t> rules;
    bool needs_total;
};

// The answer exists but costs more than the limits allow. `width` is the number of clues that were open at once, or
// 0 when a size limit was hit.
struct LimitError : std::runtime_error {
    explicit LimitError(const std::string& message, int width = 0) : std::runtime_error(message), width(width) {}
    int width;
};

// Thrown out of a long call after its Watch asked it to stop.
struct Cancelled : std::runtime_error {
    Cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace sapper
