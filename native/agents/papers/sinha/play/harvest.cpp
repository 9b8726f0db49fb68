#include "agents/papers/sinha/play/harvest.h"

#include "agents/parts/basic_parts.h"
#include "agents/parts/place_parts.h"
#include "agents/parts/single_point.h"

namespace sapper {

namespace {

AgentSpec make_player() {
    AgentSpec spec;
    spec.deducers = {[] { return std::make_unique<SinglePoint>(); }};
    spec.deducer_names = {"single_point"};
    spec.asks_for_guesses = true;
    return spec;
}

class Harvester {
  public:
    Harvester(const Rules& rules, const HarvestOptions& options)
        : options_(options), reader_(options.rows), driver_(rules, make_player()) {}

    void play(std::uint64_t seed, std::uint64_t agent_seed, std::int64_t game) {
        driver_.start(seed, agent_seed);
        const double num_safe = static_cast<double>(driver_.game().rules().num_cells() -
                                                    driver_.game().rules().num_mines);
        const bool by_reward = options_.rows.kind == RowKind::sub_states;
        while (driver_.advance() == Need::guess) {
            const std::int64_t before = driver_.game().cells_revealed();
            const Padded at = decide();
            if (!reader_.is_proven()) add_rows(at, game);
            driver_.answer(driver_.game().frame().to_cell(at), false, 0);
            if (!by_reward) continue;
            // What follows by deduction belongs to the guess as well.
            driver_.advance();
            out_.targets.back() += static_cast<float>(
                static_cast<double>(driver_.game().cells_revealed() - before) / num_safe);
        }
        out_.results.push_back(driver_.row());
    }

    Harvest take() { return std::move(out_); }

  private:
    Sight sight() const {
        const Game& game = driver_.game();
        return {game.frame(), game.view(), game.rules().num_mines, game.num_covered(),
                &game.rules()};
    }

    Padded decide() {
        Random& random = driver_.random();
        const Sight seen = sight();
        reader_.look(seen, driver_.proofs(), random);
        if (options_.model != nullptr) return decide_by_model(random);
        if (driver_.game().first_cell() < 0) {
            return seen.frame.to_padded(RandomOpener().open(seen, random));
        }
        if (!reader_.risks().safe().empty()) return draw(reader_.risks().safe(), random);
        least_.clear();
        reader_.risks().for_candidates([&](Padded at, double risk) { least_.add(at, risk); });
        return least_.choose(seen.frame, options_.choice, random);
    }

    Padded decide_by_model(Random& random) {
        reader_.offer(options_.rows.offer_all, random, offered_);
        if (offered_.size() == 1) return offered_.front();
        rows_.resize(offered_.size() * ROW_SIZE);
        values_.resize(offered_.size());
        for (std::size_t i = 0; i < offered_.size(); ++i) {
            reader_.write(offered_[i], rows_.data() + i * ROW_SIZE);
        }
        options_.model->predict(rows_.data(), offered_.size(), values_.data());
        return offered_[choose_best(values_.data(), values_.size(), random)];
    }

    void add(Padded at, float target, std::int64_t game) {
        const std::size_t from = out_.rows.size();
        out_.rows.resize(from + ROW_SIZE);
        reader_.write(at, out_.rows.data() + from);
        out_.targets.push_back(target);
        out_.games.push_back(game);
    }

    // The guess, whose reward is not known yet, or all cells offered with the answers.
    void add_rows(Padded at, std::int64_t game) {
        if (options_.rows.kind == RowKind::sub_states) {
            add(at, 0, game);
        } else if (driver_.game().first_cell() >= 0) {
            add_offer(game);
        }
    }

    void add_offer(std::int64_t game) {
        reader_.offer(false, driver_.random(), offered_);
        for (const Padded at : offered_) add(at, !driver_.game().is_mine_at(at), game);
    }

    HarvestOptions options_;
    RowReader reader_;
    Driver driver_;
    LeastOf least_;
    std::vector<Padded> offered_;
    std::vector<float> rows_, values_;
    Harvest out_;
};

}  // namespace

Harvest harvest(const Rules& rules, std::span<const std::uint64_t> game_seeds,
                std::uint64_t agent_seed, const HarvestOptions& options) {
    Harvester harvester(rules, options);
    std::int64_t game = 0;
    for (const std::uint64_t seed : game_seeds) harvester.play(seed, agent_seed, game++);
    return harvester.take();
}

}  // namespace sapper
