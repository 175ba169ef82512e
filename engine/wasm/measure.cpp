// How many clicks a layout takes, and what the clicks of a game did.
#include <utility>

#include "base/error.hpp"
#include "game/dealt_board.hpp"
#include "game/judged.hpp"
#include "game/measured.hpp"
#include "measure/least_clicks.hpp"
#include "wasm/calls.hpp"
#include "wasm/layout.hpp"

namespace sapper::wasm {

namespace {

std::vector<std::string> read_names(Reader& in) {
    std::vector<std::string> names;
    for (in.begin_list(); !in.end();) names.push_back(in.text());
    return names;
}

void measure_names(Reader& /*in*/, Writer& out) {
    out.list();
    for (const NamedMeasure& one : named_measures()) out.text(one.name);
    out.end();
}

void measure_layout(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    std::vector<Measure> wanted = find_measures(read_names(in));
    ScanOrders orders = scan_orders(held.held.sides, wanted);
    DealtBoard dealt_board;
    dealt_board.lay(*held.layout);
    std::vector<std::uint32_t> values(wanted.size());
    Measurer(wanted, orders).measure(dealt_board.field(), values.data());
    out.array(values);
}

// The measures of the layouts of seeds, layout by layout.
void measure_seeds_of(Reader& in, Writer& out) {
    const HeldShape& held = read_shape(in);
    LayoutSpec layout = read_layout_spec(in, held);
    auto seeds = in.array<std::uint64_t>();
    std::vector<Measure> wanted = find_measures(read_names(in));
    ScanOrders orders = scan_orders(held.sides, wanted);
    out.array(measure_seeds({held.shape, layout, wanted, orders}, seeds));
}

void write_path(const std::vector<Click>& path, Writer& out) {
    out.list();
    for (const Click& click : path)
        out.record().key("kind").number(static_cast<int>(click.kind)).key("cell").number(click.cell).end();
    out.end();
}

void least_clicks(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    DealtBoard dealt_board;
    dealt_board.lay(*held.layout);
    LeastClicks least = find_least_clicks(dealt_board.field(), sweep_orders(held.held.sides), in.seed());
    out.record().key("low").number(least.low).key("path");
    write_path(least.path, out);
    out.end();
}

// Clicks as a kind and a cell in turn; the cell is null beside the board.
void judge(Reader& in, Writer& out) {
    HeldLayout held = read_layout(in);
    std::vector<PlayedClick> clicks;
    for (in.begin_list(); !in.end();) {
        std::uint32_t kind = in.count();
        if (kind > static_cast<std::uint32_t>(ClickKind::CHORD)) throw InputError("there is no such kind of click");
        clicks.push_back({static_cast<ClickKind>(kind), in.none() ? NO_CELL : read_cell(in, held.held)});
    }
    JudgedClicks judged = judge_clicks(held.layout, clicks, in.flag());
    out.record().key("effects").array(judged.effects).key("revealed").array(judged.revealed);
    out.key("solved").array(judged.solved).key("solvedFast").array(judged.solved_fast);
    out.key("openings").number(judged.openings).key("islands").number(judged.islands);
    out.key("wastedFlags").number(judged.wasted_flags).key("status").number(static_cast<int>(judged.status)).end();
}

constexpr Call CALLS[] = {
    {"measure_names", measure_names},
    {"measure_layout", measure_layout},
    {"measure_seeds", measure_seeds_of},
    {"least_clicks", least_clicks},
    {"judge_clicks", judge},
};

}  // namespace

std::span<const Call> measure_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
