// The driver and its two loops, with native parts only.
#include <array>
#include <string>

#include "agents/driver/play.h"
#include "check.h"
#include "game/errors.h"
#include "game/formats.h"

using namespace sapper;

namespace {

AgentSpec make_spec(bool guesser = true) {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.emplace_back([] { return make_deducer({"single_point", {}}); });
    spec.deducer_names = {"single_point"};
    if (guesser) spec.guesser = [] { return make_guesser({"random", {}}); };
    return spec;
}

std::vector<std::uint64_t> make_seeds(std::size_t count) {
    std::vector<std::uint64_t> seeds(count);
    for (std::size_t i = 0; i < count; ++i) seeds[i] = game_seed(1, i);
    return seeds;
}

void check_same(const Row& one, const Row& other) {
    CHECK_EQ(one.game_seed, other.game_seed);
    CHECK(one.outcome == other.outcome);
    CHECK_EQ(one.guesses, other.guesses);
    CHECK_EQ(one.moves, other.moves);
    CHECK_EQ(one.cells_revealed, other.cells_revealed);
    CHECK_EQ(one.mines_hit, other.mines_hit);
    CHECK_EQ(one.mines_flagged, other.mines_flagged);
    CHECK_EQ(one.first_cell, other.first_cell);
    CHECK(one.proven == other.proven);
}

const std::array<Rules, 5> RULES{{{9, 9, 10},
                                  {6, 4, 5, FirstClick::any, GameKind::score},
                                  {12, 1, 3},
                                  {1, 12, 3, FirstClick::zero, GameKind::normal},
                                  {3, 3, 0}}};

void test_games_end_and_rows_add_up() {
    for (const Rules& rules : RULES) {
        for (const Row& row : play_rows(rules, make_spec(), make_seeds(100), 0, true)) {
            CHECK(row.outcome == Outcome::won || row.outcome == Outcome::lost);
            CHECK(row.cells_revealed <= rules.num_cells() - rules.num_mines);
            CHECK(row.mines_hit + row.mines_flagged <= rules.num_mines);
            if (rules.kind == GameKind::normal) {
                CHECK_EQ(row.mines_hit > 0, row.outcome == Outcome::lost);
            }
        }
    }
}

void test_games_without_a_guesser_end_stuck() {
    for (const Row& row : play_rows(RULES[0], make_spec(false), make_seeds(100), 0, true)) {
        CHECK(row.outcome == Outcome::won || row.outcome == Outcome::stuck);
        CHECK_EQ(row.guesses, 0);
    }
}

// Guesses from outside: the width of the table changes nothing.
void test_batches_of_any_width_give_the_same_rows() {
    AgentSpec spec = make_spec(false);
    spec.asks_for_guesses = true;
    const Ask ask = [](std::span<const Question> questions) {
        std::vector<Answer> answers;
        for (const Question& question : questions) {
            const Driver& driver = *question.driver;
            std::vector<Cell> allowed;
            for (Cell cell = 0; cell < driver.game().rules().num_cells(); ++cell) {
                if (driver.may_guess(driver.game().frame().to_padded(cell))) {
                    allowed.push_back(cell);
                }
            }
            answers.push_back({allowed[Random(question.word).below(allowed.size())], false});
        }
        return answers;
    };
    for (const Rules& rules : RULES) {
        const auto seeds = make_seeds(60);
        const auto alone = play_batch(rules, spec, seeds, 4, true, 1, ask);
        for (const std::size_t width : {3, 256}) {
            const auto rows = play_batch(rules, spec, seeds, 4, true, width, ask);
            CHECK_EQ(rows.size(), alone.size());
            for (std::size_t i = 0; i < rows.size(); ++i) check_same(rows[i], alone[i]);
        }
    }
}

// A deducer that claims every covered cell to be what it is told to claim.
class Liar final : public Deducer {
  public:
    explicit Liar(Mark claim) : claim_(claim) {}
    void start(const Sight&) override {}
    void deduce(const Sight& sight, std::span<const Padded>, Proofs& proofs) override {
        for (Padded at = 0; at < sight.view.size(); ++at) {
            if (sight.view[at] == COVERED) proofs.add(at, claim_, {});
        }
    }

  private:
    Mark claim_;
};

void test_wrong_deductions_are_refused() {
    for (const Mark claim : {Mark::safe, Mark::mine}) {
        AgentSpec spec;
        spec.opener = [] {
            return make_opener({"fixed", {{"column", std::int64_t{0}}, {"row", std::int64_t{0}}}});
        };
        spec.deducers.emplace_back([claim] { return std::make_unique<Liar>(claim); });
        spec.deducer_names = {"liar"};
        Driver driver({5, 1, 1, FirstClick::any, GameKind::normal}, spec);
        const std::array<Cell, 1> mines{2};
        driver.start(mines, 9, 8);
        std::string message;
        try {
            driver.advance();
        } catch (const WrongDeductionError& error) {
            message = error.what();
        }
        CHECK_EQ(message,
                 claim == Mark::safe
                     ? "deducer 'liar' proved r1c3 safe, but it is a mine: game seed 9, agent seed "
                       "8, position '01... 1'"
                     : "deducer 'liar' proved r1c4 a mine, but it is safe: game seed 9, agent seed "
                       "8, position '01F.. 1'");
    }
}

void test_guess_off_the_grid_is_refused() {
    AgentSpec spec;
    spec.asks_for_guesses = true;
    int refused = 0;
    for (const std::int64_t cell : {std::int64_t{-1}, std::int64_t{9}, std::int64_t{1} << 32}) {
        const Ask ask = [cell](std::span<const Question> questions) {
            return std::vector<Answer>(questions.size(), Answer{cell, false});
        };
        try {
            play_batch({3, 3, 2}, spec, make_seeds(1), 0, true, 1, ask);
        } catch (const IllegalMoveError&) {
            ++refused;
        }
    }
    CHECK_EQ(refused, 3);
}

}  // namespace

int main() {
    test_games_end_and_rows_add_up();
    test_games_without_a_guesser_end_stuck();
    test_batches_of_any_width_give_the_same_rows();
    test_wrong_deductions_are_refused();
    test_guess_off_the_grid_is_refused();
}
