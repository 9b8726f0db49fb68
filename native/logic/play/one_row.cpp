#include "logic/play/one_row.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint32_t NO_CHAIN = ~std::uint32_t{0};

template <typename Counts>
Counts product(const Counts& a, const Counts& b, std::size_t most) {
    Counts result{};
    for (std::size_t i = 0; i <= most; ++i) {
        if (a[i] == 0) continue;
        for (std::size_t j = 0; i + j <= most; ++j) result[i + j] += a[i] * b[j];
    }
    return result;
}

template <typename Counts>
std::uint64_t sum_of_products(const Counts& a, const Counts& b, std::size_t mines) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= mines; ++i) sum += a[i] * b[mines - i];
    return sum;
}

}  // namespace

std::size_t OneRow::num_open(const Row& row) {
    return static_cast<std::size_t>(std::ranges::count(row, Known::open));
}

bool OneRow::solve_after(std::size_t first, bool is_zero, std::uint64_t max_nodes,
                         std::uint64_t& wins) {
    limit_.start(max_nodes);
    Row row(num_cells_, Known::open);
    row[first] = Known::safe;
    if (is_zero && first > 0) row[first - 1] = Known::safe;
    if (is_zero && first + 1 < num_cells_) row[first + 1] = Known::safe;
    Outcomes outcomes;
    settle(row, outcomes);
    wins = 0;
    for (const Outcome& outcome : outcomes) {
        wins += value(parts_[outcome.parts].chains, num_mines_ - outcome.mines);
        if (limit_.is_cut) return false;
    }
    return true;
}

std::uint32_t OneRow::number_of(const Row& row) {
    std::uint64_t forth = 1, back = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
        forth = 2 * forth + (row[i] == Known::link);
        back = 2 * back + (row[row.size() - 1 - i] == Known::link);
    }
    const std::uint64_t code = std::min(forth, back);
    const auto [found, is_new] = numbers_.try_emplace(code, chains_.size());
    if (is_new) {
        Chain chain;
        chain.row = row;
        chain.code = code;
        chain.layouts = count_layouts(row);
        chains_.push_back(std::move(chain));
    }
    return found->second;
}

OneRow::Counts OneRow::count_layouts(const Row& row) {
    std::array<Counts, 2> ways{};  // by what the last covered cell is
    ways[0][0] = 1;
    bool is_linked = false;
    for (const Known cell : row) {
        if (cell == Known::link) {
            is_linked = true;
            continue;
        }
        std::array<Counts, 2> next{};
        for (std::size_t j = 0; j <= MOST_CELLS; ++j) {
            next[0][j] += is_linked ? ways[1][j] : ways[0][j] + ways[1][j];
            if (j == 0) continue;
            next[1][j] += is_linked ? ways[0][j - 1] : ways[0][j - 1] + ways[1][j - 1];
        }
        ways = next;
        is_linked = false;
    }
    for (std::size_t j = 0; j <= MOST_CELLS; ++j) ways[0][j] += ways[1][j];
    return ways[0];
}

bool OneRow::decide(Row& row, std::size_t at, Known as) {
    if (row[at] != Known::open) return (row[at] == Known::mine) == (as == Known::mine);
    row[at] = as;
    const Known other = as == Known::mine ? Known::safe : Known::mine;
    if (at > 0 && row[at - 1] == Known::link) {
        row[at - 1] = Known::done;
        if (!decide(row, at - 2, other)) return false;
    }
    if (at + 1 < row.size() && row[at + 1] == Known::link) {
        row[at + 1] = Known::done;
        if (!decide(row, at + 2, other)) return false;
    }
    return true;
}

void OneRow::settle(const Row& row, Outcomes& found) {
    const auto at = static_cast<std::size_t>(std::ranges::find(row, Known::safe) - row.begin());
    if (at == row.size()) {
        keep_outcome(row, found);
        return;
    }
    std::array<std::size_t, 2> open{};
    std::size_t num_open = 0;
    if (at > 0 && row[at - 1] == Known::open) open[num_open++] = at - 1;
    if (at + 1 < row.size() && row[at + 1] == Known::open) open[num_open++] = at + 1;
    // The clue tells how many of the open neighbours are mines.
    for (std::size_t mines = 0; mines <= num_open; ++mines) {
        Row next = row;
        next[at] = mines == 1 && num_open == 2 ? Known::link : Known::done;
        bool is_possible = true;
        for (std::size_t i = 0; i < num_open && next[at] == Known::done; ++i) {
            is_possible =
                is_possible && decide(next, open[i], mines > 0 ? Known::mine : Known::safe);
        }
        if (is_possible) settle(next, found);
    }
}

void OneRow::keep_outcome(const Row& row, Outcomes& found) {
    const auto mines = static_cast<std::size_t>(std::ranges::count(row, Known::mine));
    if (mines > num_mines_) return;
    Chains chains;
    const auto is_open = [](Known cell) { return cell == Known::open || cell == Known::link; };
    for (auto begin = row.begin();
         (begin = std::find_if(begin, row.end(), is_open)) != row.end();) {
        const auto end = std::find_if_not(begin, row.end(), is_open);
        chains.push_back(number_of(Row(begin, end)));
        begin = end;
    }
    const std::uint32_t parts = number_of(std::move(chains));
    const Counts& layouts = parts_[parts].layouts;
    const std::size_t open = num_open(row), safe = num_cells_ - num_mines_;
    for (std::size_t left = open - std::min(open, safe); left + mines <= num_mines_; ++left) {
        if (layouts[left] == 0) continue;
        found.push_back({parts, static_cast<std::uint32_t>(mines)});
        return;
    }
}

