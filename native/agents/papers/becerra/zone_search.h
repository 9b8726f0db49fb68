// Search in a small zone of interest around one cell (Becerra 2015, section 3.2).
//
// The zone of a cell is made of the clues within `radius` cells of it that are
// tied to it through shared cells inside the zone. What holds in all placements
// of the zone holds in the position; the share of them with a mine at the cell
// estimates its risk.
#pragma once

#include "agents/papers/becerra/coupled_search.h"
#include "agents/papers/becerra/placement_count.h"

namespace sapper {

class Zone {
  public:
    explicit Zone(int radius);
    // The constraints of the zone around an unknown cell; false if no clue is tied to it.
    bool build(const Sight& sight, const Knowledge& knowledge, Padded at);

    int radius() const { return radius_; }
    const SearchSpace& space() const { return space_; }
    std::size_t box() const { return box_; }  // the box with the cell in it
    std::vector<Padded> clues() const;

  private:
    struct Entry {
        ClueConstraint constraint;
        Mask mask;  // seen from the cell
    };
    void collect(const Sight& sight, const Knowledge& knowledge, Padded at);

    int radius_;
    SearchSpace space_;
    std::size_t box_ = 0;
    std::vector<Entry> entries_;
    std::vector<ClueConstraint> tied_;
};

// Proves cells that have one value in all placements of their zones.
class ZoneSearch final : public Deducer {
  public:
    explicit ZoneSearch(int radius) : zone_(radius) {}
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void touch_around(const Sight& sight, Padded at);

    Knowledge knowledge_;
    Zone zone_;
    Search search_;
    CellSet work_;  // cells whose zones changed
};

// Guesses the cell whose zone has the smallest share of placements with a mine
// there, if that is lower than the chance of any covered cell; else a random one.
class ZoneGuesser final : public Guesser {
  public:
    explicit ZoneGuesser(int radius) : zone_(radius) {}
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    Knowledge knowledge_;
    Zone zone_;
    PlacementCount count_;
    std::vector<Padded> best_;
    std::vector<Padded> allowed_;
};

}  // namespace sapper
