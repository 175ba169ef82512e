#include "reference/catalogue.hpp"

namespace sapper {

Strategy superloc_strategy(), smartguess_strategy(), matrix_strategy(), automine_strategy();

const Catalogue& catalogue() {
    static const Catalogue all = [] {
        std::vector<Strategy> strategies = own_catalogue().strategies();
        for (auto make : {superloc_strategy, smartguess_strategy, matrix_strategy, automine_strategy})
            strategies.push_back(make());
        return Catalogue(std::move(strategies));
    }();
    return all;
}

}  // namespace sapper
