// Belief: an analysed position that can be asked again.
//
// What a position says is kept as components with their counts, a sea, and the
// mines left. `assume` adds what a cell might show: only the components that
// the cell touches are collected and counted again (joined, where it ties them
// together), and the join is made anew when somebody asks. `take_back` returns to
// what was before, to any depth. Counts live in a bounded cache until the next
// game, so a search meets most components again instead of counting them.
//
// Positions beyond the counter's limits (components of hundreds of cells) are
// solved as a whole by the engine at every step: slower, never wrong.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/belief/analysis.h"
#include "logic/count/component_counts.h"
#include "logic/count/join.h"
#include "logic/numbers/binomials.h"
#include "logic/position/evidence.h"

namespace sapper {

class Belief {
  public:
    // Looks at a position; everything known before is forgotten. On any other
    // status than SOLVED only `explain` and `analyst` may be asked.
    EngineStatus look_at(const PositionView& position, const AnalysisOptions& options);
    // Throws what look_at found wrong, in words.
    void explain();

    // Takes over what another belief says at its present level.
    void copy_from(const Belief& other);

    // More of the same game is seen: `what` is a clue, or ASSUME_MINE for a flag.
    using News = Evidence::News;
    EngineStatus see(std::span<const News> news);
    // To what was known when the evidence's trail was this long; counts are kept.
    EngineStatus return_to(std::size_t trail_length);

    // Suppose that a covered cell shows a clue, is safe or is a mine. On any other
    // status than SOLVED nothing has changed.
    EngineStatus assume(Cell cell, Code what) { return assume_at(frame().to_padded(cell), what); }
    EngineStatus assume_at(Padded at, Code what);
    void take_back();
    std::size_t depth() const { return levels_.size() - 1; }

    // Answers.
    Mark mark_at(Padded at);
    double risk_at(Padded at);
    Mark mark(Cell cell) { return mark_at(frame().to_padded(cell)); }
    double risk(Cell cell) { return risk_at(frame().to_padded(cell)); }
    // Risks of the boxes, those of component i from first[i] on.
    void list_box_risks(std::vector<double>& risks, std::vector<std::uint32_t>& first) const;
    // Risk per cell, nan where revealed, 1 where a flag is trusted.
    void write_risk(double* risk);
    double log_placements();
    // Placements here over placements one level up: the chance of what was assumed.
    double chance_of_last();
    std::uint64_t key() { return evidence_.key(); }

    // The inside, for search, listing, sampling and those who want to look.
    struct Placed {
        const ComponentCounts* counts = nullptr;
        Padded first = 0;
        std::uint32_t touched = 0;
    };
    const Frame& frame() const { return evidence_.frame(); }
    const Evidence& evidence() const { return evidence_; }
    const AnalysisOptions& options() const { return options_; }
    const PositionView position() const { return position_.view(); }
    // Solved by the engine as a whole: there are no components to look at.
    bool is_whole() const { return levels_.back().is_whole; }
    Analyst& analyst() { return analyst_; }
    // The engine's own solution of the present level: for exact integers, and for
    // levels solved as a whole.
    const Engine& engine();
    // The position shows what was assumed of a cell.
    void write_cell(Cell cell, Code code) { position_.cells[cell] = code; }
    ComponentCounter& counter() { return counter_; }
    BinomialRows& binomials() { return binomials_; }
    std::size_t num_components() const { return levels_.back().num_components; }
    const Placed& component(std::size_t i) const {
        return placed_[lists_[levels_.back().first_component + i]];
    }
    std::uint32_t sea() const { return levels_.back().sea; }
    std::int64_t mines_left() const { return evidence_.mines_left(); }
    std::uint32_t num_unknown() const { return evidence_.num_unknown(); }
    // NONE for a cell of the sea; only for unknown cells.
    std::uint32_t component_id(Padded at) const { return component_of_[at]; }
    std::uint32_t box_of(Padded at) const { return box_of_[at]; }
    const Placed& placed(std::uint32_t id) const { return placed_[id]; }
    // Weight of each number of mines of component i: with its placements they
    // add up to total() for every component, unless is_scaled().
    std::span<const double> weights(std::size_t i) const {
        const Level& level = levels_.back();
        return {weights_.data() + level.first_weight + weight_first_[level.first_component + i],
                component(i).counts->count};
    }
    bool is_scaled() const { return levels_.back().is_scaled; }
    double total() const { return levels_.back().total; }
    Mark sea_mark() const { return levels_.back().sea_mark; }
    // What is known of a box of component i, or what its clues alone say of it.
    Mark box_mark(std::size_t i, std::uint32_t box, bool use_mine_count = true) const;
    // Whether box_mark() says something of any box of component i.
    bool has_proven(std::size_t i, bool use_mine_count = true) const {
        if (component(i).counts->has_proven || !use_mine_count)
            return component(i).counts->has_proven;
        for (const double weight : weights(i)) {
            if (weight == 0.0) return true;  // a number of mines that cannot be: look closely
        }
        return false;
    }
    double sea_risk() const { return levels_.back().sea_risk; }
    std::size_t index_of(std::uint32_t id) const { return index_of_[id]; }

