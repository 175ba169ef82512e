#include "measure/zini.hpp"

#include <algorithm>
#include <cstring>

#include "measure/clearing.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t STEPS_A_LOOK = 1024;  // between two looks at the watch

bool from_open_openings(ZiniRule rule) {
    return rule == ZiniRule::HUMAN || rule == ZiniRule::ONLINE_HUMAN;
}

bool solves_revealed_only(ZiniRule rule) {
    return from_open_openings(rule) || rule == ZiniRule::FORECAST;
}

bool tries_equals(ZiniRule rule) {
    return rule == ZiniRule::ONLINE || rule == ZiniRule::ONLINE_CORRECTED || rule == ZiniRule::ONLINE_HUMAN;
}

// The premiums of all cells in an order; the best is looked for anew each time. On boards of usual size that takes
// less time than keeping cells sorted, which every change of a premium would have to pay for.
class FirstScan {
  public:
    static constexpr std::size_t MOST_CELLS = 4096;
    static constexpr std::uint32_t MOST_NEIGHBOURS = 48;
    static constexpr int HOLD = 64;  // in place of HELD, so that premiums fit in a byte
    static constexpr bool TRIES = false;

    FirstScan(std::span<const Cell> order, ZiniScratch& scratch)
        : order_(order), place_(scratch.place), premium_(scratch.premiums) {
        place_.resize(order.size());
        premium_.resize(order.size());
        for (std::size_t place = 0; place < order.size(); ++place) {
            int start = scratch.start[order[place]];
            place_[order[place]] = static_cast<Cell>(place);
            premium_[place] = static_cast<std::int8_t>(start + (HELD - HOLD) * (start < -HELD / 2));
        }
    }

    void change(Cell cell, int difference) {
        std::int8_t& premium = premium_[place_[cell]];
        premium = static_cast<std::int8_t>(premium + difference);
    }
    bool settle() {
        std::int8_t best = -1;
        for (std::int8_t premium : premium_) best = std::max(best, premium);
        best_ = best;
        return best >= 0;
    }
    Cell best() const {
        auto found = static_cast<const std::int8_t*>(std::memchr(premium_.data(), best_, premium_.size()));
        return order_[static_cast<std::size_t>(found - premium_.data())];
    }

  private:
    std::span<const Cell> order_;
    std::vector<Cell>& place_;
    std::vector<std::int8_t>& premium_;  // by place in the order
    std::int8_t best_ = -1;
};

// The first cell from `next` on in an order that may be revealed; it moves `next` there.
template <class May>
Cell first_from(std::span<const Cell> order, std::size_t& next, May&& may) {
    while (next < order.size() && !may(order[next])) ++next;
    return next < order.size() ? order[next] : NO_CELL;
}

// Cells that may be solved, by premium; of equals the first in an order.
class FirstQueue {
  public:
    static constexpr int HOLD = HELD;
    static constexpr bool TRIES = true;

    FirstQueue(std::span<const Cell> order, ZiniScratch& scratch)
        : order_(order), place_(scratch.place), premium_(scratch.premium), places_(scratch.places) {
        place_.resize(order.size());
        for (std::size_t place = 0; place < order.size(); ++place) place_[order[place]] = static_cast<Cell>(place);
        for (PlaceSet& set : places_) set.resize(order.size());
        premium_ = scratch.start;
        for (Cell cell = 0; cell < premium_.size(); ++cell)
            if (premium_[cell] >= 0) add(cell, static_cast<std::size_t>(premium_[cell]));
    }

    void change(Cell cell, int difference) {
        int before = premium_[cell], after = before + difference;
        premium_[cell] = static_cast<std::int16_t>(after);
        if (before >= 0) places_[static_cast<std::size_t>(before)].remove(place_[cell]);
        if (after >= 0) add(cell, static_cast<std::size_t>(after));
    }

    // Forgets premiums above the highest one that a cell has. False when no cell may be solved.
    bool settle() {
        while (end_ > 0 && places_[end_ - 1].size() == 0) --end_;
        return end_ > 0;
    }
    // After settle():
    Cell best() const { return order_[places_[end_ - 1].first()]; }
    std::size_t premium() const { return end_ - 1; }
    std::size_t count() const { return places_[end_ - 1].size(); }
    void list_best(std::vector<Cell>& out) const {
        out.clear();
        places_[end_ - 1].visit([&](std::size_t place) { out.push_back(order_[place]); });
    }

  private:
    void add(Cell cell, std::size_t premium) {
        while (premium >= places_.size()) places_.emplace_back().resize(order_.size());
        places_[premium].add(place_[cell]);
        end_ = std::max(end_, premium + 1);
    }

