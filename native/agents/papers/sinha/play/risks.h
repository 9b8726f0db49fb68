// The risk of every covered cell by listed solutions (Sinha et al. 2021, eq. 3).
//
// A frontier cell's risk is the share of the listed solutions with a mine there.
// The text keeps the number of mines out of the equations; it enters through the
// other covered cells, which share the mines that the frontier leaves over.
#pragma once

#include "agents/papers/becerra/coupling.h"
#include "agents/papers/becerra/share_guesser.h"
#include "agents/papers/sinha/solutions/dsscsp.h"
#include "agents/papers/sinha/solutions/tally.h"

namespace sapper {

enum class Method : std::uint8_t { backtracking, dsscsp };
// What a cell off the frontier is taken for.
enum class SeaRisk : std::uint8_t {
    expected,  // the mines that the frontier leaves over on average, shared out
    density,   // the mines left over all covered cells
    half,
    never,  // no candidate while there is a frontier
};
Method parse_method(const std::string& text);
SeaRisk parse_sea_risk(const std::string& text);

struct RiskOptions {
    Method method = Method::dsscsp;
    Pruning pruning = Pruning::complete;  // of backtracking
    SearchLimits limits;
    bool by_component = true;
    Weights weights = Weights::none;
    SeaRisk sea = SeaRisk::expected;
};
RiskOptions read_risk_options(const PartSpec& spec);

class FrontierRisks {
  public:
    explicit FrontierRisks(const RiskOptions& options)
        : options_(options), backtracking_(options.pruning) {}

    // False: the clock ended the search, and nothing is known.
    bool look(const Sight& sight, const Proofs& proofs, Random& random);

    const std::vector<Padded>& frontier() const { return frontier_; }  // in order
    const std::vector<Padded>& sea() const { return sea_; }            // in order
    double risk(Padded at) const { return risks_[at]; }
    double sea_risk() const { return sea_risk_; }
    // Frontier cells that no solution puts a mine on, if all solutions were listed.
    const std::vector<Padded>& safe() const { return safe_; }
    std::int64_t mines_left() const { return mines_left_; }
    std::int64_t num_unknown() const { return num_unknown_; }  // covered, no known mines
    // Calls f(at, risk) for every cell that may be guessed: the frontier, then the sea.
    template <class F>
    void for_candidates(F&& f) const {
        for (const Padded at : frontier_) f(at, risks_[at]);
        if (options_.sea == SeaRisk::never && !frontier_.empty()) return;
        for (const Padded at : sea_) f(at, risks_[at]);
    }

  private:
    struct Part {
        Equations equations;
        Tally tally;
        std::vector<double> weights;  // by mines; empty: all alike
        bool is_known = false;        // whether any solution counts
    };
    void list_cells(const Sight& sight, const Proofs& proofs);
    bool solve(const Sight& sight, std::span<const ClueConstraint> component, Part& part,
               Random& random);
    void weigh();
    void rate();
    Part& add_part();

    RiskOptions options_;
    ClueSet clues_;
    Coupling coupling_;
    Backtracking backtracking_;
    Dsscsp dsscsp_;
    SearchSpace space_;
    PlacementCount count_;
    std::vector<ClueConstraint> joint_;
    std::vector<Part> parts_;  // some of an earlier position may follow
    std::size_t num_parts_ = 0;
    bool is_complete_ = true;
    std::vector<Padded> frontier_, sea_, safe_;
    std::vector<double> risks_;  // by padded cell
    std::vector<std::uint8_t> constrained_;
    double sea_risk_ = 0;
    std::int64_t mines_left_ = 0;
    std::int64_t num_unknown_ = 0;
};

}  // namespace sapper
