// The bound analysis of a board. An analysis costs less than keeping its working memory, so only the
// probabilities are kept; the first question that needs more (a joint probability, a sample, the components)
// counts again and then keeps everything. Large boards keep it from the start.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "bind/board.hpp"
#include "bind/grid.hpp"
#include "bind/solved.hpp"

namespace sapper::bind {

// One thread's working memory; nothing of one board can be seen by the next.
struct Desk {
    Analysis analysis;
    BoardNames names;
    AnalysisScratch scratch;
};

// The mine probabilities of boards of one size that are analysed together. They lie in one array, which Python sees
// board by board: a view of an array costs a tenth of making one.
class Probabilities {
  public:
    Probabilities(const Grid& grid, std::size_t boards);
    std::span<double> of(std::size_t board) const { return {values_->data() + board * cells_, cells_}; }
    // A read-only array of one board, which keeps those of all of them.
    nb::object view(std::size_t board);

  private:
    std::size_t rows_, cols_, cells_;
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

    Solved& solved();
    const BoardNames& names();

  private:
    friend std::unique_ptr<BoundAnalysis> analyze_board(const BoundBoard&, Place, bool, const Limits&, Desk&);

    struct Kept {
        Solved solved;
        BoardNames names;
    };
    Kept& count_again();

    std::mutex lock_;
    std::atomic<bool> ready_{false};  // kept_ is there to stay
    std::unique_ptr<Kept> kept_;
};

// Throws engine errors; contradictions name the cells of clues.
std::unique_ptr<BoundAnalysis> analyze_board(const BoundBoard& bound, Place place, bool trust, const Limits& limits,
                                             Desk& desk);

}  // namespace sapper::bind
