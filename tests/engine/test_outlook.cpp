// Positions of games against all placements: the cells that clues settle, the number of worlds, and the mine
// probability of every open cell, counted or looked up.
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "brute.hpp"
#include "cases.hpp"
#include "check.hpp"
#include "position/outlook.hpp"

using namespace sapper;

namespace {

// Checks every field of an outlook; false when the board has no world.
bool check_outlook(const Board& board, const Position& position, const Outlook& outlook) {
    brute::BoardPuzzle puzzle = brute::read_board(board);
    auto worlds = brute::list_worlds(puzzle.puzzle);
    CHECK(outlook.possible == !worlds.empty());
    if (worlds.empty() || !outlook.possible) return false;
    CHECK(std::abs(outlook.worlds.plain() - static_cast<double>(worlds.size())) < 1e-9);
    brute::Marginals truth = brute::marginals(puzzle.puzzle, worlds);
    std::vector<double> answer(board.views.size(), outlook.floating_probability);
    for (const GroupOutlook& group : outlook.groups)
        for (Cell cell : group.cells) answer[cell] = group.mine_probability;
    for (Cell cell = 0; cell < board.views.size(); ++cell) {
        if (puzzle.bit_of[cell] < 0) continue;
        auto bit = static_cast<std::size_t>(puzzle.bit_of[cell]);
        Mark mark = position.cells[cell].mark;
        double probability = mark == Mark::SAFE ? 0 : mark == Mark::MINE ? 1 : answer[cell];
        CHECK(mark != Mark::CLUE);
        CHECK(std::abs(probability - truth.probability[bit]) < 1e-13L);
        CHECK((probability == 0) == (truth.mined[bit] == 0));
        CHECK((probability == 1) == (truth.mined[bit] == worlds.size()));
    }
    return true;
}

}  // namespace

TEST(outlooks_against_all_placements) {
    cases::Random random(71);
    PartStore store;
    PairScratch pairs;
    Position position;
    Outlook outlook;
    int possible = 0, impossible = 0, settled_by_pairs = 0;
    for (int round = 0; round < 3000; ++round) {
        Board board = cases::random_board(random, 13, round % 4 == 0);
        if (!board.mines.known()) continue;
        store.begin(*board.shape);
        Limits limits;
        if (round % 5 == 0) limits.max_states = SmallPart::MAX_STATES - 1;  // so that the stages count every part
        pairs = {};
        read_position(board, position);
        if (position.possible && round % 2 == 0) settled_by_pairs += settle_pairs(position, pairs);
        if (round % 3 == 0)
            look(position, Detail::WORLDS, limits, store, outlook);  // the second look finds parts to profile
        look(position, Detail::PROBABILITIES, limits, store, outlook);
        (check_outlook(board, position, outlook) ? possible : impossible) += 1;
        if (!outlook.possible) continue;
        // After certain cells are settled, no certain cell is left.
        settle_certain(position, outlook);
        look(position, Detail::PROBABILITIES, limits, store, outlook);
        CHECK(!settle_certain(position, outlook));
        check_outlook(board, position, outlook);
    }
    CHECK(possible > 500 && impossible > 100 && settled_by_pairs > 50);
}

TEST(a_part_is_counted_once) {
    auto shape = std::make_shared<Shape>(make_square_shape(3, 9));
    std::vector<View> views(27, View::HIDDEN);
    views[0] = clue_view(1);
    views[8] = clue_view(1);
    Board board = make_board(shape, views, {5, 0.5});
    PartStore store;
    store.begin(*shape);
    Position position;
    Outlook outlook;
    read_position(board, position);
    look(position, Detail::PROBABILITIES, {}, store, outlook);
    CHECK(store.counted == 2 && outlook.parts.size() == 2);
    Position child = position;
    show_cell(child, 26, 1);  // changes the component at one end alone
    settle_position(child);
    look(child, Detail::PROBABILITIES, {}, store, outlook);
    CHECK(store.counted == 3);
}

