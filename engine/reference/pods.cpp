#include "reference/pods.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t NO_POD = static_cast<std::uint32_t>(-1);

// Two pods taken apart.
struct Overlap {
    Pod first, both, second;  // cells of one only, of both, of the other only
};

void add(Pod& pod, Cell cell) {
    pod.cells[pod.size++] = cell;
}

Overlap take_apart(const Pod& one, const Pod& other) {
    Overlap out;
    const Cell *a = one.begin(), *b = other.begin();
    while (a != one.end() && b != other.end()) {
        if (*a == *b) {
            add(out.both, *a++);
            ++b;
        } else if (*a < *b) {
            add(out.first, *a++);
        } else {
            add(out.second, *b++);
        }
    }
    while (a != one.end()) add(out.first, *a++);
    while (b != other.end()) add(out.second, *b++);
    return out;
}

void build(const Position& position, Pods& out) {
    out.pods.clear();
    out.safe.clear();
    out.mines.clear();
    out.pod_of.assign(position.cells.size(), NO_POD);
    for (Cell clue = 0; clue < position.cells.size(); ++clue) {
        if (!position.cells[clue].clue() || position.cells[clue].open() == 0) continue;
        if (position.cells[clue].open() > static_cast<int>(Pod::MOST))
            throw InputError("a strategy of a published system plays shapes with up to " + std::to_string(Pod::MOST) +
                                 " neighbours a cell",
                             clue);
        out.pod_of[clue] = static_cast<std::uint32_t>(out.pods.size());
        Pod& pod = out.pods.emplace_back();
        pod.mines = position.cells[clue].need;
        for (Cell cell : position.shape->neighbours(clue))
            if (position.cells[cell].mark == Mark::OPEN) add(pod, cell);
    }
    out.near.resize(std::max(out.near.size(), out.pods.size()));
    for (std::uint32_t k = 0; k < out.pods.size(); ++k) {
        auto& near = out.near[k];
        near.clear();
        for (Cell cell : out.pods[k])
            for (Cell other : position.shape->neighbours(cell))
                if (std::uint32_t pod = out.pod_of[other]; pod != NO_POD && pod != k) near.push_back(pod);
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
    }
}

void settle(const Pod& pod, std::vector<Cell>& as) {
    as.insert(as.end(), pod.begin(), pod.end());
}

// Keeps a pod of these cells, unless their number settles them.
void shrink(Pods& out, Pod& pod, Pod cells, int mines) {
    if (mines == 0) settle(cells, out.safe);
    if (mines == cells.size && mines > 0) settle(cells, out.mines);
    if (mines == 0 || mines == cells.size) cells.size = 0;
    pod = cells;
    pod.mines = mines;
}

// A pod, two others or one, and the parts of it they cover, which have no cell in common. If the pod has as many
// mines to spare as cells they do not cover, those are mines, and the others have theirs inside it.
bool fill_gap(Pods& out, Pod& pod, Pod& other, const Overlap& overlap, Pod* second, const Overlap* over_second) {
    int spare = pod.mines - other.mines - (second ? second->mines : 0);
    const Pod gap = second ? take_apart(overlap.first, over_second->both).first : overlap.first;
    if (spare != gap.size) return false;
    if (gap.size == 0 && overlap.second.size == 0 && over_second->second.size == 0) return false;
    settle(gap, out.mines);
    settle(overlap.second, out.safe);
    shrink(out, other, overlap.both, other.mines);
    if (second) {
        settle(over_second->second, out.safe);
        shrink(out, *second, over_second->both, second->mines);
    }
    pod.size = 0;  // the others imply the rest
    return true;
}

// Looks for a second pod that, with the one at `at`, covers enough of pod k.
bool fill_gap_by_two(Pods& out, std::uint32_t k, std::size_t at, const Overlap& overlap) {
    const auto& near = out.near[k];
    Pod& pod = out.pods[k];
    for (std::size_t next = at + 1; next < near.size(); ++next) {
        Pod& second = out.pods[near[next]];
        if (second.size == 0) continue;
        Overlap over_second = take_apart(pod, second);
        if (over_second.both.size == 0 || take_apart(overlap.both, over_second.both).both.size > 0) continue;
        if (fill_gap(out, pod, out.pods[near[at]], overlap, &second, &over_second)) return true;
    }
    return false;
}

// Compares pod k with all near it; true when anything changed.
bool reduce(Pods& out, std::uint32_t k, Reduction reduction) {
    bool changed = false;
    const auto& near = out.near[k];
    for (std::size_t at = 0; at < near.size() && out.pods[k].size > 0; ++at) {
        Pod &pod = out.pods[k], &other = out.pods[near[at]];
        if (other.size == 0) continue;
        Overlap overlap = take_apart(pod, other);
        if (overlap.both.size == 0) continue;
        if (overlap.first.size == 0) {
            if (overlap.second.size == 0)
                other.size = 0;
            else
                shrink(out, other, overlap.second, other.mines - pod.mines);
            changed = true;
        } else if (overlap.second.size > 0 && reduction == Reduction::COVERS) {
            changed |= fill_gap(out, pod, other, overlap, nullptr, nullptr) || fill_gap_by_two(out, k, at, overlap);
        }
    }
    return changed;
}

}  // namespace

void reduce_pods(const Position& position, Reduction reduction, Pods& out) {
    build(position, out);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t k = 0; k < out.pods.size(); ++k)
            if (out.pods[k].size > 0) changed |= reduce(out, k, reduction);
    }
}

}  // namespace sapper