    std::uint64_t num_assumed = 0;  // what-ifs since the game began
    // Grows with every look_at().
    std::uint64_t generation() const { return generation_; }

  private:
    struct Level {
        std::uint32_t first_component = 0;  // into lists_
        std::uint32_t num_components = 0;
        std::uint32_t first_new = 0;     // into placed_
        std::uint32_t first_old = 0;     // into replaced_
        std::uint32_t first_weight = 0;  // into weights_
        std::size_t trail = 0;           // its length before
        Arena::Mark loose;
        std::uint32_t sea = 0;
        bool is_whole = false;
        bool is_scaled = false;
        Mark sea_mark = Mark::unknown;
        double total = 0.0;
        double sea_risk = 0.5;
        double log_total = 0.0;
    };

    EngineStatus rebuild(bool keep_counts = false);
    EngineStatus renew(std::span<const News> news, Level& level);
    CountStatus recollect(std::span<const News> news, std::size_t trail_from, Level& level);
    CountStatus add_component(Padded start);
    EngineStatus finish(CountStatus status, Level& level);
    EngineStatus solve_whole(Level& level);
    void look_again();
    void touch(Padded at);
    void place(std::uint32_t id);
    void index_list(const Level& level);
    bool join(Level& level);
    bool join_plain(Level& level);
    bool join_large(Level& level);
    void join_without_mines(Level& level);
    void drop(const Level& level);
    double mine_weight(std::uint32_t id, std::uint32_t box) const;
    double safe_weight(std::uint32_t id, std::uint32_t box) const;

    Position position_;  // what was looked at
    AnalysisOptions options_;
    Evidence evidence_;
    ComponentCounter counter_;
    BinomialRows binomials_;
    EngineStatus status_ = EngineStatus::solved;
    bool is_plain_ = true;
    std::uint64_t generation_ = 0;
    bool has_changed_ = false;  // the evidence goes beyond the position

    // Levels solved as a whole: the engine knows one of them at a time.
    Analyst analyst_;
    std::size_t solved_level_ = 0;
    Position whole_;
    std::vector<Cell> assumed_safe_;

    std::vector<Level> levels_;
    std::vector<Placed> placed_;
    std::vector<std::uint32_t> lists_;         // ids by level
    std::vector<std::uint32_t> weight_first_;  // beside lists_, from the level's first weight
    std::vector<std::uint32_t> index_of_;      // by id: place in the top level's list
    std::vector<std::uint32_t> replaced_;      // ids by level
    std::vector<double> weights_;
    std::vector<std::uint32_t> component_of_;  // by padded cell
    std::vector<std::uint16_t> box_of_;
    std::uint32_t touch_stamp_ = 0;

    ProductJoin<double> product_;
    std::vector<ProductJoin<double>::Factor> factors_;
    std::vector<double> sea_weights_;
    Join large_join_;
};

}  // namespace sapper
