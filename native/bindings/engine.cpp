// Many positions at once, from text to JSON: what `sapper engine` answers batches with.
//
// The same findings as `analyse` and the same text as Python's `json` would make of them,
// without an object of Python's for each cell in between; a test compares the two.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "bindings/bindings.h"
#include "game/errors.h"
#include "game/formats.h"
#include "logic/belief/belief.h"

namespace sapper {

using namespace nb::literals;

namespace {

// A risk as JSON.
struct RiskText {
    static constexpr std::size_t MOST = 26;

    std::uint64_t bits = 0;
    std::size_t length = 0;
    std::array<char, MOST> letters{};
};

// Risks as text. The cells of a box, and those of the sea, have the same.
class RiskTexts {
  public:
    const RiskText& of(double risk) {
        const auto bits = std::bit_cast<std::uint64_t>(risk);
        RiskText& entry = entries_[(bits * 0x9E3779B97F4A7C15ull) >> 56];
        if (entry.length == 0 || entry.bits != bits) write(entry, risk, bits);
        return entry;
    }

  private:
    static void write(RiskText& entry, double risk, std::uint64_t bits) {
        entry.bits = bits;
        if (std::isnan(risk)) {
            entry.length = 4;
            std::memcpy(entry.letters.data(), "null", 4);
            return;
        }
        char* text = PyOS_double_to_string(risk, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
        if (text == nullptr) throw nb::python_error();
        entry.length = std::min(std::strlen(text), RiskText::MOST);
        std::memcpy(entry.letters.data(), text, entry.length);
        PyMem_Free(text);
    }

    std::array<RiskText, 256> entries_;
};

class BatchAnswers {
  public:
    explicit BatchAnswers(const AnalysisOptions& options) : options_(options) {}

    // Nothing where the text is no position, or none that can be: whoever asks finds out why.
    std::string answer(const std::string& text, bool with_risk, bool with_cells) {
        Position position;
        try {
            position = parse_position(text);
        } catch (const Error&) {
            return {};
        }
        if (belief_.look_at(position.view(), options_) != EngineStatus::solved) return {};
        risk_.resize(position.cells.size());
        belief_.write_risk(risk_.data());
        std::string out = "{";
        if (with_risk) write_risk(out, position.columns);
        if (with_cells) {
            if (with_risk) out += ", ";
            write_cells(out, "\"safe\": [", 0.0, position);
            write_cells(out, ", \"mines\": [", 1.0, position);
        }
        return out + "}";
    }

  private:
    // By hand into one buffer: appending piece by piece took longer than the analysis.
    void write_risk(std::string& out, int columns) {
        const std::size_t begun = out.size();
        out.resize(begun + 16 + risk_.size() * (RiskText::MOST + 6));
        char* at = std::ranges::copy(std::string_view("\"risk\": ["), out.data() + begun).out;
        int column = 0;
        for (const double risk : risk_) {
            if (column == 0) *at++ = '[';
            const RiskText& text = texts_.of(risk);
            std::memcpy(at, text.letters.data(), RiskText::MOST);
            at += text.length;
            if (++column == columns) {
                *at++ = ']';
                column = 0;
            }
            *at++ = ',';
            *at++ = ' ';
        }
        at[-2] = ']';  // in place of the last comma
        out.resize(static_cast<std::size_t>(at - out.data()) - 1);
    }

    void write_cells(std::string& out, const char* name, double risk, const Position& position) {
        out += name;
        bool is_first = true;
        for (Cell cell = 0; cell < risk_.size(); ++cell) {
            // A flag that is trusted is taken as given, not proven.
            if (risk_[cell] != risk || (options_.trust_flags && position.cells[cell] == FLAGGED)) {
                continue;
            }
            out += is_first ? "\"" : ", \"";
            out += format_cell(cell, position.columns);
            out += '"';
            is_first = false;
        }
        out += ']';
    }

    AnalysisOptions options_;
    Belief belief_;
    std::vector<double> risk_;
    RiskTexts texts_;
};

nb::list analyse_texts(const std::vector<std::string>& positions, bool with_risk, bool with_cells,
                       bool trust_flags, bool use_mine_count, std::uint64_t max_states) {
    BatchAnswers answers({trust_flags, use_mine_count, max_states});
    nb::list out;
    for (const std::string& text : positions) {
        const std::string answer = answers.answer(text, with_risk, with_cells);
        out.append(nb::str(answer.data(), answer.size()));
    }
    return out;
}

}  // namespace

void bind_engine(nb::module_& m) {
    m.def("analyse_texts", &analyse_texts, "positions"_a, "with_risk"_a, "with_cells"_a,
          "trust_flags"_a, "use_mine_count"_a, "max_states"_a,
          nb::sig("def analyse_texts(positions: Sequence[str], with_risk: bool, with_cells: bool, "
                  "trust_flags: bool, use_mine_count: bool, max_states: int) -> list[str]"),
          "Risks, safe cells and mines of positions as JSON; nothing where one cannot be.");
}

}  // namespace sapper
