#include "game/maker.hpp"

#include <memory>
#include <utility>

#include "base/error.hpp"
#include "base/rng.hpp"
#include "base/workers.hpp"
#include "game/noguess.hpp"
#include "game/repair.hpp"

namespace sapper {

namespace {

// The cells that the first-click rule keeps free of mines.
std::vector<Cell> spared_cells(const MakerSpec& spec) {
    std::vector<Cell> cells{spec.layout.start};
    if (opens(spec.layout.first_click)) {
        auto around = spec.shape->neighbours(spec.layout.start);
        cells.insert(cells.end(), around.begin(), around.end());
    }
    return cells;
}

// The working memory of a thread for attempts.
class Workbench {
  public:
    explicit Workbench(const MakerSpec& spec)
        : spec_(spec),
          dealer_(spec.shape, spec.layout),
          reasoner_(*spec.shape, spec.layout.mines, spec.most),
          repairer_(*spec.shape, spec.layout.start, spared_cells(spec)),
          pairs_(*spec.shape) {}

    // Attempts a board until one succeeds, keeping the furthest in `made`.
    void make(std::uint64_t seed, const Watch& watch, MadeLayout& made) {
        Kiss64 stream(seed);
        stream.skip(spec_.first_attempt);
        while (made.attempts < spec_.attempts && !made.solved) {
            watch.check();
            std::uint64_t dealt = stream.next();
            dealt_board_.lay(dealer_.deal(dealt, watch));
            bool first = made.attempts++ == 0;
            if (spec_.maker == MakerKind::REPAIR)
                repair(dealt, watch, made);
            else if (first ||
                     !pairs_.any(dealt_board_, spec_.layout.start))  // the first is played in any case, to be kept
                play(dealt, watch, made);
        }
    }

  private:
    void play(std::uint64_t dealt, const Watch& watch, MadeLayout& made) {
        reasoner_.forget();
        bool solved = reasoner_.play(dealt_board_, spec_.layout.start, watch);
        if (solved || reasoner_.revealed() > made.shown.size()) keep(dealt, solved, reasoner_.position(), made);
    }

    void repair(std::uint64_t dealt, const Watch& watch, MadeLayout& made) {
        try {
            bool solved = repairer_.repair(dealt_board_, reasoner_, dealt, watch);
            keep(dealt, solved, solved ? reasoner_.position() : repairer_.furthest(), made);
        } catch (const Cancelled&) {
            keep(dealt, false, repairer_.furthest(), made);
            throw;
        }
    }

    // Keeps the dealt layout if it is solved or comes further than the one kept so far.
    void keep(std::uint64_t dealt, bool solved, const Position& position, MadeLayout& made) {
        std::vector<Cell> shown;
        if (!solved) {
            for (Cell cell = 0; cell < position.cells.size(); ++cell)
                if (position.cells[cell].clue()) shown.push_back(cell);
            if (shown.size() <= made.shown.size()) return;
        }
        made.solved = solved;
        made.seed = dealt;
        made.shown = std::move(shown);
        made.layout = {spec_.shape, dealt_board_.mined, {}};
        list_mines(made.layout.mined, static_cast<std::size_t>(spec_.layout.mines), made.layout.mines);
    }

    const MakerSpec& spec_;
    Dealer dealer_;
    Reasoner reasoner_;
    Repairer repairer_;
    HiddenPairs pairs_;
    DealtBoard dealt_board_;
};

}  // namespace

std::vector<MadeLayout> make_layouts(const MakerSpec& spec, std::span<const std::uint64_t> seeds,
                                     const Watch& watch) {
    if (spec.layout.first_click == FirstClick::NONE)
        throw InputError(
            "a board without guesses needs a safe start, which the first-click rule none does not promise");
    Dealer(spec.shape, spec.layout);  // throws for a layout that cannot be dealt before any thread starts
    std::vector<MadeLayout> made(seeds.size());
    try {
        share_work(seeds.size(), spec.threads, watch, [&] {
            return [&, bench = std::make_unique<Workbench>(spec)](std::size_t piece, const Watch& mine) {
                bench->make(seeds[piece], mine, made[piece]);
            };
        });
    } catch (const Cancelled&) {
        // Everything found so far is in its place.
    }
    return made;
}

}  // namespace sapper
