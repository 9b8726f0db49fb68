// Errors of the core become errors of JavaScript.
//
// The compiler's libraries for WebAssembly come without the machinery that
// unwinds a stack. A `throw` therefore ends here: kind, message and data go into the
// text as JSON, and the host throws an error of its own, which ends the call.
// Destructors do not run, so that the host takes a fresh instance afterwards; and
// nothing in the core may rely on `catch` (.ci/check_sources.py).
#include "logic/position/errors.h"

#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "game/json.h"
#include "wasm/buffers.h"

namespace {

using namespace sapper;

void list(JsonWriter& out, std::string_view name, std::span<const Cell> cells) {
    out.key(name);
    out.open('[');
    for (const Cell cell : cells) out.put(cell);  // by number: the grid is unknown here
    out.close(']');
}

std::string_view kind_of(const std::type_info& type) {
    if (type == typeid(NotationError)) return "notation";
    if (type == typeid(RulesError)) return "rules";
    if (type == typeid(IllegalMoveError)) return "illegal move";
    if (type == typeid(WrongDeductionError)) return "wrong deduction";
    if (type == typeid(InconsistentPositionError)) return "inconsistent";
    if (type == typeid(BudgetExceededError)) return "budget";
    return "error";
}

std::string describe(void* object, const std::type_info& type) {
    JsonWriter out(1);
    out.open('{');
    out.field("kind", kind_of(type));
    // Everything that the core throws derives from std::exception first.
    out.field("message", static_cast<std::exception*>(object)->what());
    if (type == typeid(InconsistentPositionError)) {
        const auto& error = *static_cast<InconsistentPositionError*>(object);
        out.field("needs_mine_count", error.needs_mine_count);
        out.field("is_minimal", error.is_minimal);
        list(out, "clues", error.clues);
    } else if (type == typeid(BudgetExceededError)) {
        const auto& partial = static_cast<BudgetExceededError*>(object)->partial;
        list(out, "safe", partial.safe);
        list(out, "mines", partial.mines);
    }
    out.close('}');
    return out.take();
}

}  // namespace

extern "C" {

// Throws in the host; what it says is in the output buffers.
__attribute__((import_module("sapper"), import_name("raise"))) [[noreturn]] void sapper_raise();

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
    out.text = describe(object, *type);
    sapper_raise();
}
}
