#include "proof/proof.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/shrink.hpp"

namespace sapper {

namespace {

// Boards up to this size are derived from as a whole.
constexpr std::size_t SMALL_BOARD = 4096;
// Further steps around the nearest clues that force a cell, for an easier way to it.
constexpr std::size_t ELBOW_ROOM = 3;

std::vector<Cell> clues_of(const ForcingTest& test, std::span<const std::uint32_t> rules) {
    std::vector<Cell> out;
    for (std::uint32_t rule : rules) out.push_back(test.clue_of(rule));
    return out;
}

// The clues near the cell that suffice to force it, and some around them; all connected clues where no test decides
// it, as on wide boards.
std::vector<Cell> find_near(ForcingTest& test) {
    std::size_t before = 0;
    for (std::size_t steps = 1;; steps += 1 + steps / 4) {
        std::vector<std::uint32_t> rules = test.nearest(steps);
        if (rules.size() == before) return clues_of(test, rules);
        before = rules.size();
        if (test.forces(rules)) return clues_of(test, test.nearest(steps + ELBOW_ROOM));
    }
}

// Nearest first, so that far clues are left out first.
std::vector<Cell> sort_by_distance(const ForcingTest& test, const std::vector<Cell>& clues) {
    std::vector<Cell> out;
    for (std::uint32_t rule : test.nearest(~std::size_t{0}))
        if (std::binary_search(clues.begin(), clues.end(), test.clue_of(rule))) out.push_back(test.clue_of(rule));
    return out;
}

// Whether the clues force the claim and leave it undecided without any one of them.
bool is_minimal(ForcingTest& test, const std::vector<Cell>& clues) {
    for (Cell left_out : clues) {
        std::vector<std::uint32_t> rules;
        for (Cell clue : clues)
            if (clue != left_out) rules.push_back(test.rule_at(clue));
        if (test.forces(rules)) return false;
    }
    return test.undecided() == 0;
}

// A set of clues that shows the claim by no harder technique than `easy` does, and no smaller part of which does.
Forcing keep_easy(const Board& board, const Derivation& easy, ForcingTest& test, Proof& proof, const Limits& limits) {
    std::vector<Cell> ordered = sort_by_distance(test, easy.clues());
    Forcing out = shrink_forcing(test, ordered);
    auto is_smallest = [&, known = proof.forcing](const Forcing& set) {
        return known.smallest && set.clues.size() == known.clues.size();
    };
    out.smallest = is_smallest(out);
    proof.derivation = derive(board, out.clues, proof.claim, Evidence::FULL, limits);
    if (proof.derivation.hardest <= easy.hardest) return out;
    std::vector<Cell> rising;
    shrink(
        ordered,
        [&](const std::vector<Cell>& fewer) {
            rising = fewer;
            std::sort(rising.begin(), rising.end());
            if (fewer.empty() && !proof.claim.counter) return false;
            Derivation tried = derive(board, rising, proof.claim, Evidence::NONE, limits);
            return tried.hardest != Technique::NONE && tried.hardest <= easy.hardest;
        },
        [] { return false; });
    std::sort(ordered.begin(), ordered.end());
    out.clues = ordered;
    out.minimal = is_minimal(test, ordered);  // the technique needs all of them, but the cell may be forced by fewer
    out.smallest = is_smallest(out);
    proof.derivation = derive(board, out.clues, proof.claim, Evidence::FULL, limits);
    return out;
}

}  // namespace

Proof prove_cell(const Board& board, Cell cell, bool mine, Aim aim, const Limits& limits) {
    Proof proof;
    bool by_clues = judge_cells(board, false, limits)[cell] != Verdict::OPEN;
    proof.claim = {cell, mine, !by_clues};
    ForcingTest test(board, proof.claim, limits);
    // On large boards only what is near takes part; with the counter everything is.
    bool local = by_clues && board.views.size() > SMALL_BOARD;
    std::vector<Cell> near = local ? find_near(test) : clues_of(test, test.nearest(~std::size_t{0}));
    std::sort(near.begin(), near.end());
    Derivation easy = derive(board, near, proof.claim, Evidence::NONE, limits);
    if (easy.steps.empty()) throw LimitError("too wide to explain");
    proof.forcing = find_forcing(test, sort_by_distance(test, easy.clues()));
    proof.derivation = derive(board, proof.forcing.clues, proof.claim, Evidence::FULL, limits);
    if (aim == Aim::EASIEST && proof.derivation.hardest > easy.hardest)
        proof.forcing = keep_easy(board, easy, test, proof, limits);
    return proof;
}

}  // namespace sapper
