// Reasons of cells whose marks are known, for bindings that have analysed already.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "bindings/bindings.h"
#include "logic/analysis.h"

namespace sapper {

nb::list explain_marks(const PositionView& position, const AnalysisOptions& options,
                       std::span<const Mark> marks, std::span<const Cell> assumed_safe,
                       const std::optional<std::vector<Cell>>& wanted);

}  // namespace sapper
