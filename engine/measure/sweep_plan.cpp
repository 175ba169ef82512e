#include <algorithm>
#include <utility>

#include "measure/sweep.hpp"

namespace sapper {

namespace {

// Places that are taken when a thing comes to the sweep and given back when it leaves.
class Places {
  public:
    std::uint32_t take() {
        if (free_.empty()) return count_++;
        std::uint32_t place = free_.back();
        free_.pop_back();
        return place;
    }
    void give_back(std::uint32_t place) { free_.push_back(place); }
    std::uint32_t count() const { return count_; }

  private:
    std::vector<std::uint32_t> free_;
    std::uint32_t count_ = 0;
};

// When things of one kind are at the sweep, and where.
struct Stays {
    explicit Stays(std::size_t things) : first(things, SweepPlan::NO_PLACE), last(things, 0), place(things, 0) {}

    void touch(std::uint32_t thing, std::uint32_t turn) {
        first[thing] = std::min(first[thing], turn);
        last[thing] = std::max(last[thing], turn);
    }

    std::vector<std::uint32_t> first, last, place;
};

// States for each bit and each label that is kept, as measured on expert layouts; most of one step.
constexpr double STATES_A_BIT = 1.3660402567543954, STATES_A_LABEL = 1.7411011265922482, MOST_STATES = 1e30;

double expect_states(std::size_t bits, std::size_t labels) {
    double states = 1;
    while (bits-- > 0 && states < MOST_STATES) states *= STATES_A_BIT;
    while (labels-- > 0 && states < MOST_STATES) states *= STATES_A_LABEL;
    return std::min(states, MOST_STATES);
}

void remove_from(std::vector<std::uint32_t>& list, std::uint32_t value) {
    list.erase(std::find(list.begin(), list.end(), value));
}

}  // namespace

SweepPlan::SweepPlan(const ChordChoice& choice, std::vector<std::uint32_t> order) : fixed_(choice.fixed) {
    const auto& candidates = choice.candidates;
    std::vector<std::uint32_t> turn(order.size());
    for (std::uint32_t now = 0; now < order.size(); ++now) turn[order[now]] = now;
    Stays mines(choice.mines), singles(choice.singles), openings(choice.openings), chorded(candidates.size());
    for (std::uint32_t k = 0; k < candidates.size(); ++k) {
        const Chordable& one = candidates[k];
        for (std::uint32_t mine : one.mines) mines.touch(mine, turn[k]);
        for (std::uint32_t single : one.singles) singles.touch(single, turn[k]);
        if (one.single != Chordable::NO_SINGLE) singles.touch(one.single, turn[k]);
        for (std::uint32_t opening : one.openings) openings.touch(opening, turn[k]);
        chorded.touch(k, turn[k]);
        for (std::uint32_t link : one.links) chorded.last[k] = std::max(chorded.last[k], turn[link]);
    }

    Places bit_places, label_places;
    std::vector<std::uint32_t> bits, labels;
    struct Held {
        std::uint32_t last, place;
        const Chordable* cell;  // of a label: the candidate, or null for an opening
    };
    std::vector<Held> held;
    for (std::uint32_t now = 0; now < order.size(); ++now) {
        Step& step = steps_.emplace_back();
        step.candidate = order[now];
        const Chordable& one = candidates[step.candidate];
        auto bit_of = [&](Stays& stays, std::uint32_t thing) {
            if (stays.first[thing] == now) bits.push_back(stays.place[thing] = bit_places.take());
            return stays.place[thing];
        };
        auto leave_bit = [&](const Stays& stays, std::uint32_t thing, std::vector<std::uint32_t>& leaving) {
            if (stays.last[thing] != now) return;
            leaving.push_back(stays.place[thing]);
            bit_places.give_back(stays.place[thing]);
            remove_from(bits, stays.place[thing]);
        };
        for (std::uint32_t mine : one.mines) step.mine_bits.push_back(bit_of(mines, mine));
        for (std::uint32_t single : one.singles) step.single_bits.push_back(bit_of(singles, single));
        if (one.single != Chordable::NO_SINGLE) step.own_bit = bit_of(singles, one.single);
        for (std::uint32_t opening : one.openings) {
            if (openings.first[opening] == now) {
                step.entering.push_back(openings.place[opening] = label_places.take());
                held.push_back({openings.last[opening], openings.place[opening], nullptr});
            }
            step.joined.push_back(openings.place[opening]);
        }
        for (std::uint32_t link : one.links)
            if (turn[link] < now) step.joined.push_back(chorded.place[link]);
        if (chorded.last[step.candidate] > now) {
            step.own_label = chorded.place[step.candidate] = label_places.take();
            held.push_back({chorded.last[step.candidate], step.own_label, &one});
        }

        for (std::uint32_t mine : one.mines) leave_bit(mines, mine, step.leaving_mines);
        for (std::uint32_t single : one.singles) leave_bit(singles, single, step.leaving_singles);
        if (one.single != Chordable::NO_SINGLE) leave_bit(singles, one.single, step.leaving_singles);
        std::erase_if(held, [&](const Held& stay) {
            if (stay.last > now) return false;
            step.leaving_labels.push_back(stay.place);
            label_places.give_back(stay.place);
            return true;
        });
        for (const Held& stay : held) {
            step.labels.push_back(stay.place);
            auto later = stay.cell ? std::count_if(stay.cell->links.begin(), stay.cell->links.end(),
                                                   [&](std::uint32_t link) { return turn[link] > now; })
                                   : 0;
            step.later.push_back(static_cast<std::uint32_t>(later));
        }
        step.bits = bits;
        weight_ += expect_states(bits.size(), held.size());
    }
    bits_ = bit_places.count();
    labels_ = label_places.count();
}

}  // namespace sapper
