// The ladder of techniques against all placements and all signed sums of clues: the settled cells are right, open
// cells are undecided, and no easier technique applies.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "proof/technique.hpp"

using namespace sapper;

namespace {

struct OpenClue {
    std::vector<Cell> cells;
    int need = 0;
};

// The clues of a position over its open cells, the mine counter last.
std::vector<OpenClue> open_clues(const Position& position) {
    std::vector<OpenClue> out;
    OpenClue all;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (position.cells[cell].mark == Mark::OPEN) all.cells.push_back(cell);
        if (!position.cells[cell].clue()) continue;
        OpenClue clue;
        clue.need = position.cells[cell].need;
        for (Cell other : position.shape->neighbours(cell))
            if (position.cells[other].mark == Mark::OPEN) clue.cells.push_back(other);
        if (!clue.cells.empty()) out.push_back(clue);
    }
    all.need = static_cast<int>(position.mines_left);
    out.push_back(all);
    return out;
}

// Whether a sum with these signs has exactly one solution and settles a cell.
bool is_tight(const std::vector<OpenClue>& clues, const std::vector<int>& signs, std::size_t cell_count) {
    std::vector<int> factor(cell_count);
    int says = 0, most = 0;
    for (std::size_t k = 0; k < clues.size(); ++k) {
        says += signs[k] * clues[k].need;
        for (Cell cell : clues[k].cells) factor[cell] += signs[k];
    }
    bool something = false;
    for (int f : factor) {
        most += std::max(f, 0);
        something |= f != 0;
    }
    return something && says == most;
}

// The fewest clues of a tight sum without the counter, or with it; 100 when there is none.
std::size_t shortest_sum(const std::vector<OpenClue>& clues, bool counter, std::size_t cell_count) {
    std::vector<int> signs(clues.size(), -1);
    std::size_t best = 100;
    while (true) {
        auto used = static_cast<std::size_t>(std::count_if(signs.begin(), signs.end(), [](int s) { return s != 0; }));
        if ((signs.back() != 0) == counter && used < best && is_tight(clues, signs, cell_count)) best = used;
        std::size_t k = 0;
        while (k < signs.size() && signs[k] == 1) signs[k++] = -1;
        if (k == signs.size()) return best;
        ++signs[k];
    }
}

// The technique by its definition.
bool fits_definition(const Position& before, Technique technique) {
    auto clues = open_clues(before);
    if (clues.size() > 8) return true;  // too many sums to try
    std::size_t cells = before.cells.size();
    std::size_t plain = shortest_sum(clues, false, cells);
    switch (technique) {
        case Technique::PAIR:
            return plain == 2;
        case Technique::CHAIN:
            return plain >= 3 && plain <= MAX_CHAIN;
        case Technique::CASES:
            return plain > MAX_CHAIN;
        case Technique::COUNTING:
            return plain > MAX_CHAIN && shortest_sum(clues, true, cells) < 100;
        default:
            return plain > MAX_CHAIN && shortest_sum(clues, true, cells) == 100;
    }
}

// Whether every cell settled so far is the same in all of these worlds, and is so marked.
bool agrees(const brute::BoardPuzzle& puzzle, const std::vector<brute::World>& worlds, const Position& position) {
    for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit) {
        Mark mark = position.cells[puzzle.hidden[bit]].mark;
        for (brute::World world : worlds)
            if ((mark == Mark::MINE && !(world >> bit & 1)) || (mark == Mark::SAFE && (world >> bit & 1)))
                return false;
    }
    return true;
}

// Whether some cell that all worlds agree on is still open.
bool leaves_certain(const brute::BoardPuzzle& puzzle, const std::vector<brute::World>& worlds,
                    const Position& position) {
    brute::Marginals truth = brute::marginals(puzzle.puzzle, worlds);
    for (std::size_t bit = 0; bit < puzzle.hidden.size(); ++bit)
        if (position.cells[puzzle.hidden[bit]].mark == Mark::OPEN &&
            (truth.mined[bit] == 0 || truth.mined[bit] == worlds.size()))
            return true;
    return false;
}

}  // namespace

TEST(the_ladder_against_all_placements_and_all_sums) {
    cases::Random random(505);
    Position position, before;
    std::array<int, TECHNIQUES> met{};
    for (int round = 0; round < 20000; ++round) {
        Board board = cases::random_board(random, 13, round % 4 == 0);
        if (!board.mines.known()) continue;
        brute::BoardPuzzle puzzle = brute::read_board(board);
        auto worlds = brute::list_worlds(puzzle.puzzle), by_clues = brute::list_worlds(puzzle.puzzle, false);
        if (worlds.empty()) continue;
        LadderScratch scratch;
        begin_ladder(*board.shape, scratch);
        read_position(board, position);
        Technique hardest = Technique::NONE;
        while (true) {
            position.safe.clear();
            before = position;
            Technique step = climb(position, Technique::COUNTING_CASES, {}, scratch);
            ++met[static_cast<std::size_t>(step)];
            if (step == Technique::NONE) break;
            CHECK(position.open_count < before.open_count);
            CHECK(fits_definition(before, step));
            hardest = std::max(hardest, step);
            CHECK(agrees(puzzle, hardest <= Technique::CASES ? by_clues : worlds, position));
        }
        CHECK(!leaves_certain(puzzle, worlds, position));
        // Without the counter, exactly the cells that the clues decide are found.
        begin_ladder(*board.shape, scratch);
        read_position(board, position);
        do position.safe.clear();
        while (climb(position, Technique::CASES, {}, scratch) != Technique::NONE);
        CHECK(agrees(puzzle, by_clues, position) && !leaves_certain(puzzle, by_clues, position));
    }
    for (std::size_t technique = 2; technique < TECHNIQUES; ++technique) CHECK(met[technique] > 10);
}
