// The range of a mine density, for boards and for rules over named cells alike. Weights of worlds are powers of
// density / (1 - density): within this range those of a position are numbers, beyond it some would be zero.
#pragma once

namespace sapper {

inline constexpr double LEAST_DENSITY = 1e-12;  // of mines, and of cells without one

// Throws InputError unless the density lies from LEAST_DENSITY to 1 - LEAST_DENSITY.
void check_density(double density);

}  // namespace sapper
