// Ctrl-C and other signals while the core computes.
//
// Python notes a signal, and runs its handler when the main thread comes back to it: so
// the main thread looks every some thousand nodes. Other threads only learn what
// `stop_threads` tells them.
#include "game/stop.h"

#include <nanobind/nanobind.h>

#include <atomic>

#include "bindings/bindings.h"
#include "game/errors.h"

namespace sapper {

namespace nb = nanobind;

namespace {

unsigned long main_thread = 0;
std::atomic<bool> threads_stop{false};

void ask_python() {
    if (PyThread_get_thread_ident() != main_thread) {
        if (threads_stop.load(std::memory_order_relaxed)) throw Error("stopped by a signal");
        return;
    }
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

void bind_stop(nb::module_& m) {
    main_thread = nb::cast<unsigned long>(
        nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    stop_question = &ask_python;
    m.def(
        "stop_threads", [](bool stop) { threads_stop = stop; }, nb::arg("stop"),
        "End what the core computes in other threads than the main one, as the process ends; "
        "or let them compute again.");
}

}  // namespace sapper
