#include "agents/driver/play.h"

#include <chrono>

#include "game/stop.h"

namespace sapper {

namespace {

constexpr std::size_t GAMES_A_LOOK = 16;  // for a signal

}  // namespace

std::vector<Row> play_rows(const Rules& rules, const AgentSpec& spec,
                           std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                           bool check_deductions, std::vector<TurnRow>* turns) {
    Driver driver(rules, spec, check_deductions);
    TurnRecorder recorder(spec.deducers.size());
    std::vector<Row> rows;
    rows.reserve(game_seeds.size());
    for (const std::uint64_t seed : game_seeds) {
        if (rows.size() % GAMES_A_LOOK == 0) check_stop();
        driver.start(seed, agent_seed);
        if (turns == nullptr) {
            driver.advance();
        } else {
            recorder.start(rows.size());
            recorder.advance(driver);
            turns->insert(turns->end(), recorder.rows().begin(), recorder.rows().end());
        }
        rows.push_back(driver.row());
    }
    return rows;
}

std::vector<Row> play_batch(const Rules& rules, const AgentSpec& spec,
                            std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                            bool check_deductions, std::size_t width, const Ask& ask,
                            std::vector<TurnRow>* turns) {
    Batch batch(rules, spec, {game_seeds.begin(), game_seeds.end()}, agent_seed, check_deductions,
                width, turns != nullptr);
    while (true) {
        const std::span<const Question> questions = batch.questions();
        if (questions.empty()) {
            if (turns != nullptr) *turns = batch.turns();
            return batch.rows();
        }
        const auto began = std::chrono::steady_clock::now();
        const std::vector<Answer> answers = ask(questions);
        const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::steady_clock::now() - began);
        batch.answer(answers, spent.count());
    }
}

}  // namespace sapper
