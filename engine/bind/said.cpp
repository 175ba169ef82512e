#include "bind/said.hpp"

namespace sapper::bind {

namespace {

nb::str text_of(std::string_view text) {
    return nb::str(text.data(), text.size());
}

// One overload a kind of value.
struct Namer {
    const Grid& grid;

    nb::object operator()(std::int64_t number) const { return nb::int_(number); }
    nb::object operator()(std::string_view word) const { return text_of(word); }
    nb::object operator()(SaidCell said) const { return nb::cast(grid.name(said.cell)); }

    nb::object operator()(const std::vector<Cell>& cells) const {
        return list(cells, [&](Cell cell) -> nb::object { return nb::cast(grid.name(cell)); });
    }
    nb::object operator()(const std::vector<std::int64_t>& numbers) const {
        return list(numbers, [](std::int64_t number) -> nb::object { return nb::int_(number); });
    }
    nb::object operator()(const std::vector<Said>& parts) const {
        return list(parts, [&](const Said& part) -> nb::object { return name_said(grid, part); });
    }

  private:
    template <class Items, class Name>
    static nb::list list(const Items& items, Name name) {
        nb::list out;
        for (const auto& item : items) out.append(name(item));
        return out;
    }
};

}  // namespace

SaidDict name_said(const Grid& grid, const Said& said) {
    SaidDict out;
    out["say"] = text_of(said.entry);
    for (const auto& [name, value] : said.values) out[text_of(name)] = std::visit(Namer{grid}, value);
    return out;
}

}  // namespace sapper::bind
