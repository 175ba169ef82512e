#include "wasm/strategy.hpp"

#include <limits>
#include <vector>

#include "base/error.hpp"
#include "reference/automine.hpp"
#include "reference/catalogue.hpp"
#include "wasm/calls.hpp"

namespace sapper::wasm {

namespace {

void write_settings(const SettingValues& settings, Writer& out) {
    out.record();
    for (const auto& [name, value] : settings) {
        out.key(name);
        if (const auto* flag = std::get_if<bool>(&value)) out.flag(*flag);
        if (const auto* number = std::get_if<std::int64_t>(&value)) out.number(static_cast<double>(*number));
        if (const auto* number = std::get_if<double>(&value)) out.number(*number);
        if (const auto* word = std::get_if<std::string>(&value)) out.text(*word);
    }
    out.end();
}

std::string_view word_of(SettingKind kind) {
    constexpr std::string_view WORDS[] = {"switch", "choice", "count", "number"};
    return WORDS[static_cast<std::size_t>(kind)];
}

template <class Range>
void write_texts(const Range& texts, Writer& out) {
    out.list();
    for (const auto& text : texts) out.text(text);
    out.end();
}

// Everything about the strategies, the budgets and the kinds of guesses: a page asks once.
void describe(Reader& /*in*/, Writer& out) {
    out.record().key("strategies").list();
    for (const Strategy& one : catalogue().strategies()) {
        out.record().key("name").text(one.name).key("family").text(one.family).key("settings").list();
        for (const SettingInfo& setting : one.settings) {
            out.record().key("name").text(setting.name).key("description").text(setting.description);
            out.key("kind").text(word_of(setting.kind)).key("words");
            write_texts(setting.words, out);
            out.end();
        }
        out.end().key("budgets").record();
        for (std::string_view budget : BUDGET_NAMES) {
            out.key(budget);
            write_settings(one.budget(budget), out);
        }
        out.end().end();
    }
    out.end().key("budgets");
    write_texts(BUDGET_NAMES, out);
    out.key("guesses").list();
    for (const Reason* reason : catalogue().reasons())
        out.record().key("kind").text(reason->name).key("words").text(reason->words).end();
    out.end().end();
}

// Settings as the strategy reads them, words by their numbers.
void check_settings(Reader& in, Writer& out) {
    const Strategy& strategy = catalogue().find(in.text());
    write_settings(strategy.read(read_settings(in)), out);
}

// The mine probability of every hidden cell as automine estimates it; NaN for the others.
void automine_risk(Reader& in, Writer& out) {
    HeldBoard held = read_board(in);
    const Board& board = held.board;
    if (!held.held.square) throw InputError("automine is defined for squares with eight neighbours alone");
    if (!board.mines.known()) throw InputError("automine needs to know the number of mines");
    AutomineRisk found;
    find_risk({board.shape.get(), board.views, board.mines.total, held.held.row_length(), {}}, {}, found);
    std::vector<double> risk(board.views.size(), std::numeric_limits<double>::quiet_NaN());
    for (Cell cell : found.hidden) risk[cell] = found.risk[cell];
    out.array(risk);
}

constexpr Call CALLS[] = {
    {"automine_risk", automine_risk},
    {"describe_strategies", describe},
    {"read_settings", check_settings},
};

}  // namespace

const Strategy& read_strategy(Reader& in, const HeldShape& held) {
    const Strategy& found = catalogue().find(in.text());
    if (!held.square && found.family != OWN_FAMILY)
        throw InputError("strategy '" + std::string(found.name) + "' of the system " + std::string(found.family) +
                         " is defined for squares with eight neighbours alone");
    return found;
}

SettingValues read_settings(Reader& in) {
    SettingValues out;
    for (in.begin_record(); !in.end();) {
        std::string name = in.text();
        if (in.next() == Tag::TEXT)
            out[name] = in.text();
        else if (in.next() == Tag::NUMBER)
            out[name] = in.number();
        else
            out[name] = in.flag();
    }
    return out;
}

std::span<const Call> strategy_calls() {
    return CALLS;
}

}  // namespace sapper::wasm
