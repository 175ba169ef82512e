#include "endgame/frame.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace sapper {

namespace {

constexpr std::uint32_t BYTES = 8;  // of a word
constexpr Word LOW_BITS = 0x0101010101010101u, HIGH_BITS = 0x8080808080808080u;

// What a cell shows in up to 64 worlds, a byte a world.
struct Shown {
    std::array<Word, WORD_BITS / BYTES> bytes{};

    Shown(const std::uint8_t* shows, const std::uint32_t* world_of, std::uint32_t count) {
        for (std::uint32_t world = 0; world < count; ++world)
            bytes[world / BYTES] |= Word{shows[world_of[world]]} << (world % BYTES * 8);
    }

    std::uint8_t in(std::uint32_t world) const {
        return static_cast<std::uint8_t>(bytes[world / BYTES] >> (world % BYTES * 8));
    }

    // The set of worlds that show the number; may contain further bits that the caller ignores.
    Word where(std::uint8_t number) const {
        Word set = 0;
        for (std::uint32_t k = 0; k < bytes.size(); ++k) {
            Word differs = bytes[k] ^ (LOW_BITS * number);
            Word same = ~(((differs & ~HIGH_BITS) + ~HIGH_BITS) | differs) & HIGH_BITS;  // the high bit of each byte
            set |= (((same >> 7) * 0x0102040810204080u) >> 56) << (k * BYTES);           // side by side
        }
        return set;
    }
};

// The sets of one cell, appended to the masks; numbers in the order in which worlds show them first.
Column read_column(const std::uint8_t* shows, std::uint32_t cell, Frame& out, FrameScratch& scratch) {
    Column column{static_cast<std::uint32_t>(out.masks.size()), 0, cell};
    out.masks.resize(out.masks.size() + out.words, 0);
    scratch.numbers.assign(1, Endgame::MINE);
    for (std::uint32_t word = 0; word < out.words; ++word) {
        std::uint32_t first = word * WORD_BITS, count = std::min(out.worlds - first, WORD_BITS);
        Shown shown(shows, out.world_of.data() + first, count);
        Word left = count < WORD_BITS ? (Word{1} << count) - 1 : ~Word{0};
        for (std::size_t slot = 0; left != 0; ++slot) {
            if (slot == scratch.numbers.size()) {
                scratch.numbers.push_back(shown.in(static_cast<std::uint32_t>(std::countr_zero(left))));
                out.masks.resize(out.masks.size() + out.words, 0);
                ++column.numbers;
            }
            Word here = left & shown.where(scratch.numbers[slot]);
            out.masks[column.first + slot * out.words + word] = here;
            left ^= here;
        }
    }
    return column;
}

bool same_in_all_worlds(const Frame& frame, const Column& column) {
    const Word* mines = frame.mines(column);
    bool mined = std::any_of(mines, mines + frame.words, [](Word word) { return word != 0; });
    return column.numbers == 0 || (column.numbers == 1 && !mined);
}

std::span<const Word> sets_of(const Frame& frame, const Column& column) {
    return {frame.mines(column), std::size_t{column.numbers + 1} * frame.words};
}

// The first column that equals the last one, which is dropped if it is a duplicate.
std::uint32_t merge_repeated(Frame& out, FrameScratch& scratch) {
    std::span<const Word> sets = sets_of(out, out.columns.back());
    std::uint64_t hash = sets.size();
    for (Word word : sets) hash = mix_bits(hash ^ word);
    auto fresh = static_cast<std::uint32_t>(out.columns.size() - 1);
    scratch.hash.push_back(hash);
    std::uint32_t found = scratch.table.find_or_insert(hash, fresh, [&](std::uint32_t other) {
        std::span<const Word> theirs = sets_of(out, out.columns[other]);
        return scratch.hash[other] == hash && std::equal(sets.begin(), sets.end(), theirs.begin(), theirs.end());
    });
    if (found == fresh) return fresh;
    out.masks.resize(out.columns.back().first);
    out.columns.pop_back();
    scratch.hash.pop_back();
    return found;
}

// `size` is the words of a set, known to the compiler where it is 1.
template <class Size>
void compare_worlds(Frame& out, FrameScratch& scratch, Size size) {
    const std::uint32_t words = size;
    out.conflicts.assign(std::size_t{out.worlds} * words, 0);  // first the worlds it can be distinguished from
    scratch.safe.resize(words);
    scratch.differs.resize(words);
    Word *told = out.conflicts.data(), *safe = scratch.safe.data(), *differs = scratch.differs.data();
    for (const Column& column : out.columns) {
        if (column.numbers < 2) continue;
        const Word* mines = out.mines(column);
        for (std::uint32_t k = 0; k < words; ++k) safe[k] = ~mines[k];
        if (out.worlds % WORD_BITS != 0) safe[words - 1] &= (Word{1} << (out.worlds % WORD_BITS)) - 1;
        for (std::uint32_t number = 0; number < column.numbers; ++number) {
            const Word* here = out.showing(column, number);
            for (std::uint32_t k = 0; k < words; ++k) differs[k] = safe[k] & ~here[k];
            for (std::uint32_t k = 0; k < words; ++k)
                for (Word left = here[k]; left != 0; left &= left - 1) {
                    auto world = k * WORD_BITS + static_cast<std::uint32_t>(std::countr_zero(left));
                    Word* to = told + std::size_t{world} * words;
                    for (std::uint32_t j = 0; j < words; ++j) to[j] |= differs[j];
                }
        }
    }
    for (std::uint32_t world = 0; world < out.worlds; ++world) {
        Word* to = told + std::size_t{world} * words;
        for (std::uint32_t k = 0; k < words; ++k) to[k] = ~to[k];
        if (out.worlds % WORD_BITS != 0) to[words - 1] &= (Word{1} << (out.worlds % WORD_BITS)) - 1;
        to[world / WORD_BITS] &= ~(Word{1} << (world % WORD_BITS));
    }
}

// Worlds whose mines are among each other's can both be won, so they do not conflict.
void forgive_nested(Frame& out, FrameScratch& scratch) {
    std::uint32_t words = out.words;
    for (std::uint32_t world = 0; world < out.worlds; ++world) {
        scratch.more.assign(words, ~Word{0});   // worlds with all its mines
        scratch.fewer.assign(words, ~Word{0});  // worlds with none but its mines
        for (const Column& column : out.columns) {
            const Word* mines = out.mines(column);
            bool mine = mines[world / WORD_BITS] >> (world % WORD_BITS) & 1;
            for (std::uint32_t k = 0; k < words; ++k)
                if (mine)
                    scratch.more[k] &= mines[k];
                else
                    scratch.fewer[k] &= ~mines[k];
        }
        Word* to = out.conflicts.data() + std::size_t{world} * words;
        for (std::uint32_t k = 0; k < words; ++k) to[k] &= ~(scratch.more[k] | scratch.fewer[k]);
    }
}

}  // namespace

