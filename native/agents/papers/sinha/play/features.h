// What the learned guessers of Sinha et al. 2021 are shown of a position.
//
// A row of nine numbers per cell: features (section 4.2.2) or the 3x3 values of Sc
// around it (section 4.2.3). Both stand on listed solutions; neither sees a layout.
#pragma once

#include "agents/papers/sinha/play/risks.h"
#include "agents/papers/sinha/play/scores.h"

namespace sapper {

inline constexpr std::size_t ROW_SIZE = 9;

enum class RowKind : std::uint8_t { features, sub_states };
RowKind parse_row_kind(const std::string& text);

struct RowOptions {
    RowKind kind = RowKind::features;
    RiskOptions risks;
    ScoreForm score = ScoreForm::printed;
    double alpha = 0.5;  // of sub-states
    bool offer_all = true;
    bool proofs_first = true;  // or proven cells are offered with the others
};

class RowReader {
  public:
    explicit RowReader(const RowOptions& options) : options_(options), risks_(options.risks) {}

    void look(const Sight& sight, const Proofs& proofs, Random& random);
    const FrontierRisks& risks() const { return risks_; }
    // Whether a cell is opened because all solutions agree that it is safe, as in 4.5.
    bool is_proven() const { return options_.proofs_first && !risks_.safe().empty(); }

    // The cells to choose from, in order: one that is proven, else all covered ones, or
    // the frontier and three random others.
    void offer(bool all, Random& random, std::vector<Padded>& cells) const;
    // Write the nine numbers of a covered cell.
    void write(Padded at, float* row) const;

  private:
    void find_least();
    void rate_cells(const Proofs& proofs);
    void write_features(Padded at, float* row) const;

    RowOptions options_;
    FrontierRisks risks_;
    Frame frame_;
    std::int64_t num_mines_ = 0;
    Scores scores_{ScoreForm::printed, 0, 1};
    const std::vector<Code>* view_ = nullptr;
    std::int64_t least_index_ = -1;
    std::vector<double> values_;  // Sc by padded cell, -1 where there is none
};

}  // namespace sapper
