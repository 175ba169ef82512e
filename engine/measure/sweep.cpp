#include "measure/sweep.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/index_table.hpp"

namespace sapper {

namespace {

using Label = std::uint16_t;  // 0: not chorded; parts are numbered from 1 in the order of the places in use
constexpr std::uint32_t MOST_LABELS = 0xfff0;

constexpr std::size_t MOST_RULERS = 160;     // cheap states that others are compared with
constexpr std::size_t STATES_A_LOOK = 256;   // between two looks at the watch
constexpr std::uint64_t SHARE_OF_LEFT = 12;  // a layer may use this part of the states left
constexpr std::size_t FEWEST_STATES = 32;    // that a layer may have in any case

struct States {
    States(std::size_t words, std::size_t labels) : words(words), labels(labels) {}

    std::size_t words, labels;  // of a state
    std::vector<std::uint64_t> bit;
    std::vector<Label> label;
    std::vector<std::uint32_t> cost;
    std::vector<std::uint32_t> from;  // twice the number of the state before, plus 1 if the candidate is chorded

    std::size_t size() const { return cost.size(); }
    const std::uint64_t* bits_of(std::size_t state) const { return bit.data() + state * words; }
    const Label* labels_of(std::size_t state) const { return label.data() + state * labels; }
    void clear() { bit.clear(), label.clear(), cost.clear(), from.clear(); }
    void push(const std::uint64_t* bits, const Label* parts, std::uint32_t price, std::uint32_t origin) {
        bit.insert(bit.end(), bits, bits + words);
        label.insert(label.end(), parts, parts + labels);
        cost.push_back(price);
        from.push_back(origin);
    }
};

class Sweep {
  public:
    Sweep(const SweepPlan& plan, Overflow overflow, std::uint64_t max_states, const Watch& watch)
        : plan_(plan),
          overflow_(overflow),
          states_left_(max_states),
          watch_(watch),
          now_((plan.bits() + 63) / 64, plan.labels()),
          next_(now_.words, now_.labels),
          bits_(now_.words),
          parts_(now_.labels),
          renamed_(now_.labels + 2),
          bit_hash_(64 * now_.words) {
        for (std::size_t k = 0; k < bit_hash_.size(); ++k) bit_hash_[k] = mix_bits(k + 1);
    }

    Swept run() {
        std::fill(bits_.begin(), bits_.end(), 0);
        std::fill(parts_.begin(), parts_.end(), Label{0});
        now_.push(bits_.data(), parts_.data(), 0, 0);
        Swept swept;
        for (const SweepPlan::Step& step : plan_.steps()) {
            expand(step);
            swept.states += next_.size();
            states_left_ -= std::min<std::uint64_t>(states_left_, next_.size());
            thin(step);
            auto most = std::max<std::size_t>(static_cast<std::size_t>(states_left_ / SHARE_OF_LEFT), FEWEST_STATES);
            if (next_.size() > most) {
                swept.complete = false;
                if (overflow_ == Overflow::DROP)
                    drop(step, most);
                else
                    relax(step, most);
            }
            if (overflow_ == Overflow::DROP) history_.push_back(next_.from);
            std::swap(now_, next_);
        }
        swept.clicks = plan_.fixed() + now_.cost[0];  // nothing is at the sweep any more, so one state is left
        if (overflow_ == Overflow::DROP) swept.chosen = trace();
        return swept;
    }

  private:
    bool bit(std::uint32_t place) const { return bits_[place / 64] >> (place % 64) & 1; }
    void set_bit(std::uint32_t place) { bits_[place / 64] |= std::uint64_t{1} << place % 64; }
    void clear_bit(std::uint32_t place) { bits_[place / 64] &= ~(std::uint64_t{1} << place % 64); }

    // Every state of `now_` with and without a chord at the candidate of this step.
    void expand(const SweepPlan::Step& step) {
        next_.clear();
        table_.reset(2 * now_.size());
        for (std::size_t state = 0; state < now_.size(); ++state) {
            if (state % STATES_A_LOOK == 0) watch_.check();
            load(step, state);
            leave(step, now_.cost[state], 2 * static_cast<std::uint32_t>(state));
            Label fresh = load(step, state);
            leave(step, now_.cost[state] + chord(step, fresh), 2 * static_cast<std::uint32_t>(state) + 1);
        }
    }

    // Copies a state to the working memory, with the openings that come in. Returns a part that is not in use.
    Label load(const SweepPlan::Step& step, std::size_t state) {
        std::copy_n(now_.bits_of(state), now_.words, bits_.data());
        std::copy_n(now_.labels_of(state), now_.labels, parts_.data());
        Label fresh = 1;
        for (Label part : parts_) fresh = std::max(fresh, static_cast<Label>(part + 1));
        for (std::uint32_t place : step.entering) parts_[place] = fresh++;
        own_part_ = 0;
        return fresh;
    }

