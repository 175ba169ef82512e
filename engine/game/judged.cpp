#include "game/judged.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "game/dealt_board.hpp"

namespace sapper {

namespace {

// Counts down what is left of every opening and island.
class Unsolved {
  public:
    explicit Unsolved(const MineField& field) : field_(field) {
        find_regions(field, regions_);
        zeros_left_.assign(regions_.openings, 0);
        cells_left_.assign(regions_.openings, 0);
        borders_first_.assign(field.mined.size() + 1, 0);
        for (std::uint32_t opening = 0; opening < regions_.openings; ++opening)
            for (Cell cell : regions_.cells_of(opening)) {
                ++cells_left_[opening];
                zeros_left_[opening] += field.shows[cell] == 0;
                ++borders_first_[cell + 1];
            }
        for (std::size_t k = 1; k < borders_first_.size(); ++k) borders_first_[k] += borders_first_[k - 1];
        borders_.resize(borders_first_.back());
        std::vector<std::uint32_t> next(borders_first_.begin(), borders_first_.end() - 1);
        for (std::uint32_t opening = 0; opening < regions_.openings; ++opening)
            for (Cell cell : regions_.cells_of(opening)) borders_[next[cell]++] = opening;
        island_left_.assign(regions_.islands, 0);
        for (std::uint32_t island : regions_.island)
            if (island != Regions::NO_REGION) ++island_left_[island];
    }

    void reveal(Cell cell) {
        if (regions_.single[cell]) {
            ++solved, ++solved_fast;
            islands += --island_left_[regions_.island[cell]] == 0;
            return;
        }
        for (std::uint32_t k = borders_first_[cell]; k < borders_first_[cell + 1]; ++k) {
            std::uint32_t opening = borders_[k];
            if (--cells_left_[opening] == 0) ++solved, ++openings;
            if (field_.shows[cell] == 0 && --zeros_left_[opening] == 0) ++solved_fast;
        }
    }

    std::uint32_t solved = 0, solved_fast = 0, openings = 0, islands = 0;

  private:
    const MineField& field_;
    Regions regions_;
    std::vector<std::uint32_t> zeros_left_, cells_left_;  // of an opening
    std::vector<std::uint32_t> borders_first_, borders_;  // of a cell: the openings it belongs to or borders
    std::vector<std::uint32_t> island_left_;
};

class Judge {
  public:
    Judge(std::shared_ptr<const Layout> layout, bool questions)
        : layout_(std::move(layout)), game_(layout_), questions_(questions), flags_(layout_->mined.size()) {
        dealt_board_.lay(*layout_);
        field_.emplace(dealt_board_.field());
        unsolved_.emplace(*field_);
    }

    void click(const PlayedClick& click, JudgedClicks& out) {
        effect_ = 0, revealed_ = 0;
        if (click.cell < layout_->mined.size() && game_.status() == Status::PLAYING) {
            switch (click.kind) {
                case ClickKind::REVEAL:
                    reveal(click.cell);
                    break;
                case ClickKind::FLAG:
                    flag(click.cell, out);
                    break;
                case ClickKind::CHORD:
                    chord(click.cell);
                    break;
            }
        }
        count(click.kind, out.tally);
        out.effects.push_back(effect_);
        out.revealed.push_back(revealed_);
        out.solved.push_back(unsolved_->solved);
        out.solved_fast.push_back(unsolved_->solved_fast);
    }

    void end(JudgedClicks& out) const {
        out.status = game_.status();
        out.tally.solved = unsolved_->solved;
        out.tally.solved_fast = unsolved_->solved_fast;
        out.openings = unsolved_->openings;
        out.islands = unsolved_->islands;
        for (const Flagging& one : flags_) out.wasted_flags += one.stands && !one.used;
    }

  private:
    struct Flagging {
        bool stands = false, used = false, ever = false;
    };

