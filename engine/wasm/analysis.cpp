#include "wasm/analysis.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/index_table.hpp"
#include "board/density.hpp"
#include "count/conflict.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

// Working memory that is kept from call to call, unless a board was enormous.
constexpr std::size_t KEPT_CELLS = 1 << 16;

struct Workshop {
    BoardAnalysis found;
    AnalysisScratch scratch;
};

Workshop& workshop(std::size_t cells) {
    static Workshop kept, large;
    if (cells <= KEPT_CELLS) return kept;
    large = {};
    return large;
}

Shelf<HeldAnalysis>& analyses() {
    static Shelf<HeldAnalysis> shelf;
    return shelf;
}

void analyze_into(const Board& board, const Limits& limits, BoardAnalysis& found, std::span<double> out) {
    if (!analyze_board(board, limits, found, workshop(board.views.size()).scratch))
        throw_contradiction(board, limits);
    if (!out.empty()) read_probabilities(board, found, out);
}

// The mine probabilities of one board.
void analyze(Reader& in, Writer& out) {
    AnalysisRequest request = read_request(in);
    const Board& board = request.held.board;
    Buffer<double> probability(board.views.size());
    analyze_into(board, request.limits, workshop(board.views.size()).found, probability);
    out.array(probability);
}

// The same of many boards of one shape, one after the other in one array.
void analyze_many(Reader& in, Writer& out) {
    const HeldShape& held = read_shape(in);
    auto views = in.array<View>();
    auto totals = in.array<std::int32_t>();  // mines of each board
    std::size_t cells = held.shape->cell_count();
    if (views.size() != totals.size() * cells) throw InputError("the boards do not have the cells of their shape");
    Limits limits = default_limits(*held.shape);
    Buffer<double> probability(cells);
    out.begin_array<double>(views.size());
    for (std::size_t k = 0; k < totals.size(); ++k) {
        const View* first = views.data() + k * cells;
        check_views({first, cells});
        Board board = make_board(held.shape, {first, first + cells}, {totals[k]});
        analyze_into(board, limits, workshop(cells).found, probability);
        out.add(std::span<const double>(probability));
    }
}

void open(Reader& in, Writer& out) {
    AnalysisRequest request = read_request(in);
    auto held = std::make_unique<HeldAnalysis>();
    held->shape = request.held.held;
    held->board = std::move(request.held.board);
    held->limits = request.limits;
    analyze_into(held->board, held->limits, held->found, {});
    out.number(analyses().keep(std::move(held)));
}

// Rules over numbered cells, solved: the number by which they are held and the mine probability of every cell.
void open_rules(Reader& in, Writer& out) {
    auto held = std::make_unique<HeldAnalysis>();
    Rules& rules = held->found.analysis.rules;
    std::uint32_t cells = in.count();
    if (cells > MAX_CELLS) throw LimitError("more cells than the limit of " + std::to_string(MAX_CELLS));
    rules.cell_count = rules.ruled_count = cells;
    for (const Statement& one : read_statements(in, cells)) rules.add(one.lo, one.hi, one.cells);
    if (!in.none()) rules.mines.total = in.whole();
    rules.mines.density = in.number();
    check_density(rules.mines.density);
    if (!in.none()) held->limits.max_states = static_cast<std::uint64_t>(in.whole());
    AnalysisScratch scratch;
    if (!sapper::analyze(held->found.analysis, held->limits, scratch)) throw_contradiction(rules, held->limits);
    const Buffer<double>& probability = held->found.analysis.mine_probability;
    out.list().array(std::span(probability.data(), probability.size()));
    out.number(analyses().keep(std::move(held))).end();
}

void drop(Reader& in, Writer& out) {
    analyses().drop(in.count());
    out.none();
}

constexpr Call CALLS[] = {
    {"analyze", analyze},       {"analyze_many", analyze_many}, {"open_analysis", open},
    {"open_rules", open_rules}, {"drop_analysis", drop},
};

}  // namespace

Questioner& HeldAnalysis::questioner() {
    if (!questioner_) questioner_ = std::make_unique<Questioner>(found.analysis, limits);
    return *questioner_;
}

AnalysisRequest read_request(Reader& in) {
    HeldBoard held = read_board(in);
    if (in.flag()) held.board = trust_flags(held.board);
    Limits limits = default_limits(*held.held.shape);
    if (!in.none()) limits.max_states = static_cast<std::uint64_t>(in.whole());
    return {std::move(held), limits};
}

HeldAnalysis& read_counted(Reader& in) {
    return analyses().at(in.count());
}

HeldAnalysis& read_analysis(Reader& in) {
    HeldAnalysis& held = read_counted(in);
    if (!held.board.shape) throw InputError("rules have no board");
    return held;
}

Statements read_statements(Reader& in, std::uint32_t cell_count) {
    Statements out;
    for (in.begin_list(); !in.end();) {
        in.begin_list();
        auto lo = static_cast<std::int32_t>(in.whole()), hi = static_cast<std::int32_t>(in.whole());
        out.push_back({lo, hi, in.cells()});
        for (std::uint32_t cell : out.back().cells)
            if (cell >= cell_count) throw InputError("there is no unknown cell " + std::to_string(cell));
        if (out.back().cells.size() > MAX_RULE_CELLS)
            throw LimitError("a rule over " + std::to_string(out.back().cells.size()) +
                             " cells is larger than the limit of " + std::to_string(MAX_RULE_CELLS));
        if (!in.end()) throw InputError("a statement is two numbers and cells");
    }
    return out;
}

std::span<const Call> analysis_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