    // Chords the candidate and returns the cost: the chord and the flags.
    std::uint32_t chord(const SweepPlan::Step& step, Label part) {
        std::uint32_t cost = 1;
        for (std::uint32_t place : step.mine_bits) cost += !bit(place), set_bit(place);
        for (std::uint32_t place : step.single_bits) set_bit(place);
        if (step.own_bit != SweepPlan::NO_PLACE) set_bit(step.own_bit);
        for (std::uint32_t place : step.joined) {
            Label old = parts_[place];
            if (old == 0 || old == part) continue;
            for (Label& other : parts_)
                if (other == old) other = part;
        }
        if (step.own_label != SweepPlan::NO_PLACE) parts_[step.own_label] = part;
        own_part_ = part;
        return cost;
    }

    // Takes away what leaves the sweep, pays for singles that are not covered and for parts that nothing can join
    // any more, and puts the state into the next layer.
    void leave(const SweepPlan::Step& step, std::uint32_t cost, std::uint32_t origin) {
        for (std::uint32_t place : step.leaving_singles) cost += !bit(place), clear_bit(place);
        for (std::uint32_t place : step.leaving_mines) clear_bit(place);
        // A part may be that of several things that leave: count it once.
        left_.clear();
        if (own_part_ && step.own_label == SweepPlan::NO_PLACE) left_.push_back(own_part_);
        for (std::uint32_t place : step.leaving_labels) {
            if (parts_[place] && std::find(left_.begin(), left_.end(), parts_[place]) == left_.end())
                left_.push_back(parts_[place]);
            parts_[place] = 0;
        }
        for (Label part : left_) cost += std::find(parts_.begin(), parts_.end(), part) == parts_.end();
        rename();
        insert(cost, origin);
    }

    void rename() {
        Label most = 0;
        std::fill(renamed_.begin(), renamed_.end(), Label{0});
        for (Label& part : parts_) {
            if (part == 0) continue;
            if (part >= renamed_.size()) renamed_.resize(part + 1u, 0);
            if (renamed_[part] == 0) renamed_[part] = ++most;
            part = renamed_[part];
        }
    }

    // Bits are hashed one by one, so that the hash of a state with one bit changed is known at once.
    std::uint64_t hash_of(const std::uint64_t* bits, const Label* parts) const {
        std::uint64_t hash = 0, packed = 0;
        for (std::size_t k = 0; k < next_.labels; ++k) {
            packed = packed << 16 | parts[k];
            if (k % 4 == 3) hash = mix_bits(hash ^ packed), packed = 0;
        }
        hash = mix_bits(hash ^ packed);
        for (std::size_t word = 0; word < next_.words; ++word)
            for (std::uint64_t left = bits[word]; left != 0; left &= left - 1)
                hash ^= bit_hash_[64 * word + static_cast<std::size_t>(std::countr_zero(left))];
        return hash;
    }

    void insert(std::uint32_t cost, std::uint32_t origin) {
        std::uint64_t hash = hash_of(bits_.data(), parts_.data());
        auto fresh = static_cast<std::uint32_t>(next_.size());
        std::uint32_t found = table_.find_or_insert(hash, fresh, [&](std::uint32_t other) {
            return std::equal(bits_.begin(), bits_.end(), next_.bits_of(other)) &&
                   std::equal(parts_.begin(), parts_.end(), next_.labels_of(other));
        });
        if (found == fresh)
            next_.push(bits_.data(), parts_.data(), cost, origin);
        else if (cost < next_.cost[found])
            next_.cost[found] = cost, next_.from[found] = origin;
    }

    std::uint32_t count_bits(std::size_t state) const {
        int bits = 0;
        for (std::size_t word = 0; word < next_.words; ++word) bits += std::popcount(next_.bits_of(state)[word]);
        return static_cast<std::uint32_t>(bits);
    }

    // Sorts the states of the next layer by cost and removes those that a cheaper one rules out.
    void thin(const SweepPlan::Step& step) {
        order_.clear();
        for (std::uint32_t state = 0; state < next_.size(); ++state)
            if (!has_better_neighbour(step, state) && !has_better_parts(step, state)) order_.push_back(state);
        wealth_.resize(next_.size());
        for (std::size_t state = 0; state < next_.size(); ++state) wealth_[state] = count_bits(state);
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t one, std::uint32_t other) {
            if (next_.cost[one] != next_.cost[other]) return next_.cost[one] < next_.cost[other];
            if (wealth_[one] != wealth_[other]) return wealth_[one] > wealth_[other];
            return one < other;
        });
        std::size_t kept = 0;
        rulers_.clear();
        for (std::size_t k = 0; k < order_.size(); ++k) {
            if (k % STATES_A_LOOK == 0) watch_.check();
            std::uint32_t state = order_[k];
            bool ruled = std::any_of(rulers_.begin(), rulers_.end(),
                                     [&](std::uint32_t ruler) { return rules_out(step, ruler, state); });
            if (ruled) continue;
            if (rulers_.size() < MOST_RULERS) rulers_.push_back(state);
            order_[kept++] = state;
        }
        order_.resize(kept);
        gather();
    }

