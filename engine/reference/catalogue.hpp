// All strategies by name: Sapper's own and those that others described.
#pragma once

#include "strategy/catalogue.hpp"

namespace sapper {

const Catalogue& catalogue();

}  // namespace sapper
