#include "agents/papers/sinha/play/scores.h"

#include "game/errors.h"

namespace sapper {

ScoreForm parse_score_form(const std::string& text) {
    if (text == "printed") return ScoreForm::printed;
    if (text == "zero") return ScoreForm::zero;
    throw Error("expected the score printed or zero, got " + quote(text));
}

namespace {

double power(double base, int exponent) {
    double out = 1;
    for (int i = 0; i < exponent; ++i) out *= base;
    return out;
}

}  // namespace

Scores::Scores(ScoreForm form, std::int64_t mines_left, std::int64_t num_covered) {
    const double density =
        num_covered > 0
            ? std::clamp(static_cast<double>(mines_left) / static_cast<double>(num_covered), 0.0,
                         1.0)
            : 0.0;
    // Eq. 4 has 8 for the middle: the neighbours. A zero needs the cell itself free as well,
    // which the 4 and the 6 of corner and edge count.
    constexpr int PRINTED[] = {4, 6, 8}, ZERO[] = {4, 6, 9};
    for (std::size_t i = 0; i < 3; ++i) {
        by_place_[i] = 1 - (form == ScoreForm::printed ? power(density, PRINTED[i])
                                                       : power(1 - density, ZERO[i]));
    }
}

}  // namespace sapper
