// What cells are worth under best play, and positions with something assumed.
#include <algorithm>
#include <cstring>

#include "advice/judgement.h"
#include "game/errors.h"
#include "logic/play/position_value.h"
#include "wasm/beliefs.h"

namespace sapper::wasm {

namespace {

// Wins and layouts of all parts together; they cross the border in 31 bits.
struct Totals {
    static constexpr std::int64_t MOST = 0x7fffffff;
    std::int64_t wins = 1, layouts = 1;

    void add(std::uint32_t part_wins, std::uint32_t part_layouts) {
        if (!fits()) return;
        wins *= part_wins;
        layouts *= part_layouts;
    }
    bool fits() const { return layouts <= MOST; }
};

}  // namespace

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// Codes in. Whole = whether it is done, layouts, wins of best play, and for every living
// cell: cell, layouts in which it is safe, wins after it; none where it is not done.
SAPPER_EXPORT(values)
void sapper_values(int columns, int rows, int num_mines, std::int32_t options, double max_states) {
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    const PositionValue found = find_value(held, JUDGE_LIMITS, true);
    Totals all;
    for (const PartValue& part : found.parts) all.add(part.wins, part.layouts);
    const bool is_done = found.is_done && all.fits();
    auto& out = buffers();
    out.add(is_done);
    out.add(all.layouts);
    out.add(all.wins);
    if (!is_done) return;
    for (const PartValue& part : found.parts) {
        for (const EndgameCandidate& one : part.candidates) {
            out.add(held.frame().to_cell(one.at));
            out.add(all.layouts / part.layouts * one.safe);
            out.add(all.wins / part.wins * one.wins);
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
