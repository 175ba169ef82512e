// Some worlds of an endgame, numbered from 0 and seen column by column: for every cell the set of worlds that mine it
// and, for every number, the set of worlds in which it shows that number. A set has one bit a world, so that a
// reveal reduces a set of worlds by a few ANDs; up to 64 worlds are one machine word.
//
// Worlds are in falling order of weight. Cells that are equal in all these worlds are left out, and of equal columns
// only the first is kept. Two worlds conflict when no cell is safe in both and shows different numbers: only a mine
// distinguishes them, so no play wins in both. The exception is a world whose mines are a subset of the other's,
// which is possible only if the number of mines is unknown: the game then ends in one of them and continues in the
// other.
//
// Cost of making one: cells times worlds, and for the conflicts worlds times columns times words.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/index_table.hpp"
#include "endgame/worlds.hpp"

namespace sapper {

using Word = std::uint64_t;
inline constexpr std::uint32_t WORD_BITS = 64;

// The identity of a set of worlds, the sum of those of its members: 128 random bits each, the same in all frames.
struct SetKey {
    std::uint64_t slot = 0, check = 0;

    void add(const SetKey& other) { slot += other.slot, check += other.check; }
};
inline SetKey key_of_world(std::uint32_t world) {
    return {mix_bits(2 * std::uint64_t{world} + 1), mix_bits(2 * std::uint64_t{world} + 0x5bd1e9955bd1e996u)};
}

struct Column {
    std::uint32_t first = 0;    // its sets start here in `masks`: of mines, then one for each number
    std::uint32_t numbers = 0;  // how many different ones it shows
    std::uint32_t cell = 0;     // of the endgame
};

struct Frame {
    std::uint32_t worlds = 0;
    std::uint32_t words = 0;  // of a set
    bool uniform = true;      // whether every world weighs 1
    bool same_mines = true;   // whether all worlds have the same number of mines
    bool has_conflicts = false;
    Buffer<std::uint32_t> world_of;  // a world here: of the endgame
    Buffer<double> weight;
    Buffer<SetKey> key;
    std::vector<Column> columns;
    Buffer<std::uint32_t>
        column_of;  // a cell as given: the column that says the same, or NO_CELL when it says nothing
    Buffer<Word> masks;
    Buffer<Word> conflicts;  // a world: the set of those it conflicts with

    const Word* mines(const Column& column) const { return masks.data() + column.first; }
    const Word* showing(const Column& column, std::uint32_t number) const {
        return masks.data() + column.first + (number + 1) * words;
    }
    const Word* conflicting(std::uint32_t world) const { return conflicts.data() + std::size_t{world} * words; }
};

struct FrameScratch {
    Buffer<std::uint8_t> shows;  // the endgame's, column by column
    IndexTable table;
    Buffer<std::uint64_t> hash;    // a column
    Buffer<std::uint8_t> numbers;  // those that a column shows, after the mine
    Buffer<Word> safe, differs, more, fewer;
};

// To be called once before frames of an endgame are built.
void turn_rows(const Endgame& endgame, FrameScratch& scratch);

// The frame of these worlds and cells, without conflicts. `worlds` must be in falling order of weight.
void build_frame(const Endgame& endgame, std::span<const std::uint32_t> worlds, std::span<const std::uint32_t> cells,
                 Frame& out, FrameScratch& scratch);

// Adds the conflicts, which not every use of a frame needs.
void find_conflicts(Frame& frame, FrameScratch& scratch);

}  // namespace sapper
