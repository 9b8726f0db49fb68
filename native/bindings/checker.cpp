// Bindings of native/checker: parsed JSON in, what holds out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string_view>

#include "bindings/bindings.h"
#include "checker/certificate.h"
#include "checker/failure.h"
#include "checker/seeds.h"

namespace sapper {

using namespace nb::literals;

namespace {

using checker::Failure;
using checker::Field;
using checker::Technique;

constexpr std::size_t MOST_SHOWN = 40;  // characters of a value in a sentence

// What a value is, in a sentence about what was expected.
std::string show(nb::handle value) {
    const nb::str text(value);
    return "'" + std::string(text.c_str()).substr(0, MOST_SHOWN) + "'";
}

std::optional<std::string_view> read_text(nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) return std::nullopt;
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (text == nullptr) {
        PyErr_Clear();  // a lone surrogate
        return std::nullopt;
    }
    return std::string_view(text, static_cast<std::size_t>(size));
}

// A number from 1 to `most` at the beginning of the text, which is shortened; -1 if none.
int take_number(std::string_view& text, int most) {
    int number = 0;
    std::size_t length = 0;
    while (length < text.size() && text[length] >= '0' && text[length] <= '9' && number <= most) {
        number = number * 10 + (text[length++] - '0');
    }
    const bool is_plain = length > 0 && text[0] != '0' && number <= most;
    text.remove_prefix(length);
    return is_plain ? number : -1;
}

int read_cell(const Field& field, nb::handle value) {
    if (auto text = read_text(value); text && text->starts_with('r')) {
        text->remove_prefix(1);
        const int row = take_number(*text, field.rows());
        if (row > 0 && text->starts_with('c')) {
            text->remove_prefix(1);
            const int column = take_number(*text, field.columns());
            if (column > 0 && text->empty()) return (row - 1) * field.columns() + column - 1;
        }
    }
    throw Failure{"expected a cell of the grid such as r3c5, got " + show(value)};
}

std::vector<int> read_cells(const Field& field, const char* name, nb::handle value) {
    if (!PyList_Check(value.ptr())) {
        throw Failure{"expected '" + std::string(name) + "' as a list, got " + show(value)};
    }
    std::vector<int> cells;
    for (const nb::handle one : nb::borrow<nb::list>(value)) cells.push_back(read_cell(field, one));
    return cells;
}

Field read_layout(std::string_view text) {
    const std::size_t columns = text.find('/') == text.npos ? text.size() : text.find('/');
    std::vector<std::uint8_t> mines;
    bool is_good = columns > 0 && (text.size() + 1) % (columns + 1) == 0;
    for (std::size_t i = 0; i < text.size() && is_good; ++i) {
        const bool is_end = i % (columns + 1) == columns;
        is_good = is_end ? text[i] == '/' : text[i] == '-' || text[i] == '*';
        if (!is_end) mines.push_back(text[i] == '*');
    }
    if (!is_good) throw Failure{"expected a layout as rows of '-' and '*' joined by '/'"};
    const std::size_t rows = mines.size() / columns;
    return Field(static_cast<int>(columns), static_cast<int>(rows), std::move(mines));
}

Technique read_technique(const std::vector<std::string>& names, nb::handle value) {
    if (const auto text = read_text(value)) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (*text == names[i]) return static_cast<Technique>(i);
        }
    }
    throw Failure{"unknown technique " + show(value)};
}

bool read_are_mines(nb::handle value) {
    const auto text = read_text(value);
    if (text == "mines") return true;
    if (text == "safe") return false;
    throw Failure{"expected cells that are 'safe' or 'mines', got " + show(value)};
}

