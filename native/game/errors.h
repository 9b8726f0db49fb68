// The errors that the core throws; the bindings turn each into its Python
// class of the same name in `sapper.errors`.
#pragma once

#include <stdexcept>
#include <string>

namespace sapper {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct NotationError : Error {
    using Error::Error;
};
struct RulesError : Error {
    using Error::Error;
};
struct IllegalMoveError : Error {
    using Error::Error;
};
struct WrongDeductionError : Error {
    using Error::Error;
};

// Text in quotes for a message, cut to a readable length, non-printing bytes escaped.
std::string quote(std::string_view text, std::size_t longest = 60);

}  // namespace sapper
