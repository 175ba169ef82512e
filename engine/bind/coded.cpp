#include "bind/coded.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

namespace sapper::bind {

namespace nb = nanobind;
using namespace formats;

namespace {

nb::object decode_in(std::string_view bytes, const char* page, const char* errors) {
    return nb::steal(PyUnicode_Decode(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), page, errors));
}

}  // namespace

nb::object decode(const CodedText& text) {
    for (const char* page : {text.page.c_str(), "utf-8", "gb18030", "cp1252"}) {
        nb::object found = *page ? decode_in(text.bytes, page, "strict") : nb::object();
        if (found.is_valid()) return found;
        PyErr_Clear();  // other bytes, or a page that Python does not know
    }
    return decode_in(text.bytes, "cp1252", "replace");
}

std::string encode(const nb::str& text) {
    nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
    if (!bytes.is_valid()) throw nb::python_error();
    return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

nb::object word(const Refusal& refusal) {
    nb::list values;
    for (const Value& value : refusal.values) {
        if (const auto* number = std::get_if<std::int64_t>(&value))
            values.append(*number);
        else
            values.append(decode(CodedText(std::get<std::string>(value))));
    }
    for (const Refusal& inner : refusal.cause) values.append(word(inner));
    const FaultPlace& place = refusal.place;
    nb::object cell = nb::none();
    if (place.cell) cell = nb::make_tuple(place.cell->first, place.cell->second);
    nb::object make = nb::module_::import_("sapper.formats.refusal").attr("make_error");
    nb::object where = nb::make_tuple(place.line, place.column, place.byte, cell);
    return make(static_cast<int>(refusal.kind), refusal.code, values, where);
}

}  // namespace sapper::bind
