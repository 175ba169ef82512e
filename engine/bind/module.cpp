// The Python module sapper._engine: errors first, then the topics in the order of the walk.
#include <nanobind/nanobind.h>

#include "base/error.hpp"
#include "bind/coded.hpp"
#include "bind/grid.hpp"
#include "bind/topics.hpp"

namespace nb = nanobind;
using namespace sapper;

namespace {

// Errors that carry no position to translate reach Python here; the others go through bind::located().
void translate(const std::exception_ptr& pointer, void*) {
    try {
        std::rethrow_exception(pointer);
    } catch (const InputError& error) {
        try {
            bind::raise_input_error(error.what());
        } catch (nb::python_error& raised) {
            raised.restore();
        }
    } catch (const LimitError& error) {
        try {
            bind::raise_limit_error(error.what(), error.width);
        } catch (nb::python_error& raised) {
            raised.restore();
        }
    } catch (const formats::Refusal& refusal) {
        nb::object error = bind::word(refusal);
        PyErr_SetObject(error.type().ptr(), error.ptr());
    }
}

}  // namespace

NB_MODULE(_engine, module) {
    module.doc() = "The C++ engine of Sapper. Use the names exported by the package `sapper` instead.";
    // Objects that a script still holds at exit are not leaks of this module; tests turn the warnings on.
    nb::set_leak_warnings(false);
    module.def("version", [] { return SAPPER_VERSION; }, "The version this engine was built for.");
    module.def(
        "warn_of_leaks", [](bool warn) { nb::set_leak_warnings(warn); }, nb::arg("warn"),
        "Whether to report on standard error, when the interpreter ends, objects that are still alive.");
    nb::register_exception_translator(translate);
    bind::bind_board(module);
    bind::bind_layout(module);
    bind::bind_game(module);
    bind::bind_solved(module);
    bind::bind_analysis(module);
    bind::bind_analyze(module);
    bind::bind_endgame(module);
    bind::bind_technique(module);
    bind::bind_automine(module);
    bind::bind_maker(module);
    bind::bind_rating(module);
    bind::bind_content(module);
    bind::bind_replay(module);
    bind::bind_measure(module);
    bind::bind_proof(module);
    bind::bind_play(module);
    bind::bind_batch(module);
}
