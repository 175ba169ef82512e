// Cells by their distance from one.
#pragma once

#include <cstdint>
#include <vector>

#include "board/shape.hpp"

namespace sapper {

class Around {
  public:
    // The cells at distance 0: a centre. The shape must outlive the walk.
    void begin(const Shape& shape, Cell centre) {
        for (Cell cell : cells_) seen_[cell] = 0;
        seen_.resize(shape.cell_count());
        shape_ = &shape;
        cells_.assign(1, centre);
        seen_[centre] = 1;
        first_ = 0;
    }

    // Goes one step farther: calls enter(cell) for the cells beside those that were entered last, until it has
    // returned true once for each of them.
    template <class Enter>
    void step(Enter&& enter) {
        for (std::size_t end = cells_.size(); first_ < end; ++first_)
            shape_->visit_neighbours(cells_[first_], [&](Cell cell) {
                if (seen_[cell] || !enter(cell)) return;
                seen_[cell] = 1;
                cells_.push_back(cell);
            });
    }

  private:
    const Shape* shape_ = nullptr;
    std::vector<std::uint8_t> seen_;  // a cell: whether it was entered
    std::vector<Cell> cells_;         // entered
    std::size_t first_ = 0;           // of those that were entered last
};

}  // namespace sapper
