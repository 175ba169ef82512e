#include "measure/measurer.hpp"

#include <algorithm>
#include <utility>

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
    find_regions(field, regions_, stack_);
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
        default: {
            std::size_t number = static_cast<std::size_t>(measure) - static_cast<std::size_t>(Measure::CELLS_0);
            return number < regions_.numbers.size() ? regions_.numbers[number] : 0;
        }
    }
}

}  // namespace sapper