void turn_rows(const Endgame& endgame, FrameScratch& scratch) {
    scratch.shows.resize(endgame.shows.size());
    for (std::uint32_t world = 0; world < endgame.worlds; ++world)
        for (std::uint32_t cell = 0; cell < endgame.cells; ++cell)
            scratch.shows[std::size_t{cell} * endgame.worlds + world] = endgame.row(world)[cell];
}

void build_frame(const Endgame& endgame, std::span<const std::uint32_t> worlds, std::span<const std::uint32_t> cells,
                 Frame& out, FrameScratch& scratch) {
    out.worlds = static_cast<std::uint32_t>(worlds.size());
    out.words = (out.worlds + WORD_BITS - 1) / WORD_BITS;
    out.world_of.assign(worlds.begin(), worlds.end());
    out.weight.resize(out.worlds);
    out.key.resize(out.worlds);
    out.uniform = true;
    for (std::uint32_t world = 0; world < out.worlds; ++world) {
        out.weight[world] = endgame.weight[worlds[world]];
        out.uniform &= out.weight[world] == 1;
        out.key[world] = key_of_world(worlds[world]);
    }
    out.columns.clear();
    out.column_of.clear();
    out.masks.clear();
    scratch.hash.clear();
    scratch.table.reset(cells.size());
    for (std::uint32_t cell : cells) {
        Column column = read_column(scratch.shows.data() + std::size_t{cell} * endgame.worlds, cell, out, scratch);
        if (same_in_all_worlds(out, column)) {
            out.masks.resize(column.first);
            out.column_of.push_back(NO_CELL);
            continue;
        }
        out.columns.push_back(column);
        out.column_of.push_back(merge_repeated(out, scratch));
    }
    out.same_mines = endgame.same_mines;
    out.has_conflicts = false;
}

void find_conflicts(Frame& frame, FrameScratch& scratch) {
    if (frame.words == 1)
        compare_worlds(frame, scratch, std::integral_constant<std::uint32_t, 1>{});
    else
        compare_worlds(frame, scratch, frame.words);
    if (!frame.same_mines) forgive_nested(frame, scratch);
    frame.has_conflicts = true;
}

}  // namespace sapper
