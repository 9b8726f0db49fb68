#include "checker/certificate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "checker/failure.h"

namespace sapper::checker {

namespace {

// Risks are compared to this; they are right to some 1e-12.
constexpr double ROUNDING = 1e-9;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

bool has_doubles(std::vector<int> cells) {
    std::ranges::sort(cells);
    return std::ranges::adjacent_find(cells) != cells.end();
}

std::vector<int> without(std::span<const int> clues, std::size_t left_out) {
    std::vector<int> rest(clues.begin(), clues.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
    return rest;
}

// Weights of the sea: the ways to place what is left of `mines` when some are used, for
// every number from 0 to `most` used, up to one factor.
std::vector<double> weigh_sea(int sea, int mines, int most) {
    std::vector<double> logs(at(most) + 1, -INFINITY);
    double log = 0.0, highest = -INFINITY;
    bool is_begun = false;
    for (int used = 0; used <= most; ++used) {
        const int left = mines - used;
        if (left < 0 || left > sea) continue;
        if (is_begun) log += std::log(left + 1.0) - std::log(static_cast<double>(sea - left));
        is_begun = true;
        logs[at(used)] = log;
        highest = std::max(highest, log);
    }
    for (double& one : logs) one = std::exp(one - highest);
    return logs;
}

}  // namespace

CertificateCheck::CertificateCheck(Field& field, int first)
    : field_(field),
      easier_(field),
      comparison_(field),
      placements_(field),
      is_swapped_(at(field.num_cells()), 0),
      change_(at(field.num_cells()), 0) {
    field_.reveal(first);
}

void CertificateCheck::take(const Step& step) {
    if (field_.safe_left() == 0) throw Failure{"every safe cell is revealed before it"};
    check_names(step);
    if (step.technique == Technique::guess) {
        check_guess(step);
    } else {
        easier_.rule_out(step.technique);
        check_form(step);
        check_proof(step);
    }
    ++counts_[static_cast<std::size_t>(step.technique)];
    for (const int cell : step.cells) {
        if (step.are_mines) {
            field_.mark_mine(cell);
        } else {
            field_.reveal(cell);
        }
    }
}

void CertificateCheck::finish() const {
    if (field_.safe_left() == 0) return;
    throw Failure{"after the last step " + std::to_string(field_.safe_left()) +
                  " safe cells are still covered"};
}

void CertificateCheck::check_names(const Step& step) const {
    if (step.cells.empty() || has_doubles(step.cells) || has_doubles(step.clues)) {
        throw Failure{"expected cells and clues, each named once"};
    }
    for (const int cell : step.cells) {
        if (field_.is_known(cell)) throw Failure{field_.name(cell) + " was known before"};
    }
    for (const int clue : step.clues) {
        if (!field_.is_revealed(clue)) {
            throw Failure{"the clue " + field_.name(clue) + " is not revealed yet"};
        }
    }
    if (step.technique != Technique::mine_count && !step.swaps.empty()) {
        throw Failure{"expected swaps with the mine count only"};
    }
}

// What the technique's name says of its clues.
void CertificateCheck::check_form(const Step& step) const {
    const std::size_t count = step.clues.size();
    const bool fits = step.technique == Technique::single_clue ? count == 1
                      : step.technique <= Technique::pair      ? count == 2
                                                               : true;
    if (!fits) throw Failure{std::to_string(count) + " clues are not those of the technique"};
    if (step.technique != Technique::subset) return;
    const auto is_inside = [this](int a, int b) {
        bool inside = true;
        field_.for_unknown(a, [&](int cell) {
            inside &= std::ranges::find(field_.around(b), cell) != field_.around(b).end();
        });
        return inside;
    };
    if (!is_inside(step.clues[0], step.clues[1]) && !is_inside(step.clues[1], step.clues[0])) {
        throw Failure{"neither clue's cells are all among the other's"};
    }
}

void CertificateCheck::check_proof(const Step& step) {
    if (step.technique != Technique::mine_count) {
        for (const int cell : step.cells) {
            const auto around = field_.around(cell);
            const bool is_near = std::ranges::any_of(step.clues, [&](int clue) {
                return std::ranges::find(around, clue) != around.end();
            });
            if (is_near) continue;
            throw Failure{"no clue of the step has " + field_.name(cell) + " as a neighbour"};
        }
    }
    if (step.technique == Technique::several) {
        check_comparison(step);
    } else {
        check_placements(step);
    }
    if (step.technique == Technique::mine_count) check_swaps(step);
}

void CertificateCheck::check_comparison(const Step& step) {
    comparison_.run(step.clues, false);
    for (const int cell : step.cells) {
        if (comparison_.decides(cell, step.are_mines)) continue;
        throw Failure{"comparing its clues does not prove that " + field_.name(cell) +
                      (step.are_mines ? " is a mine" : " is safe")};
    }
    for (std::size_t i = 0; i < step.clues.size(); ++i) {
        comparison_.run(without(step.clues, i), false);
        if (!comparison_.decides(step.cells.front(), step.are_mines)) continue;
        throw Failure{"the clue " + field_.name(step.clues[i]) + " is not needed"};
    }
}

void CertificateCheck::check_placements(const Step& step) {
    const bool with_total = step.technique == Technique::mine_count;
    for (const int cell : step.cells) {
        if (placements_.prove(step.clues, cell, step.are_mines, with_total)) continue;
        throw Failure{"its clues do not prove that " + field_.name(cell) +
                      (step.are_mines ? " is a mine" : " is safe")};
    }
    if (step.technique <= Technique::pair) return;  // easier proofs were ruled out
    for (std::size_t i = 0; i < step.clues.size(); ++i) {
        const std::vector<int> rest = without(step.clues, i);
        if (!placements_.prove(rest, step.cells.front(), step.are_mines, with_total)) continue;
        throw Failure{"the clue " + field_.name(step.clues[i]) + " is not needed"};
    }
}

// Without the number of mines nothing may be proven: every cell next to a clue is in a set
// of cells in which mines and safe cells can be exchanged.
void CertificateCheck::check_swaps(const Step& step) {
    std::ranges::fill(is_swapped_, std::uint8_t{0});
    for (const std::vector<int>& cells : step.swaps) check_swap(cells);
    for (const int clue : clues_in_play()) {
        field_.for_unknown(clue, [&](int cell) {
            if (is_swapped_[at(cell)]) return;
            throw Failure{"no swap shows that " + field_.name(cell) +
                          " is open without the mine count"};
        });
    }
}

void CertificateCheck::check_swap(std::span<const int> cells) {
    if (has_doubles({cells.begin(), cells.end()})) {
        throw Failure{"expected the cells of a swap, each named once"};
    }
    for (const int cell : cells) {
        if (field_.is_known(cell)) throw Failure{field_.name(cell) + " in a swap is known"};
        is_swapped_[at(cell)] = 1;
        for (const int clue : field_.around(cell))
            change_[at(clue)] += field_.is_mine(cell) ? -1 : 1;
    }
    int broken = -1;
    for (const int cell : cells) {
        for (const int clue : field_.around(cell)) {
            if (change_[at(clue)] != 0 && field_.is_revealed(clue)) broken = clue;
            change_[at(clue)] = 0;
        }
    }
    if (broken >= 0) throw Failure{"a swap does not fit the clue " + field_.name(broken)};
}

std::vector<int> CertificateCheck::clues_in_play() const {
    std::vector<int> clues;
    for (int cell = 0; cell < field_.num_cells(); ++cell) {
        if (field_.is_revealed(cell) && field_.unknown_around(cell) != 0) clues.push_back(cell);
    }
    return clues;
}

void CertificateCheck::check_guess(const Step& step) {
    if (step.cells.size() != 1 || step.are_mines || field_.is_mine(step.cells[0])) {
        throw Failure{"expected a guess at one cell that is safe"};
    }
    std::vector<int> named = step.clues;
    std::ranges::sort(named);
    if (named != clues_in_play()) {
        throw Failure{"expected every clue that has unknown cells as a clue of the guess"};
    }
    const std::vector<double> risks = list_risks(step.clues);
    const double chosen = risks[at(step.cells[0])];
    for (int cell = 0; cell < field_.num_cells(); ++cell) {
        if (field_.is_known(cell)) continue;
        const double risk = risks[at(cell)];
        if (risk < ROUNDING) throw Failure{field_.name(cell) + " is safe: no guess is needed"};
        if (risk < chosen - ROUNDING) {
            throw Failure{field_.name(cell) + " has a smaller risk than " +
                          field_.name(step.cells[0])};
        }
    }
    if (!(std::abs(chosen - step.risk) <= ROUNDING)) {
        throw Failure{"the guess has a risk of " + std::to_string(chosen) + ", not " +
                      std::to_string(step.risk)};
    }
}

// The risk of every unknown cell; of known ones 0.
std::vector<double> CertificateCheck::list_risks(std::span<const int> clues) {
    const auto all = placements_.list(clues, nullptr, true);
    const int sea = field_.num_unknown() - placements_.num_placed();
    const std::vector<double> weights = weigh_sea(sea, field_.mines_left(), all.back().mines);
    const auto add_up = [&](const std::vector<Placements::Sum>& sums) {
        double sum = 0.0;
        for (const auto& one : sums) sum += one.weight * weights[at(one.mines)];
        return sum;
    };
    double whole = 0.0, in_sea = 0.0;
    for (const auto& one : all) {
        const double weight = one.weight * weights[at(one.mines)];
        whole += weight;
        in_sea += weight * (field_.mines_left() - one.mines);
    }
    const double sea_risk = sea > 0 ? in_sea / sea / whole : 0.0;
    if (!std::isfinite(whole)) throw Failure{"the placements are too many to be counted"};
    std::vector<double> risks(at(field_.num_cells()), 0.0);
    std::vector<std::uint8_t> is_near(risks.size(), 0);
    for (const int clue : clues) field_.for_unknown(clue, [&](int cell) { is_near[at(cell)] = 1; });
    for (int cell = 0; cell < field_.num_cells(); ++cell) {
        if (field_.is_known(cell)) continue;
        const Assumption assumed{cell, true};
        risks[at(cell)] =
            is_near[at(cell)] ? add_up(placements_.list(clues, &assumed, true)) / whole : sea_risk;
    }
    return risks;
}

}  // namespace sapper::checker
