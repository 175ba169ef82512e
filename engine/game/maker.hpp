// Seeds -> layouts that need no guess from their start cell. Two makers: `uniform` deals layouts until one needs no
// guess, so that every layout that needs none is equally likely; `repair` deals one and changes it where it gets
// stuck, which works even where such layouts are very rare, but is biased.
//
// A board is made in attempts. Attempt k of a board deals the layout of the k-th seed of the board's stream, and
// depends on nothing else, so that any number of threads makes the same boards, and a search may be continued where
// it ended. A layout counts as solved only if the reasoner finished it. An attempt of `uniform` on an expert
// board takes about 25 microseconds, one of `repair` a hundred to a thousand.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "game/layout.hpp"
#include "proof/technique.hpp"

namespace sapper {

enum class MakerKind : std::uint8_t { UNIFORM, REPAIR };

struct MakerSpec {
    std::shared_ptr<const Shape> shape;
    LayoutSpec layout;  // its seed is not used; its rule promises a safe start
    MakerKind maker = MakerKind::UNIFORM;
    Technique most = Technique::COUNTING_CASES;  // the hardest that may be needed; up to CASES mines are not counted
    std::uint64_t first_attempt = 0;             // attempts left out
    std::uint64_t attempts = 1;                  // made at most, for each board
    std::uint32_t threads = 1;
};

// A layout that needs no guess, or the furthest one where none was found.
struct MadeLayout {
    bool solved = false;
    std::uint64_t attempts = 0;  // made for it
    std::uint64_t seed = 0;      // of the layout that was dealt
    Layout layout;               // without a shape when nothing was played yet
    std::vector<Cell> shown;     // cells revealed where it is stuck, rising
};

// Makes a board for every seed. When the watch cancels the call, boards not finished are as far as they have come.
// Throws as Dealer does, InputError for a rule that promises nothing, and, with `uniform`, LimitError when a position
// is too wide to count.
std::vector<MadeLayout> make_layouts(const MakerSpec& spec, std::span<const std::uint64_t> seeds,
                                     const Watch& watch = {});

}  // namespace sapper
