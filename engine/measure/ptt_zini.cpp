#include "measure/ptt_zini.hpp"

#include <algorithm>
#include <cmath>

#include "measure/clearing.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t FEW_RUNS = 100;        // up to so many, no run looks ahead
constexpr std::uint32_t WIDE_EVERY = 100;      // runs
constexpr std::size_t MOST_WIDE_CELLS = 4096;  // of boards that have wide runs, which look at every cell
constexpr double MOST_VISITS = 1 << 28;
constexpr std::uint32_t SCANS_A_LOOK = 256;  // between two looks at the watch

enum class Sight : std::uint8_t { ONE_SOLVE, TWO_SOLVES, WIDE };

class PttRun {
  public:
    PttRun(const MineField& field, const Regions& regions, Sight sight, Kiss64& rng, ZiniScratch& scratch,
           std::vector<Click>* path)
        : field_(field),
          regions_(regions),
          sight_(sight),
          rng_(rng),
          waiting_(scratch.waiting),
          best_(scratch.equals),
          queue_(field.mined.size(), rng, scratch),
          clearing_(field, regions, false, queue_, scratch, path) {
        list_worth_click(scratch);
        if (sight != Sight::ONE_SOLVE) in_block_.assign(field.mined.size(), 0);
    }

    std::uint32_t clear(const Watch& watch) {
        for (std::uint32_t step = 0; !clearing_.done(); ++step) {
            if (step % SCANS_A_LOOK == 0) watch.check();
            find_best();
            if (best_.empty())
                clearing_.click(draw_hidden(clearing_, waiting_, rng_));
            else
                solve(best_[rng_.below(static_cast<std::uint32_t>(best_.size()))]);
        }
        return clearing_.clicks();
    }

  private:
    // Lists the cells of the highest premium, if that is at least 0.
    void find_best() {
        best_.clear();
        int highest = 0;
        auto weigh = [&](Cell cell) {
            int premium = queue_.premium(cell);
            if (premium <= 0 && !is_useful(cell)) return;
            if (sight_ == Sight::WIDE || (sight_ == Sight::TWO_SOLVES && premium > 0)) {
                auto [after, alone] = best_second(cell);
                if (after > 0 && alone > premium) return;  // the second should come first
                premium += after;
            }
            if (premium < highest) return;
            if (premium > highest) best_.clear();
            highest = premium;
            best_.push_back(cell);
        };
        if (sight_ == Sight::WIDE) {
            for (Cell cell = 0; cell < field_.mined.size(); ++cell)
                if (is_numbered(cell)) weigh(cell);
            return;
        }
        bool any = queue_.settle();
        if (any && sight_ == Sight::ONE_SOLVE && queue_.highest() > 0)
            best_ = queue_.best_cells();
        else if (any)
            queue_.visit(weigh);
    }

    bool is_numbered(Cell cell) const { return !field_.mined[cell] && field_.shows[cell] > 0; }
    bool is_bare(Cell cell) const { return field_.mined[cell] && !clearing_.is_flagged(cell); }
    bool is_hidden(Cell cell) const { return !field_.mined[cell] && !clearing_.is_open(cell); }

    // Whether a solve of a cell that saves nothing reveals a cell, and flags a mine or reveals its own cell.
    bool is_useful(Cell cell) const {
        bool flags = !clearing_.is_open(cell), reveals = false;
        field_.shape.visit_neighbours(cell, [&](Cell other) {
            flags |= is_bare(other);
            reveals |= is_hidden(other);
        });
        return flags && reveals;
    }

    // The highest premium above 0 that a second cell has after the solve of a first one, or 0, and the highest that
    // such a cell has now.
    std::pair<int, int> best_second(Cell first) {
        block_.clear();
        openings_.clear();
        auto enter = [&](Cell cell) {
            block_.push_back(cell);
            in_block_[cell] = 1;
            note_opening(cell);
        };
        enter(first);
        field_.shape.visit_neighbours(first, enter);
        auto openings = openings_.size();
        std::pair<int, int> best{0, 0};
        auto weigh = [&](Cell second) {
            if (second == first || !is_numbered(second)) return;
            openings_.resize(openings);
            int premium = in_block_[second] || clearing_.is_open(second) ? -1 : -2;
            auto count = [&](Cell cell) {
                if (in_block_[cell]) return;
                premium += regions_.single[cell] && !clearing_.is_open(cell);
                premium -= is_bare(cell);
                premium += note_opening(cell);
            };
            count(second);
            field_.shape.visit_neighbours(second, count);
            if (premium > 0) best = std::max(best, {premium, queue_.premium(second)});
        };
        auto near = block_.size();
        for (std::size_t k = 0; k < near; ++k) {
            weigh(block_[k]);
            if (sight_ == Sight::WIDE)
                field_.shape.visit_neighbours(block_[k], [&](Cell cell) {
                    if (!in_block_[cell]) weigh(cell);
                });
        }
        for (Cell cell : block_) in_block_[cell] = 0;
        return best;
    }