TEST(scaled_numbers_keep_their_value) {
    Scaled small{0.5, -2000}, large{0.75, 3000};
    CHECK(large.over(large) == 1 && small.over(small) == 1);
    CHECK(std::isinf(large.plain()) && small.plain() == 0);
    CHECK(Scaled{0.5, 4}.plain() == 8);
    CHECK((Scaled{0.5, 2004}.over(Scaled{0.5, 2000})) == 16);
}

TEST(more_parts_than_a_store_keeps) {
    // A clue in every third cell of a long strip, each between two hidden cells of its own.
    const std::uint32_t clues = 3000;
    std::vector<std::vector<Cell>> neighbours(3 * clues);
    std::vector<View> views(3 * clues, View::HIDDEN);
    for (Cell clue = 0; clue < 3 * clues; clue += 3) {
        neighbours[clue] = {clue + 1, clue + 2};
        neighbours[clue + 1] = neighbours[clue + 2] = {clue};
        views[clue] = clue_view(1);
    }
    auto shape = std::make_shared<Shape>(make_graph_shape(neighbours));
    Board board = make_board(shape, views, {clues, 0.5});
    PartStore store;
    Position position;
    Outlook outlook;
    store.begin(*shape);
    read_position(board, position);
    for (int round = 0; round < 2; ++round) {
        look(position, Detail::PROBABILITIES, {}, store, outlook);
        CHECK(outlook.possible && outlook.parts.size() == clues);
        double bits = std::log2(outlook.worlds.value) + static_cast<double>(outlook.worlds.exponent);
        CHECK(std::abs(bits - clues) < 1e-9);
        for (const GroupOutlook& group : outlook.groups) CHECK(group.mine_probability == 0.5);
    }
}

TEST(all_numbers_of_a_cell_at_once) {
    cases::Random random(72);
    PartStore store, plain_store;
    Position position;
    Outlook outlook, at_once, plain;
    NumberOutlooks numbers;
    int looked = 0, impossible = 0, wide = 0;
    for (int round = 0; round < 1500; ++round) {
        Board board = cases::random_board(random, 13, round % 4 == 0);
        if (!board.mines.known()) continue;
        store.begin(*board.shape);
        plain_store.begin(*board.shape);
        read_position(board, position);
        look(position, Detail::PROBABILITIES, {}, store, outlook);
        if (!outlook.possible) continue;
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            if (position.cells[cell].mark != Mark::OPEN) continue;
            if (!numbers.aim(position, cell, {}, store)) {
                ++wide;
                continue;
            }
            for (int around = 0; around <= position.cells[cell].open(); ++around) {
                Position child = position;
                show_cell(child, cell, number_at(position, cell, around));
                settle_position(child);
                const Detail detail = round % 2 ? Detail::PROBABILITIES : Detail::WORLDS;
                look(child, detail, {}, plain_store, plain);
                numbers.look(around, detail, at_once);
                CHECK(at_once.possible == plain.possible);
                if (!plain.possible) {
                    ++impossible;
                    continue;
                }
                ++looked;
                CHECK(std::abs(at_once.worlds.over(plain.worlds) - 1) < 1e-12);
                if (detail == Detail::WORLDS) continue;
                auto spread = [&](const Outlook& from) {
                    std::vector<double> risk(position.cells.size(), from.floating_probability);
                    for (const GroupOutlook& group : from.groups)
                        for (Cell one : group.cells) risk[one] = group.mine_probability;
                    return risk;
                };
                std::vector<double> expected = spread(plain), found = spread(at_once);
                for (Cell one = 0; one < expected.size(); ++one) {
                    if (position.cells[one].mark != Mark::OPEN || one == cell) continue;
                    // What is settled in one of them is certain in the other.
                    if (child.cells[one].mark == Mark::SAFE) expected[one] = 0;
                    if (child.cells[one].mark == Mark::MINE) expected[one] = 1;
                    CHECK(std::abs(found[one] - expected[one]) < 1e-12);
                    CHECK((found[one] == 0) == (expected[one] == 0) && (found[one] == 1) == (expected[one] == 1));
                }
            }
        }
    }
    CHECK(looked > 3000 && impossible > 1000 && wide > 100);
}
