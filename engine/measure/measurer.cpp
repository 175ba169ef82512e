#include "measure/measurer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "measure/ptt_zini.hpp"

namespace sapper {

namespace {

constexpr Measure cells_showing(int number) {
    return static_cast<Measure>(static_cast<int>(Measure::CELLS_0) + number);
}

}  // namespace

const std::vector<NamedMeasure>& named_measures() {
    static const std::vector<NamedMeasure> measures = {
        {"bbbv", Measure::BBBV},
        {"ops", Measure::OPENINGS},
        {"isls", Measure::ISLANDS},
        {"numbers", Measure::NUMBERS},
        {"zini", Measure::GREEDY_ZINI},
        {"hzini", Measure::HUMAN_ZINI},
        {"zini8", Measure::EIGHT_WAY_ZINI},
        {"zini_online", Measure::ONLINE_ZINI},
        {"zini_online_corrected", Measure::ONLINE_CORRECTED_ZINI},
        {"hzini_online", Measure::ONLINE_HUMAN_ZINI},
        {"zini_ptt", Measure::PTT_ZINI},
        {"cell0", cells_showing(0)},
        {"cell1", cells_showing(1)},
        {"cell2", cells_showing(2)},
        {"cell3", cells_showing(3)},
        {"cell4", cells_showing(4)},
        {"cell5", cells_showing(5)},
        {"cell6", cells_showing(6)},
        {"cell7", cells_showing(7)},
        {"cell8", cells_showing(8)},
    };
    return measures;
}

Measurer::Measurer(std::vector<Measure> wanted, const ScanOrders& orders)
    : wanted_(std::move(wanted)), orders_(orders) {}

void Measurer::measure(const MineField& field, std::uint32_t* out, const Watch& watch) {
    find_regions(field, regions_);
    for (Measure measure : wanted_) *out++ = value_of(measure, field, watch);
}

std::uint32_t Measurer::value_of(Measure measure, const MineField& field, const Watch& watch) {
    auto zini = [&](ZiniRule rule, std::size_t order = 0) {
        return count_zini(field, regions_, orders_[order], rule, zini_scratch_, watch);
    };
    switch (measure) {
        case Measure::OPENINGS:
            return regions_.openings;
        case Measure::BBBV:
            return regions_.bbbv;
        case Measure::ISLANDS:
            return regions_.islands;
        case Measure::NUMBERS: {
            std::uint32_t sum = 0;
            for (std::uint32_t k = 0; k < regions_.numbers.size(); ++k) sum += k * regions_.numbers[k];
            return sum;
        }
        case Measure::GREEDY_ZINI:
            return zini(ZiniRule::GREEDY);
        case Measure::HUMAN_ZINI:
            return zini(ZiniRule::HUMAN);
        case Measure::EIGHT_WAY_ZINI: {
            std::uint32_t fewest = zini(ZiniRule::GREEDY);
            for (std::size_t k = 1; k < orders_.size(); ++k) fewest = std::min(fewest, zini(ZiniRule::GREEDY, k));
            return fewest;
        }
        case Measure::ONLINE_ZINI:
            return zini(ZiniRule::ONLINE);
        case Measure::ONLINE_CORRECTED_ZINI:
            return zini(ZiniRule::ONLINE_CORRECTED);
        case Measure::ONLINE_HUMAN_ZINI:
            return zini(ZiniRule::ONLINE_HUMAN);
        case Measure::PTT_ZINI:
            return draw_ptt_zini(field, regions_, ptt_runs(field, regions_), 0, zini_scratch_, watch);
        default: {
            std::size_t number = static_cast<std::size_t>(measure) - static_cast<std::size_t>(Measure::CELLS_0);
            return number < regions_.numbers.size() ? regions_.numbers[number] : 0;
        }
    }
}

std::vector<Cell> scan_order(const std::vector<std::uint32_t>& sides, unsigned index) {
    Cell count = 1;
    for (std::uint32_t side : sides) count *= side;
    std::vector<Cell> order;
    order.reserve(count);
    if (sides.size() == 2) {
        auto [rows, cols] = std::pair(sides[0], sides[1]);
        bool by_rows = index & 4;
        for (std::uint32_t outer = 0; outer < (by_rows ? rows : cols); ++outer)
            for (std::uint32_t inner = 0; inner < (by_rows ? cols : rows); ++inner) {
                auto [row, col] = by_rows ? std::pair(outer, inner) : std::pair(inner, outer);
                order.push_back((index & 2 ? rows - 1 - row : row) * cols + (index & 1 ? cols - 1 - col : col));
            }
        return order;
    }
    for (Cell place = 0; place < count; ++place) {
        Cell left = place, cell = 0, step = count;
        for (std::uint32_t side : sides) {
            step /= side;
            cell += left % side * step;
            left /= side;
        }
        order.push_back(cell);
    }
    return order;
}

ScanOrders scan_orders(const std::vector<std::uint32_t>& sides, const std::vector<Measure>& wanted) {
    ScanOrders orders{scan_order(sides, 0)};
    if (std::find(wanted.begin(), wanted.end(), Measure::EIGHT_WAY_ZINI) == wanted.end()) return orders;
    if (sides.size() != 2)
        throw InputError("8-way ZiNi looks along rows and columns, which only shapes with two sides have");
    for (unsigned index = 1; index < 8; ++index) orders.push_back(scan_order(sides, index));
    return orders;
}

ScanOrders sweep_orders(const std::vector<std::uint32_t>& sides) {
    ScanOrders orders{scan_order(sides, 0)};
    if (sides.size() == 2) {
        for (unsigned index = 1; index < 8; ++index) orders.push_back(scan_order(sides, index));
    } else {
        orders.emplace_back(orders[0].size());
        std::iota(orders.back().begin(), orders.back().end(), Cell{0});
    }
    return orders;
}

std::vector<Measure> find_measures(const std::vector<std::string>& names) {
    std::vector<Measure> wanted;
    for (const std::string& name : names) {
        const auto& known = named_measures();
        auto found =
            std::find_if(known.begin(), known.end(), [&](const NamedMeasure& one) { return one.name == name; });
        if (found == known.end()) throw InputError("there is no measure '" + name + "'");
        wanted.push_back(found->measure);
    }
    return wanted;
}

}  // namespace sapper
