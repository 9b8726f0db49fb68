#include "game/picture/alike.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "game/frame.h"

namespace sapper {

namespace {

constexpr int ROUNDS = 4;
constexpr std::size_t NUM_SLOTS = NUM_CODES + 2;
constexpr double WEIGHT = 6.0;      // of how unlike its likes a cell is, in spreads of these
constexpr double SHARED = 2.0;      // and of how unlike others all of these are
constexpr double ALONE = 2.5;       // a code that no other cell shows
constexpr double NOWHERE = 10.0;    // and that is not seen in this one either
constexpr double ODD = 1.7;         // too unlike its likes to be certain
constexpr double NO_ROOM = 20.0;    // a clue without as many covered cells around it
constexpr double NO_CASCADE = 8.0;  // a 0 beside a covered cell
// Most clues are small, which counts where cells are too small to be read by themselves.
constexpr std::array FEW = {0.0, 0.0, 0.0, 1.0, 3.0, 4.5, 6.0, 9.0, 12.0};
constexpr double BETTER = 6.0;  // by how much the best code is better than the next

// How light the middle of a cell is, dot by dot, its colour more coarsely, and its bevel.
constexpr int DOTS = 8, BLOCKS = 4;
using Features = std::array<double, DOTS * DOTS + 2 * BLOCKS * BLOCKS + 1>;

Features find_features(const Patch& patch, bool is_flat) {
    Features found{};
    constexpr int SPAN = TO - FROM;
    for (int y = 0; y < SPAN; ++y) {
        for (int x = 0; x < SPAN; ++x) {
            Colour one = patch.difference(FROM + x, FROM + y);
            if (is_flat) one += patch.ground().colour;
            const double light = one.light();
            const int dot = y * DOTS / SPAN * DOTS + x * DOTS / SPAN;
            const int block = DOTS * DOTS + 2 * (y * BLOCKS / SPAN * BLOCKS + x * BLOCKS / SPAN);
            found[static_cast<std::size_t>(dot)] += light / 4;
            found[static_cast<std::size_t>(block)] += (one.r - light) / 16;
            found[static_cast<std::size_t>(block + 1)] += (one.b - light) / 16;
        }
    }
    found.back() = 2 * patch.ground().bevel;
    return found;
}

// The cells of one kind of ground that show one code.
struct Likes {
    Features sum{};
    int count = 0;
    double spread = 0.0;

    // How far a cell is from the mean of the others.
    double distance(const Features& one, bool is_member) const {
        const double others = count - is_member;
        double squares = 0.0;
        for (std::size_t i = 0; i < one.size(); ++i) {
            const double mean = (sum[i] - (is_member ? one[i] : 0.0)) / others;
            squares += (one[i] - mean) * (one[i] - mean);
        }
        return squares / static_cast<double>(one.size());
    }
};

class Comparison {
  public:
    Comparison(const Lattice& grid, const std::vector<Patch>& patches, bool is_flat,
               std::vector<Reading>& readings)
        : grid_(grid), readings_(readings), room_(patches.size()), is_beside_(patches.size()) {
        for (std::size_t i = 0; i < patches.size(); ++i) {
            const bool is_usual = is_flat && readings[i].kind != Kind::strange;
            features_.push_back(find_features(patches[i], is_usual));
        }
        const double small = std::clamp((18.0 - grid.width) / 6, 0.0, 1.0);
        for (Reading& one : readings) {
            for (std::size_t clue = 0; clue <= 8; ++clue) one.costs[clue] += small * FEW[clue];
            const auto& costs = one.costs;
            codes_.push_back(
                static_cast<Code>(std::min_element(costs.begin(), costs.end()) - costs.begin()));
        }
        find_room();
    }

    void run() {
        for (int round = 0; round < ROUNDS; ++round) {
            gather();
            if (dissolve()) gather();
            for (std::size_t i = 0; i < codes_.size(); ++i) {
                const auto costs = weigh(i);
                codes_[i] =
                    static_cast<Code>(std::min_element(costs.begin(), costs.end()) - costs.begin());
            }
        }
        gather();
        if (dissolve()) gather();
        for (std::size_t i = 0; i < codes_.size(); ++i) decide(i);
    }

  private:
    using Costs = std::array<double, NUM_CODES>;

    // What stands on grounds of its own does not look like the same on opened cells.
    std::size_t slot(std::size_t cell, std::size_t code) const {
        const bool is_own = code > COVERED && readings_[cell].kind == Kind::strange;
        return is_own ? code + 2 : code;
    }

