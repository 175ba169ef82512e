// Analysing boards, one or many on all cores, and naming the clues of a board that has no world.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <thread>

#include "base/error.hpp"
#include "bind/analysis.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"
#include "count/conflict.hpp"

namespace sapper::bind {

namespace {

// Boards up to this size are counted again when a question needs more than the probabilities.
constexpr std::size_t CHEAP_CELLS = 4096;

// Known and settled cells, then what the analysis says of the rest.
void fill_probabilities(const Board& board, const Desk& desk, std::span<double> out) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    constexpr std::array<double, 3> settled = {nothing, 0, 1};  // by mark: nothing, safe, mine
    const std::uint8_t* const mark = desk.names.settled.mark.data();
    for (std::size_t cell = 0; cell < out.size(); ++cell) out[cell] = settled[mark[cell]];
    if (desk.names.settled.known_mines > 0)
        for (std::size_t cell = 0; cell < out.size(); ++cell)
            if (board.views[cell] == View::MINE) out[cell] = 1;
    for (std::size_t index = 0; index < desk.names.cell_of.size(); ++index)
        out[desk.names.cell_of[index]] = desk.analysis.mine_probability[index];
}

// Says which clues contradict each other. The engine speaks of rules; a player knows clues.
[[noreturn]] void throw_clues(const Board& board, const Limits& limits) {
    Rules rules;
    BoardNames names;
    state_all_rules(board, rules, names);
    try {
        throw_contradiction(rules, limits);
    } catch (const ContradictionError& error) {
        std::vector<Cell> clues;
        for (std::uint32_t rule : error.rules) clues.push_back(names.clue_of[rule]);
        throw ContradictionError(error.what(), std::move(clues), error.needs_total);
    }
}

[[noreturn]] void raise_clues(const Grid& grid, const ContradictionError& error) {
    raise_contradiction(error.what(), nb::cast(grid.names(error.rules)), error.needs_total);
}

std::unique_ptr<BoundAnalysis> analyze_one(const BoundBoard& bound, bool trust, std::uint64_t max_states) {
    Limits limits;
    limits.max_states = max_states;
    thread_local Desk desk;
    Place place{std::make_shared<Probabilities>(bound.grid, 1)};
    try {
        return interruptible([&](Watch watch) {
            limits.watch = watch;
            return analyze_board(bound, place, trust, limits, desk);
        });
    } catch (const ContradictionError& error) {
        raise_clues(bound.grid, error);
    }
}

// Neighbours of one size share an array, as long as it is so small that nobody minds when one board keeps it.
std::vector<Place> share_arrays(const std::vector<const BoundBoard*>& boards) {
    constexpr std::size_t most_cells = 1 << 13;
    std::vector<Place> places(boards.size());
    for (std::size_t first = 0, end; first < boards.size(); first = end) {
        const Grid& grid = boards[first]->grid;
        std::size_t most = std::max<std::size_t>(most_cells / (grid.rows * grid.cols), 1);
        for (end = first; end < boards.size() && end - first < most; ++end)
            if (boards[end]->grid.rows != grid.rows || boards[end]->grid.cols != grid.cols) break;
        auto all = std::make_shared<Probabilities>(grid, end - first);
        for (std::size_t k = first; k < end; ++k) places[k] = {all, k - first};
    }
    return places;
}

// The boards of a batch are taken one by one by whoever is free; results and errors stay in order.
class Batch {
  public:
    Batch(std::vector<const BoundBoard*> boards, bool trust, std::uint64_t max_states)
        : results(boards.size()),
          errors(boards.size()),
          boards_(std::move(boards)),
          places_(share_arrays(boards_)),
          trust_(trust) {
        limits_.max_states = max_states;
    }

    void run(unsigned threads, const Watch& watch) {
        std::vector<std::thread> others;
        for (unsigned k = 1; k < threads; ++k) others.emplace_back([this] { work({stop_if_asked, this}); });
        std::exception_ptr interrupted;
        try {
            work(watch);
        } catch (...) {
            interrupted = std::current_exception();
            stop_ = true;
        }
        for (std::thread& other : others) other.join();
        if (interrupted) std::rethrow_exception(interrupted);
    }

