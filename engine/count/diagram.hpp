// Component -> Diagram: the graph of all ways to fill a component, group by group in elimination order. A state
// stands for every partial filling that leaves the same needs to the open clues; an edge for a number of mines
// in the next group. Every path from the root to the single end is one solution in numbers of mines a group, so
// counting, marginals, sampling and unranking are all walks over the same graph, and worlds are never
// enumerated.
//
// A state is identified by the needs of the open clues, packed into one key of 64, 128, 256 or 512 bits; placing
// v mines in a group subtracts v times a constant from the key. The needs bound the group's number of mines from
// both sides, so an edge never breaks a clue. The graph does not depend on the mine total.
//
// Cost: one table look-up an edge. Throws LimitError when the states exceed the limit, carrying the number of
// clues that were open.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "base/index_table.hpp"
#include "base/limits.hpp"
#include "count/component.hpp"
#include "count/key.hpp"

namespace sapper {

struct State {
    std::uint32_t first_edge = 0;  // its edges: edges[first_edge .. first_edge + edge_count)
    std::uint8_t edge_count = 0;
    std::uint8_t least = 0;    // mines in the group on its first edge; each further edge has one more
    std::int32_t lo = 0;       // fewest mines that can complete it
    std::uint32_t length = 0;  // completions use lo .. lo + length - 1 mines; 0 when there is none
    std::uint64_t value = 0;   // index of its first count in the tally's values
};

struct Layer {
    std::uint32_t first = 0, count = 0;  // states
    std::uint32_t group = 0;             // the group its edges fill; unused in the last layer
    std::uint32_t size = 0;              // cells of that group
};

// All diagrams of an analysis in shared arrays; component c owns layers[first_layer[c] .. first_layer[c + 1]),
// the first with the root alone, the last with the end alone (unless no filling reaches it).
struct Diagrams {
    std::vector<std::uint32_t> first_layer;
    std::vector<Layer> layers;
    std::vector<State> states;
    std::vector<std::uint32_t> edges;  // target states

    std::size_t component_count() const { return first_layer.size() - 1; }
    std::span<const Layer> layers_of(std::size_t component) const {
        return {layers.data() + first_layer[component], layers.data() + first_layer[component + 1]};
    }
    const State& root(std::size_t component) const { return states[layers[first_layer[component]].first]; }
    std::span<State> states_of(const Layer& layer) { return {states.data() + layer.first, layer.count}; }
    std::span<const State> states_of(const Layer& layer) const { return {states.data() + layer.first, layer.count}; }
    std::span<const std::uint32_t> edges_of(const State& state) const {
        return {edges.data() + state.first_edge, state.edge_count};
    }
};

struct DiagramScratch {
    struct Field {
        std::uint32_t word = 0, shift = 0;  // where the need of its clue is packed
        std::int32_t reserve = 0;           // what the clue can still get from later groups, or do without
        std::int32_t opening = 0;           // the need of a clue that opens here
        bool closes = false;
    };
    struct Slot {
        std::uint32_t word = 0, shift = 0;
    };
    std::vector<Field> fields;               // of every step of a component, one step after the other
    std::vector<std::uint32_t> first_field;  // a step, and one past the last
    std::vector<Slot> slot_of;               // a clue
    std::vector<std::uint32_t> cells_left;   // a clue
    std::vector<Slot> free_slots;
    IndexTable table;

    template <std::uint32_t Words>
    struct KeyLayers {
        std::vector<Key<Words>> here, next;  // keys of the current and the next layer
    };
    template <std::uint32_t Words>
    KeyLayers<Words>& keys() {
        return std::get<KeyLayers<Words>>(all_keys);
    }
    std::tuple<KeyLayers<1>, KeyLayers<2>, KeyLayers<4>, KeyLayers<8>> all_keys;
};

// Builds the diagrams of all components. A component without any filling ends in an empty layer.
// The windows (lo, length, value) are left to the tally.
void build_diagrams(const Constraints& constraints, const Components& components, const Limits& limits, Diagrams& out,
                    DiagramScratch& scratch);

}  // namespace sapper
