// The parts of Sinha et al. 2021: both searches against brute force, limits, long
// equations, models, and positions that no layout fits.
#include <algorithm>
#include <set>
#include <vector>

#include "agents/papers/sinha/play/harvest.h"
#include "agents/papers/sinha/solutions/position_equations.h"
#include "check.h"

using namespace sapper;

namespace {

using Values = std::vector<std::uint8_t>;

struct Board {
    int columns, rows;
    std::vector<Code> cells;
    PositionView view() const { return {columns, rows, 5, cells}; }
};

// Some cells of a random layout revealed; some clues wrong, if wanted.
Board draw_board(Random& random, int columns, int rows, bool wrong) {
    Board out{columns, rows, {}};
    const int size = columns * rows;
    std::vector<bool> mines;
    for (int i = 0; i < size; ++i) mines.push_back(random.below(5) == 0);
    for (int i = 0; i < size; ++i) {
        int count = 0;
        for (int j = 0; j < size; ++j) {
            const int down = std::abs(i / columns - j / columns);
            const int right = std::abs(i % columns - j % columns);
            count += mines[static_cast<std::size_t>(j)] && std::max(down, right) == 1;
        }
        if (wrong && random.below(6) == 0) count = static_cast<int>(random.below(9));
        const bool shown = !mines[static_cast<std::size_t>(i)] && random.below(2) == 0;
        out.cells.push_back(shown ? static_cast<Code>(count) : COVERED);
    }
    return out;
}

bool fits(const Equations& equations, std::span<const std::uint8_t> values) {
    for (const Equations::Row& row : equations.rows()) {
        int sum = 0;
        for (int i = 0; i < row.num_variables; ++i) {
            sum += values[row.variables[static_cast<std::size_t>(i)]];
        }
        if (sum != row.mines) return false;
    }
    return true;
}

template <class Search>
std::vector<Values> list(Search&& search, const Equations& equations,
                         const SearchLimits& limits = {}, Random* random = nullptr) {
    std::vector<Values> out;
    search.run(equations, limits, random, [&](const auto& solution) {
        const auto values = solution.values();
        CHECK_EQ(values.size(), equations.size());
        out.emplace_back(values.begin(), values.end());
    });
    CHECK_EQ(static_cast<std::int64_t>(out.size()), search.num_solutions());
    for (const Values& values : out) CHECK(fits(equations, values));
    CHECK_EQ(std::set<Values>(out.begin(), out.end()).size(), out.size());
    return out;
}

void test_all_searches_list_what_brute_force_finds() {
    Random random(3);
    Dsscsp dsscsp;
    int checked = 0;
    for (int round = 0; round < 2000; ++round) {
        const int columns = 1 + static_cast<int>(random.below(5));
        const int rows = 1 + static_cast<int>(random.below(4));
        const Board board = draw_board(random, columns, rows, round % 3 == 0);
        const Equations equations = equations_of(board.view());
        if (equations.size() > 11) continue;
        std::size_t expected = 0;
        for (std::uint32_t mines = 0; mines < 1U << equations.size(); ++mines) {
            Values values;
            for (std::size_t i = 0; i < equations.size(); ++i) values.push_back(mines >> i & 1);
            expected += fits(equations, values);
        }
        CHECK_EQ(list(dsscsp, equations).size(), expected);
        // Listed ends have as many edges as walked ones, in whatever order of values.
        const std::int64_t num_nodes = dsscsp.num_nodes();
        CHECK_EQ(list(dsscsp, equations, {}, &random).size(), expected);
        CHECK_EQ(dsscsp.num_nodes(), num_nodes);
        for (const Pruning pruning : {Pruning::complete, Pruning::over, Pruning::bounds}) {
            CHECK_EQ(list(Backtracking(pruning), equations).size(), expected);
        }
        ++checked;
    }
    CHECK(checked > 1000);
}

void test_large_equations_and_limits() {
    Random random(4);
    Dsscsp dsscsp;
    Backtracking plain(Pruning::bounds);
    int long_ones = 0, cut = 0, whole = 0;
    for (int round = 0; round < 150; ++round) {
        const int side = 8 + static_cast<int>(random.below(14));
        const Board board = draw_board(random, side, side, round % 5 == 0);
        const Equations equations = equations_of(board.view());
        long_ones += equations.size() > 64;
        SearchLimits limits;
        limits.nodes = 3000;
        const auto quick = list(dsscsp, equations, limits);
        limits.nodes = 30000;
        const auto slow = list(plain, equations, limits);
        if (dsscsp.num_nodes() <= 3000 && plain.num_nodes() <= 30000) {
            ++whole;
            CHECK_EQ(quick.size(), slow.size());
            const std::int64_t num_nodes = dsscsp.num_nodes();
            CHECK_EQ(list(dsscsp, equations, {}, &random).size(), quick.size());
            CHECK_EQ(dsscsp.num_nodes(), num_nodes);
        }
        limits = {.solutions = 20, .swaps = 200, .depth = 30};
        CHECK(list(dsscsp, equations, limits, &random).size() <= 20);
        cut += dsscsp.num_solutions() == 20;
        CHECK(dsscsp.num_nodes() <= 201);
        limits.depth = 0;
        CHECK(list(plain, equations, limits, &random).size() <= 20);
    }
    CHECK(long_ones > 20);
    CHECK(whole > 20);
    CHECK(cut > 20);
}

void test_risks_of_any_position_are_shares() {
    Random random(5);
    for (int round = 0; round < 600; ++round) {
        const Board board = draw_board(random, 6, 5, round % 2 == 0);
        const PaddedPosition padded(board.view());
        RiskOptions options;
        options.by_component = round % 3 != 0;
        options.method = round % 4 == 0 ? Method::backtracking : Method::dsscsp;
        if (round % 5 == 0) options.limits = {.solutions = 4, .depth = 6};
        options.limits.nodes = round % 7 == 0 ? 5 : 0;
        options.weights = round % 6 == 0 ? Weights::sea : Weights::none;
        FrontierRisks risks(options);
        Proofs proofs;
        proofs.start(padded.sight.view.size());
        CHECK(risks.look(padded.sight, proofs, random));
        risks.for_candidates([](Padded, double risk) { CHECK(risk >= 0 && risk <= 1); });
    }
}

// One tree of three leaves on the first two numbers of a row, many times over.
TreeModel make_trees() {
    std::vector<TreeModel::Node> nodes;
    std::vector<std::uint32_t> roots;
    for (std::uint32_t tree = 0; tree < 20; ++tree) {
        const auto first = static_cast<std::uint32_t>(nodes.size());
        const auto value = static_cast<float>(tree);
        roots.push_back(first);
        nodes.push_back({5, first + 1, 5});
        nodes.push_back({0.25F + value, 0, 0});
        nodes.push_back({value / 2, first + 3, tree % 9});
        nodes.push_back({-value, 0, 0});
        nodes.push_back({2 * value, 0, 0});
    }
    return {std::move(nodes), std::move(roots), 0.5F, ROW_SIZE};
}

void test_trees_give_a_row_the_same_number_alone_and_among_many() {
    Random random(6);
    const TreeModel model = make_trees();
    constexpr std::size_t COUNT = 5001;
    std::vector<float> rows(COUNT * ROW_SIZE), many(COUNT);
    for (float& value : rows) value = static_cast<float>(random.below(12));
    for (std::size_t i = 0; i < COUNT; ++i) rows[i * ROW_SIZE] = 9;  // the same in all
    model.predict(rows.data(), COUNT, many.data());
    for (std::size_t i = 0; i < COUNT; ++i) {
        float one = 0;
        model.predict(rows.data() + i * ROW_SIZE, 1, &one);
        CHECK_EQ(one, many[i]);
    }
}

void test_models_guess_allowed_cells_and_games_for_training_end() {
    Random random(7);
    const TreeModel model = make_trees();
    for (const RowKind kind : {RowKind::features, RowKind::sub_states}) {
        RowOptions options;
        options.kind = kind;
        options.offer_all = kind == RowKind::features;
        for (int round = 0; round < 200; ++round) {
            const Board board = draw_board(random, 5, 7, round % 2 == 0);
            std::vector<std::uint8_t> allowed;
            for (const Code code : board.cells) allowed.push_back(code == COVERED);
            if (std::count(allowed.begin(), allowed.end(), 1) == 0) continue;
            const std::uint64_t word = random.next();
            const PositionBlock block{5, 7, 5, 1, board.cells.data(), allowed.data(), &word};
            const auto cells = guess_by_model(block, options, model);
            CHECK(allowed[static_cast<std::size_t>(cells[0])] != 0);
        }
        Rules rules;
        rules.columns = 9;
        rules.rows = 8;
        rules.num_mines = 12;
        const std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5};
        const Harvest found = harvest(rules, seeds, 0, {options, {}, &model});
        CHECK_EQ(found.results.size(), seeds.size());
        CHECK_EQ(found.rows.size(), found.targets.size() * ROW_SIZE);
    }
}

}  // namespace

int main() {
    test_all_searches_list_what_brute_force_finds();
    test_large_equations_and_limits();
    test_risks_of_any_position_are_shares();
    test_trees_give_a_row_the_same_number_alone_and_among_many();
    test_models_guess_allowed_cells_and_games_for_training_end();
}
