#include "wasm/beliefs.h"

namespace sapper::wasm {

AnalysisOptions read_options(std::int32_t options, double max_states) {
    return {(options & TRUST_FLAGS) != 0, (options & USE_MINE_COUNT) != 0,
            static_cast<std::uint64_t>(max_states)};
}

Belief& look_at(const PositionView& position, std::int32_t options, double max_states) {
    static Belief held;
    buffers().clear();
    if (held.look_at(position, read_options(options, max_states)) != EngineStatus::solved) {
        held.explain();
    }
    return held;
}

void write_analysis(Belief& held, const PositionView& position, std::int32_t options) {
    auto& out = buffers();
    out.real.resize(position.cells.size() + 1);
    out.real[0] = held.log_placements();
    held.write_risk(out.real.data() + 1);
    const bool trusts = (options & TRUST_FLAGS) != 0;
    std::vector<Cell> safe, mines;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const double risk = out.real[cell + 1];
        if (risk == 0.0) safe.push_back(cell);
        const bool is_given = trusts && position.cells[cell] == FLAGGED;
        if (risk == 1.0 && !is_given) mines.push_back(cell);
    }
    out.add_cells(safe);
    out.add_cells(mines);
}

}  // namespace sapper::wasm