    // Whether a state that differs in one bit rules this one out.
    bool has_better_neighbour(const SweepPlan::Step& step, std::uint32_t state) const {
        const std::uint64_t* bits = next_.bits_of(state);
        const Label* parts = next_.labels_of(state);
        std::uint64_t hash = hash_of(bits, parts);
        for (std::uint32_t place : step.bits) {
            std::size_t changed = place / 64;
            std::uint64_t mask = std::uint64_t{1} << place % 64;
            std::uint32_t other = table_.find(hash ^ bit_hash_[place], [&](std::uint32_t candidate) {
                const std::uint64_t* theirs = next_.bits_of(candidate);
                for (std::size_t word = 0; word < next_.words; ++word)
                    if (theirs[word] != (word == changed ? bits[word] ^ mask : bits[word])) return false;
                return std::equal(parts, parts + next_.labels, next_.labels_of(candidate));
            });
            bool set = bits[changed] & mask;
            if (other != IndexTable::NO_ENTRY && next_.cost[other] + set <= next_.cost[state]) return true;
        }
        return false;
    }

    // Whether a state rules this one out that differs in the part of one opening or candidate: not chorded, or alone.
    bool has_better_parts(const SweepPlan::Step& step, std::uint32_t state) {
        const std::uint64_t* bits = next_.bits_of(state);
        const Label* parts = next_.labels_of(state);
        auto is_better = [&](std::uint32_t place, Label part, std::uint32_t worth) {
            if (next_.cost[state] < worth) return false;
            std::copy_n(parts, next_.labels, parts_.data());
            parts_[place] = part;
            rename();
            std::uint32_t other = table_.find(hash_of(bits, parts_.data()), [&](std::uint32_t candidate) {
                return std::equal(bits, bits + next_.words, next_.bits_of(candidate)) &&
                       std::equal(parts_.begin(), parts_.end(), next_.labels_of(candidate));
            });
            return other != IndexTable::NO_ENTRY && next_.cost[other] + worth <= next_.cost[state];
        };
        auto alone = static_cast<Label>(next_.labels + 1);
        for (std::size_t k = 0; k < step.labels.size(); ++k) {
            std::uint32_t place = step.labels[k];
            if (parts[place] == 0) continue;
            bool shared = std::count(parts, parts + next_.labels, parts[place]) > 1;
            if (shared && is_better(place, alone, 1)) return true;
            // A chorded cell that is a part of its own costs a click unless something joins it.
            if (step.later[k] > 0 && is_better(place, 0, shared ? step.later[k] : step.later[k] - 1)) return true;
            if (shared) continue;
            for (std::uint32_t other : step.labels)
                if (other != place && parts[other] != 0 && is_better(place, parts[other], 0)) return true;
        }
        return false;
    }

    // Whether a cheaper state can buy all that another one has for the difference of their costs: a click for each
    // flag, covered single and connection; for a chorded cell, a click for each candidate that it may still join; and
    // a click for each part of its own that the other does not have.
    bool rules_out(const SweepPlan::Step& step, std::uint32_t cheap, std::uint32_t dear) {
        auto budget = static_cast<std::int64_t>(next_.cost[dear]) - next_.cost[cheap];
        const std::uint64_t *few = next_.bits_of(cheap), *many = next_.bits_of(dear);
        for (std::size_t word = 0; word < next_.words; ++word) budget -= std::popcount(many[word] & ~few[word]);
        if (budget < 0) return false;
        const Label *mine = next_.labels_of(cheap), *theirs = next_.labels_of(dear);
        if (std::equal(mine, mine + next_.labels, theirs)) return true;
        auto& root = roots_;  // of the parts of the cheap state, joined as the dear one joins them
        auto& shared = shared_;
        auto& meets = meets_;  // a part of the cheap state for each of the dear one
        root.resize(next_.labels + 1);
        std::iota(root.begin(), root.end(), Label{0});
        shared.assign(next_.labels + 1, 0);
        meets.assign(next_.labels + 1, 0);
        auto find = [&](Label part) {
            while (root[part] != part) part = root[part];
            return part;
        };
        Label most = 0;
        for (std::size_t k = 0; k < step.labels.size(); ++k) {
            Label own = mine[step.labels[k]], other = theirs[step.labels[k]];
            most = std::max(most, own);
            if (other == 0) continue;
            if (own == 0) {
                budget -= step.later[k];
            } else {
                shared[own] = 1;
                Label top = find(own);
                if (meets[other] == 0) {
                    meets[other] = top;
                } else if (Label known = find(meets[other]); known != top) {
                    root[top] = known;
                    --budget;
                }
            }
            if (budget < 0) return false;
        }
        for (Label part = 1; part <= most; ++part) budget -= !shared[part];
        return budget >= 0;
    }

