// Analysing boards, one or many on all cores, and naming the clues of a board that has no world.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/workers.hpp"
#include "bind/analysis.hpp"
#include "bind/topics.hpp"
#include "bind/watch.hpp"

namespace sapper::bind {

namespace {

// Instead of a limit: that of the shape.
constexpr std::uint64_t SHAPE_STATES = 0;

[[noreturn]] void raise_clues(const Grid& grid, const ContradictionError& error) {
    raise_contradiction(error.what(), nb::cast(grid.names(error.rules)), error.needs_total);
}

// An analysis to be made of a board, its probabilities to be written at a place.
std::unique_ptr<BoundAnalysis> begin_analysis(const BoundBoard& bound, Place place, bool trust,
                                              std::uint64_t max_states) {
    auto out = std::make_unique<BoundAnalysis>();
    out->grid = bound.grid;
    out->board = trust ? trust_flags(bound.board) : bound.board;
    out->limits = default_limits(*bound.grid.shape);
    if (max_states != SHAPE_STATES) out->limits.max_states = max_states;
    out->place = std::move(place);
    out->mine_probability = out->place.all->of(out->place.board);
    return out;
}

// The working memory that a thread keeps from one analysis to the next, so that small boards allocate nothing.
struct Workspace {
    BoardAnalysis found;
    AnalysisScratch scratch;

    // Releases it if it is larger than most boards need: it then has up to 16 MB.
    void trim() {
        if (found.analysis.counting.diagrams.states.capacity() > KEPT_STATES ||
            found.analysis.mine_probability.capacity() > KEPT_CELLS)
            *this = Workspace();
    }

  private:
    static constexpr std::size_t KEPT_STATES = 1 << 16, KEPT_CELLS = 1 << 14;
};

std::unique_ptr<BoundAnalysis> analyze_one(const BoundBoard& bound, bool trust, std::uint64_t max_states) {
    thread_local Workspace memory;
    struct Trim {
        ~Trim() { memory.trim(); }
    } trim;
    Place place{std::make_shared<Probabilities>(bound.grid, 1)};
    try {
        return interruptible([&](Watch watch) {
            auto out = begin_analysis(bound, place, trust, max_states);
            out->analyze(watch, memory.found, memory.scratch);
            return out;
        });
    } catch (const ContradictionError& error) {
        raise_clues(bound.grid, error);
    }
}

// Consecutive boards of one size share an array, up to a size at which one board may keep it alive at little cost.
std::vector<Place> share_arrays(const std::vector<const BoundBoard*>& boards) {
    constexpr std::size_t most_cells = 1 << 13;
    std::vector<Place> places(boards.size());
    for (std::size_t first = 0, end; first < boards.size(); first = end) {
        const Grid& grid = boards[first]->grid;
        std::size_t most = std::max<std::size_t>(most_cells / grid.shape->cell_count(), 1);
        for (end = first; end < boards.size() && end - first < most; ++end)
            if (!boards[end]->grid.has_sides_of(grid)) break;
        auto all = std::make_shared<Probabilities>(grid, end - first);
        for (std::size_t k = first; k < end; ++k) places[k] = {all, k - first};
    }
    return places;
}

// The Python error for an engine error of one board.
nb::object error_object(const Grid& grid, const std::exception_ptr& error) {
    try {
        try {
            std::rethrow_exception(error);
        } catch (const ContradictionError& contradiction) {
            raise_clues(grid, contradiction);
        } catch (const InputError& input) {
            raise_input_error(input.what());
        } catch (const LimitError& limit) {
            raise_limit_error(limit.what(), limit.width);
        }
    } catch (nb::python_error& raised) {
        return nb::borrow(raised.value());
    }
}

// A list with an Analysis for every board, or the error object it raised.
nb::list analyze_batch(std::vector<const BoundBoard*> boards, bool trust, std::uint64_t max_states,
                       std::uint32_t threads) {
    std::vector<Place> places = share_arrays(boards);
    std::vector<std::unique_ptr<BoundAnalysis>> results(boards.size());
    std::vector<std::exception_ptr> errors(boards.size());
    interruptible([&](const Watch& watch) {
        share_work(boards.size(), threads, watch, [&] {
            return
                [&, found = BoardAnalysis(), scratch = AnalysisScratch()](std::size_t k, const Watch& own) mutable {
                    if (k % 256 == 0) own.check();
                    try {
                        results[k] = begin_analysis(*boards[k], std::move(places[k]), trust, max_states);
                        results[k]->analyze(own, found, scratch);
                    } catch (const ContradictionError&) {
                        errors[k] = std::current_exception();
                    } catch (const InputError&) {
                        errors[k] = std::current_exception();
                    } catch (const LimitError&) {
                        errors[k] = std::current_exception();
                    }
                };
        });
    });
    nb::list out;
    for (std::size_t k = 0; k < boards.size(); ++k)
        out.append(errors[k] ? error_object(boards[k]->grid, errors[k]) : nb::cast(std::move(results[k])));
    return out;
}

}  // namespace

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
