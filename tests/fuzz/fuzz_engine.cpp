// Fuzzing of the engine below Python: bytes become a board on some graph, or rules, and all results are computed. For
// any bytes, only the engine's own errors may be thrown, and the results must be consistent. Built by clang with
// -fsanitize=fuzzer this is a libFuzzer target; elsewhere the main below feeds it fixed pseudo-random bytes, so that
// the sanitizers of any compiler see the same inputs every time.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "base/rng.hpp"
#include "count/analysis.hpp"
#include "count/conflict.hpp"
#include "count/dead.hpp"
#include "count/question.hpp"
#include "count/sample.hpp"

using namespace sapper;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

// Bytes one after the other; zeros when they run out.
struct Bytes {
    const std::uint8_t* data;
    std::size_t size;
    std::uint8_t next() { return size ? (--size, *data++) : 0; }
    std::uint32_t below(std::uint32_t n) { return next() % n; }
};

Shape read_shape(Bytes& bytes) {
    if (bytes.below(2)) return make_square_shape(1 + bytes.below(7), 1 + bytes.below(7));
    std::uint32_t cells = 1 + bytes.below(24);
    std::vector<std::vector<Cell>> neighbours(cells);
    for (Cell a = 0; a < cells; ++a)
        for (Cell b = a + 1; b < cells; ++b)
            if (bytes.below(4) == 0) {
                neighbours[a].push_back(b);
                neighbours[b].push_back(a);
            }
    return make_graph_shape(neighbours);
}

Rules read_rules(Bytes& bytes) {
    Rules rules;
    rules.cell_count = rules.ruled_count = bytes.below(20);
    for (std::uint32_t left = bytes.below(8); left > 0; --left) {
        std::vector<std::uint32_t> among;
        for (std::uint32_t cell = 0; cell < rules.cell_count; ++cell)
            if (bytes.below(3) == 0) among.push_back(cell);
        auto lo = static_cast<std::int32_t>(bytes.below(5));
        rules.add(lo, lo + static_cast<std::int32_t>(bytes.below(3)), among);
    }
    return rules;
}

MineCount read_mines(Bytes& bytes) {
    MineCount mines;
    if (bytes.below(4) == 0)
        mines.density = std::ldexp(1.0 + bytes.next(), -9 - static_cast<int>(4 * bytes.next() * bytes.below(2)));
    else
        mines.total = bytes.below(24);
    return mines;
}

// Random cells: mostly contradictory.
Board any_board(const std::shared_ptr<const Shape>& shape, Bytes& bytes) {
    std::vector<View> views(shape->cell_count());
    for (View& view : views) view = static_cast<View>(static_cast<int>(bytes.below(10)) - 5);
    return make_board(shape, views, read_mines(bytes));
}

// Mines, and some of the other cells revealed: at least one world.
Board played_board(const std::shared_ptr<const Shape>& shape, Bytes& bytes) {
    std::vector<View> views(shape->cell_count(), View::HIDDEN);
    std::vector<std::uint8_t> mined(shape->cell_count());
    std::int64_t mines = 0;
    for (std::uint8_t& mine : mined) mines += mine = bytes.below(4) == 0;
    for (Cell cell = 0; cell < views.size(); ++cell) {
        int number = 0;
        for (Cell other : shape->neighbours(cell)) number += mined[other];
        if (!mined[cell] && bytes.below(2)) views[cell] = clue_view(number);
        if (mined[cell] && bytes.below(8) == 0) views[cell] = View::MINE;
    }
    MineCount count = read_mines(bytes);
    if (count.known()) count.total = mines;
    return make_board(shape, views, count);
}

void ask_everything(const Analysis& analysis, Bytes& bytes) {
    double sum = 0;
    for (double probability : analysis.mine_probability) {
        require(probability >= 0 && probability <= 1, "a probability outside 0 .. 1");
        sum += probability;
    }
    if (analysis.rules.mines.known())
        require(std::abs(sum - static_cast<double>(analysis.rules.mines.total)) < 1e-9,
                "probabilities do not add up");
    Limits limits;
    Questioner questioner(analysis, limits);
    Sampler sampler(analysis);
    Kiss64 random(bytes.next());
    std::vector<std::uint8_t> world(analysis.rules.cell_count);
    sampler.draw(random, world);
    for (std::uint32_t cell = 0; cell < analysis.rules.cell_count; ++cell) {
        double probability = analysis.mine_probability[cell];
        require(world[cell] ? probability > 0 : probability < 1, "a sampled world that cannot be");
        double again = questioner.probability({{1, 1, {cell}}}, {});
        require(std::abs(again - probability) < 1e-9, "a question answered otherwise than the analysis");
        std::vector<std::uint32_t> others;
        for (std::uint32_t other = 0; other < analysis.rules.cell_count; ++other)
            if (other != cell && bytes.below(3) == 0 && others.size() < 8) others.push_back(other);
        if (probability == 1) continue;
        double all = 0;
        for (double chance : questioner.outcomes(cell, others)) all += chance;
        require(std::abs(all - 1) < 1e-9, "outcomes do not add up");
    }
}

void analyse(Rules rules, Bytes& bytes) {
    Analysis analysis;
    AnalysisScratch scratch;
    analysis.rules = std::move(rules);
    if (analyze(analysis, {}, scratch)) return ask_everything(analysis, bytes);
    require(!find_conflict(analysis.rules, {}).rules.empty() || analysis.rules.mines.known(), "no reason given");
}

void run(Bytes bytes) {
    try {
        if (bytes.below(3) == 0) {
            Rules rules = read_rules(bytes);
            rules.mines = read_mines(bytes);
            return analyse(std::move(rules), bytes);
        }
        auto shape = std::make_shared<const Shape>(read_shape(bytes));
        Board board = bytes.below(4) ? played_board(shape, bytes) : any_board(shape, bytes);
        Rules rules;
        BoardNames names;
        if (state_rules(board, rules, names)) return analyse(std::move(rules), bytes);
        state_all_rules(board, rules, names);
        require(!find_conflict(rules, {}).rules.empty(), "no clue named");
    } catch (const InputError&) {
    } catch (const LimitError&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run({data, size});
    return 0;
}

#ifndef SAPPER_LIBFUZZER
int main(int argc, char** argv) {
    int inputs = argc > 1 ? std::atoi(argv[1]) : 1000;
    Kiss64 random(1);
    std::vector<std::uint8_t> bytes;
    for (int input = 0; input < inputs; ++input) {
        bytes.resize(16 + random.below(240));
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%d inputs, nothing broken\n", inputs);
}
#endif
