#include "count/diagram.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "base/error.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t WORD_BITS = 64;
constexpr std::uint32_t MAX_WORDS = 8;
// Layers up to this size are searched by looking at every state; a table costs more.
constexpr std::uint32_t LINEAR_SEARCH = 8;
// States built between two looks at the watch.
constexpr std::uint64_t POLL_INTERVAL = 1 << 15;

[[noreturn]] void throw_too_wide(const Limits& limits, std::uint32_t width) {
    throw LimitError("too wide to solve exactly within " + std::to_string(limits.max_states) +
                         " states: a component needs " + std::to_string(width) + " clues open at once",
                     static_cast<int>(width));
}

// How clue needs are packed in one component.
struct Packing {
    std::uint32_t bits = 1;       // a field
    std::uint32_t per_word = 64;  // fields a word
    std::uint32_t slots = 0;      // fields in use at most
    std::uint32_t words() const { return (slots + per_word - 1) / per_word; }
    DiagramScratch::Slot add_slot() {
        std::uint32_t slot = slots++;
        return {slot / per_word, slot % per_word * bits};
    }
};

// Walks the order once, giving every open clue a slot from its first group to its last.
Packing assign_slots(const Constraints& constraints, const Components& components, const Component& component,
                     DiagramScratch& scratch) {
    Packing packing;
    std::int32_t largest = 1;
    for (std::uint32_t clue : components.clues_of(component)) {
        largest = std::max(largest, constraints.clues[clue].hi);
        scratch.cells_left[clue] = constraints.clues[clue].cells;
    }
    packing.bits = static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(largest)));
    packing.per_word = WORD_BITS / packing.bits;

    scratch.fields.clear();
    scratch.first_field.assign(1, 0);
    scratch.free_slots.clear();
    for (std::uint32_t index : components.groups_of(component)) {
        const Group& group = constraints.groups[index];
        std::size_t first = scratch.fields.size();
        for (std::uint32_t clue_index : constraints.clues_of(group)) {
            const Clue& clue = constraints.clues[clue_index];
            bool opens = scratch.cells_left[clue_index] == clue.cells;
            if (opens) {
                if (scratch.free_slots.empty()) scratch.free_slots.push_back(packing.add_slot());
                scratch.slot_of[clue_index] = scratch.free_slots.back();
                scratch.free_slots.pop_back();
            }
            std::uint32_t left = scratch.cells_left[clue_index] -= group.size;
            auto [word, shift] = scratch.slot_of[clue_index];
            scratch.fields.push_back(
                {word, shift, static_cast<std::int32_t>(left) + clue.hi - clue.lo, opens ? clue.hi : 0, left == 0});
        }
        for (std::size_t k = first; k < scratch.fields.size(); ++k)
            if (const auto& field = scratch.fields[k]; field.closes)
                scratch.free_slots.push_back({field.word, field.shift});
        scratch.first_field.push_back(static_cast<std::uint32_t>(scratch.fields.size()));
    }
    return packing;
}

// The constants of one step: what opening adds, what one mine subtracts, what survives closing, and the fields that
// bound the group's mines.
template <std::uint32_t Words>
struct Step {
    Key<Words> open, delta, keep;
    std::span<const DiagramScratch::Field> fields;
    std::uint64_t field_mask = 0;
    std::int32_t size = 0;

    void load(const Constraints& constraints, const DiagramScratch& scratch, const Packing& packing,
              std::uint32_t step, std::uint32_t group) {
        open = delta = {};
        keep.word.fill(~std::uint64_t{0});
        field_mask = (std::uint64_t{1} << packing.bits) - 1;
        size = static_cast<std::int32_t>(constraints.groups[group].size);
        fields = {scratch.fields.data() + scratch.first_field[step],
                  scratch.fields.data() + scratch.first_field[step + 1]};
        for (const auto& field : fields) {
            open.word[field.word] += static_cast<std::uint64_t>(field.opening) << field.shift;
            if (field.closes) keep.word[field.word] &= ~(field_mask << field.shift);
            delta.word[field.word] += std::uint64_t{1} << field.shift;
        }
    }
};

template <std::uint32_t Words>
class Builder {
  public:
    Builder(const Limits& limits, std::uint32_t width, Diagrams& out, DiagramScratch& scratch)
        : limits_(limits),
          width_(width),
          out_(out),
          scratch_(scratch),
          here_(scratch.keys<Words>().here),
          next_(scratch.keys<Words>().next),
          next_check_(std::min(out.states.size() + POLL_INTERVAL, limits.max_states)) {}

    void build(const Constraints& constraints, std::span<const std::uint32_t> order, const Packing& packing) {
        here_.assign(1, {});
        add_layer();
        for (std::uint32_t step = 0; step < order.size(); ++step) {
            step_.load(constraints, scratch_, packing, step, order[step]);
            Layer& layer = out_.layers.back();
            layer.group = order[step];
            layer.size = static_cast<std::uint32_t>(step_.size);
            expand(layer);
            here_.swap(next_);
            add_layer();
        }
    }

