#include "boards/zini.h"

#include <algorithm>
#include <cstring>

namespace sapper {

namespace {

// Premiums lie between -10 and 12. Mines and the frame begin at half the bias, from
// which the changes of their neighbours never lift them over it.
constexpr std::uint8_t BIAS = 128;
constexpr std::uint8_t LARGEST = BIAS + 12;
constexpr std::uint8_t MINE = 255;
constexpr std::uint32_t NOWHERE = ~std::uint32_t{0};

}  // namespace

ZiniMeter::ZiniMeter(int columns, int rows) : frame_(rows, columns), meter_(frame_) {
    const auto num_cells = static_cast<Cell>(columns) * static_cast<Cell>(rows);
    places_.resize(num_cells);
    for (Cell cell = 0; cell < num_cells; ++cell) {
        const Cell row = cell / static_cast<Cell>(columns);
        const Cell column = cell % static_cast<Cell>(columns);
        places_[cell] = frame_.to_padded(column * static_cast<Cell>(rows) + row);
    }
    for (auto* bytes : {&mines_, &is_covered_, &is_flagged_}) {
        bytes->assign(frame_.padded_size(), 0);
    }
    clues_.assign(frame_.padded_size(), MINE);
    opening_.assign(frame_.padded_size(), NOWHERE);
    stamp_.assign(frame_.padded_size(), NOWHERE);
}

Zini ZiniMeter::measure(std::span<const Cell> mines) {
    lay(mines);
    find_openings();
    weigh();
    return {play(false), play(true)};
}

void ZiniMeter::lay(std::span<const Cell> mines) {
    std::fill(mines_.begin(), mines_.end(), 0);
    for (const Cell cell : mines) mines_[places_[cell]] = 1;
    meter_.find_kinds(mines_);
    num_safe_ = static_cast<std::int32_t>(places_.size() - mines.size());
    for (const Padded at : places_) clues_[at] = mines_[at] ? MINE : meter_.clues[at];
}

void ZiniMeter::find_openings() {
    region_.clear();
    region_end_.clear();
    std::fill(stamp_.begin(), stamp_.end(), NOWHERE);
    std::uint8_t* zeros = meter_.zeros.data();
    const std::uint8_t* end = zeros + meter_.zeros.size();
    for (const std::uint8_t* zero = zeros;; ++zero) {
        zero = static_cast<const std::uint8_t*>(
            std::memchr(zero, 1, static_cast<std::size_t>(end - zero)));
        if (zero == nullptr) return;
        const auto number = static_cast<std::uint32_t>(region_end_.size());
        std::size_t next = region_.size();
        region_.push_back(static_cast<Padded>(zero - zeros));
        stamp_[region_.back()] = number;
        for (; next < region_.size(); ++next) {
            const Padded at = region_[next];
            if (clues_[at] != 0) continue;
            zeros[at] = 0;
            opening_[at] = number;
            frame_.for_neighbours(at, [&](Padded cell) {
                if (stamp_[cell] == number || clues_[cell] == MINE) return;
                stamp_[cell] = number;
                region_.push_back(cell);
            });
        }
        region_end_.push_back(static_cast<std::uint32_t>(region_.size()));
    }
}

void ZiniMeter::weigh() {
    const auto stride = static_cast<std::size_t>(frame_.stride);
    const std::uint8_t* alone = meter_.alone.data();
    first_premium_.assign(frame_.padded_size(), BIAS / 2);
    for (const Padded at : places_) {
        if (clues_[at] == MINE) continue;
        const unsigned held = block_sum(alone, at, static_cast<int>(stride));
        first_premium_[at] = static_cast<std::uint8_t>(BIAS + held - clues_[at] - 2);
    }
    for (const Padded at : region_) ++first_premium_[at];
}

std::int32_t ZiniMeter::play(bool is_human) {
    // Human ZiNi chords on revealed cells only: others are out of reach until then.
    out_of_reach_ = is_human ? BIAS / 2 : 0;
    premium_ = first_premium_;
    std::fill(is_flagged_.begin(), is_flagged_.end(), 0);
    is_open_.assign(region_end_.size(), 0);
    safe_left_ = num_safe_;
    for (std::size_t i = 0; i < is_covered_.size(); ++i) is_covered_[i] = clues_[i] != MINE;
    if (is_human) {
        for (std::size_t i = 0; i < premium_.size(); ++i) {
            premium_[i] = static_cast<std::uint8_t>(premium_[i] - is_covered_[i] * out_of_reach_);
        }
    }
    best_ = LARGEST;
    std::int32_t clicks = 0;
    for (std::uint32_t i = 0; is_human && i < region_end_.size(); ++i, ++clicks) open_opening(i);
    std::size_t next = 0;  // what lies before it is revealed or holds no 3BV
    while (safe_left_ > 0) {
        const void* found = nullptr;
        for (; best_ >= BIAS; --best_) {
            found = std::memchr(premium_.data(), best_, premium_.size());
            if (found != nullptr) break;
        }
        if (found != nullptr) {
            const auto at = static_cast<const std::uint8_t*>(found) - premium_.data();
            clicks += chord(static_cast<Padded>(at));
            continue;
        }
        while (!is_covered_[next] || !(meter_.alone[next] || clues_[next] == 0)) ++next;
        reveal(static_cast<Padded>(next));
        ++clicks;
    }
    return clicks;
}

// Reveal a cell if it is covered, with its opening if it is a zero.
void ZiniMeter::reveal(Padded at) {
    if (!is_covered_[at]) return;
    if (clues_[at] == 0) return open_opening(opening_[at]);
    is_covered_[at] = 0;
    --safe_left_;
    if (!meter_.alone[at]) return raise(at, out_of_reach_ + 1);
    raise(at, out_of_reach_);
    frame_.for_neighbours(at, [this](Padded cell) { --premium_[cell]; });
}

// The cells of an opening's region are the very ones that count it as a neighbour.
void ZiniMeter::open_opening(std::uint32_t opening) {
    if (is_open_[opening]) return;
    is_open_[opening] = 1;
    const std::uint32_t from = opening ? region_end_[opening - 1] : 0;
    for (std::uint32_t i = from; i < region_end_[opening]; ++i) {
        const Padded at = region_[i];
        if (!is_covered_[at]) {
            --premium_[at];
            continue;
        }
        is_covered_[at] = 0;  // one less for the opening, one more for the cell
        --safe_left_;
        raise(at, out_of_reach_);
    }
}

std::int32_t ZiniMeter::chord(Padded at) {
    std::int32_t clicks = 1;
    if (is_covered_[at]) {
        ++clicks;
        reveal(at);
    }
    frame_.for_neighbours(at, [&](Padded cell) {
        if (!mines_[cell] || is_flagged_[cell]) return;
        is_flagged_[cell] = 1;
        ++clicks;
        frame_.for_neighbours(cell, [this](Padded other) { raise(other, 1); });
    });
    frame_.for_neighbours(at, [this](Padded cell) { reveal(cell); });
    return clicks;
}

}  // namespace sapper