    void count(ClickKind kind, ClickTally& tally) const {
        auto has = [&](unsigned effects) { return (effect_ & effects) == effects; };
        auto place = static_cast<std::size_t>(kind);
        ++tally.made[place];
        tally.changed[place] += has(CHANGED);
        tally.counted[place] += has(COUNTED);
        tally.flagged += has(FLAGGED);
        tally.unflagged += has(UNFLAGGED);
        tally.misflagged += has(FLAGGED | ON_SAFE);
        tally.misunflagged += has(UNFLAGGED | ON_SAFE);
    }

    void note(unsigned effect) { effect_ = static_cast<std::uint8_t>(effect_ | effect); }

    void reveal(Cell cell) {
        if (game_.board().views[cell] == View::FLAG || !game_.reveal(cell)) return;
        count_revealed();
    }

    void chord(Cell cell) {
        if (!is_clue(game_.board().views[cell]) || !game_.chord(cell)) return;
        count_revealed();
        if (revealed_ > 0)
            layout_->shape->visit_neighbours(cell, [&](Cell other) { flags_[other].used |= flags_[other].stands; });
    }

    void count_revealed() {
        note(CHANGED);
        game_.visit_changed([&](Cell cell) {
            if (layout_->mined[cell]) return;
            ++revealed_;
            unsolved_->reveal(cell);
        });
        if (game_.status() == Status::LOST) note(EXPLODED);
        if (revealed_ > 0) note(COUNTED);
    }

    void flag(Cell cell, JudgedClicks& out) {
        View view = game_.board().views[cell];
        if (!is_covered(view)) return;
        note(CHANGED);
        if (view == View::QUESTION || (view == View::FLAG && questions_)) {
            game_.question(cell);  // takes a question mark away, or puts it in place of a flag
            note(QUESTIONED);
        } else {
            game_.flag(cell);
        }
        Flagging& flag = flags_[cell];
        unsigned where = layout_->mined[cell] ? 0 : ON_SAFE;
        if (view == View::FLAG) {
            note(UNFLAGGED | where);
            out.wasted_flags += !flag.used;
            flag.stands = false;
        } else if (view == View::HIDDEN) {
            note(FLAGGED | where);
            if (layout_->mined[cell] && !flag.ever) note(COUNTED);
            flag = {true, false, true};
        }
    }

    std::shared_ptr<const Layout> layout_;
    GameState game_;
    bool questions_;
    std::vector<Flagging> flags_;
    DealtBoard dealt_board_;
    std::optional<MineField> field_;
    std::optional<Unsolved> unsolved_;
    std::uint8_t effect_ = 0;
    std::uint32_t revealed_ = 0;
};

// From the centre of the cell of one click with an effect to the next.
double measure_way(std::span<const PlayedClick> clicks, std::span<const std::uint8_t> effects, ClickEffect effect,
                   std::uint32_t cols) {
    double way = 0;
    Cell before = NO_CELL;
    for (std::size_t k = 0; k < clicks.size(); ++k) {
        if (!(effects[k] & effect)) continue;
        Cell cell = clicks[k].cell;
        if (before != NO_CELL) {
            auto across = static_cast<double>(cell % cols) - static_cast<double>(before % cols);
            auto down = static_cast<double>(cell / cols) - static_cast<double>(before / cols);
            way += std::sqrt(across * across + down * down);
        }
        before = cell;
    }
    return way;
}

}  // namespace

JudgedClicks judge_clicks(std::shared_ptr<const Layout> layout, std::span<const PlayedClick> clicks, bool questions,
                          std::uint32_t cols) {
    JudgedClicks judged;
    judged.effects.reserve(clicks.size());
    judged.revealed.reserve(clicks.size());
    judged.solved.reserve(clicks.size());
    judged.solved_fast.reserve(clicks.size());
    Judge judge(std::move(layout), questions);
    for (const PlayedClick& click : clicks) judge.click(click, judged);
    judge.end(judged);
    if (cols > 0) {
        judged.changed_way = measure_way(clicks, judged.effects, CHANGED, cols);
        judged.counted_way = measure_way(clicks, judged.effects, COUNTED, cols);
    }
    return judged;
}

}  // namespace sapper
