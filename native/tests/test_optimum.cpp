// Best play of whole games: the chains of one row against the table of all its layouts.
#include <cstdint>
#include <vector>

#include "check.h"
#include "logic/play/endgame.h"
#include "logic/play/one_row.h"
#include "logic/play/optimum.h"

using namespace sapper;

namespace {

constexpr std::uint64_t MANY = 1U << 30;

// The layouts of a row with this many mines that have none from `begin` to `end`, as bytes.
std::vector<std::uint8_t> list_rows(std::size_t cells, std::size_t mines, std::size_t begin,
                                    std::size_t end) {
    std::vector<std::uint8_t> rows;
    for (std::uint32_t set = 0; set < (1U << cells); ++set) {
        std::vector<std::uint8_t> row;
        std::size_t num_mines = 0;
        bool is_allowed = true;
        for (std::size_t i = 0; i < cells; ++i) {
            row.push_back(set >> i & 1U);
            num_mines += row.back();
            is_allowed = is_allowed && !(row.back() && begin <= i && i < end);
        }
        if (is_allowed && num_mines == mines) rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
}

void test_chains_win_what_the_table_wins() {
    for (std::size_t cells = 1; cells <= 12; ++cells) {
        const Frame frame(static_cast<int>(cells), 1);
        for (std::size_t mines = 1; mines < cells; ++mines) {
            OneRow chains(cells, mines);
            for (std::size_t first = 0; first < cells; ++first) {
                for (const bool is_zero : {false, true}) {
                    const std::size_t begin = is_zero && first > 0 ? first - 1 : first;
                    const std::size_t end = is_zero ? first + 2 : first + 1;
                    const auto rows = list_rows(cells, mines, begin, end);
                    std::uint32_t expected = 0;
                    if (!rows.empty()) {
                        Endgame table;
                        table.read(frame, rows, rows.size() / cells);
                        const Padded at = frame.to_padded(static_cast<Cell>(first));
                        CHECK(table.solve_after(at, MANY, 0, expected));
                    }
                    OneRow alone(cells, mines);
                    std::uint64_t wins = 0, again = 0;
                    CHECK(alone.solve_after(first, is_zero, MANY, wins));
                    CHECK(chains.solve_after(first, is_zero, MANY, again));
                    CHECK_EQ(wins, std::uint64_t{expected});
                    CHECK_EQ(again, std::uint64_t{expected});  // with all that was found before
                }
            }
        }
    }
}

void test_a_cut_search_says_so_and_goes_on() {
    OneRow chains(20, 7);
    std::uint64_t wins = 0;
    CHECK(!chains.solve_after(3, false, 500, wins));
    CHECK(chains.solve_after(3, false, MANY, wins));
    CHECK_EQ(wins, std::uint64_t{5198});
}

// Long rows go by chains, whatever number of layouts may be listed; their values are in
// docs/optimum.csv, found by tables.
void test_long_rows_need_no_table() {
    Rules rules;
    rules.columns = 20;
    rules.rows = 1;
    rules.num_mines = 7;
    rules.first_click = FirstClick::safe;
    const Optimum wide = find_optimum(rules, 10, MANY);
    CHECK(wide.is_done);
    CHECK_EQ(wide.first.size(), std::size_t{1});
    CHECK_EQ(wide.first[0].wins, std::uint64_t{5198});
    CHECK_EQ(wide.first[0].cell, Cell{3});
    std::swap(rules.columns, rules.rows);
    const Optimum tall = find_optimum(rules, 10, MANY);
    CHECK(tall.is_done && tall.first[0].wins == wide.first[0].wins);
    CHECK(!find_optimum(rules, 10, 100).is_done);
}

}  // namespace

int main() {
    test_chains_win_what_the_table_wins();
    test_a_cut_search_says_so_and_goes_on();
    test_long_rows_need_no_table();
    return 0;
}