    std::vector<std::unique_ptr<BoundAnalysis>> results;
    std::vector<std::exception_ptr> errors;

  private:
    static void stop_if_asked(void* batch) {
        if (static_cast<Batch*>(batch)->stop_) throw Cancelled();
    }

    void work(const Watch& watch) {
        Desk desk;
        Limits limits = limits_;
        limits.watch = watch;
        for (std::size_t k = next_++; k < boards_.size() && !stop_; k = next_++) {
            if (k % 256 == 0) watch.check();
            try {
                results[k] = analyze_board(*boards_[k], std::move(places_[k]), trust_, limits, desk);
            } catch (const ContradictionError&) {
                errors[k] = std::current_exception();
            } catch (const InputError&) {
                errors[k] = std::current_exception();
            } catch (const LimitError&) {
                errors[k] = std::current_exception();
            } catch (const Cancelled&) {
                return;
            }
        }
    }

    std::vector<const BoundBoard*> boards_;
    std::vector<Place> places_;
    bool trust_;
    Limits limits_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stop_{false};
};

// A list with an Analysis for every board, or the error object it raised.
nb::list analyze_batch(std::vector<const BoundBoard*> boards, bool trust, std::uint64_t max_states,
                       unsigned threads) {
    Batch batch(boards, trust, max_states);
    interruptible([&](Watch watch) { batch.run(threads, watch); });
    nb::list out;
    for (std::size_t k = 0; k < boards.size(); ++k) {
        if (!batch.errors[k]) {
            out.append(nb::cast(std::move(batch.results[k])));
            continue;
        }
        try {
            try {
                std::rethrow_exception(batch.errors[k]);
            } catch (const ContradictionError& error) {
                raise_clues(boards[k]->grid, error);
            } catch (const InputError& error) {
                raise_input_error(error.what());
            } catch (const LimitError& error) {
                raise_limit_error(error.what(), error.width);
            }
        } catch (nb::python_error& raised) {
            out.append(raised.value());
        }
    }
    return out;
}

}  // namespace

std::unique_ptr<BoundAnalysis> analyze_board(const BoundBoard& bound, Place place, bool trust, const Limits& limits,
                                             Desk& desk) {
    auto out = std::make_unique<BoundAnalysis>();
    out->grid = bound.grid;
    out->board = trust ? trust_flags(bound.board) : bound.board;
    out->limits = limits;
    out->place = std::move(place);
    out->mine_probability = out->place.all->of(out->place.board);
    out->limits.watch = {};  // the caller of this call is gone by the time of the next
    if (!state_rules(out->board, desk.analysis.rules, desk.names) || !analyze(desk.analysis, limits, desk.scratch))
        throw_clues(out->board, limits);
    fill_probabilities(out->board, desk, out->mine_probability);

    if (out->board.views.size() > CHEAP_CELLS) {
        out->kept_ = std::make_unique<BoundAnalysis::Kept>();
        out->kept_->solved.analysis = std::move(desk.analysis);
        out->kept_->solved.limits = out->limits;
        out->kept_->names = std::move(desk.names);
        out->ready_ = true;
        desk = {};
    }
    return out;
}

void bind_analyze(nb::module_& module) {
    module.def("analyze", &analyze_one, nb::arg("board"), nb::arg("trust_flags"), nb::arg("max_states"),
               "Analyse one board exactly.");
    module.def(
        "analyze_batch", &analyze_batch, nb::arg("boards"), nb::arg("trust_flags"), nb::arg("max_states"),
        nb::arg("threads"),
        nb::sig("def analyze_batch(boards: collections.abc.Sequence[Board], trust_flags: bool, max_states: int, "
                "threads: int) -> list[typing.Any]"),
        "Analyse boards on several threads; errors take the place of results.");
}

}  // namespace sapper::bind
