#include "boards/generator.h"

namespace sapper {

namespace {

// Risks are right to 1e-12; a limit such as one half is to include its own value.
constexpr double ROUNDING = 1e-9;

}  // namespace

BoardGenerator::BoardGenerator(const BoardOptions& options)
    : options_((options.rules.check(), options.rules.check_first(options.first), options)),
      game_(options.rules),
      first_(game_.frame().to_padded(options.first)),
      meter_(game_.frame()),
      lookalikes_(game_.frame()),
      has_filter_(options.least_three_bv > 0 || options.most_three_bv < INT32_MAX ||
                  options.least_openings > 0 || options.most_openings < INT32_MAX) {
    if (options.symmetry != Symmetry::none) {
        symmetric_.emplace(options.rules, options.first, options.symmetry);
    }
}

// Decide the mines of an attempt that are not those of the game seed.
bool BoardGenerator::lay(std::uint64_t seed) {
    if (symmetric_) mines_ = symmetric_->lay(seed);
    if (!options_.perturb) return true;
    mines_ = layout_mines(options_.rules, seed, options_.first);
    return perturbation_.solve(game_, first_, ladder_, options_.hardest, seed, mines_);
}

void BoardGenerator::begin(std::uint64_t seed) {
    game_.start(seed);
    if (symmetric_ || options_.perturb) game_.start(mines_);
    game_.reveal_at(first_);
}

bool BoardGenerator::passes(const Metrics& metrics) const {
    return metrics.three_bv >= options_.least_three_bv &&
           metrics.three_bv <= options_.most_three_bv &&
           metrics.openings >= options_.least_openings &&
           metrics.openings <= options_.most_openings;
}

// Play the game that has begun; true if it needs the guesses that are wanted.
bool BoardGenerator::solve(Certificate* certificate) {
    if (game_.mines_hit()) return false;
    ladder_.start(game_);
    if (play(certificate)) return options_.guesses == 0;
    if (options_.guesses == 0) return false;
    const auto guess = ladder_.find_guess();
    if (!guess || game_.is_mine_at(guess->first)) return false;
    const auto [at, risk] = *guess;
    if (risk < options_.least_risk - ROUNDING || risk > options_.most_risk + ROUNDING) return false;
    if (certificate) ladder_.certify_guess(*guess, *certificate);
    game_.reveal_at(at);
    return play(certificate);
}

std::optional<Board> BoardGenerator::attempt(std::uint64_t run_seed, std::uint64_t index) {
    const std::uint64_t seed = game_seed(run_seed, index);
    if (!lay(seed)) return std::nullopt;
    begin(seed);
    // Rejected sooner what the play would reject; a guess tells lookalikes apart.
    if (options_.guesses == 0 && lookalikes_.has_one(game_.mine_map(), first_)) {
        return std::nullopt;
    }
    if (has_filter_ && !passes(meter_.measure(game_.mine_map()))) return std::nullopt;
    if (!solve(nullptr)) return std::nullopt;
    begin(seed);
    Board board{index, seed, game_.mines(), meter_.measure(game_.mine_map()), {}, {}};
    // A limit of the search for clues, or of what a check may have to remember.
    if (!solve(&board.certificate) || !board.certificate.is_checkable) return std::nullopt;
    board.grade = board.certificate.grade();
    if (board.grade.hardest() < options_.at_least) return std::nullopt;
    return board;
}

}  // namespace sapper
