#include "game/picture/patch.h"

#include <algorithm>
#include <vector>

namespace sapper {

Patch::Patch(const Picture& picture, const Lattice& lattice, int column, int row)
    : side_(lattice.width) {
    // Each pixel of the patch is the mean of what it covers, in four times four samples.
    constexpr int SAMPLES = 4;
    for (int y = 0; y < PATCH; ++y) {
        for (int x = 0; x < PATCH; ++x) {
            Colour sum;
            for (int k = 0; k < SAMPLES * SAMPLES; ++k) {
                const double fx = (x + (k % SAMPLES + 0.5) / SAMPLES) / PATCH;
                const double fy = (y + (k / SAMPLES + 0.5) / SAMPLES) / PATCH;
                const double px = lattice.left + (column + fx) * lattice.width;
                const double py = lattice.top + (row + fy) * lattice.height;
                const auto* pixel =
                    picture.at(std::clamp(static_cast<int>(px), 0, picture.width - 1),
                               std::clamp(static_cast<int>(py), 0, picture.height - 1));
                sum += Colour{double(pixel[0]), double(pixel[1]), double(pixel[2])};
            }
            pixels_[static_cast<std::size_t>(y * PATCH + x)] = sum * (1.0 / (SAMPLES * SAMPLES));
        }
    }
    find_ground();
}

// The ground is what most of a ring around the glyph shows.
void Patch::find_ground() {
    std::array<std::vector<double>, 3> ring;
    double lighter = 0.0;
    int count = 0;
    for (int y = 0; y < PATCH; ++y) {
        for (int x = 0; x < PATCH; ++x) {
            const int right = PATCH - 1 - x, bottom = PATCH - 1 - y;
            const int depth = std::min({x, y, right, bottom});
            const Colour& here = at(x, y);
            if (depth == 4 || depth == 5) {
                ring[0].push_back(here.r), ring[1].push_back(here.g), ring[2].push_back(here.b);
            }
            // Not the corners, where light and dark edges meet.
            const bool is_upper = (y == 1 || y == 2) && x >= 4 && right >= 4;
            const bool is_left = (x == 1 || x == 2) && y >= 4 && bottom >= 4;
            const bool is_lower = (bottom == 1 || bottom == 2) && x >= 4 && right >= 4;
            const bool is_right = (right == 1 || right == 2) && y >= 4 && bottom >= 4;
            if (is_upper || is_left) lighter += here.light(), ++count;
            if (is_lower || is_right) lighter -= here.light();
        }
    }
    double* const to[] = {&ground_.colour.r, &ground_.colour.g, &ground_.colour.b};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto middle = ring[i].begin() + static_cast<std::ptrdiff_t>(ring[i].size() / 2);
        std::nth_element(ring[i].begin(), middle, ring[i].end());
        *to[i] = *middle;
    }
    ground_.bevel = lighter / count;
}

Colour Patch::difference(int x, int y) const {
    Colour sum;
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= PATCH || y + dy >= PATCH) continue;
            sum += at(x + dx, y + dy);
            ++count;
        }
    }
    return sum * (1.0 / count) - ground_.colour;
}

}  // namespace sapper
