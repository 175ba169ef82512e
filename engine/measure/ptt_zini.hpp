// Regions -> PTT ZiNi: the ZiNi of the PTTACGfans calculator. It keeps the best of many random greedy runs and
// improves three things in each:
//   - A hidden cell that shall be solved is revealed by a chord on an open cell beside it, where that reveals other
//     cells of use as well, or by a click on a zero beside it.
//   - An open cell without mines to flag is solved only where that saves a click.
//   - Of more than 100 runs every second one looks two solves ahead: it adds the premium that the best cell in the
//     block of a cell has after its solve. Every hundredth run is wide: it looks at a block of two steps for the
//     second solve, and takes cells whose own premium is not above 0 as the first.
// One run costs as much as one of R-ZiNi; one that looks ahead visits the blocks of all cells worth solving at
// every step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.hpp"
#include "measure/regions.hpp"
#include "measure/zini.hpp"

namespace sapper {

// As many runs as the calculator makes: 100,000 / 3BV^1.5, from 1 to 10,000. Boards that are so large that all runs
// together would visit more than 2^28 cells get fewer.
std::uint32_t ptt_runs(const MineField& field, const Regions& regions);

// The fewest clicks among `runs` runs, at least one. What they draw follows from the mines and the seed. With a
// `path` the clicks are written there.
std::uint32_t draw_ptt_zini(const MineField& field, const Regions& regions, std::uint32_t runs, std::uint64_t seed,
                            ZiniScratch& scratch, const Watch& watch = {}, std::vector<Click>* path = nullptr);

}  // namespace sapper
