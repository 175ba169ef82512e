// Mines -> numbers: any choice of the measures of a layout, for callers that measure many.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "measure/regions.hpp"
#include "measure/zini.hpp"

namespace sapper {

enum class Measure : std::uint8_t {
    OPENINGS,
    BBBV,
    ISLANDS,
    NUMBERS,  // the sum of all numbers shown
    GREEDY_ZINI,
    HUMAN_ZINI,
    EIGHT_WAY_ZINI,  // the fewest clicks of the greedy rule in eight orders
    ONLINE_ZINI,
    ONLINE_CORRECTED_ZINI,
    ONLINE_HUMAN_ZINI,
    PTT_ZINI,
    CELLS_0,  // safe cells that show 0; CELLS_0 + k: those that show k
    CELLS_8 = CELLS_0 + 8,
};

// A measure and its name, as players write it.
struct NamedMeasure {
    std::string_view name;
    Measure measure;
};

// All of them.
const std::vector<NamedMeasure>& named_measures();

// The orders of all cells in which ZiNi looks for the first among equals: the usual one, and seven more for
// EIGHT_WAY_ZINI where the shape has rows and columns.
using ScanOrders = std::vector<std::vector<Cell>>;

// The order of scan number `index` of a shape with these sides: its bits say whether columns and rows run backwards,
// and whether rows are the outer loop. Number 0 goes through the columns from left to right, each from top to bottom.
// Where there are not two sides, the last coordinate is the outer loop.
std::vector<Cell> scan_order(const std::vector<std::uint32_t>& sides, unsigned index);

// The orders that these measures need. Throws InputError for EIGHT_WAY_ZINI on other shapes than those with two
// sides.
ScanOrders scan_orders(const std::vector<std::uint32_t>& sides, const std::vector<Measure>& wanted);

// The orders among which a sweep for the fewest clicks chooses.
ScanOrders sweep_orders(const std::vector<std::uint32_t>& sides);

// Measures by their names. Throws InputError for an unknown one.
std::vector<Measure> find_measures(const std::vector<std::string>& names);

class Measurer {
  public:
    // The orders must outlive it.
    Measurer(std::vector<Measure> wanted, const ScanOrders& orders);

    // Writes one value for every measure wanted.
    void measure(const MineField& field, std::uint32_t* out, const Watch& watch = {});

  private:
    std::uint32_t value_of(Measure measure, const MineField& field, const Watch& watch);

    std::vector<Measure> wanted_;
    const ScanOrders& orders_;
    Regions regions_;
    ZiniScratch zini_scratch_;
};

}  // namespace sapper
