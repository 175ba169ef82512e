#include "board/ring.hpp"

#include <algorithm>
#include <vector>

namespace sapper {

namespace {

constexpr std::uint32_t FEW_CELLS = 64;
constexpr std::size_t MOST_RINGS = 64;

// Whether many cells have the same strips, one of eight: in a graph without any order few have.
bool has_order(const Shape& shape) {
    std::vector<std::uint32_t> cells(shape.strips.size(), 0);
    for (std::uint32_t first : shape.first_strip) ++cells[first];
    return std::any_of(cells.begin(), cells.end(),
                       [&](std::uint32_t count) { return std::uint64_t{8} * count >= shape.cell_count(); });
}

// Whether the ring around one cell is that around another.
bool is_alike(const Shape& shape, Cell one, Cell other) {
    if (shape.first_strip[one] != shape.first_strip[other]) return false;
    auto around = shape.neighbours(one), beyond = shape.neighbours(other);
    return std::equal(around.begin(), around.end(), beyond.begin(), beyond.end(),
                      [&](Cell a, Cell b) { return shape.first_strip[a] == shape.first_strip[b]; });
}

// Bit 8 * i + k for lane k of strip i; 0 when there are more than eight strips.
std::uint64_t pack_strips(const Shape& shape, Cell cell) {
    std::uint64_t packed = 0;
    std::uint32_t at = 0;
    shape.visit_strips(cell, [&](Cell, std::uint64_t lanes) {
        if (at < 64) packed |= pack_lanes(lanes) << at;
        at += LANES;
    });
    return at <= 64 ? packed : 0;
}

// The ring around a cell; without words when it needs too many.
PairRing make_ring(const Shape& shape, Cell cell, std::vector<std::uint64_t>& shares) {
    PairRing ring;
    ring.neighbours = pack_strips(shape, cell);
    std::vector<Cell> near;
    for (Cell other : shape.neighbours(cell))
        for (Cell third : shape.neighbours(other)) near.push_back(third);
    std::sort(near.begin(), near.end());
    std::vector<Cell> firsts;
    for (Cell third : near)
        if (firsts.empty() || third - firsts.back() >= LANES) firsts.push_back(third);
    if (ring.neighbours == 0 || firsts.size() > PairRing::MOST_WORDS) return {};
    ring.first_share = static_cast<std::uint32_t>(shares.size());
    ring.words = static_cast<std::uint32_t>(firsts.size());
    for (std::size_t word = 0; word < firsts.size(); ++word)
        ring.offset[word] = static_cast<std::int32_t>(firsts[word]) - static_cast<std::int32_t>(cell);
    auto word_of = [&](Cell third) {
        return static_cast<std::uint32_t>(std::upper_bound(firsts.begin(), firsts.end(), third) - firsts.begin()) - 1;
    };
    ring.own_word = word_of(cell);
    ring.own_lane = std::uint64_t{0xff} << 8 * (cell - firsts[ring.own_word]);
    for (Cell other : shape.neighbours(cell)) {
        std::size_t row = shares.size();
        shares.resize(row + ring.words, 0);
        for (Cell third : shape.neighbours(other)) {
            std::uint32_t word = word_of(third);
            shares[row + word] |= std::uint64_t{1} << 8 * (third - firsts[word]);
        }
    }
    return ring;
}

}  // namespace

void find_rings(Shape& shape) {
    shape.ring_of.assign(shape.cell_count(), Shape::NO_RING);
    if (shape.cell_count() < FEW_CELLS || !has_order(shape)) return;
    std::vector<Cell> like;  // a ring: a cell that has it
    std::size_t last = 0;
    for (Cell cell = 0; cell < shape.cell_count(); ++cell) {
        std::size_t found = last;  // mostly that of the cell before
        if (like.empty() || !is_alike(shape, cell, like[last]))
            found = static_cast<std::size_t>(
                std::find_if(like.begin(), like.end(), [&](Cell other) { return is_alike(shape, cell, other); }) -
                like.begin());
        if (found == like.size()) {
            if (found == MOST_RINGS) continue;
            like.push_back(cell);
            shape.rings.push_back(make_ring(shape, cell, shape.ring_shares));
        }
        last = found;
        if (shape.rings[found].words > 0) shape.ring_of[cell] = static_cast<std::uint8_t>(found);
    }
}

}  // namespace sapper
