// Proofs against all placements: the clues force the cell, none of them can be left out, and every step is true.
// tests/oracle/proofs.py checks the steps themselves one by one.
#include <algorithm>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "proof/proof.hpp"

using namespace sapper;

namespace {

// The worlds of some clues alone, with the total or without.
std::vector<brute::World> worlds_of(const brute::BoardPuzzle& puzzle, const std::vector<Cell>& clues, bool counter) {
    brute::Puzzle kept{puzzle.puzzle.cell_count, {}, puzzle.puzzle.mines};
    for (std::size_t k = 0; k < puzzle.clue.size(); ++k)
        if (std::find(clues.begin(), clues.end(), puzzle.clue[k]) != clues.end())
            kept.facts.push_back(puzzle.puzzle.facts[k]);
    return brute::list_worlds(kept, counter);
}

// Whether a cell has the given value in all of these worlds.
bool forced(const brute::BoardPuzzle& puzzle, const std::vector<brute::World>& worlds, Cell cell, bool mine) {
    auto bit = static_cast<unsigned>(puzzle.bit_of[cell]);
    return std::all_of(worlds.begin(), worlds.end(), [&](brute::World world) { return (world >> bit & 1) == mine; });
}

void check_proof(const brute::BoardPuzzle& puzzle, const Proof& proof) {
    const auto& clues = proof.forcing.clues;
    auto worlds = worlds_of(puzzle, clues, proof.claim.counter);
    CHECK(forced(puzzle, worlds, proof.claim.cell, proof.claim.mine));
    CHECK(!proof.derivation.steps.empty() && proof.derivation.clues() == clues);
    for (const ProofStep& step : proof.derivation.steps) {
        for (Cell cell : step.safe) CHECK(forced(puzzle, worlds, cell, false));
        for (Cell cell : step.mines) CHECK(forced(puzzle, worlds, cell, true));
    }
    if (proof.claim.counter)
        CHECK(!forced(puzzle, worlds_of(puzzle, puzzle.clue, false), proof.claim.cell, proof.claim.mine));
    for (std::size_t without = 0; proof.forcing.minimal && without < clues.size(); ++without) {
        auto fewer = clues;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(without));
        auto more = worlds_of(puzzle, fewer, proof.claim.counter);
        CHECK(!forced(puzzle, more, proof.claim.cell, proof.claim.mine));
    }
}

}  // namespace

TEST(proofs_against_all_placements) {
    cases::Random random(909);
    int proved = 0, counted = 0, easier = 0;
    for (int round = 0; round < 700; ++round) {
        Board board = cases::random_board(random, 11);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle);
        brute::Marginals truth = brute::marginals(puzzle.puzzle, worlds);
        for (std::size_t bit = 0; bit < puzzle.hidden.size(); bit += 3) {
            if (truth.mined[bit] != 0 && truth.mined[bit] != worlds.size()) continue;
            bool mine = truth.mined[bit] != 0;
            Proof small = prove_cell(board, puzzle.hidden[bit], mine, Aim::SMALLEST, {});
            Proof easy = prove_cell(board, puzzle.hidden[bit], mine, Aim::EASIEST, {});
            CHECK(small.forcing.minimal && small.forcing.smallest);
            check_proof(puzzle, small);
            check_proof(puzzle, easy);
            CHECK(easy.derivation.hardest <= small.derivation.hardest);
            CHECK(easy.forcing.clues.size() >= small.forcing.clues.size());
            ++proved;
            counted += small.claim.counter;
            easier += easy.derivation.hardest < small.derivation.hardest;
        }
    }
    CHECK(proved > 500 && counted > 20 && easier > 0);
}

TEST(verdicts_against_all_placements) {
    cases::Random random(31);
    for (int round = 0; round < 1500; ++round) {
        Board board = cases::random_board(random, 12);
        brute::BoardPuzzle puzzle = brute::read_board(board);
        for (bool counter : {false, true}) {
            if (counter && !board.mines.known()) continue;
            auto worlds = brute::list_worlds(puzzle.puzzle, counter);
            auto verdicts = judge_cells(board, counter, {});
            for (Cell cell : puzzle.hidden) {
                CHECK((verdicts[cell] == Verdict::SAFE) == forced(puzzle, worlds, cell, false));
                CHECK((verdicts[cell] == Verdict::MINE) == forced(puzzle, worlds, cell, true));
            }
        }
    }
}
