// The ladder of techniques on one board, without reveals.
#include "proof/technique.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "bind/analysis.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"

namespace sapper::bind {

namespace {

// (technique, safe cells, mines): what one step settles.
using BoundStep = std::tuple<int, std::vector<CellName>, std::vector<CellName>>;

// What is settled now and was open in `before`, which is brought up to date.
BoundStep compare(const Grid& grid, Technique technique, const Position& position, std::vector<Mark>& before) {
    std::vector<Cell> safe, mines;
    for (Cell cell = 0; cell < before.size(); ++cell) {
        Mark mark = position.cells[cell].mark;
        if (before[cell] != mark && mark == Mark::SAFE) safe.push_back(cell);
        if (before[cell] != mark && mark == Mark::MINE) mines.push_back(cell);
        before[cell] = mark;
    }
    return {static_cast<int>(technique), grid.names(safe), grid.names(mines)};
}

std::vector<BoundStep> climb_board(const BoundAnalysis& bound, int most) {
    const Board& board = bound.board;
    if (!board.mines.known()) raise_input_error("the ladder of techniques needs to know the number of mines");
    std::vector<BoundStep> steps;
    interruptible([&](const Watch& watch) {
        Limits limits = default_limits(*board.shape, watch);
        LadderScratch scratch;
        begin_ladder(*board.shape, board.mines.total, scratch);
        Position position;
        read_position(board, position);
        std::vector<Mark> marks(board.views.size(), Mark::OPEN);
        for (Cell cell = 0; cell < marks.size(); ++cell)
            if (!is_covered(board.views[cell])) marks[cell] = position.cells[cell].mark;
        for (Technique step = Technique::SINGLE; step != Technique::NONE;) {
            BoundStep found = compare(bound.grid, step, position, marks);
            if (!std::get<1>(found).empty() || !std::get<2>(found).empty()) steps.push_back(std::move(found));
            position.safe.clear();
            step = climb(position, static_cast<Technique>(most), limits, scratch);
        }
    });
    return steps;
}

}  // namespace

void bind_technique(nb::module_& module) {
    module.def("climb_board", &climb_board, nb::arg("analysis"), nb::arg("most"),
               "What each step up the ladder settles, in order: (technique, safe cells, mines).");
}

}  // namespace sapper::bind
