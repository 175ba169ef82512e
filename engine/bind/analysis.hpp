// The bound analysis of a board. Repeating an analysis costs less than keeping its working memory, so only the
// probabilities are kept. The first question that needs more (a joint probability, a sample, the components) counts
// again and then keeps everything. Large boards keep everything from the start.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "bind/board.hpp"
#include "bind/grid.hpp"
#include "bind/solved.hpp"
#include "count/board_analysis.hpp"

namespace sapper::bind {

// The mine probabilities of boards of one size that are analysed together. They lie in one array, which Python sees
// board by board: a view of an array costs a tenth of making one.
class Probabilities {
  public:
    Probabilities(const Grid& grid, std::size_t boards);
    std::span<double> of(std::size_t board) const { return {values_->data() + board * cells_, cells_}; }
    // A read-only array of one board, which keeps those of all of them.
    nb::object view(std::size_t board);

  private:
    Grid grid_;
    std::size_t boards_, cells_;
    std::shared_ptr<Buffer<double>> values_;
    nb::object array_;  // of all boards, made when it is first needed
};

// Where the probabilities of one board are to be written.
struct Place {
    std::shared_ptr<Probabilities> all;
    std::size_t board = 0;
};

struct BoundAnalysis {
    Grid grid;
    Board board;  // with trusted flags already turned into known mines
    Limits limits;
    Place place;
    std::span<double> mine_probability;  // a cell of the board; NaN where revealed or out of play

    // Analyses the board on the memory of the calling thread. Throws engine errors; contradictions name the cells of
    // clues.
    void analyze(const Watch& watch, BoardAnalysis& found, AnalysisScratch& scratch);

    const BoardAnalysis& full();
    Solved& solved();

  private:
    struct Kept {
        explicit Kept(std::shared_ptr<BoardAnalysis> analysis, const Limits& limits)
            : full(std::move(analysis)), solved({full, &full->analysis}, limits) {}
        std::shared_ptr<BoardAnalysis> full;
        Solved solved;
    };
    Kept& count_again();

    std::mutex lock_;
    std::atomic<bool> ready_{false};  // kept_ is there to stay
    std::unique_ptr<Kept> kept_;
};

}  // namespace sapper::bind
