#include "strategy/finish.hpp"

#include <utility>

namespace sapper {

namespace {

constexpr std::uint64_t MOST_STATES = 20'000;

}  // namespace

std::optional<std::vector<Click>> Finish::find(const Position& position, std::span<const std::uint8_t> flagged,
                                               std::uint32_t row_length, const Watch& watch) {
    const Shape& shape = *position.shape;
    std::uint32_t cells = shape.cell_count(), hidden = 0;
    for (Cell cell = 0; cell < cells; ++cell) hidden += position.cells[cell].mark == Mark::SAFE;
    if (hidden > most_hidden_) return std::nullopt;
    std::vector<std::uint32_t> sides{cells};
    if (row_length > 0 && cells % row_length == 0) sides = {cells / row_length, row_length};
    if (sides != sides_) {
        orders_ = sweep_orders(sides);
        sides_ = std::move(sides);
    }
    mined_.assign(cells, 0);
    shows_.assign(cells, 0);
    shown_.assign(cells, 0);
    for (Cell cell = 0; cell < cells; ++cell) {
        Mark mark = position.cells[cell].mark;
        if (mark == Mark::VOID || mark == Mark::OPEN) return std::nullopt;
        shown_[cell] = mark == Mark::CLUE;
        mined_[cell] = mark == Mark::MINE;
        if (mined_[cell]) shape.visit_neighbours(cell, [&](Cell other) { ++shows_[other]; });
    }
    auto clicks = finish_in_fewest({shape, mined_, shows_}, {shown_, flagged}, orders_, MOST_STATES, watch);
    if (!clicks) most_hidden_ = hidden - hidden / 4;
    return clicks;
}

}  // namespace sapper
