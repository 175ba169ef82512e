#include "measure/split_choice.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::uint32_t NOWHERE = 0xffffffffu, SHARED = 0xfffffffeu;

// In which part things of one kind are, by number.
class Homes {
  public:
    explicit Homes(std::size_t things) : part_(things, NOWHERE) {}

    void touch(std::uint32_t thing, std::uint32_t part) {
        std::uint32_t& home = part_[thing];
        home = home == NOWHERE || home == part ? part : SHARED;
    }
    bool shared(std::uint32_t thing) const { return part_[thing] == SHARED; }
    std::uint32_t count_shared() const {
        return static_cast<std::uint32_t>(std::count(part_.begin(), part_.end(), SHARED));
    }
    // Removes shared things from a list. Whether there were any.
    bool remove_shared(std::vector<std::uint32_t>& list) const {
        return std::erase_if(list, [&](std::uint32_t thing) { return shared(thing); }) > 0;
    }

  private:
    std::vector<std::uint32_t> part_;
};

}  // namespace

SplitChoice split_choice(const ChordChoice& choice, std::span<const std::uint32_t> part_of, std::uint32_t parts) {
    Homes singles(choice.singles), openings(choice.openings);
    std::vector<std::uint32_t> payer(choice.mines, NOWHERE);  // the part in which a mine needs a flag
    SplitChoice out;
    // The last opening of a part is its gate.
    out.parts.assign(parts, {choice.mines, choice.singles, choice.openings + 1, 0, {}});
    std::vector<std::uint32_t> place(choice.candidates.size());
    for (std::size_t k = 0; k < choice.candidates.size(); ++k) {
        const Chordable& one = choice.candidates[k];
        for (std::uint32_t mine : one.mines)
            if (payer[mine] == NOWHERE) payer[mine] = part_of[k];
        for (std::uint32_t single : one.singles) singles.touch(single, part_of[k]);
        if (one.single != Chordable::NO_SINGLE) singles.touch(one.single, part_of[k]);
        for (std::uint32_t opening : one.openings) openings.touch(opening, part_of[k]);
        auto& candidates = out.parts[part_of[k]].candidates;
        place[k] = static_cast<std::uint32_t>(candidates.size());
        candidates.push_back(one);
    }
    out.shared = singles.count_shared() + openings.count_shared();
    for (std::uint32_t part = 0; part < parts; ++part) {
        bool any = false;
        for (Chordable& one : out.parts[part].candidates) {
            out.shared += static_cast<std::uint32_t>(
                std::erase_if(one.mines, [&](std::uint32_t mine) { return payer[mine] != part; }));
            singles.remove_shared(one.singles);
            if (one.single != Chordable::NO_SINGLE && singles.shared(one.single)) one.single = Chordable::NO_SINGLE;
            bool outside = openings.remove_shared(one.openings);
            outside |= std::erase_if(one.links, [&](std::uint32_t link) { return part_of[link] != part; }) > 0;
            for (std::uint32_t& link : one.links) link = place[link];
            if (outside) one.openings.push_back(choice.openings);
            any |= outside;
        }
        out.gates += any;
    }
    return out;
}

}  // namespace sapper
