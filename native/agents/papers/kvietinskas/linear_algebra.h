// Clues as linear equations, solved by Gauss-Jordan elimination [1].
//
// The reduced rows are combinations of clues. A row whose right side is the
// largest or smallest value that its left side can take settles all its cells:
// that is how partial solutions are read off. Sound but not complete, and weaker
// than it seems: elimination mixes rows, and a clue that settles its cells by
// itself may be lost in the mixture.
//
// Arithmetic is exact: integers, each row kept in lowest terms. A row that would
// not fit into 64 bits is dropped, which loses a proof but makes no wrong one.
//
// References:
//     [1] Kvietinskas 2021, section 1.8.
#pragma once

#include "agents/parts/affected.h"
#include "agents/parts/parts.h"

namespace sapper {

class LinearAlgebra final : public Deducer {
  public:
    void start(const Sight& sight) override { affected_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    using Row = std::vector<std::int64_t>;  // coefficients, then the right side

    void fill(std::uint32_t first, std::uint32_t end);
    void reduce();
    bool eliminate(Row& row, const Row& pivot, std::size_t column) const;
    void read_off(const Sight& sight, const Row& row, Proofs& proofs) const;

    AffectedComponents affected_;
    std::vector<Cell> cells_;               // the columns
    std::vector<std::uint32_t> column_of_;  // per cell
    std::vector<Row> matrix_;
    std::size_t num_rows_ = 0;
    std::vector<Padded> clues_;  // of the component at hand
};

}  // namespace sapper
