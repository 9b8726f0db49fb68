#include "agents/play.h"

#include <algorithm>
#include <chrono>

#include "game/errors.h"

namespace sapper {

std::vector<Row> play_rows(const Rules& rules, const AgentSpec& spec,
                           std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                           bool check_deductions) {
    Driver driver(rules, spec, check_deductions);
    std::vector<Row> rows;
    rows.reserve(game_seeds.size());
    for (const std::uint64_t seed : game_seeds) {
        driver.start(seed, agent_seed);
        driver.advance();
        rows.push_back(driver.row());
    }
    return rows;
}

namespace {

// The games in play and the ones still to be begun.
class Table {
  public:
    Table(const Rules& rules, const AgentSpec& spec, std::span<const std::uint64_t> seeds,
          std::uint64_t agent_seed, bool check, std::size_t width)
        : seeds_(seeds), agent_seed_(agent_seed), rows_(seeds.size()) {
        for (std::size_t i = 0; i < std::min(width, seeds.size()); ++i) {
            seats_.push_back({std::make_unique<Driver>(rules, spec, check), 0});
            sit(seats_.back());
        }
    }

    // Advance every game to its next guess; games that end give their seat to the next.
    std::vector<Question> questions() {
        std::vector<Question> out;
        for (Seat& seat : seats_) {
            while (seat.driver && seat.driver->advance() == Need::over) {
                rows_[seat.game] = seat.driver->row();
                sit(seat);
            }
            if (seat.driver)
                out.push_back({seat.game, seat.driver.get(), seat.driver->random().next()});
        }
        return out;
    }

    std::vector<Row> take_rows() { return std::move(rows_); }

  private:
    struct Seat {
        std::unique_ptr<Driver> driver;
        std::size_t game;
    };

    void sit(Seat& seat) {
        if (next_ == seeds_.size()) {
            seat.driver.reset();
            return;
        }
        seat.game = next_++;
        seat.driver->start(seeds_[seat.game], agent_seed_);
    }

    std::span<const std::uint64_t> seeds_;
    std::uint64_t agent_seed_;
    std::vector<Row> rows_;
    std::vector<Seat> seats_;
    std::size_t next_ = 0;
};

}  // namespace

std::vector<Row> play_batch(const Rules& rules, const AgentSpec& spec,
                            std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                            bool check_deductions, std::size_t width, const Ask& ask) {
    Table table(rules, spec, game_seeds, agent_seed, check_deductions,
                std::max<std::size_t>(width, 1));
    while (true) {
        const std::vector<Question> questions = table.questions();
        if (questions.empty()) return table.take_rows();
        const auto began = std::chrono::steady_clock::now();
        const std::vector<Answer> answers = ask(questions);
        if (answers.size() != questions.size()) {
            throw Error("expected " + std::to_string(questions.size()) + " guesses, got " +
                        std::to_string(answers.size()));
        }
        const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::steady_clock::now() - began);
        const auto share = spent.count() / static_cast<std::int64_t>(questions.size());
        for (std::size_t i = 0; i < questions.size(); ++i) {
            questions[i].driver->answer(answers[i].cell, answers[i].is_mine, share);
        }
    }
}

}  // namespace sapper
