// Strategies by name, and the reasons that any of them gives by number.
#pragma once

#include <string_view>
#include <vector>

#include "strategy/registration.hpp"

namespace sapper {

class Catalogue {
  public:
    explicit Catalogue(std::vector<Strategy> strategies);

    const std::vector<Strategy>& strategies() const { return strategies_; }

    // Throws InputError for an unknown name.
    const Strategy& find(std::string_view name) const;

    // All reasons for guesses. Tables of runs number guesses by their place here: new strategies come last.
    const std::vector<const Reason*>& reasons() const { return reasons_; }

  private:
    std::vector<Strategy> strategies_;
    std::vector<const Reason*> reasons_;
};

// Sapper's own strategies. What others described is added in reference/catalogue.hpp.
const Catalogue& own_catalogue();

}  // namespace sapper