    // A clue has room for its mines, and a 0 would have opened its neighbours.
    void find_room() {
        const Frame frame(grid_.columns, grid_.rows);
        for (Cell cell = 0; cell < codes_.size(); ++cell) {
            room_[cell] = 0, is_beside_[cell] = 0;
            frame.for_neighbours(frame.to_padded(cell), [&](Padded at) {
                if (!frame.has(at)) return;
                const Cell other = frame.to_cell(at);
                room_[cell] += !is_clue(codes_[other]) || readings_[other].is_doubtful;
                is_beside_[cell] |= codes_[other] == COVERED && !readings_[other].is_doubtful;
            });
        }
    }

    void gather() {
        likes_.fill({});
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            Likes& here = likes_[slot(i, codes_[i])];
            for (std::size_t k = 0; k < here.sum.size(); ++k) here.sum[k] += features_[i][k];
            ++here.count;
        }
        std::array<std::vector<double>, NUM_SLOTS> all;
        std::vector<double> any;
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            const Likes& here = likes_[slot(i, codes_[i])];
            if (here.count < 2) continue;
            any.push_back(here.distance(features_[i], true));
            all[slot(i, codes_[i])].push_back(any.back());
        }
        // Few cells say little about their spread.
        usual_ = std::max(middle(any), LEAST_SPREAD);
        for (std::size_t i = 0; i < likes_.size(); ++i) {
            const auto count = static_cast<double>(all[i].size());
            likes_[i].spread =
                std::max((count * middle(all[i]) + 4 * usual_) / (count + 4), LEAST_SPREAD);
        }
    }

    // Cells that are alike, but by themselves rather show something else, are read as that.
    bool dissolve() {
        std::array<Costs, NUM_SLOTS> sums{};
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            for (std::size_t code = 0; code < NUM_CODES; ++code) {
                const double other = code == codes_[i] ? std::log(1.5) : unlike(i, code);
                sums[slot(i, codes_[i])][code] += readings_[i].costs[code] + SHARED * other;
            }
        }
        bool is_changed = false;
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            const Costs& sum = sums[slot(i, codes_[i])];
            const auto best = std::min_element(sum.begin(), sum.end()) - sum.begin();
            if (best == codes_[i]) continue;
            codes_[i] = static_cast<Code>(best);
            is_changed = true;
        }
        return is_changed;
    }

    static double middle(std::vector<double>& all) {
        if (all.empty()) return 0.0;
        const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
        std::nth_element(all.begin(), half, all.end());
        return *half;
    }

    // How many spreads a cell is from those that show a code.
    double unlike(std::size_t cell, std::size_t code) {
        const Likes& here = likes_[slot(cell, code)];
        const bool is_member = codes_[cell] == code;
        if (here.count - is_member < 1) {
            return readings_[cell].costs[code] < AGAINST ? ALONE : NOWHERE;
        }
        // One or two others are no measure.
        const double few = 1.0 + 1.0 / (here.count - is_member);
        const double ratio = here.distance(features_[cell], is_member) / (here.spread * few);
        return 2 * std::log(1.0 + ratio / 2) + std::log(here.spread / usual_);
    }

    Costs weigh(std::size_t cell) {
        Costs costs = readings_[cell].costs;
        for (std::size_t code = 0; code < NUM_CODES; ++code) {
            costs[code] += WEIGHT * unlike(cell, code);
            if (code <= 8 && static_cast<int>(code) > room_[cell]) costs[code] += NO_ROOM;
        }
        if (is_beside_[cell]) costs[0] += NO_CASCADE;
        return costs;
    }

    void decide(std::size_t cell) {
        Reading& reading = readings_[cell];
        const Costs costs = weigh(cell);
        const Code code = codes_[cell];
        double next = 1e9;
        for (std::size_t i = 0; i < NUM_CODES; ++i) {
            if (i != code) next = std::min(next, costs[i]);
        }
        const bool has_likes = likes_[slot(cell, code)].count > 2;
        const bool was_certain = !reading.is_doubtful;
        const bool is_odd = unlike(cell, code) > ODD;
        const bool is_certain = next - costs[code] > BETTER && !is_odd;
        if (code == reading.code) {
            reading.is_doubtful = was_certain ? false : !(is_certain && has_likes);
        } else {
            reading.is_doubtful = was_certain || !is_certain || !has_likes;
        }
        reading.code = code;
        reading.costs = costs;
    }

    static constexpr double LEAST_SPREAD = 25.0;

    const Lattice& grid_;
    std::vector<Reading>& readings_;
    std::vector<Features> features_;
    std::vector<Code> codes_;
    std::vector<int> room_;                // covered cells and mines around each
    std::vector<std::uint8_t> is_beside_;  // a covered cell without a flag
    std::array<Likes, NUM_SLOTS> likes_;
    double usual_ = 0.0;
};

}  // namespace

void compare_cells(const Lattice& grid, const std::vector<Patch>& patches, bool is_flat,
                   std::vector<Reading>& readings) {
    Comparison(grid, patches, is_flat, readings).run();
}

}  // namespace sapper
