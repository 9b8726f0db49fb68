// Core errors become the Python errors of the same name in `sapper.errors`.
#include "game/errors.h"

#include <nanobind/nanobind.h>

#include "bindings/bindings.h"

namespace sapper {

namespace {

void raise_python(const char* name, const char* what) {
    const nb::object type = nb::module_::import_("sapper.errors").attr(name);
    PyErr_SetString(type.ptr(), what);
}

}  // namespace

void bind_errors(nb::module_&) {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const NotationError& e) {
            raise_python("NotationError", e.what());
        } catch (const RulesError& e) {
            raise_python("RulesError", e.what());
        } catch (const IllegalMoveError& e) {
            raise_python("IllegalMoveError", e.what());
        } catch (const WrongDeductionError& e) {
            raise_python("WrongDeductionError", e.what());
        } catch (const Error& e) {
            raise_python("SapperError", e.what());
        }
    });
}

}  // namespace sapper
