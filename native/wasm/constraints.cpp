// Constraints without a grid.
#include <algorithm>

#include "game/json.h"
#include "logic/belief/constraint_analysis.h"
#include "wasm/buffers.h"
#include "wasm/census.h"

using namespace sapper;
using namespace sapper::wasm;

namespace {

// Numbers of the input: cells, the number of mines or -1, then of each constraint low, high,
// how many cells and which.
ConstraintSystem read_system() {
    const std::vector<Cell> numbers = buffers().input_cells();
    std::size_t next = 0;
    const auto read = [&]() -> std::int64_t {
        if (next >= numbers.size()) throw Error("expected more numbers");
        return static_cast<std::int32_t>(numbers[next++]);
    };
    const std::int64_t num_cells = read();
    ConstraintSystem system = make_system(num_cells, read());
    std::vector<std::int64_t> cells;
    while (next < numbers.size()) {
        const std::int64_t low = read();
        const std::int64_t high = read();
        cells.resize(static_cast<std::size_t>(read()));
        for (std::int64_t& cell : cells) cell = read();
        add_constraint(system, cells, low, high);
    }
    return system;
}

void write_reasons(const ConstraintAnalysis& analysis) {
    std::vector<Cell> proven = analysis.proven(false);
    const std::vector<Cell> mines = analysis.proven(true);
    proven.insert(proven.end(), mines.begin(), mines.end());
    std::ranges::sort(proven);
    JsonWriter out(1);
    out.open('[');
    for (const SetReason& reason : analysis.reasons(proven)) {
        out.open('{');
        out.field("cell", reason.cell);
        out.field("is_mine", reason.is_mine);
        out.key("constraints");
        out.open('[');
        for (const std::uint32_t one : reason.constraints) out.put(one);
        out.close(']');
        out.field("needs_mine_count", reason.needs_mine_count);
        out.field("is_smallest", reason.is_smallest);
        out.close('}');
    }
    out.close(']');
    buffers().text = out.take();
}

}  // namespace

// Constraints in, as read_system() has them. Whole = safe cells, mines, and `with_census` the
// counts of `census`; real = log of the placements, then a risk per cell; text = the reasons as
// JSON `with_reasons`.
SAPPER_EXPORT(analyse_constraints)
void sapper_analyse_constraints(double max_states, std::int32_t with_census,
                                std::int32_t with_reasons) {
    Engine engine;
    const ConstraintAnalysis analysis(read_system(), static_cast<std::uint64_t>(max_states),
                                      engine);
    auto& out = buffers();
    out.clear();
    out.add_cells(analysis.proven(false));
    out.add_cells(analysis.proven(true));
    out.real.push_back(analysis.log_placements());
    out.real.insert(out.real.end(), analysis.risk().begin(), analysis.risk().end());
    if (with_census != 0) {
        analysis.solve_exactly(engine);
        write_census(engine);
    }
    if (with_reasons != 0) write_reasons(analysis);
}
