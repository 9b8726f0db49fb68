#include "agents/papers/becerra/share_guesser.h"

#include <algorithm>
#include <map>

#include "agents/papers/becerra/weighing.h"
#include "agents/parts/basic_parts.h"
#include "agents/parts/place_parts.h"
#include "game/errors.h"

namespace sapper {

Weights parse_weights(const std::string& text) {
    if (text == "none") return Weights::none;
    if (text == "limit") return Weights::limit;
    if (text == "sea") return Weights::sea;
    throw Error("expected the weights none, limit or sea, got " + quote(text));
}

namespace {

// Shares nearer to each other than rounding can tell are equal.
constexpr double TIE = 1e-12;

}  // namespace

// Count the placements of every component, and note the sea.
void ShareGuesser::look(const Sight& sight, const Proofs& proofs) {
    clues_.start_from(sight, proofs);
    scratch_.start(sight.view.size());
    clues_.reduce(sight, scratch_);
    num_parts_ = 0;
    constrained_.assign(sight.view.size(), 0);
    for (const auto& component : coupling_.split(sight, clues_)) {
        if (num_parts_ == parts_.size()) parts_.emplace_back();
        Part& part = parts_[num_parts_++];
        part.space.build(sight.frame, component);
        part.count.count(part.space);
        part.weights.clear();
        for (const auto& box : part.space.boxes()) {
            for (const Padded at : box.cells) constrained_[at] = 1;
        }
    }
    sea_.clear();
    for_allowed(sight, proofs, [&](Padded at) {
        if (!constrained_[at] && clues_.knowledge().is_unknown(at)) sea_.push_back(at);
    });
}

// Compute the weights that the others and the sea put on each component's mines.
void ShareGuesser::weigh_parts(std::int64_t mines_left) {
    std::vector<std::vector<double>> totals(num_parts_);
    std::size_t most = 0;
    for (std::size_t i = 0; i < num_parts_; ++i) {
        for (int m = 0; m <= parts_[i].count.max_mines(); ++m) {
            totals[i].push_back(parts_[i].count.total(m));
        }
        most += totals[i].size() - 1;
    }
    weigh_totals(totals, sea_weights(static_cast<std::int64_t>(sea_.size()), mines_left, most));
    for (std::size_t i = 0; i < num_parts_; ++i) parts_[i].weights = std::move(totals[i]);
}

// Leave out the placements that need more mines than are left, or leave over more
// than the rest can hold; the others stay equally likely.
void ShareGuesser::limit_parts(std::int64_t mines_left) {
    std::int64_t fewest = 0, most = static_cast<std::int64_t>(sea_.size());
    for (std::size_t i = 0; i < num_parts_; ++i) {
        fewest += parts_[i].count.fewest();
        most += parts_[i].count.most();
    }
    for (std::size_t i = 0; i < num_parts_; ++i) {
        Part& part = parts_[i];
        const std::int64_t others_fewest = fewest - part.count.fewest();
        const std::int64_t others_most = most - part.count.most();
        part.weights.clear();
        for (int mines = 0; mines <= part.count.max_mines(); ++mines) {
            const std::int64_t rest = mines_left - mines;
            part.weights.push_back(others_fewest <= rest && rest <= others_most);
        }
    }
}

// Two placements with as many mines, and no other covered cell that could show a
// different clue for each. Gives the cells in which they differ, if it is so.
std::vector<Padded> ShareGuesser::find_crap_shoot(const Sight& sight, const Part& part) const {
    const auto cells = part.count.difference(part.space);
    int sum = 0;
    for (const auto& [at, sign] : cells) sum += sign;
    if (sum != 0) return {};
    std::map<Padded, int> around;  // what each cell outside would see of the difference
    for (const auto& [at, sign] : cells) {
        const int seen = sign;
        sight.frame.for_neighbours(at, [&](Padded next) { around[next] += seen; });
    }
    for (const auto& [at, sign] : cells) around.erase(at);
    for (const auto& [at, seen] : around) {
        if (seen != 0 && clues_.knowledge().is_unknown(at)) return {};
    }
    std::vector<Padded> out;
    for (const auto& [at, sign] : cells) out.push_back(at);
    return out;
}

// The cells with the greatest share of placements that leave them free, and that share.
double ShareGuesser::find_best(std::vector<Padded>& cells) const {
    double best = -1;
    cells.clear();
    for (std::size_t i = 0; i < num_parts_; ++i) {
        const Part& part = parts_[i];
        const double total = part.count.weighed_total(part.weights);
        if (total <= 0) continue;
        const auto boxes = part.space.boxes();
        for (std::size_t box = 0; box < boxes.size(); ++box) {
            const double risk = part.count.weighed_in_box(box, part.weights) / total;
            const double share = 1 - risk / boxes[box].num_cells();
            if (share < best - TIE) continue;
            if (share > best + TIE) {
                cells.clear();
                best = share;
            }
            cells.insert(cells.end(), boxes[box].cells.begin(), boxes[box].cells.end());
        }
    }
    return best;
}

// How safe a cell of the sea is: the components take as many mines as their
// placements use on average, the sea has the rest.
double ShareGuesser::sea_share(std::int64_t mines_left) const {
    double mines = static_cast<double>(mines_left);
    for (std::size_t i = 0; i < num_parts_; ++i) {
        const Part& part = parts_[i];
        const double total = part.count.weighed_total(part.weights);
        if (total > 0) mines -= part.count.weighed_mines(part.weights) / total;
    }
    return 1 - std::max(mines, 0.0) / static_cast<double>(sea_.size());
}

// A corner, an edge cell, or the interior cell with the most constrained neighbours.
Padded ShareGuesser::guess_sea(const Sight& sight, Random& random) {
    int best_rank = -1;
    best_.clear();
    for (const Padded at : sea_) {
        const Place place = place_of(sight.frame, at);
        int rank = 0;
        if (place == Place::interior) {
            sight.frame.for_neighbours(at, [&](Padded next) { rank += constrained_[next]; });
        } else {
            rank = place == Place::corner ? 10 : 9;
        }
        if (rank < best_rank) continue;
        if (rank > best_rank) best_.clear();
        best_rank = rank;
        best_.push_back(at);
    }
    return draw(best_, random);
}

Padded ShareGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    look(sight, proofs);
    // Deducers weaker than the reduction leave certain cells to the guesser.
    for (const Proof& proof : scratch_.fresh()) {
        if (proof.mark == Mark::safe) return proof.at;
    }
    if (crap_shoots_first_) {
        for (std::size_t i = 0; i < num_parts_; ++i) {
            const auto cells = find_crap_shoot(sight, parts_[i]);
            if (!cells.empty()) return draw(cells, random);
        }
    }
    const std::int64_t mines_left = sight.num_mines - clues_.knowledge().num_mines();
    if (weights_ == Weights::sea) weigh_parts(mines_left);
    if (weights_ == Weights::limit) limit_parts(mines_left);
    const double best = find_best(best_);
    if (!sea_.empty() && best <= sea_share(mines_left) + TIE) return guess_sea(sight, random);
    // After weaker deducers all that is left may be mines, which the score game lets one reveal.
    if (best_.empty()) for_allowed(sight, proofs, [&](Padded at) { best_.push_back(at); });
    return draw(best_, random);
}

}  // namespace sapper