std::uint32_t OneRow::number_of(Chains&& chains) {
    std::ranges::sort(chains);
    const auto [found, is_new] = part_numbers_.try_emplace(name_of(chains, 0), parts_.size());
    if (is_new) {
        Parts parts;
        parts.layouts = multiply(chains, NO_CHAIN, &Chain::layouts);
        parts.chains = std::move(chains);
        parts_.push_back(std::move(parts));
    }
    return found->second;
}

void OneRow::find_most(Parts& parts) {
    if (parts.has_most) return;
    for (const std::uint32_t chain : parts.chains) wins_of(chain);
    parts.most = multiply(parts.chains, NO_CHAIN, &Chain::wins);
    parts.has_most = !limit_.is_cut;
}

void OneRow::find_outcomes(Chain& chain) {
    if (!chain.outcomes.empty()) return;
    std::vector<Outcomes> outcomes(chain.row.size());
    for (std::size_t at = 0; at < chain.row.size(); ++at) {
        if (chain.row[at] == Known::link) continue;
        Row row = chain.row;
        if (decide(row, at, Known::safe)) settle(row, outcomes[at]);
        for (const Outcome& outcome : outcomes[at]) find_most(parts_[outcome.parts]);
    }
    if (!limit_.is_cut) chain.outcomes = std::move(outcomes);
}

const OneRow::Counts& OneRow::wins_of(std::uint32_t number) {
    Chain& chain = chains_[number];
    if (chain.has_wins) return chain.wins;
    // With fewer mines it would have more safe cells than there are.
    const std::size_t open = num_open(chain.row), safe = num_cells_ - num_mines_;
    for (std::size_t mines = open - std::min(open, safe); mines <= std::min(open, num_mines_);
         ++mines) {
        if (chain.layouts[mines] > 0) chain.wins[mines] = value({number}, mines);
    }
    chain.has_wins = !limit_.is_cut;
    return chain.wins;
}

OneRow::Counts OneRow::multiply(const Chains& chains, std::uint32_t but, Counts Chain::* by) const {
    Counts result{};
    result[0] = 1;
    for (const std::uint32_t chain : chains) {
        if (chain == but) {
            but = NO_CHAIN;
        } else {
            result = product(result, chains_[chain].*by, num_mines_);
        }
    }
    return result;
}

// Two ones, which no chain has beside each other, stand between the chains.
std::uint64_t OneRow::name_of(const Chains& chains, std::size_t mines) const {
    std::uint64_t name = 0;
    for (const std::uint32_t number : chains) {
        const Chain& chain = chains_[number];
        const std::uint64_t top = std::uint64_t{1} << chain.row.size();
        name = (name * 4 * top) | (2 * top) | chain.code;  // 11, and the rest of its code
    }
    return name * 64 + mines;
}

std::uint64_t OneRow::value(const Chains& chains, std::size_t mines) {
    if (chains.empty()) return mines == 0;
    const std::uint64_t name = name_of(chains, mines);
    const auto known = values_.find(name);
    if (known != values_.end()) return known->second;
    const std::uint64_t wins = play(chains, mines);
    if (limit_.is_cut) return 0;
    values_[name] = wins;
    return wins;
}

std::uint64_t OneRow::play(const Chains& chains, std::size_t mines) {
    if (!limit_.count()) return 0;
    const std::uint64_t layouts = multiply(chains, NO_CHAIN, &Chain::layouts)[mines];
    if (layouts <= 1) return layouts;
    if (chains.size() > 1) {
        for (const std::uint32_t chain : chains) wins_of(chain);
    }
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (i > 0 && chains[i] == chains[i - 1]) continue;
        Chain& chain = chains_[chains[i]];
        find_outcomes(chain);
        if (limit_.is_cut) return 0;
        const Counts others = multiply(chains, chains[i], &Chain::layouts);
        const Counts won = multiply(chains, chains[i], &Chain::wins);
        for (const Outcomes& outcomes : chain.outcomes) {
            std::uint64_t safe = 0, most = 0;
            for (const Outcome& outcome : outcomes) {
                if (outcome.mines > mines) continue;
                const Parts& parts = parts_[outcome.parts];
                safe += sum_of_products(others, parts.layouts, mines - outcome.mines);
                most += sum_of_products(won, parts.most, mines - outcome.mines);
            }
            const Choice choice{&outcomes, chains[i], most};
            if (safe == layouts) return reveal(chains, mines, choice, 0);  // for nothing
            if (most > 1) choices.push_back(choice);
        }
    }
    std::ranges::stable_sort(choices, std::greater{}, &Choice::most);
    std::uint64_t best = 1;  // one layout can always be won: by not stepping on its mines
    for (const Choice& choice : choices) {
        if (choice.most <= best) break;
        best = std::max(best, reveal(chains, mines, choice, best));
        if (limit_.is_cut) return 0;
    }
    return best;
}

std::uint64_t OneRow::reveal(const Chains& chains, std::size_t mines, const Choice& choice,
                             std::uint64_t beat) {
    const Counts won = multiply(chains, choice.chain, &Chain::wins);
    Chains rest = chains;
    rest.erase(std::ranges::find(rest, choice.chain));
    std::uint64_t possible = choice.most;
    for (const Outcome& outcome : *choice.outcomes) {
        if (possible <= beat) break;
        if (outcome.mines > mines) continue;
        const Parts& parts = parts_[outcome.parts];
        const std::uint64_t most = sum_of_products(won, parts.most, mines - outcome.mines);
        if (most == 0) continue;
        Chains left = rest;
        left.insert(left.end(), parts.chains.begin(), parts.chains.end());
        std::ranges::sort(left);
        possible -= most - value(left, mines - outcome.mines);
        if (limit_.is_cut) return 0;
    }
    return possible;
}

}  // namespace sapper
