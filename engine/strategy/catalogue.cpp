#include "catalogue.hpp"

namespace sapper {

namespace {

std::vector<Budget> spend(const Settings& fast, const Settings& normal, const Settings& deep) {
    return {{"fast", fast}, {"normal", normal}, {"deep", deep}};
}

}  // namespace

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all = {
        {"random", guess_randomly, spend({}, {}, {})},
        {"safest", guess_safest, spend({}, {}, {})},
    };
    return all;
}

}  // namespace sapper
