#include "bindings/python_parts.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "agents/papers/vaitzman/patterns.h"
#include "game/errors.h"

namespace nb = nanobind;

namespace sapper {

namespace {

// A Python object that may be dropped by a thread without the GIL.
std::shared_ptr<nb::object> share(nb::object object) {
    return {new nb::object(std::move(object)), [](nb::object* held) {
                nb::gil_scoped_acquire acquire;
                delete held;
            }};
}

std::vector<Code> unpadded(const Sight& sight) {
    std::vector<Code> cells;
    cells.reserve(static_cast<std::size_t>(sight.frame.columns) * sight.frame.rows);
    for (int row = 1; row <= sight.frame.rows; ++row) {
        const auto from =
            sight.view.begin() + static_cast<std::ptrdiff_t>(row) * sight.frame.stride + 1;
        cells.insert(cells.end(), from, from + sight.frame.columns);
    }
    return cells;
}

class PythonOpener final : public Opener {
  public:
    explicit PythonOpener(std::shared_ptr<nb::object> open) : open_(std::move(open)) {}

    Cell open(const Sight& sight, Random& random) override {
        nb::gil_scoped_acquire acquire;
        const nb::object chosen = (*open_)(sight.frame.columns, sight.frame.rows, sight.num_mines,
                                           nb::cast(random.next()));
        const auto cell = take<std::int64_t>(chosen, "a cell number");
        if (cell < 0 || cell >= static_cast<std::int64_t>(sight.frame.columns) * sight.frame.rows) {
            throw RulesError("expected the opener to choose a cell on the grid, got cell number " +
                             std::to_string(cell));
        }
        return static_cast<Cell>(cell);
    }

  private:
    std::shared_ptr<nb::object> open_;
};

class PythonDeducer final : public Deducer {
  public:
    explicit PythonDeducer(std::shared_ptr<nb::object> make) : make_(std::move(make)) {}

    void start(const Sight& sight) override {
        nb::gil_scoped_acquire acquire;
        deduce_ = share((*make_)(sight.frame.columns, sight.frame.rows, sight.num_mines));
    }

    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override {
        nb::gil_scoped_acquire acquire;
        nb::list cells;
        for (const Padded at : changed) cells.append(sight.frame.to_cell(at));
        const std::vector<Code> codes = unpadded(sight);
        const nb::object found =
            (*deduce_)(nb::bytes(reinterpret_cast<const char*>(codes.data()), codes.size()), cells,
                       show_count(sight));
        for (const nb::handle proof : found) {
            std::vector<Padded> clues;
            for (const nb::handle clue : proof[2]) clues.push_back(at(sight, clue));
            const Padded where = at(sight, proof[0]);
            if (sight.view[where] != COVERED) continue;
            proofs.add(where, take<bool>(proof[1], "true or false") ? Mark::mine : Mark::safe,
                       clues);
        }
    }

  private:
    // The mine count of a window: a byte per cell that is 1 inside, most, least.
    static nb::object show_count(const Sight& sight) {
        if (sight.window == nullptr) return nb::none();
        std::string inside;
        for (int row = 1; row <= sight.frame.rows; ++row) {
            const auto from = sight.window->is_inside.begin() +
                              static_cast<std::ptrdiff_t>(row) * sight.frame.stride + 1;
            inside.append(from, from + sight.frame.columns);
        }
        return nb::make_tuple(nb::bytes(inside.data(), inside.size()), sight.window->most,
                              sight.window->least);
    }

    static Padded at(const Sight& sight, const nb::handle& cell) {
        const auto number = take<std::int64_t>(cell, "a cell number");
        if (number < 0 ||
            number >= static_cast<std::int64_t>(sight.frame.columns) * sight.frame.rows) {
            throw IllegalMoveError(
                "expected a deduction about cells on the grid, got cell number " +
                std::to_string(number));
        }
        return sight.frame.to_padded(static_cast<Cell>(number));
    }

    std::shared_ptr<nb::object> make_;
    std::shared_ptr<nb::object> deduce_;
};

}  // namespace

MakeDeducer read_deducer(const nb::handle& deducer) {
    if (nb::isinstance<PartSpec>(deducer)) {
        return [part = nb::cast<PartSpec>(deducer)] { return make_deducer(part); };
    }
    if (nb::isinstance<nb::tuple>(deducer)) {
        if (nb::len(deducer) != 2 || !nb::isinstance<PartSpec>(deducer[0])) {
            throw nb::type_error("expected a native part and the deducer that it wraps");
        }
        return [part = nb::cast<PartSpec>(deducer[0]), inner = read_deducer(deducer[1])] {
            return make_wrapper(part, inner);
        };
    }
    return [make = share(nb::borrow(deducer))] { return std::make_unique<PythonDeducer>(make); };
}

// A clock of more than a year is a mistake, and its nanoseconds must fit.
constexpr double MOST_SECONDS = 1e8;

void make_agent_spec(AgentSpec* self, nb::object opener, nb::list deducers,
                     std::vector<std::string> names, nb::object guesser, bool asks_for_guesses,
                     bool flags, double seconds) {
    AgentSpec spec;
    if (names.size() != nb::len(deducers)) {
        throw Error("expected a name for each of " + std::to_string(nb::len(deducers)) +
                    " deducers, got " + std::to_string(names.size()));
    }
    if (!(seconds >= 0.0 && seconds <= MOST_SECONDS)) {
        throw RulesError("expected from 0 to " + std::to_string(MOST_SECONDS) +
                         " seconds a game, got " + std::to_string(seconds));
    }
    if (nb::isinstance<PartSpec>(opener)) {
        spec.opener = [part = nb::cast<PartSpec>(opener)] { return make_opener(part); };
    } else if (!opener.is_none()) {
        spec.opener = [open = share(opener)] { return std::make_unique<PythonOpener>(open); };
    }
    for (const nb::handle deducer : deducers) spec.deducers.push_back(read_deducer(deducer));
    if (!guesser.is_none()) {
        if (!nb::isinstance<PartSpec>(guesser)) {
            throw nb::type_error("expected a native part for a guesser, or None");
        }
        spec.guesser = [part = nb::cast<PartSpec>(guesser)] { return make_guesser(part); };
    }
    spec.asks_for_guesses = asks_for_guesses;
    spec.flags = flags;
    spec.seconds = seconds;
    spec.deducer_names = std::move(names);
    new (self) AgentSpec(std::move(spec));
}

}  // namespace sapper
