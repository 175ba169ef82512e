#include "measure/chords.hpp"

#include <algorithm>

namespace sapper {

namespace {

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

bool meet(const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>& other) {
    return std::any_of(one.begin(), one.end(), [&](std::uint32_t value) { return contains(other, value); });
}

bool within(const std::vector<std::uint32_t>& part, const std::vector<std::uint32_t>& whole) {
    return std::all_of(part.begin(), part.end(), [&](std::uint32_t value) { return contains(whole, value); });
}

// All numbered cells, with links to all numbered cells around that do not border the same opening.
std::vector<Chordable> list_numbered(const MineField& field, const Regions& regions, const Progress& progress,
                                     ChordChoice& choice, std::vector<std::uint32_t>& number) {
    auto cells = field.mined.size();
    std::vector<std::uint32_t> of(cells, 0);  // the number of a mine or a single among its kind
    for (Cell cell = 0; cell < cells; ++cell) {
        if (field.mined[cell] && !progress.flags(cell)) of[cell] = choice.mines++;
        if (regions.single[cell]) of[cell] = choice.singles++;
    }
    std::vector<Chordable> numbered;
    number.assign(cells, Chordable::NO_SINGLE);
    for (Cell cell = 0; cell < cells; ++cell) {
        if (field.mined[cell] || field.shows[cell] == 0) continue;
        number[cell] = static_cast<std::uint32_t>(numbered.size());
        Chordable& one = numbered.emplace_back();
        one.cell = cell;
        if (regions.single[cell]) one.single = of[cell];
        if (progress.shows(cell)) one.openings.push_back(regions.openings - 1);
        for (Cell other : field.shape.neighbours(cell)) {
            if (progress.flags(other)) continue;
            if (field.mined[other])
                one.mines.push_back(of[other]);
            else if (regions.single[other])
                one.singles.push_back(of[other]);
            else if (field.shows[other] == 0 && !contains(one.openings, regions.opening[other]))
                one.openings.push_back(regions.opening[other]);
        }
    }
    for (Chordable& one : numbered)
        for (Cell other : field.shape.neighbours(one.cell))
            if (number[other] != Chordable::NO_SINGLE && !meet(one.openings, numbered[number[other]].openings))
                one.links.push_back(number[other]);
    return numbered;
}

// Decides which numbered cells are candidates. Those that are not may make others useless in turn.
class UsefulChords {
  public:
    UsefulChords(const MineField& field, const std::vector<Chordable>& numbered,
                 const std::vector<std::uint32_t>& number, std::uint32_t mines)
        : field_(field), numbered_(numbered), number_(number), useful_(numbered.size(), 1), users_(mines, 0) {
        for (const Chordable& one : numbered)
            for (std::uint32_t mine : one.mines) ++users_[mine];
    }

    std::vector<std::uint8_t> find() {
        std::vector<std::uint32_t> waiting(numbered_.size());
        for (std::uint32_t k = 0; k < waiting.size(); ++k)
            waiting[k] = static_cast<std::uint32_t>(waiting.size()) - 1 - k;
        std::vector<std::uint8_t> listed(numbered_.size(), 1);
        while (!waiting.empty()) {
            std::uint32_t k = waiting.back();
            waiting.pop_back();
            listed[k] = 0;
            if (!useful_[k] || (saves(k) && !replaceable(k))) continue;
            useful_[k] = 0;
            for (std::uint32_t mine : numbered_[k].mines) --users_[mine];
            // Cells around, and cells around the same mine, may have needed it.
            field_.shape.visit_neighbours(numbered_[k].cell, [&](Cell near) {
                auto list = [&](Cell cell) {
                    std::uint32_t other = number_[cell];
                    if (other == Chordable::NO_SINGLE || !useful_[other] || listed[other]) return;
                    listed[other] = 1;
                    waiting.push_back(other);
                };
                list(near);
                if (field_.mined[near]) field_.shape.visit_neighbours(near, list);
            });
        }
        return useful_;
    }

