// Position -> Pods: clues as "so many mines among these cells", and what comes of taking one from another until
// nothing changes. A pod inside another is taken out of it; pods that are equal become one; a pod that two others
// cover but for as many cells as it has mines to spare settles those cells, and all of the two that lies outside it.
// So a chain of clues is reasoned through that no pair of clues can settle, short of counting all ways.
//
// What is settled is so in every world. The pods that are left say the same as the clues, in fewer and smaller sets.
// A round costs, for every pod, the square of the number of pods it overlaps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "position/position.hpp"

namespace sapper {

struct Pod {
    std::array<Cell, MAX_NEIGHBOURS> cells;
    std::uint8_t size = 0;  // 0: gone, its cells are settled or other pods say it all
    int mines = 0;

    const Cell* begin() const { return cells.data(); }
    const Cell* end() const { return cells.data() + size; }
};

struct Pods {
    std::vector<Pod> pods;
    std::vector<Cell> safe, mines;  // settled by them; a cell may stand twice

    std::vector<std::vector<std::uint32_t>> near;  // working memory: pods a pod overlapped at first
    std::vector<std::uint32_t> pod_of;             // working memory: of a clue
};

// How far pods are reduced.
enum class Reduction : std::uint8_t {
    SUBSETS,  // equal pods become one, a pod is taken out of those it lies in
    COVERS,   // and pods that one or two others cover but for some cells settle those
};

// Makes a pod of every clue that has open cells and reduces them all. The position stays as it is; single clues must
// have settled in it what they can.
void reduce_pods(const Position& position, Reduction reduction, Pods& out);

}  // namespace sapper