    std::span<const Cell> order_;
    std::vector<Cell>& place_;
    std::vector<std::int16_t>& premium_;
    std::vector<PlaceSet>& places_;
    std::size_t end_ = 0;  // above every premium in use
};

// Among equals the cell after which the best premium, and then the number of cells with it, is highest.
Cell best_of_equals(Clearing<FirstQueue>& clearing, FirstQueue& queue, std::vector<Cell>& equals,
                    const Watch& watch) {
    queue.list_best(equals);
    Cell best = equals[0];
    std::size_t highest = 0;
    for (Cell cell : equals) {
        watch.check();
        clearing.try_solve(cell, [&] {
            if (!queue.settle()) return;
            std::size_t score = 1000 * queue.premium() + queue.count();
            if (score > highest) best = cell, highest = score;
        });
    }
    queue.settle();
    return best;
}

// One run by a rule; `worth` says which cells a click may be spent on, and `choose()` returns the cell to solve
// after queue.settle().
template <class Queue, class Choose>
std::uint32_t run_rule(const MineField& field, const Regions& regions, std::span<const Cell> order, ZiniRule rule,
                       std::span<const std::uint8_t> worth, Queue& queue, Clearing<Queue>& clearing,
                       const Watch& watch, Choose&& choose) {
    std::size_t next_zero = 0, next_single = 0, next_either = 0;
    auto hidden_zero = [&](Cell cell) {
        return !field.mined[cell] && field.shows[cell] == 0 && !clearing.is_open(cell);
    };
    auto hidden_single = [&](Cell cell) { return regions.single[cell] && !clearing.is_open(cell); };
    if (from_open_openings(rule))
        for (Cell zero; (zero = first_from(order, next_zero, hidden_zero)) != NO_CELL;) clearing.click(zero);
    for (std::uint32_t step = 0; !clearing.done(); ++step) {
        if (step % STEPS_A_LOOK == STEPS_A_LOOK - 1) watch.check();
        if (queue.settle()) {
            clearing.solve(choose());
            continue;
        }
        Cell cell = NO_CELL;
        if (tries_equals(rule) || rule == ZiniRule::FORECAST) {
            cell = first_from(order, next_zero, hidden_zero);
            if (cell == NO_CELL) cell = first_from(order, next_single, hidden_single);
        } else {
            cell = first_from(order, next_either, [&](Cell one) { return worth[one] > clearing.is_open(one); });
        }
        clearing.click(cell);
    }
    return clearing.clicks();
}

}  // namespace

std::uint32_t count_zini(const MineField& field, const Regions& regions, std::span<const Cell> order, ZiniRule rule,
                         ZiniScratch& scratch, const Watch& watch, std::vector<Click>* path,
                         const Progress& progress) {
    if (path) path->clear();
    bool held = solves_revealed_only(rule);
    find_start(field, regions, held, rule == ZiniRule::ONLINE, scratch, progress);
    if (!tries_equals(rule) && order.size() <= FirstScan::MOST_CELLS &&
        field.shape.most_neighbours <= FirstScan::MOST_NEIGHBOURS) {
        FirstScan scan(order, scratch);
        Clearing<FirstScan> clearing(field, regions, held, scan, scratch, path, progress);
        return run_rule(field, regions, order, rule, scratch.worth_click, scan, clearing, watch,
                        [&] { return scan.best(); });
    }
    FirstQueue queue(order, scratch);
    Clearing<FirstQueue> clearing(field, regions, held, queue, scratch, path, progress);
    return run_rule(field, regions, order, rule, scratch.worth_click, queue, clearing, watch, [&] {
        bool chosen = tries_equals(rule) && queue.count() > 1;
        return chosen ? best_of_equals(clearing, queue, scratch.equals, watch) : queue.best();
    });
}

std::uint32_t draw_zini(const MineField& field, const Regions& regions, std::uint32_t runs, Kiss64& rng,
                        ZiniScratch& scratch, const Watch& watch, std::vector<Click>* path) {
    find_start(field, regions, false, false, scratch);
    return fewest_of(runs, path, [&](std::uint32_t, std::vector<Click>* tried) {
        RandomQueue queue(field.mined.size(), rng, scratch);
        Clearing<RandomQueue> clearing(field, regions, false, queue, scratch, tried);
        list_worth_click(scratch);
        watch.check();
        for (std::uint32_t step = 0; !clearing.done(); ++step) {
            if (step % STEPS_A_LOOK == STEPS_A_LOOK - 1) watch.check();
            if (queue.settle())
                clearing.solve(queue.best());
            else
                clearing.click(draw_hidden(clearing, scratch.waiting, rng));
        }
        return clearing.clicks();
    });
}

}  // namespace sapper
