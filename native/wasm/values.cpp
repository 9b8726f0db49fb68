// What cells are worth under best play, and positions with something assumed.
#include <algorithm>
#include <cstring>

#include "advice/judgement.h"
#include "game/errors.h"
#include "logic/play/position_value.h"
#include "wasm/beliefs.h"

using namespace sapper;
using namespace sapper::wasm;

// Codes in. Whole = whether it is done, then of each independent part: layouts, wins of best
// play, and for each of its living cells the cell, layouts in which it is safe, wins after it.
// A limit of 0 is that of a judgement.
SAPPER_EXPORT(values)
void sapper_values(int columns, int rows, int num_mines, std::int32_t options, double max_states,
                   double max_layouts, double max_nodes) {
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    ValueLimits limits = JUDGE_LIMITS;
    if (max_layouts > 0) limits.max_layouts = static_cast<std::size_t>(max_layouts);
    if (max_nodes > 0) limits.max_nodes = static_cast<std::uint64_t>(max_nodes);
    const PositionValue found = find_value(held, limits, true);
    auto& out = buffers();
    out.add(found.is_done);
    if (!found.is_done) return;
    for (const PartValue& part : found.parts) {
        out.add(part.layouts);
        out.add(part.wins);
        out.add(static_cast<std::int64_t>(part.candidates.size()));
        for (const EndgameCandidate& one : part.candidates) {
            out.add(held.frame().to_cell(one.at));
            out.add(one.safe);
            out.add(one.wins);
        }
    }
}

// Codes in, then for each assumption its cell and what is assumed of it (a clue, 9 for safe,
// 10 for a mine), four bytes each. The result is how many of them can be, one after the
// other; if all, whole and real are those of `analyse`, then real = the chance of each.
SAPPER_EXPORT(analyse_if)
std::uint32_t sapper_analyse_if(int columns, int rows, int num_mines, std::int32_t options,
                                double max_states) {
    auto& input = buffers().input;
    const std::size_t size = static_cast<std::size_t>(std::max(columns, 0)) *
                             static_cast<std::size_t>(std::max(rows, 0));
    std::vector<std::uint32_t> assumed((input.size() - std::min(size, input.size())) / 4);
    if (!assumed.empty()) std::memcpy(assumed.data(), input.data() + size, 4 * assumed.size());
    input.resize(std::min(size, input.size()));
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    std::vector<double> chances;
    std::uint32_t holding = 0;
    for (std::size_t i = 0; i + 1 < assumed.size(); i += 2, ++holding) {
        if (assumed[i] >= size || is_clue(position.cells[assumed[i]]) || assumed[i + 1] > 10) {
            throw Error("expected covered cells and what they might be");
        }
        if (held.assume(assumed[i], static_cast<Code>(assumed[i + 1])) != EngineStatus::solved) {
            return holding;
        }
        chances.push_back(held.chance_of_last());
    }
    write_analysis(held, position, options);
    auto& out = buffers();
    out.real.insert(out.real.end(), chances.begin(), chances.end());
    return holding;
}
