#include "agents/driver/batch.h"

#include <algorithm>

#include "game/errors.h"
#include "game/words.h"

namespace sapper {

Batch::Batch(const Rules& rules, const AgentSpec& spec, std::vector<std::uint64_t> game_seeds,
             std::uint64_t agent_seed, bool check_deductions, std::size_t width, bool record_turns)
    : rules_(rules),
      seeds_(std::move(game_seeds)),
      agent_seed_(agent_seed),
      rows_(seeds_.size()),
      turns_(record_turns ? seeds_.size() : 0) {
    const std::size_t num_seats = std::min(std::max<std::size_t>(width, 1), seeds_.size());
    for (std::size_t i = 0; i < num_seats; ++i) {
        seats_.push_back({std::make_unique<Driver>(rules, spec, check_deductions), 0, nullptr});
        if (record_turns)
            seats_.back().recorder = std::make_unique<TurnRecorder>(spec.deducers.size());
        sit(seats_.back());
    }
    for (std::size_t i = 0; i < seeds_.size(); ++i) {
        rows_[i].game_seed = seeds_[i];
        rows_[i].proven.assign(spec.deducers.size(), 0);
    }
}

void Batch::sit(Seat& seat) {
    if (next_ == seeds_.size()) {
        seat.driver.reset();
        return;
    }
    seat.game = next_++;
    seat.driver->start(seeds_[seat.game], agent_seed_);
    if (seat.recorder) seat.recorder->start(seat.game);
}

void Batch::end(const Seat& seat) {
    rows_[seat.game] = seat.driver->row();
    if (seat.recorder) turns_[seat.game] = seat.recorder->rows();
    ++num_over_;
}

std::vector<TurnRow> Batch::turns() const {
    std::vector<TurnRow> all;
    for (const auto& game : turns_) all.insert(all.end(), game.begin(), game.end());
    return all;
}

std::span<const Question> Batch::questions() {
    if (!questions_.empty()) return questions_;
    for (Seat& seat : seats_) {
        while (seat.driver && (seat.recorder ? seat.recorder->advance(*seat.driver)
                                             : seat.driver->advance()) == Need::over) {
            end(seat);
            sit(seat);
        }
        if (seat.driver)
            questions_.push_back({seat.game, seat.driver.get(), seat.driver->random().next()});
    }
    return questions_;
}

void Batch::answer(std::span<const Answer> answers, std::int64_t nanoseconds) {
    if (answers.size() != questions_.size()) {
        throw Error("expected " + counted(questions_.size(), "guess") + ", got " +
                    std::to_string(answers.size()));
    }
    if (answers.empty()) return;
    // Look at all before playing any: a refused answer leaves the batch as it was.
    for (std::size_t i = 0; i < answers.size(); ++i) {
        questions_[i].driver->check_answer(answers[i].cell);
    }
    const std::int64_t share = nanoseconds / static_cast<std::int64_t>(answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
        questions_[i].driver->answer(answers[i].cell, answers[i].is_mine, share);
    }
    questions_.clear();
}

}  // namespace sapper
