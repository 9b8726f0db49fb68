#include "logic/play/rivals.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "game/stop.h"

namespace sapper {

namespace {

constexpr std::size_t PAIR_A_LOOK = 1000;  // layouts

constexpr std::size_t FEW_PAIRS = 32;  // compared one by one
constexpr std::size_t MINE_PLACE = 9;
constexpr std::uint32_t LARGE_TABLE = 20'000;  // a table in which new covers pay

}  // namespace

// A set in order of what a cell shows; what shows v lies from starts[v] to starts[v + 1].
// Layouts with many rivals are left out.
struct Rivals::Sorted {
    std::vector<std::uint32_t> set;
    std::array<std::uint32_t, 11> starts{};

    Sorted(const Rivals& rivals, Set from, std::uint32_t k) {
        const auto shows = [&](std::uint32_t layout) {
            return static_cast<std::size_t>(std::countr_zero(rivals.table_->at(layout, k)));
        };
        for (const std::uint32_t layout : from) {
            if (!rivals.has_many(layout)) ++starts[shows(layout) + 1];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        std::array<std::uint32_t, 11> at = starts;
        set.resize(starts.back());
        for (const std::uint32_t layout : from) {
            if (!rivals.has_many(layout)) set[at[shows(layout)]++] = layout;
        }
    }
    std::span<const std::uint32_t> showing(std::size_t from, std::size_t to) const {
        return std::span(set).subspan(starts[from], starts[to] - starts[from]);
    }
};

void Rivals::find(const ShownTable& table) {
    table_ = &table;
    pairs_.clear();
    counts_.assign(table.num_layouts(), 0);
    std::vector<std::uint32_t> all(table.num_layouts());
    std::iota(all.begin(), all.end(), 0U);
    join(all, all, true, 0);
    const auto many = static_cast<std::size_t>(
        std::ranges::count_if(all, [&](std::uint32_t layout) { return has_many(layout); }));
    has_more_ = table.num_layouts() > LARGE_TABLE && 2 * many > table.num_layouts();
    index();
    find_cliques();
}

// Pairs of which the cells before k tell nothing, one layout of each set.
void Rivals::join(Set first, Set second, bool is_same, std::uint32_t k) {
    if (first.empty() || second.empty()) return;
    if (first.size() + second.size() > PAIR_A_LOOK) check_stop();
    if (k < table_->cells().size() && first.size() * second.size() > FEW_PAIRS) {
        join_split(first, second, is_same, k);
        return;
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        for (std::size_t j = is_same ? i + 1 : 0; j < second.size(); ++j) {
            if (has_many(first[i]) || has_many(second[j])) continue;
            if (!are_rivals(first[i], second[j])) continue;
            pairs_.emplace_back(first[i], second[j]);
            ++counts_[first[i]];
            ++counts_[second[j]];
        }
    }
}

// Both show the same clue at k, or one of them has a mine there.
void Rivals::join_split(Set first, Set second, bool is_same, std::uint32_t k) {
    const Sorted a(*this, first, k), b(*this, second, k);
    for (std::size_t v = 0; v <= MINE_PLACE; ++v) {
        join(a.showing(v, v + 1), b.showing(v, v + 1), is_same, k + 1);
    }
    const Set mine_in_a = a.showing(MINE_PLACE, MINE_PLACE + 1);
    join(mine_in_a, b.showing(0, MINE_PLACE), false, k + 1);
    if (is_same) return;
    join(a.showing(0, MINE_PLACE), b.showing(MINE_PLACE, MINE_PLACE + 1), false, k + 1);
}

bool Rivals::are_rivals(std::uint32_t a, std::uint32_t b) const {
    const ShownTable::Bits *one = table_->row(a), *other = table_->row(b);
    unsigned differ = 0;
    for (std::size_t k = 0; k < table_->width(); ++k) {
        const unsigned either = one[k] | other[k];
        const unsigned is_safe = (either >> 9) - 1U;  // all bits, or none
        differ |= static_cast<unsigned>(one[k] ^ other[k]) & is_safe;
    }
    return differ == 0;
}

void Rivals::index() {
    first_.assign(table_->num_layouts() + std::size_t{1}, 0);
    for (const auto& [a, b] : pairs_) {
        ++first_[a + std::size_t{1}];
        ++first_[b + std::size_t{1}];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    others_.resize(2 * pairs_.size());
    std::vector<std::size_t> at(first_.begin(), first_.end() - 1);
    for (const auto& [a, b] : pairs_) {
        others_[at[a]++] = b;
        others_[at[b]++] = a;
    }
    pairs_ = {};
    counts_ = {};
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
        std::sort(others_.begin() + static_cast<std::ptrdiff_t>(first_[i]),
                  others_.begin() + static_cast<std::ptrdiff_t>(first_[i + 1]));
    }
}

// Takes one clique after the other, each as large as one look finds it.
void Rivals::find_cliques() {
    cliques_.assign(table_->num_layouts(), NONE);
    std::array<std::uint32_t, MANY> clique{};
    std::uint32_t num_cliques = 0;
    for (std::uint32_t layout = 0; layout < cliques_.size(); ++layout) {
        if (cliques_[layout] != NONE) continue;
        cliques_[layout] = num_cliques;
        std::size_t size = 0;  // without the layout itself
        for (std::size_t i = first_[layout]; i < first_[layout + std::size_t{1}]; ++i) {
            const std::uint32_t other = others_[i];
            if (cliques_[other] != NONE) continue;
            const auto is_rival = [&](std::uint32_t member) { return are_rivals(other, member); };
            if (!std::ranges::all_of(std::span(clique).first(size), is_rival)) continue;
            clique[size++] = other;
            cliques_[other] = num_cliques;
        }
        ++num_cliques;
    }
    first_ = {};
    others_ = {};
    seen_.assign(num_cliques, 0);
    num_sets_ = 0;
}

std::uint32_t Rivals::most_wins(std::span<const std::uint32_t> set) {
    if (cliques_.empty()) return static_cast<std::uint32_t>(set.size());
    if (++num_sets_ == 0) {
        std::ranges::fill(seen_, 0U);
        num_sets_ = 1;
    }
    std::uint32_t most = 0;
    for (const std::uint32_t layout : set) {
        std::uint32_t& last = seen_[cliques_[layout]];
        most += last != num_sets_;
        last = num_sets_;
    }
    return most;
}

}  // namespace sapper
