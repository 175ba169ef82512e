// Seeds -> measures: the layouts of many seeds, dealt and measured on several threads without leaving the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "game/layout.hpp"
#include "measure/measurer.hpp"

namespace sapper {

struct MeasureSpec {
    std::shared_ptr<const Shape> shape;
    LayoutSpec layout;  // its seed is not used
    std::vector<Measure> wanted;
    const ScanOrders& orders;
    std::uint32_t threads = 1;
};

// The measures of the layout of every seed, layout by layout. Throws as Dealer does.
Buffer<std::uint32_t> measure_seeds(const MeasureSpec& spec, std::span<const std::uint64_t> seeds,
                                    const Watch& watch = {});

}  // namespace sapper
