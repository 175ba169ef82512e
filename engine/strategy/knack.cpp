#include "strategy/knack.hpp"

#include <iterator>

#include "strategy/knack_weights.hpp"
#include "strategy/network.hpp"

namespace sapper {

namespace {

using namespace knack;
constexpr std::size_t HIDDEN = std::size(FIRST_START), NEXT = std::size(SECOND_START);

const auto& network() {
    static const Network<CLICK_TRAITS, HIDDEN, NEXT> made{
        MEAN, SCALE, make_layer<CLICK_TRAITS, HIDDEN>(FIRST, FIRST_START, STEP),
        make_layer<HIDDEN, NEXT>(SECOND, SECOND_START, STEP), make_layer<NEXT, 1>(LAST, {0}, STEP)};
    return made;
}

}  // namespace

double judge_by_knack(const ClickTraits& traits) {
    return network().judge(traits, CLIP) * UNIT;
}

}  // namespace sapper
