// The bound analysis of a board. An analysis costs less than keeping its working memory, so only the
// probabilities are kept; the first question that needs more (a joint probability, a sample, the components)
// counts again and then keeps everything. Large boards keep it from the start.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "board.hpp"
#include "grid.hpp"
#include "solved.hpp"

namespace sapper::bind {

// One thread's working memory; nothing of one board can be seen by the next.
struct Desk {
    Analysis analysis;
    BoardNames names;
    Workspace workspace;
};

struct BoundAnalysis {
    Grid grid;
    Board board;  // with trusted flags already turned into known mines
    Limits limits;
    Buffer<double> mine_probability;  // a cell of the board; NaN where revealed or out of play

    Solved& solved();
    const BoardNames& names();

  private:
    friend std::unique_ptr<BoundAnalysis> analyze_board(const BoundBoard&, bool, const Limits&, Desk&);
    void count_again();

    std::mutex lock_;
    std::atomic<bool> ready_{false};  // solved_ and names_ are there to stay
    std::unique_ptr<Solved> solved_;
    BoardNames names_;
};

// Throws engine errors; contradictions name the cells of clues.
std::unique_ptr<BoundAnalysis> analyze_board(const BoundBoard& bound, bool trust, const Limits& limits, Desk& desk);

}  // namespace sapper::bind
