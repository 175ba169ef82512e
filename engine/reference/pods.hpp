// Position -> Pods: clues as "so many mines among these cells", subtracted from each other until nothing changes. A
// pod inside another is subtracted from it; equal pods become one. If two others cover a pod except for as many cells
// as its extra mines, these cells are settled, and all cells of the two outside the pod. This solves chains of clues
// that no pair of clues can settle, without counting all ways.
//
// The settled cells are the same in every world. The remaining pods are equivalent to the clues, in fewer and smaller
// sets.
// A round costs, for every pod, the square of the number of pods it overlaps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "position/position.hpp"

namespace sapper {

struct Pod {
    static constexpr std::size_t MOST =
        26;  // cells; pods are copied often, so there is no room for the most a clue has

    std::array<Cell, MOST> cells;
    std::uint8_t size = 0;  // 0: removed, because its cells are settled or other pods imply it
    int mines = 0;

    const Cell* begin() const { return cells.data(); }
    const Cell* end() const { return cells.data() + size; }
};

struct Pods {
    std::vector<Pod> pods;
    std::vector<Cell> safe, mines;  // settled by them; a cell may be listed twice

    std::vector<std::vector<std::uint32_t>> near;  // working memory: pods a pod overlapped at first
    std::vector<std::uint32_t> pod_of;             // working memory: of a clue
};

// How far pods are reduced.
enum class Reduction : std::uint8_t {
    SUBSETS,  // equal pods become one, a pod is taken out of those it lies in
    COVERS,   // and pods that one or two others cover but for some cells settle those
};

// Makes a pod of every clue that has open cells and reduces them all. The position stays as it is; single clues must
// have settled in it what they can. Throws InputError for a clue with more open cells than a pod holds.
void reduce_pods(const Position& position, Reduction reduction, Pods& out);

}  // namespace sapper
