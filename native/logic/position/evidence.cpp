#include "logic/position/evidence.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "game/frame_walk.h"
#include "game/random.h"

namespace sapper {

namespace {

// Three neighbouring bytes at once, on any byte order.
constexpr auto THREE =
    std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{0x01, 0x01, 0x01, 0});

std::uint64_t word_of(Padded at, std::uint8_t kind, std::uint8_t clue) {
    if (kind == Evidence::UNKNOWN) return 0;
    const std::uint64_t shown = kind == Evidence::KNOWN_MINE ? 10
                                : clue == Evidence::NO_CLUE  ? 9
                                                             : clue;
    return mix((static_cast<std::uint64_t>(at) << 4 | shown) + GOLDEN_GAMMA);
}

}  // namespace

bool Evidence::read(const PositionView& position, const ConstraintOptions& options) {
    frame_ = Frame(position.columns, position.rows);
    trail_.clear();
    has_key_ = false;
    num_mines_ = position.num_mines;
    if (!settle_grid(position, options, reading_)) return false;
    auto& room = reading_.room;
    // Two spare bytes: three cells are changed as one word anywhere.
    room.kinds.resize(frame_.padded_size(), 0);
    room.clues.resize(frame_.padded_size(), NO_CLUE);
    std::swap(kinds_, room.kinds);
    std::swap(clues_, room.clues);
    std::swap(sums_, room.sums);
    const auto mines = static_cast<std::uint32_t>(reading_.settled_mines.size());
    const auto safe = static_cast<std::uint32_t>(reading_.settled_safe.size());
    num_unknown_ = reading_.num_unknown - mines - safe;
    mines_left_ = reading_.total - mines;
    return true;
}

// Writes a cell and corrects the sums around it. No byte carries into the next:
// each sum counted the cell as what it was.
void Evidence::set(Padded at, std::uint8_t kind, std::uint8_t clue) {
    if (has_key_) key_ ^= word_of(at, kinds_[at], clues_[at]) ^ word_of(at, kind, clue);
    const std::uint8_t before = kinds_[at];
    clues_[at] = clue;
    if (kind == before) return;
    kinds_[at] = kind;
    num_unknown_ += (kind == UNKNOWN) - (before == UNKNOWN);
    mines_left_ += (before == KNOWN_MINE) - (kind == KNOWN_MINE);
    const std::uint32_t step =
        THREE * static_cast<std::uint32_t>(kind) - THREE * static_cast<std::uint32_t>(before);
    const auto stride = static_cast<Padded>(frame_.stride);
    for (std::uint8_t* sums = &sums_[at - stride - 1]; sums <= &sums_[at + stride - 1];
         sums += stride) {
        std::uint32_t three;
        std::memcpy(&three, sums, sizeof three);
        three += step;
        std::memcpy(sums, &three, sizeof three);
    }
}

void Evidence::change(Padded at, std::uint8_t kind, std::uint8_t clue) {
    trail_.push_back({at, kinds_[at], clues_[at]});
    set(at, kind, clue);
}

// False where the clue is impossible; queues it where it decides its cells.
bool Evidence::look_at_clue(Padded at) {
    const int unknown = sums_[at] & 0x0f;
    const int missing = clues_[at] - (sums_[at] >> 4);
    if (missing < 0 || missing > unknown) return false;
    if (unknown > 0 && (missing == 0 || missing == unknown)) queue_.push_back(at);
    return true;
}

bool Evidence::look_around(Padded at) {
    bool fits = true;
    frame_.for_neighbours(at, [&](Padded next) {
        if (clues_[next] != NO_CLUE) fits = fits && look_at_clue(next);
    });
    return fits;
}

bool Evidence::settle() {
    while (!queue_.empty()) {
        const Padded clue = queue_.back();
        queue_.pop_back();
        if ((sums_[clue] & 0x0f) == 0) continue;  // an earlier one was faster
        const bool is_mine = clues_[clue] != sums_[clue] >> 4;
        bool fits = true;
        frame_.for_neighbours(clue, [&](Padded at) {
            if (!fits || kinds_[at] != UNKNOWN) return;
            change(at, is_mine ? KNOWN_MINE : 0, NO_CLUE);
            fits = look_around(at);
        });
        if (!fits) return false;
    }
    return true;
}

