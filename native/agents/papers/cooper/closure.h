// All differences of facts and of their differences, as long as there are new ones.
//
// The text leaves open whether a difference may be subtracted again; this is the
// reading in which it may. Without the number of mines every difference lies
// around a clue and the search ends by itself. With it the differences of the
// whole grid are as many as sets of clues: those without it are formed first, and
// no more than MOST_EQUATIONS in all.
#pragma once

#include <unordered_map>

#include "agents/papers/cooper/fact_base.h"

namespace sapper {

class Closure {
  public:
    static constexpr std::size_t MOST_EQUATIONS = 500;

    void deduce(const Sight& sight, FactBase& facts, bool has_total, Proofs& proofs);

  private:
    // A set of unknown cells, a bit for each, in 64-bit words.
    using CellBits = std::vector<std::uint64_t>;
    // The number of mines that are missing among the cells.
    struct Equation {
        CellBits cells;
        std::int64_t missing;
        std::vector<Padded> clues;  // in order
        bool is_difference;         // and not only a fact, which the single-clue rules know
    };

    void number_cells(const Sight& sight, const FactBase& facts);
    void add(Equation&& made);
    void add_facts(const Sight& sight, const FactBase& facts);
    void add_total(const Sight& sight, const FactBase& facts);
    void subtract_all(std::size_t number);
    void subtract(const Equation& larger, const Equation& smaller);
    bool infer(FactBase& facts, const Equation& equation, Proofs& proofs);

    std::vector<Padded> cells_;           // the unknown ones
    std::vector<std::uint32_t> numbers_;  // of them, per padded cell
    std::vector<Equation> equations_;
    std::unordered_map<std::string, std::size_t> known_;  // equations by their cells
};

}  // namespace sapper
