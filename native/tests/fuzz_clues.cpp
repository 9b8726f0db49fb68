// Fuzz target: any grid of codes, any number of mines, through the whole engine.
//
// The first bytes choose the columns, the number of mines and the options. The
// rest are cells: either codes as they come, mostly contradictory, or a layout
// and which of its cells are revealed, which always fits. The engine must find
// what holds together and holds in the layout, or throw one of its own errors.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.h"
#include "logic/belief/analysis.h"
#include "logic/belief/sampler.h"

using namespace sapper;

namespace {

struct Findings {
    std::vector<double> risk;
    std::vector<Cell> safe, mines;
};

void check_sums(const PositionView& position, const Findings& findings) {
    double sum = 0.0;
    for (Cell cell = 0; cell < findings.risk.size(); ++cell) {
        if (!std::isnan(findings.risk[cell])) sum += findings.risk[cell];
        if (position.cells[cell] == MINE_SHOWN) sum += 1.0;
    }
    CHECK(std::abs(sum - static_cast<double>(position.num_mines)) < 1e-9);
    for (const Cell cell : findings.safe) CHECK(findings.risk[cell] == 0.0);
    for (const Cell cell : findings.mines) CHECK(findings.risk[cell] == 1.0);
}

void check_clue_chances(Analyst& analyst, const PositionView& position,
                        const AnalysisOptions& options, const Findings& findings) {
    for (Cell cell = 0; cell < findings.risk.size(); ++cell) {
        if (position.cells[cell] != COVERED) continue;
        double sum = 0.0;
        for (const double chance : analyst.clue_chances(position, options, cell)) sum += chance;
        CHECK(std::abs(sum - (findings.risk[cell] < 1.0 ? 1.0 : 0.0)) < 1e-9);
        return;  // one is enough for one input
    }
}

void check_sample(const PositionView& position, const AnalysisOptions& options,
                  const Findings& findings) {
    static Belief belief;
    CHECK(belief.look_at(position, options) == EngineStatus::solved);
    Sampler sampler(belief);
    Random random(1);
    std::vector<std::uint8_t> layout(position.cells.size());
    sampler.draw(random, layout);
    for (const Cell cell : findings.safe) CHECK(layout[cell] == 0);
    for (const Cell cell : findings.mines) CHECK(layout[cell] == 1);
}

// A position that shows part of a layout; returns the layout.
std::vector<std::uint8_t> show_layout(const std::uint8_t* data, Position& position) {
    std::vector<std::uint8_t> is_mine(position.cells.size());
    position.num_mines = 0;
    for (std::size_t i = 0; i < is_mine.size(); ++i) {
        is_mine[i] = data[i] % 4 == 0;
        position.num_mines += is_mine[i];
    }
    for (Cell cell = 0; cell < is_mine.size(); ++cell) {
        const bool is_shown = data[cell] & 64;
        position.cells[cell] =
            is_mine[cell] && is_shown ? (data[cell] & 128 ? FLAGGED : MINE_SHOWN) : COVERED;
        if (is_mine[cell] || !is_shown) continue;
        Code clue = 0;
        for_each_neighbour(cell, position.columns, position.rows,
                           [&](Cell neighbour) { clue += is_mine[neighbour]; });
        position.cells[cell] = clue;
    }
    return is_mine;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 4 || size > 403) return 0;
    Position owned;
    owned.columns = data[0] % 20 + 1;
    owned.rows = static_cast<int>((size - 3) / static_cast<std::size_t>(owned.columns));
    if (owned.rows == 0) return 0;
    owned.num_mines = data[1];
    owned.cells.resize(static_cast<std::size_t>(owned.columns) *
                       static_cast<std::size_t>(owned.rows));
    for (std::size_t i = 0; i < owned.cells.size(); ++i) {
        owned.cells[i] = data[3 + i] < 128 ? COVERED : static_cast<Code>(data[3 + i] % NUM_CODES);
    }
    std::vector<std::uint8_t> layout;
    if (data[2] & 2) layout = show_layout(data + 3, owned);
    const PositionView position = owned.view();
    AnalysisOptions options;
    options.trust_flags = data[2] % 2 == 0;
    options.max_states = 100'000;
    Analyst analyst;
    Findings findings;
    findings.risk.resize(position.cells.size());
    try {
        analyst.analyse(position, options);
        analyst.write(position, findings.risk.data(), findings.safe, findings.mines);
        check_sums(position, findings);
        check_clue_chances(analyst, position, options, findings);
        check_sample(position, options, findings);
    } catch (const InconsistentPositionError& error) {
        CHECK(layout.empty());
        CHECK(!error.clues.empty() || error.needs_mine_count);
    } catch (const BudgetExceededError& error) {
        CHECK(error.partial.components_done <= error.partial.num_components);
        findings.safe = error.partial.safe;
        findings.mines = error.partial.mines;
    }
    if (layout.empty()) return 0;
    for (const Cell cell : findings.safe) CHECK(!layout[cell]);
    for (const Cell cell : findings.mines) CHECK(layout[cell]);
    return 0;
}