bool Evidence::assume(Padded at, Code what) {
    queue_.clear();
    if (what == ASSUME_MINE) {
        if (kinds_[at] == KNOWN_MINE) return true;
        if (kinds_[at] != UNKNOWN) return false;
        change(at, KNOWN_MINE, NO_CLUE);
    } else {
        if (kinds_[at] == KNOWN_MINE || clues_[at] != NO_CLUE) return false;
        change(at, 0, what == ASSUME_SAFE ? NO_CLUE : what);
        if (what != ASSUME_SAFE && !look_at_clue(at)) return false;
    }
    return look_around(at) && settle();
}

bool Evidence::see(std::span<const News> news) {
    queue_.clear();
    for (const News& item : news) {
        const bool is_mine = item.what == ASSUME_MINE;
        if (is_mine ? kinds_[item.at] == 0 : kinds_[item.at] == KNOWN_MINE) return false;
        if (is_mine && kinds_[item.at] == KNOWN_MINE) continue;
        change(item.at, is_mine ? KNOWN_MINE : 0, is_mine ? NO_CLUE : item.what);
    }
    // A whole grid as bytes side by side costs what a few cells cost one by one.
    constexpr std::size_t WORTH_ONE = 64;
    const bool few = news.size() * WORTH_ONE < kinds_.size();
    return (few ? look_near(news) : look_everywhere()) && settle();
}

// Each clue that the news concern is looked at once.
bool Evidence::look_near(std::span<const News> news) {
    looked_.resize(kinds_.size(), look_);
    ++look_;
    bool fits = true;
    const auto look_once = [&](Padded at) {
        if (clues_[at] == NO_CLUE || looked_[at] == look_) return;
        looked_[at] = look_;
        fits = fits && look_at_clue(at);
    };
    for (const News& item : news) {
        look_once(item.at);
        frame_.for_neighbours(item.at, look_once);
    }
    return fits;
}

// All clues at once, in bytes, so that the compiler makes vectors of them.
bool Evidence::look_everywhere() {
    constexpr std::uint8_t DECIDES = 1, IMPOSSIBLE = 2;
    constexpr std::size_t WORD = sizeof(std::uint64_t);
    const std::size_t size = kinds_.size();
    verdicts_.resize(size + WORD, 0);
    const std::uint8_t* clues = clues_.data();
    const std::uint8_t* sums = sums_.data();
    std::uint8_t* verdicts = verdicts_.data();
    std::uint8_t all = 0;
    for (std::size_t at = 0; at < size; ++at) {
        const auto unknown = static_cast<std::uint8_t>(sums[at] & 0x0f);
        const auto missing = static_cast<std::uint8_t>(clues[at] - (sums[at] >> 4));
        const std::uint8_t is_clue = clues[at] != NO_CLUE ? 0xff : 0;
        // A clue that has too many mines around it wraps and misses more than there are cells.
        const std::uint8_t bad = missing > unknown ? IMPOSSIBLE : 0;
        const std::uint8_t none = missing == 0 ? DECIDES : 0;
        const std::uint8_t every = missing == unknown ? DECIDES : 0;
        const std::uint8_t any = unknown != 0 ? 0xff : 0;
        verdicts[at] = static_cast<std::uint8_t>(is_clue & (bad | ((none | every) & any)));
        all |= verdicts[at];
    }
    if ((all & IMPOSSIBLE) != 0) return false;
    if (all == 0) return true;
    for (std::size_t first = 0; first < size; first += WORD) {
        std::uint64_t word;
        std::memcpy(&word, verdicts + first, WORD);
        if (word == 0) continue;
        for (std::size_t at = first; at < std::min(first + WORD, size); ++at) {
            if (verdicts[at] != 0) queue_.push_back(static_cast<Padded>(at));
        }
    }
    return true;
}

void Evidence::take_back(std::size_t trail_length) {
    while (trail_.size() > trail_length) {
        const Change& last = trail_.back();
        set(last.at, last.kind, last.clue);
        trail_.pop_back();
    }
}

std::uint64_t Evidence::key() {
    if (has_key_) return key_;
    key_ =
        mix(static_cast<std::uint64_t>(frame_.columns) << 40 ^
            static_cast<std::uint64_t>(frame_.rows) << 20 ^ static_cast<std::uint64_t>(num_mines_));
    for_cells(frame_, [&](Padded at) { key_ ^= word_of(at, kinds_[at], clues_[at]); });
    has_key_ = true;
    return key_;
}

}  // namespace sapper
