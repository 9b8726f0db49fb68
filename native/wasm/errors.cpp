// Errors of the core become errors of JavaScript.
//
// The compiler's libraries for WebAssembly come without the machinery that
// unwinds a stack. A `throw` therefore ends here: message and data go into the
// output buffers, and the host throws an error of its own, which ends the call.
// Destructors do not run, so that the host takes a fresh instance afterwards; and
// nothing in the core may rely on `catch` (tests/web/test_wasm_sources.py).
#include "logic/errors.h"

#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "wasm/buffers.h"

namespace {

using namespace sapper;

// The numbers that `engine.js` knows.
enum Kind : std::int32_t {
    OTHER,
    NOTATION,
    RULES,
    ILLEGAL_MOVE,
    WRONG_DEDUCTION,
    INCONSISTENT,
    OUT_OF_BUDGET,
};

Kind write_details(void* object, const std::type_info& type) {
    auto& out = wasm::buffers();
    if (type == typeid(NotationError)) return NOTATION;
    if (type == typeid(RulesError)) return RULES;
    if (type == typeid(IllegalMoveError)) return ILLEGAL_MOVE;
    if (type == typeid(WrongDeductionError)) return WRONG_DEDUCTION;
    if (type == typeid(InconsistentPositionError)) {
        const auto& error = *static_cast<InconsistentPositionError*>(object);
        out.add(error.needs_mine_count);
        out.add(error.is_minimal);
        out.add_cells(error.clues);
        return INCONSISTENT;
    }
    if (type == typeid(BudgetExceededError)) {
        const auto& partial = static_cast<BudgetExceededError*>(object)->partial;
        out.add_cells(partial.safe);
        out.add_cells(partial.mines);
        return OUT_OF_BUDGET;
    }
    return OTHER;
}

}  // namespace

extern "C" {

// Throws in the host; what it says is in the output buffers.
__attribute__((import_module("sapper"), import_name("raise"))) [[noreturn]] void sapper_raise(
    std::int32_t kind);

void* __cxa_allocate_exception(std::size_t size) {
    // The base class begins where the object does, and nothing lies before it.
    return std::calloc(1, size);
}

void __cxa_free_exception(void* object) {
    std::free(object);
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void (*)(void*)) {
    auto& out = sapper::wasm::buffers();
    out.clear();
    // Everything that the core throws derives from std::exception first.
    out.text = static_cast<std::exception*>(object)->what();
    sapper_raise(write_details(object, *type));
}
}
