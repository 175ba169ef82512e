#include "board/density.hpp"

#include "base/error.hpp"

namespace sapper {

void check_density(double density) {
    if (!(density >= LEAST_DENSITY && density <= 1 - LEAST_DENSITY))
        throw InputError("the mine density must lie from 1e-12 to 1 - 1e-12");
}

}  // namespace sapper