  private:
    // Whether leaving the cell out of a set may cost more than it spares: its chord and the flags only it needs.
    bool saves(std::uint32_t k) const {
        const Chordable& one = numbered_[k];
        auto joined = std::count_if(one.links.begin(), one.links.end(), [&](std::uint32_t other) {
            return useful_[other] && numbered_[other].single == Chordable::NO_SINGLE;
        });
        auto around = static_cast<std::ptrdiff_t>(one.singles.size());
        auto lost = one.single == Chordable::NO_SINGLE
                        ? around + joined + static_cast<std::ptrdiff_t>(one.openings.size()) - 1
                        : std::max(around, around + joined - 1);
        auto own =
            std::count_if(one.mines.begin(), one.mines.end(), [&](std::uint32_t mine) { return users_[mine] == 1; });
        return lost > 1 + own;
    }

    // Whether a cell around reveals and joins all that this one does, with no other mines.
    bool replaceable(std::uint32_t k) const {
        const Chordable& one = numbered_[k];
        for (Cell near : field_.shape.neighbours(one.cell)) {
            std::uint32_t number = number_[near];
            if (number == Chordable::NO_SINGLE || !useful_[number]) continue;
            const Chordable& other = numbered_[number];
            if (!within(other.mines, one.mines) || !within(one.openings, other.openings)) continue;
            bool reveals = std::all_of(one.singles.begin(), one.singles.end(), [&](std::uint32_t single) {
                return single == other.single || contains(other.singles, single);
            });
            bool joins = std::all_of(one.links.begin(), one.links.end(), [&](std::uint32_t link) {
                return link == number || !useful_[link] || contains(other.links, link) ||
                       meet(other.openings, numbered_[link].openings);
            });
            if (reveals && joins) return true;
        }
        return false;
    }

    const MineField& field_;
    const std::vector<Chordable>& numbered_;
    const std::vector<std::uint32_t>& number_;
    std::vector<std::uint8_t> useful_;
    std::vector<std::uint32_t> users_;  // of every mine: useful cells around it
};

// Plays the chords of a set, each as soon as its cell is revealed.
class ChordPlay {
  public:
    ChordPlay(const MineField& field, const Regions& regions, std::span<const std::uint8_t> chorded,
              const Progress& progress)
        : field_(field), regions_(regions), chorded_(chorded), open_(field.mined.begin(), field.mined.end()) {
        flagged_.assign(progress.flagged.begin(), progress.flagged.end());
        flagged_.resize(field.mined.size(), 0);
        for (Cell cell = 0; cell < progress.shown.size(); ++cell)
            if (progress.shown[cell]) open(cell);
    }

    std::vector<Click> play() {
        chord_ready();
        // Parts with a chord first; what no chord reveals comes last.
        for (Cell cell = 0; cell < open_.size(); ++cell)
            if (chorded_[cell]) start(cell);
        for (Cell cell = 0; cell < open_.size(); ++cell)
            if (field_.shows[cell] == 0 || regions_.single[cell]) start(cell);
        return std::move(path_);
    }

  private:
    void start(Cell cell) {
        if (open_[cell]) return;
        path_.push_back({ClickKind::REVEAL, cell});
        reveal(cell);
        chord_ready();
    }

    void chord_ready() {
        while (!ready_.empty()) {
            Cell next = ready_.back();
            ready_.pop_back();
            chord(next);
        }
    }

    void chord(Cell cell) {
        auto around = field_.shape.neighbours(cell);
        if (std::all_of(around.begin(), around.end(), [&](Cell other) { return open_[other]; })) return;
        for (Cell other : around) {
            if (!field_.mined[other] || flagged_[other]) continue;
            flagged_[other] = 1;
            path_.push_back({ClickKind::FLAG, other});
        }
        path_.push_back({ClickKind::CHORD, cell});
        for (Cell other : around) reveal(other);
    }