  private:
    // Appends the states whose keys are in here_.
    void add_layer() {
        Layer layer;
        layer.first = static_cast<std::uint32_t>(out_.states.size());
        layer.count = static_cast<std::uint32_t>(here_.size());
        out_.layers.push_back(layer);
        out_.states.resize(out_.states.size() + here_.size());
    }

    // Gives every state of the layer its edges and collects the keys of the next layer.
    void expand(const Layer& layer) {
        next_.clear();
        hashed_ = false;
        std::uint32_t next_first = layer.first + layer.count;
        for (std::uint32_t k = 0; k < layer.count; ++k) {
            Key<Words> key = here_[k];
            key.add(step_.open);
            std::int32_t least = 0, most = step_.size;
            for (const auto& field : step_.fields) {
                auto need = static_cast<std::int32_t>((key.word[field.word] >> field.shift) & step_.field_mask);
                most = std::min(most, need);
                least = std::max(least, need - field.reserve);
            }
            State& state = out_.states[layer.first + k];
            state.first_edge = static_cast<std::uint32_t>(out_.edges.size());
            if (most < least) continue;
            state.least = static_cast<std::uint8_t>(least);
            state.edge_count = static_cast<std::uint8_t>(most - least + 1);
            key.subtract(step_.delta, static_cast<std::uint64_t>(least));
            for (std::int32_t mines = least; mines <= most; ++mines) {
                Key<Words> target = key;
                target.mask(step_.keep);
                out_.edges.push_back(next_first + find(target));
                key.subtract(step_.delta);
            }
            if (out_.states.size() + next_.size() > next_check_) check_limits();
        }
    }

    // The position of the key in the next layer, where it is appended if it is new.
    std::uint32_t find(const Key<Words>& key) {
        auto count = static_cast<std::uint32_t>(next_.size());
        if (!hashed_ && count < LINEAR_SEARCH) {
            for (std::uint32_t k = 0; k < count; ++k)
                if (next_[k] == key) return k;
            next_.push_back(key);
            return count;
        }
        if (!hashed_ || count == scratch_.table.room()) rehash();
        std::uint32_t found =
            scratch_.table.find_or_insert(key.hash(), count, [&](std::uint32_t k) { return next_[k] == key; });
        if (found == count) next_.push_back(key);
        return found;
    }

    void rehash() {
        scratch_.table.reset(std::max(4 * next_.size(), 2 * here_.size()));
        for (std::uint32_t k = 0; k < next_.size(); ++k)
            scratch_.table.find_or_insert(next_[k].hash(), k, [](std::uint32_t) { return false; });
        hashed_ = true;
    }

    void check_limits() {
        std::uint64_t states = out_.states.size() + next_.size();
        if (states > limits_.max_states) throw_too_wide(limits_, width_);
        limits_.watch.check();
        next_check_ = std::min(states + POLL_INTERVAL, limits_.max_states);
    }

    const Limits& limits_;
    std::uint32_t width_;
    Diagrams& out_;
    DiagramScratch& scratch_;
    std::vector<Key<Words>>&here_, &next_;
    std::uint64_t next_check_;
    Step<Words> step_;
    bool hashed_ = false;
};

template <std::uint32_t Words>
void build_diagram(const Constraints& constraints, const Components& components, const Component& component,
                   const Packing& packing, const Limits& limits, Diagrams& out, DiagramScratch& scratch) {
    Builder<Words>(limits, component.width, out, scratch)
        .build(constraints, components.groups_of(component), packing);
}

}  // namespace

void build_diagrams(const Constraints& constraints, const Components& components, const Limits& limits, Diagrams& out,
                    DiagramScratch& scratch) {
    out.first_layer.clear();
    out.layers.clear();
    out.states.clear();
    out.edges.clear();
    scratch.slot_of.resize(constraints.clues.size());
    scratch.cells_left.resize(constraints.clues.size());
    for (const Component& component : components.list) {
        out.first_layer.push_back(static_cast<std::uint32_t>(out.layers.size()));
        Packing packing = assign_slots(constraints, components, component, scratch);
        std::uint32_t words = packing.words();
        auto build = words <= 1   ? build_diagram<1>
                     : words <= 2 ? build_diagram<2>
                     : words <= 4 ? build_diagram<4>
                                  : build_diagram<MAX_WORDS>;
        if (words > MAX_WORDS) throw_too_wide(limits, component.width);
        build(constraints, components, component, packing, limits, out, scratch);
    }
    out.first_layer.push_back(static_cast<std::uint32_t>(out.layers.size()));
}

}  // namespace sapper
