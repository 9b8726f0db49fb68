// Sets that are products: independent parts, each of which is played by itself.
//
// Whatever one part shows tells nothing of the others, so best play of all wins what
// best play of each wins, multiplied: by induction, a reveal in one part leaves the
// others as they were.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "logic/play/endgame.h"

namespace sapper {

namespace {

constexpr std::uint32_t FEWEST_FACTORED = 4;

}  // namespace

// Whether what one cell shows has no bearing on what another shows.
bool Endgame::is_independent(Set set, std::uint32_t a, std::uint32_t b) const {
    std::array<std::array<std::uint32_t, 10>, 10> both{};
    std::array<std::uint32_t, 10> one{}, other{};
    for (const std::uint32_t layout : set) {
        const auto i = static_cast<std::size_t>(std::countr_zero(table_.at(layout, a)));
        const auto j = static_cast<std::size_t>(std::countr_zero(table_.at(layout, b)));
        ++both[i][j];
        ++one[i];
        ++other[j];
    }
    for (std::size_t i = 0; i < 10; ++i) {
        for (std::size_t j = 0; j < 10 && one[i] > 0; ++j) {
            const auto product = static_cast<std::uint64_t>(one[i]) * other[j];
            if (std::uint64_t{both[i][j]} * set.size() != product) return false;
        }
    }
    return true;
}

// Puts cells that depend on each other into one group, into the room on top.
void Endgame::find_groups(Set set, const std::vector<Choice>& choices) {
    Room& room = *owned_[depth_ - 1];
    room.groups.clear();
    room.safe.clear();  // cells without a group; the set has no safe ones
    for (const Choice& choice : choices) room.safe.push_back(choice.cell);
    while (!room.safe.empty()) {
        room.groups.emplace_back(1, room.safe.back());
        room.safe.pop_back();
        auto& group = room.groups.back();
        for (std::size_t i = 0; i < group.size(); ++i) {
            const auto free = std::partition(
                room.safe.begin(), room.safe.end(),
                [&](std::uint32_t cell) { return is_independent(set, group[i], cell); });
            group.insert(group.end(), free, room.safe.end());
            room.safe.erase(free, room.safe.end());
        }
        // Everything depends on the first: there is nothing to split.
        if (room.safe.empty() && room.groups.size() == 1) return;
    }
}

std::span<const Endgame::Set> Endgame::find_parts(Set set, const std::vector<Choice>& choices) {
    const auto count = static_cast<std::uint32_t>(set.size());
    // Whole games have none that are worth the look: their parts share the mines.
    if (count < FEWEST_FACTORED || words_.num_words() > 1) return {};
    // Step 1  the size of a part is a multiple of this: mostly it says that there is one
    for (const Choice& choice : choices) {
        if (std::gcd(count, choice.mines) == 1) return {};
    }
    // Step 2  cells that depend on each other pair by pair
    find_groups(set, choices);
    Room& room = *owned_[depth_ - 1];
    if (room.groups.size() < 2) return {};
    // Step 3  what the groups show, one by one and all together: only a product has
    //         as many different rows as its parts have together
    std::vector<std::vector<std::uint64_t>> hashes(room.groups.size());
    std::vector<std::uint64_t> whole(count);
    for (std::size_t g = 0; g < room.groups.size(); ++g) {
        for (std::uint32_t i = 0; i < count; ++i) {
            std::uint64_t hash = g + 1;
            for (const std::uint32_t k : room.groups[g]) {
                hash = (hash ^ table_.at(set[i], k)) * 0x9e3779b97f4a7c15ULL + 1;
            }
            hashes[g].push_back(hash ^ (hash >> 32));
            whole[i] = (whole[i] ^ hashes[g][i]) * 0x9e3779b97f4a7c15ULL + 1;
        }
    }
    const auto num_different = [](std::vector<std::uint64_t> rows) {
        std::ranges::sort(rows);
        return static_cast<std::uint64_t>(std::ranges::unique(rows).begin() - rows.begin());
    };
    std::uint64_t product = 1;
    for (const auto& rows : hashes) product *= num_different(rows);
    if (product != num_different(whole)) return {};
    // Step 4  a part is what fits when all other groups show what the first layout shows
    room.split.clear();
    room.most.clear();
    for (std::size_t g = 0; g < hashes.size(); ++g) {
        room.keyed.clear();
        for (std::uint32_t i = 0; i < count; ++i) {
            bool fits = true;
            for (std::size_t h = 0; h < hashes.size(); ++h) {
                fits = fits && (h == g || hashes[h][i] == hashes[h][0]);
            }
            if (fits) room.keyed.emplace_back(hashes[g][i], set[i]);
        }
        std::ranges::sort(room.keyed);
        const auto is_same = [](const auto& a, const auto& b) { return a.first == b.first; };
        room.keyed.erase(std::unique(room.keyed.begin(), room.keyed.end(), is_same),
                         room.keyed.end());
        for (const auto& [hash, layout] : room.keyed) room.split.push_back(layout);
        room.most.push_back(static_cast<std::uint32_t>(room.split.size()));
    }
    room.parts.clear();
    std::uint32_t begin = 0;
    for (const std::uint32_t end : room.most) {
        room.parts.push_back(std::span(room.split).subspan(begin, end - begin));
        begin = end;
    }
    return room.parts;
}

// The wins of independent parts together.
std::uint32_t Endgame::multiply(std::span<const Set> parts, std::uint32_t beat) {
    Room& room = *owned_[depth_ - 1];
    room.most.clear();
    std::uint64_t possible = 1;
    for (const Set part : parts) {
        room.most.push_back(glance(part));
        possible *= room.most.back();
    }
    for (std::size_t i = 0; i < parts.size() && possible > beat; ++i) {
        const std::uint32_t most = room.most[i];
        if (most < 2) continue;
        const std::uint64_t others = possible / most;
        const std::uint32_t found = value(parts[i], static_cast<std::uint32_t>(beat / others));
        if (limit_.is_cut) break;
        possible = others * std::min(most, found);
    }
    return static_cast<std::uint32_t>(possible);
}

}  // namespace sapper