checker::Step read_step(const Field& field, const std::vector<std::string>& names,
                        nb::handle value) {
    if (!PyDict_Check(value.ptr())) {
        throw Failure{"expected a step as a JSON object, got " + show(value)};
    }
    checker::Step step;
    unsigned seen = 0;
    PyObject *key = nullptr, *item = nullptr;
    for (Py_ssize_t i = 0; PyDict_Next(value.ptr(), &i, &key, &item);) {
        const std::string_view name = read_text(key).value_or("");
        if (name == "technique") {
            step.technique = read_technique(names, item), seen |= 1;
        } else if (name == "are") {
            step.are_mines = read_are_mines(item), seen |= 2;
        } else if (name == "cells") {
            step.cells = read_cells(field, "cells", item), seen |= 4;
        } else if (name == "clues") {
            step.clues = read_cells(field, "clues", item), seen |= 8;
        } else if (name == "swaps" && PyList_Check(item)) {
            for (const nb::handle one : nb::borrow<nb::list>(item)) {
                step.swaps.push_back(read_cells(field, "swaps", one));
            }
            seen |= 16;
        } else if (name == "risk" && PyFloat_Check(item)) {
            step.risk = PyFloat_AsDouble(item), seen |= 32;
        } else {
            throw Failure{"a step has no " + show(key) + " that is " + show(item)};
        }
    }
    const unsigned needed = step.technique == Technique::mine_count ? 31
                            : step.technique == Technique::guess    ? 47
                                                                    : 15;
    if (seen != needed) {
        throw Failure{
            "expected 'technique', 'are', 'cells' and 'clues', 'swaps' with the mine "
            "count and 'risk' with a guess"};
    }
    return step;
}

// (Steps of each technique and guesses, (3BV, openings, islands), the first cell's clue, the
// step and the problem): the last two say where and why it does not hold; step 0 is none.
nb::tuple check_certificate(std::string_view layout, nb::handle first, const nb::list& steps,
                            const std::vector<std::string>& names) {
    std::size_t number = 0;
    try {
        Field field = read_layout(layout);
        const int first_cell = read_cell(field, first);
        const checker::Numbers numbers = field.measure();
        checker::CertificateCheck check(field, first_cell);
        for (const nb::handle step : steps) {
            ++number;
            check.take(read_step(field, names, step));
        }
        check.finish();
        return nb::make_tuple(
            nb::tuple(nb::cast(std::vector<int>(check.counts().begin(), check.counts().end()))),
            nb::make_tuple(numbers.three_bv, numbers.openings, numbers.islands),
            field.clue(first_cell), 0, nb::none());
    } catch (const Failure& failure) {
        return nb::make_tuple(nb::tuple(), nb::make_tuple(0, 0, 0), 0, number, failure.problem);
    }
}

// Whether a game seed gives a layout under a first-click rule: 0 any, 1 safe, 2 zero.
bool seed_gives(std::string_view layout, nb::handle first, int first_click, std::uint64_t seed) {
    try {
        const Field field = read_layout(layout);
        const int cell = read_cell(field, first);
        const auto mines = checker::lay(field.columns(), field.rows(), field.num_mines(),
                                        static_cast<checker::FirstClick>(first_click), cell, seed);
        bool is_same = !mines.empty();
        for (int i = 0; i < field.num_cells() && is_same; ++i) {
            is_same = (mines[static_cast<std::size_t>(i)] != 0) == field.is_mine(i);
        }
        return is_same;
    } catch (const Failure&) {
        return false;
    }
}

}  // namespace

void bind_checker(nb::module_& m) {
    m.def(
        "check_certificate",
        [](const std::string& layout, nb::handle first, const nb::list& steps,
           const std::vector<std::string>& names) {
            return check_certificate(layout, first, steps, names);
        },
        "layout"_a, "first"_a, "steps"_a, "names"_a,
        nb::sig("def check_certificate(layout: str, first: object, steps: list[object], "
                "names: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, int, int], int, "
                "int, str | None]"),
        "Check a certificate: (steps of each technique and guesses, (3BV, openings, islands), "
        "the first cell's clue, the step and the problem where it does not hold).");
    m.def(
        "seed_gives",
        [](const std::string& layout, nb::handle first, int first_click, std::uint64_t seed) {
            return seed_gives(layout, first, first_click, seed);
        },
        "layout"_a, "first"_a, "first_click"_a, "seed"_a,
        nb::sig("def seed_gives(layout: str, first: object, first_click: int, seed: int) -> bool"),
        "Whether a game seed gives a layout; the first click is 0 any, 1 safe, 2 zero.");
}

}  // namespace sapper
