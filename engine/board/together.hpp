// Something of all neighbours of a cell put together, for every cell of a board at once: how many of them hold a
// mine, whether one of them is hidden. Bytes are read and written in whole stretches, a stride at a time; the
// compiler makes that sixteen or more cells a step. Costs as much as the board has cells, times their neighbours.
// Works on any shape.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/buffer.hpp"
#include "board/shape.hpp"

namespace sapper {

// A byte a cell with zeros before the first and behind the last of them, so that a stride of any cell leads to a
// byte.
class FramedBytes {
  public:
    // The bytes of the cells are undefined.
    void resize(std::size_t cells, std::size_t margin) {
        if (bytes_.size() == cells + 2 * margin && margin_ == margin) return;  // nothing is written beside the cells
        bytes_.assign(cells + 2 * margin, 0);
        margin_ = margin;
    }
    std::uint8_t* data() { return bytes_.data() + margin_; }
    const std::uint8_t* data() const { return bytes_.data() + margin_; }

  private:
    Buffer<std::uint8_t> bytes_;
    std::size_t margin_ = 0;
};

// How many bytes the frame of a shape needs on either side.
inline std::size_t longest_stride(const Shape& shape) {
    if (shape.strides.empty()) return 0;
    return static_cast<std::size_t>(std::max(-shape.strides.front().distance, shape.strides.back().distance));
}

// Puts the bytes `from` of the neighbours at a few strides to the bytes of all cells.
template <std::size_t Count, class Together>
void put_strides(const Stride* strides, const std::uint8_t* from, std::size_t cells, std::uint8_t* __restrict to,
                 Together together) {
    std::array<const std::uint8_t*, Count> there, taken;
    for (std::size_t k = 0; k < Count; ++k) {
        there[k] = from + strides[k].distance;
        taken[k] = strides[k].taken.data();
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
        std::uint8_t all = to[cell];
        for (std::size_t k = 0; k < Count; ++k)
            all = together(all, static_cast<std::uint8_t>(there[k][cell] & taken[k][cell]));
        to[cell] = all;
    }
}

// to[cell] = the bytes `from` of all neighbours of the cell put together, for every cell. Four strides at a time save
// three of four reads and writes of what is put together.
template <class Together>
void put_together(const Shape& shape, const FramedBytes& from, std::uint8_t* to, Together together) {
    std::size_t cells = shape.cell_count();
    std::fill_n(to, cells, std::uint8_t{0});
    const Stride* stride = shape.strides.data();
    const Stride* const end = stride + shape.strides.size();
    for (; end - stride >= 4; stride += 4) put_strides<4>(stride, from.data(), cells, to, together);
    for (; end - stride >= 2; stride += 2) put_strides<2>(stride, from.data(), cells, to, together);
    if (stride != end) put_strides<1>(stride, from.data(), cells, to, together);
    for (Stray stray : shape.strays) to[stray.cell] = together(to[stray.cell], from.data()[stray.neighbour]);
}

}  // namespace sapper
