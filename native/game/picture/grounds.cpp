#include "game/picture/grounds.h"

#include <array>
#include <cmath>

namespace sapper {

namespace {

constexpr double CLOSE = 14.0;  // two grounds as close as that may be taken for each other
constexpr double KNOWN = 0.75;  // share of the cells that a look explains

std::size_t find_anchor(const Ground& ground, const Look& look) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < static_cast<std::size_t>(look.num_opened); ++i) {
        const auto far = [&](std::size_t k) {
            return (ground.colour - look.opened[k].colour).squared();
        };
        if (far(i) < far(best)) best = i;
    }
    return best;
}

}  // namespace

double distance(const Ground& one, const Ground& other, double bevel_counts) {
    const double bevel = (one.bevel - other.bevel) * bevel_counts;
    return std::sqrt((one.colour - other.colour).squared() + bevel * bevel);
}

Nearest find_nearest(const Ground& ground, const Look& look) {
    Nearest found;
    for (int i = 0; i < look.num_covered; ++i) {
        const Ground& one = look.covered[static_cast<std::size_t>(i)];
        found.covered = std::min(found.covered, distance(ground, one, look.bevel_counts));
    }
    for (int i = 0; i < look.num_opened; ++i) {
        const Ground& one = look.opened[static_cast<std::size_t>(i)];
        found.opened = std::min(found.opened, distance(ground, one, look.bevel_counts));
    }
    return found;
}

const Look* find_look(const std::vector<Patch>& patches) {
    const Look* best = nullptr;
    double most = 0.0;
    for (const Look& look : looks()) {
        double sum = 0.0;
        std::size_t known = 0;
        for (const Patch& patch : patches) {
            const double far = find_nearest(patch.ground(), look).least();
            sum += std::max(0.0, 1.0 - far / FAR);
            known += far < FAR || !read_strange(patch).is_doubtful;
        }
        const bool is_known =
            static_cast<double>(known) > KNOWN * static_cast<double>(patches.size());
        if (is_known && sum > most) most = sum, best = &look;
    }
    return best;
}

void settle_grounds(std::vector<Patch>& patches, const Look& look) {
    if (!look.is_flat) return;
    for (std::size_t anchor = 0; anchor < static_cast<std::size_t>(look.num_opened); ++anchor) {
        std::array<std::vector<double>, 3> seen;
        std::vector<Patch*> alike;
        for (Patch& patch : patches) {
            const Nearest near = find_nearest(patch.ground(), look);
            if (near.opened > FAR || near.opened > near.covered) continue;
            if (find_anchor(patch.ground(), look) != anchor) continue;
            alike.push_back(&patch);
            const Colour& one = patch.ground().colour;
            seen[0].push_back(one.r), seen[1].push_back(one.g), seen[2].push_back(one.b);
        }
        if (alike.empty()) continue;
        const auto middle = [](std::vector<double>& all) {
            const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
            std::nth_element(all.begin(), half, all.end());
            return *half;
        };
        const Colour usual{middle(seen[0]), middle(seen[1]), middle(seen[2])};
        for (Patch* patch : alike) patch->set_ground(usual);
    }
}

Reading read_cell(const Patch& patch, const Look& look, double chroma) {
    constexpr double STEEP = 3.0;  // what a ground counts that is so much further as CLOSE
    constexpr double MOST = 10.0;  // a ground that counts more is not looked at
    const Nearest near = find_nearest(patch.ground(), look);
    const double least = std::min(near.least(), FAR);
    Reading found;
    double nearest = 1e9;
    std::array<double, NUM_CODES> costs;
    costs.fill(AGAINST);
    const auto weigh = [&](double far, const auto& read) {
        const double more = STEEP * (far - least) / CLOSE;
        if (more > MOST) return;
        const Reading here = read();
        for (std::size_t code = 0; code < NUM_CODES; ++code) {
            costs[code] = std::min(costs[code], here.costs[code] + more);
        }
        if (far < nearest) nearest = far, found = here;
    };
    weigh(near.opened, [&] { return read_opened(patch, look, chroma); });
    weigh(near.covered, [&] { return read_covered(patch, look, chroma); });
    // Twice as much: a ground of no known colour is rare.
    weigh(2 * FAR - least, [&] { return read_strange(patch); });
    found.costs = costs;
    if (found.kind != Kind::strange && std::abs(near.covered - near.opened) < CLOSE) {
        found.is_doubtful = true;
    }
    return found;
}

double find_chroma(const std::vector<Patch>& patches, const Look& look) {
    double best = 1.0, least = 1e9;
    for (const double chroma : CHROMAS) {
        double sum = 0.0;
        for (const Patch& patch : patches) {
            const Nearest near = find_nearest(patch.ground(), look);
            if (near.opened >= near.covered || near.opened >= FAR) continue;
            const double unlike = unlike_clues(patch, look, chroma);
            // Where it makes little difference, all of it.
            if (unlike > 0.0) sum += std::min(unlike, 5.0) + 0.15 * (1.0 - chroma);
        }
        if (sum < least) least = sum, best = chroma;
    }
    return best;
}

}  // namespace sapper