    void reveal(Cell cell) {
        if (open_[cell]) return;
        if (field_.shows[cell] == 0) {
            for (Cell other : regions_.cells_of(regions_.opening[cell])) open(other);
        } else {
            open(cell);
        }
    }

    void open(Cell cell) {
        if (open_[cell]) return;
        open_[cell] = 1;
        if (chorded_[cell]) ready_.push_back(cell);
    }

    const MineField& field_;
    const Regions& regions_;
    std::span<const std::uint8_t> chorded_;
    std::vector<std::uint8_t> open_, flagged_;  // mines count as open: nothing reveals them
    std::vector<Cell> ready_;
    std::vector<Click> path_;
};

}  // namespace

Regions regions_left(const Regions& regions, const MineField& field, const Progress& progress) {
    Regions left = regions;
    left.first.assign(1, 0);
    left.cells.clear();
    std::vector<std::uint32_t> number(regions.openings, Regions::NO_REGION);
    for (std::uint32_t opening = 0; opening < regions.openings; ++opening) {
        auto cells = regions.cells_of(opening);
        if (progress.shows(cells[0])) continue;  // a zero
        number[opening] = static_cast<std::uint32_t>(left.first.size()) - 1;
        left.cells.insert(left.cells.end(), cells.begin(), cells.end());
        left.first.push_back(static_cast<std::uint32_t>(left.cells.size()));
    }
    left.openings = static_cast<std::uint32_t>(left.first.size());
    for (std::uint32_t& one : number)
        if (one == Regions::NO_REGION) one = left.openings - 1;
    left.first.push_back(static_cast<std::uint32_t>(left.cells.size()));
    for (Cell cell = 0; cell < field.mined.size(); ++cell) {
        if (left.opening[cell] != Regions::NO_REGION) left.opening[cell] = number[left.opening[cell]];
        left.single[cell] &= !progress.shows(cell);
    }
    std::erase_if(left.singles, [&](Cell cell) { return progress.shows(cell); });
    left.bbbv = left.openings - 1 + static_cast<std::uint32_t>(left.singles.size());
    return left;
}

ChordChoice find_candidates(const MineField& field, const Regions& regions, const Progress& progress) {
    ChordChoice choice;
    choice.openings = regions.openings;
    std::vector<std::uint32_t> number;
    std::vector<Chordable> numbered = list_numbered(field, regions, progress, choice, number);
    std::vector<std::uint8_t> useful = UsefulChords(field, numbered, number, choice.mines).find();
    std::vector<std::uint32_t> kept(numbered.size(), 0);
    for (std::uint32_t k = 0; k < numbered.size(); ++k) {
        if (!useful[k]) continue;
        kept[k] = static_cast<std::uint32_t>(choice.candidates.size());
        choice.candidates.push_back(std::move(numbered[k]));
    }
    std::vector<std::uint8_t> single_near(choice.singles, 0), opening_near(choice.openings, 0);
    for (Chordable& one : choice.candidates) {
        std::erase_if(one.links, [&](std::uint32_t link) { return !useful[link]; });
        for (std::uint32_t& link : one.links) link = kept[link];
        for (std::uint32_t single : one.singles) single_near[single] = 1;
        if (one.single != Chordable::NO_SINGLE) single_near[one.single] = 1;
        for (std::uint32_t opening : one.openings) opening_near[opening] = 1;
    }
    choice.fixed = static_cast<std::uint32_t>(std::count(single_near.begin(), single_near.end(), 0) +
                                              std::count(opening_near.begin(), opening_near.end(), 0));
    return choice;
}

std::vector<Click> play_chords(const MineField& field, const Regions& regions, std::span<const std::uint8_t> chorded,
                               const Progress& progress) {
    return ChordPlay(field, regions, chorded, progress).play();
}

}  // namespace sapper
