#include "strategy/knack.hpp"

#include "strategy/knack_weights.hpp"
#include "strategy/network.hpp"

namespace sapper {

namespace {

using namespace knack;

const auto& network() {
    static const Network made(MEAN, SCALE, FIRST, FIRST_START, SECOND, SECOND_START, LAST, STEP);
    return made;
}

}  // namespace

double judge_by_knack(const ClickTraits& traits) {
    return network().judge(traits, CLIP) * UNIT;
}

}  // namespace sapper