    // Keeps the states of `order_`, in this order.
    void gather() {
        States kept(next_.words, next_.labels);
        for (std::uint32_t state : order_)
            kept.push(next_.bits_of(state), next_.labels_of(state), next_.cost[state], next_.from[state]);
        std::swap(next_, kept);
    }

    // Sorts the states of the next layer by what they promise: cost, less half a click for each flag, covered single
    // and connection.
    void sort_by_promise(const SweepPlan::Step& step) {
        wealth_.resize(next_.size());
        for (std::size_t state = 0; state < next_.size(); ++state) {
            std::uint32_t wealth = count_bits(state);
            Label most = 0;
            for (std::uint32_t place : step.labels) {
                Label part = next_.labels_of(state)[place];
                wealth += part > 0;
                most = std::max(most, part);
            }
            wealth_[state] = wealth - most;
        }
        order_.resize(next_.size());
        std::iota(order_.begin(), order_.end(), 0u);
        std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t one, std::uint32_t other) {
            return 2 * next_.cost[one] + wealth_[other] < 2 * next_.cost[other] + wealth_[one];
        });
    }

    void drop(const SweepPlan::Step& step, std::size_t most) {
        sort_by_promise(step);
        order_.resize(most);
        gather();
    }

    // Keeps half of the states allowed as they are, and gives the others one flag or covered single after the other
    // until few enough differ; in the end everything. What most of them have is given first.
    void relax(const SweepPlan::Step& step, std::size_t most) {
        std::vector<std::uint32_t> given = step.bits;
        sort_by_promise(step);
        gather();
        std::vector<std::uint32_t> have(64 * next_.words, 0);
        for (std::size_t state = most / 2; state < next_.size(); ++state)
            for (std::uint32_t place : given)
                if (next_.bits_of(state)[place / 64] >> (place % 64) & 1) ++have[place];
        std::stable_sort(given.begin(), given.end(),
                         [&](std::uint32_t one, std::uint32_t other) { return have[one] > have[other]; });
        for (std::size_t k = 0; next_.size() > most && k <= given.size(); ++k) {
            watch_.check();
            States before(next_.words, next_.labels);
            std::swap(before, next_);
            table_.reset(before.size());
            for (std::size_t state = 0; state < before.size(); ++state) {
                std::copy_n(before.bits_of(state), before.words, bits_.data());
                std::copy_n(before.labels_of(state), before.labels, parts_.data());
                if (state >= most / 2 && k < given.size()) set_bit(given[k]);
                if (state >= most / 2 && k == given.size())
                    for (std::uint32_t place : step.labels) parts_[place] = 1;
                insert(before.cost[state], 0);
            }
        }
        thin(step);
    }

    // The candidates that the only state left has chorded.
    std::vector<std::uint32_t> trace() const {
        std::vector<std::uint32_t> chosen;
        std::size_t state = 0;
        for (std::size_t k = history_.size(); k-- > 0;) {
            std::uint32_t from = history_[k][state];
            if (from & 1) chosen.push_back(plan_.steps()[k].candidate);
            state = from / 2;
        }
        return chosen;
    }

    const SweepPlan& plan_;
    Overflow overflow_;
    std::uint64_t states_left_;
    const Watch& watch_;
    States now_, next_;
    IndexTable table_;
    std::vector<std::vector<std::uint32_t>> history_;
    // The state in work.
    std::vector<std::uint64_t> bits_;
    std::vector<Label> parts_;
    Label own_part_ = 0;  // the part of a candidate chorded in this step
    std::vector<Label> renamed_, left_;
    std::vector<std::uint64_t> bit_hash_;
    // Comparison of states.
    std::vector<std::uint32_t> order_, wealth_, rulers_;
    std::vector<Label> roots_, meets_;
    std::vector<std::uint8_t> shared_;
};

}  // namespace

Swept sweep_chords(const SweepPlan& plan, Overflow overflow, std::uint64_t max_states, const Watch& watch) {
    if (plan.labels() > MOST_LABELS) throw LimitError("too many openings and cells to chord lie side by side");
    return Sweep(plan, overflow, max_states, watch).run();
}

}  // namespace sapper
