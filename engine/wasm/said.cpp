#include "wasm/said.hpp"

namespace sapper::wasm {

namespace {

// One overload a kind of value.
struct ValueWriter {
    Writer& out;

    void operator()(std::int64_t number) const { out.number(static_cast<double>(number)); }
    void operator()(std::string_view word) const { out.text(word); }
    void operator()(SaidCell said) const { out.cell(said.cell); }
    void operator()(const std::vector<Cell>& cells) const { out.cells(cells); }

    void operator()(const std::vector<std::int64_t>& numbers) const {
        out.list();
        for (std::int64_t number : numbers) (*this)(number);
        out.end();
    }
    void operator()(const std::vector<Said>& parts) const {
        out.list();
        for (const Said& part : parts) write_said(part, out);
        out.end();
    }
};

}  // namespace

void write_said(const Said& said, Writer& out) {
    out.record().key("say").text(said.entry);
    for (const auto& [name, value] : said.values) {
        out.key(name);
        std::visit(ValueWriter{out}, value);
    }
    out.end();
}

}  // namespace sapper::wasm
