#include "agents/driver/driver.h"

#include <algorithm>

#include "game/errors.h"
#include "game/formats.h"

namespace sapper {

Driver::Driver(const Rules& rules, const AgentSpec& spec, bool check_deductions)
    : game_(rules),
      belief_(game_),
      sight_{game_.frame(), game_.view(), rules.num_mines, 0, &game_.rules(), nullptr, &belief_},
      seen_(spec.deducers.size()),
      proven_(spec.deducers.size()),
      names_(spec.deducer_names),
      asks_for_guesses_(spec.asks_for_guesses),
      flags_(spec.flags),
      check_(check_deductions),
      limit_(static_cast<std::int64_t>(spec.seconds * 1e9)) {
    if (spec.opener) opener_ = spec.opener();
    for (const auto& build : spec.deducers) deducers_.push_back(build());
    if (spec.guesser) guesser_ = spec.guesser();
    names_.resize(deducers_.size());
}

void Driver::start(std::uint64_t game_seed, std::uint64_t agent_seed) {
    has_begun_ = false;
    game_.start(game_seed);
    begin(agent_seed);
}

void Driver::start(std::span<const Cell> mines, std::uint64_t game_seed, std::uint64_t agent_seed) {
    has_begun_ = false;
    game_.start(game_seed);
    game_.start(mines);
    begin(agent_seed);
}

// The log has begun anew, so what was read of it is forgotten before anybody is called:
// a part that throws leaves nothing behind that points beyond the log's end.
void Driver::begin(std::uint64_t agent_seed) {
    agent_seed_ = agent_seed;
    random_ = Random(agent_stream(agent_seed, game_.seed()));
    proofs_.start(game_.view().size());
    belief_.start();
    guesser_seen_ = 0;
    seen_.assign(seen_.size(), 0);
    proven_.assign(proven_.size(), 0);
    last_part_ = STUCK_TURN;
    last_cell_ = -1;
    guesses_ = nanoseconds_ = 0;
    forfeit_ = Forfeit::none;
    guessed_flags_.clear();
    if (guesser_) guesser_->start(sight());
    for (auto& deducer : deducers_) deducer->start(sight());
    has_begun_ = true;
}

Need Driver::turn() {
    if (game_.outcome() != Outcome::playing) return Need::over;
    proofs_.clear_new();
    last_cell_ = -1;
    if (is_late()) return end_late();
    if (game_.first_cell() < 0 && opener_) {
        const std::int64_t began = steady_now();
        const Cell cell = opener_->open(sight(), random_);
        nanoseconds_ += steady_now() - began;
        last_part_ = OPENER_TURN;
        last_cell_ = cell;
        game_.reveal(cell);
        return Need::nothing;
    }
    if (deduce()) return Need::nothing;
    if (is_late()) return end_late();
    if ((!guesser_ && !asks_for_guesses_) || !any_allowed()) {
        last_part_ = STUCK_TURN;
        is_misled() && game_.first_cell() >= 0 ? game_.resign() : game_.give_up();
        return Need::nothing;
    }
    last_part_ = GUESSER_TURN;
    if (!guesser_) return Need::guess;
    const std::int64_t began = steady_now();
    sight_.changed = std::span(game_.log()).subspan(guesser_seen_);
    guesser_seen_ = game_.log().size();
    const Padded at = guesser_->guess(sight(), proofs_, random_);
    nanoseconds_ += steady_now() - began;
    if (is_late()) return end_late();
    if (guesser_->names_mine()) {
        ++guesses_;
        flag_guess(at);
    } else {
        guess_at(at);
    }
    return Need::nothing;
}

Need Driver::end_late() {
    last_part_ = STUCK_TURN;
    forfeit_ = Forfeit::late;
    game_.first_cell() >= 0 ? game_.resign() : game_.give_up();
    return Need::nothing;
}

Need Driver::advance() {
    while (true) {
        const Need need = turn();
        if (need != Need::nothing) return need;
    }
}

// Ask the deducers in order; the first that proves something ends the search.
bool Driver::deduce() {
    std::int64_t began = steady_now();
    for (std::size_t i = 0; i < deducers_.size(); ++i) {
        const auto& log = game_.log();
        const std::span<const Padded> changed(log.data() + seen_[i], log.size() - seen_[i]);
        seen_[i] = log.size();
        deducers_[i]->deduce(sight(), changed, proofs_);
        if (!proofs_.fresh().empty()) {
            nanoseconds_ += steady_now() - began;
            proven_[i] += static_cast<std::int64_t>(proofs_.fresh().size());
            last_part_ = static_cast<int>(i);
            play_proofs(static_cast<int>(i));
            return true;
        }
    }
    nanoseconds_ += steady_now() - began;
    return false;
}

// Flags first: the last safe cell ends the game.
void Driver::play_proofs(int deducer) {
    const bool check = check_ && !is_misled();
    for (const Proof& proof : proofs_.fresh()) {
        if (proof.mark != Mark::mine || game_.view()[proof.at] != COVERED) continue;
        if (check && game_.has_layout() && !game_.is_mine_at(proof.at)) refuse(deducer, proof);
        if (flags_) game_.flag_at(proof.at);
    }
    for (const Proof& proof : proofs_.fresh()) {
        if (proof.mark != Mark::safe || game_.view()[proof.at] != COVERED) continue;
        if (check && game_.has_layout() && game_.is_mine_at(proof.at)) refuse(deducer, proof);
        game_.reveal_at(proof.at);
        // A first reveal decides the layout: only now can the claim be checked.
        if (check && game_.is_mine_at(proof.at) && !is_misled()) refuse(deducer, proof);
        if (game_.outcome() != Outcome::playing) return;
    }
}

void Driver::guess_at(Padded at) {
    if (game_.first_cell() < 0) {
        last_part_ = OPENER_TURN;  // the first click is counted apart
    } else {
        ++guesses_;
    }
    last_cell_ = game_.frame().to_cell(at);
    game_.reveal_at(at);
}

void Driver::flag_guess(Padded at) {
    guessed_flags_.push_back(at);
    last_cell_ = game_.frame().to_cell(at);
    game_.flag_at(at);
}

// Whether a guessed flag stands on a safe cell: then proofs may rest on it.
bool Driver::is_misled() const {
    if (guessed_flags_.empty() || !game_.has_layout()) return false;
    return std::any_of(guessed_flags_.begin(), guessed_flags_.end(),
                       [this](Padded at) { return !game_.is_mine_at(at); });
}

// The forfeit that an answer stands for; none where it names a cell.
static Forfeit forfeit_of(std::int64_t answer) {
    const std::int64_t code = FORFEITS - answer;
    const bool is_one = code > 0 && code <= static_cast<std::int64_t>(Forfeit::flood);
    return is_one ? static_cast<Forfeit>(code) : Forfeit::none;
}

void Driver::check_answer(std::int64_t number) const {
    if (forfeit_of(number) != Forfeit::none) return;
    const Rules& rules = game_.rules();
    const bool on_grid = number >= 0 && number < rules.num_cells();
    const auto cell = static_cast<Cell>(number);
    if (!on_grid || !may_guess(game_.frame().to_padded(cell))) {
        throw IllegalMoveError(
            "expected a guess at a covered cell not proven to be a mine, got " +
            (on_grid ? format_cell(cell, rules.columns) : "cell number " + std::to_string(number)) +
            " in position " + quote(format_position(game_.position().view()), 2000));
    }
}

void Driver::answer(std::int64_t number, bool is_mine, std::int64_t nanoseconds) {
    check_answer(number);
    nanoseconds_ += nanoseconds;
    if (const Forfeit why = forfeit_of(number); why != Forfeit::none) {
        last_part_ = STUCK_TURN;
        forfeit_ = why;
        game_.resign();
        return;
    }
    const auto cell = static_cast<Cell>(number);
    const Padded at = game_.frame().to_padded(cell);
    if (is_mine) {
        flag_guess(at);
    } else {
        guess_at(at);
    }
}

bool Driver::any_allowed() const {
    // With flags every proven mine is flagged, so any covered cell will do.
    if (flags_) return game_.num_covered() > 0;
    for (int row = 1; row <= game_.frame().rows; ++row) {
        const Padded from = static_cast<Padded>(row) * game_.frame().stride + 1;
        for (Padded at = from; at < from + game_.frame().columns; ++at) {
            if (may_guess(at)) return true;
        }
    }
    return false;
}

void Driver::refuse(int deducer, const Proof& proof) const {
    const bool safe = proof.mark == Mark::safe;
    throw WrongDeductionError("deducer " + quote(names_[deducer]) + " proved " +
                              format_cell(game_.frame().to_cell(proof.at), game_.rules().columns) +
                              (safe ? " safe, but it is a mine" : " a mine, but it is safe") +
                              ": game seed " + std::to_string(game_.seed()) + ", agent seed " +
                              std::to_string(agent_seed_) + ", position " +
                              quote(format_position(game_.position().view()), 2000));
}

std::int64_t Driver::last_assumed() const {
    if (last_part_ < 0) return -1;
    const auto at = deducers_[static_cast<std::size_t>(last_part_)]->last_assumed();
    return at ? static_cast<std::int64_t>(game_.frame().to_cell(*at)) : -1;
}

std::int64_t Driver::num_windows() const {
    std::int64_t sum = 0;
    for (const auto& deducer : deducers_) sum += deducer->num_windows();
    return sum;
}

Row Driver::row() const {
    return {game_.seed(),
            game_.outcome(),
            guesses_,
            guesser_ ? guesser_->num_cut_short() : 0,
            game_.num_moves(),
            game_.cells_revealed(),
            game_.mines_hit(),
            game_.mines_flagged(),
            game_.first_cell(),
            nanoseconds_,
            proven_,
            static_cast<std::int64_t>(forfeit_)};
}

}  // namespace sapper