    // Adds the opening of a hidden zero to the list; says whether it was not there.
    bool note_opening(Cell cell) {
        if (field_.mined[cell] || field_.shows[cell] > 0 || clearing_.is_open(cell)) return false;
        std::uint32_t opening = regions_.opening[cell];
        if (std::find(openings_.begin(), openings_.end(), opening) != openings_.end()) return false;
        openings_.push_back(opening);
        return true;
    }

    void solve(Cell cell) {
        if (clearing_.is_open(cell)) {
            clearing_.solve(cell);
        } else if (Cell helper = best_helper(cell); helper != NO_CELL) {
            clearing_.solve(helper);
        } else if (Cell zero = zero_beside(cell); zero != NO_CELL) {
            clearing_.click(zero);
        } else {
            clearing_.solve(cell);
        }
    }

    // An open cell beside a hidden one whose chord reveals it and saves more clicks than its flags take.
    Cell best_helper(Cell cell) const {
        Cell best = NO_CELL;
        std::pair<int, int> most{0, 0};
        field_.shape.visit_neighbours(cell, [&](Cell helper) {
            if (!is_numbered(helper) || !clearing_.is_open(helper)) return;
            std::pair<int, int> gain{0, 0};  // singles less flags, and cells, outside the block of the hidden one
            field_.shape.visit_neighbours(helper, [&](Cell other) {
                if (other == cell || (!is_hidden(other) && !is_bare(other)) || are_neighbours(cell, other)) return;
                gain.first += field_.mined[other] ? -1 : regions_.single[other];
                gain.second += !field_.mined[other];
            });
            if (gain.first > 0 && gain > most) best = helper, most = gain;
        });
        return best;
    }

    bool are_neighbours(Cell one, Cell other) const {
        bool found = false;
        field_.shape.visit_neighbours(one, [&](Cell cell) { found |= cell == other; });
        return found;
    }

    // A hidden zero beside a cell.
    Cell zero_beside(Cell cell) const {
        Cell zero = NO_CELL;
        field_.shape.visit_neighbours(cell, [&](Cell other) {
            if (!field_.mined[other] && field_.shows[other] == 0) zero = other;
        });
        return zero;
    }

    const MineField& field_;
    const Regions& regions_;
    Sight sight_;
    Kiss64& rng_;
    std::vector<Cell>& waiting_;
    std::vector<Cell>& best_;
    RandomQueue queue_;
    Clearing<RandomQueue> clearing_;
    std::vector<Cell> block_;
    std::vector<std::uint8_t> in_block_;   // one a cell
    std::vector<std::uint32_t> openings_;  // hidden ones that the first solve, or both, open
};

// A number that follows from where the mines are.
std::uint64_t mix_mines(const MineField& field, std::uint64_t seed) {
    std::uint64_t mixed = seed ^ 0x9e3779b97f4a7c15u;
    for (Cell cell = 0; cell < field.mined.size(); ++cell)
        if (field.mined[cell]) {
            mixed = (mixed ^ (cell + 1)) * 0xff51afd7ed558ccdu;
            mixed ^= mixed >> 32;
        }
    return mixed;
}

}  // namespace

std::uint32_t ptt_runs(const MineField& field, const Regions& regions) {
    double clicks = std::max(regions.bbbv, 1u), runs = std::round(100000 / (clicks * std::sqrt(clicks)));
    runs = std::min(runs, MOST_VISITS / static_cast<double>(std::max<std::size_t>(field.mined.size(), 1)));
    return static_cast<std::uint32_t>(std::clamp(runs, 1.0, 10000.0));
}

std::uint32_t draw_ptt_zini(const MineField& field, const Regions& regions, std::uint32_t runs, std::uint64_t seed,
                            ZiniScratch& scratch, const Watch& watch, std::vector<Click>* path) {
    find_start(field, regions, false, false, scratch);
    Kiss64 rng(mix_mines(field, seed));
    return fewest_of(runs, path, [&](std::uint32_t run, std::vector<Click>* tried) {
        Sight sight = Sight::ONE_SOLVE;
        if (runs > FEW_RUNS && run % 2 == 1) sight = Sight::TWO_SOLVES;
        if (runs > FEW_RUNS && run % WIDE_EVERY == WIDE_EVERY - 1 && field.mined.size() <= MOST_WIDE_CELLS)
            sight = Sight::WIDE;
        return PttRun(field, regions, sight, rng, scratch, tried).clear(watch);
    });
}

}  // namespace sapper
