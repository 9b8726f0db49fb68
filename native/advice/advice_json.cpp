#include "advice/advice_json.h"

namespace sapper {

void write(JsonWriter& out, const Reason& reason, Teller& teller, bool with_chain) {
    out.open('{');
    out.key("cell");
    out.cell(reason.cell);
    out.field("is_mine", reason.is_mine);
    out.field("technique", name_of(reason.technique));
    out.field("steps", reason.compared());
    out.cells_field("clues", reason.clues);
    out.field("needs_mine_count", reason.needs_mine_count);
    out.cells_field("flags", teller.flags(reason));
    out.field("is_minimal", reason.is_minimal);
    out.field("sentence", teller.sentence(reason));
    if (!with_chain) return out.close('}');
    out.field("meaning", info_of(reason.technique).meaning);
    out.key("chain");
    out.open('[');
    for (const ReasonStep& step : teller.steps(reason)) {
        out.open('{');
        out.field("text", step.text);
        out.cells_field("clues", step.clues);
        out.cells_field("cells", step.cells);
        out.field("are_mines", step.are_mines);
        out.close('}');
    }
    out.close(']');
    out.close('}');
}

void write(JsonWriter& out, const Candidate& candidate) {
    out.open('{');
    out.key("cell");
    out.cell(candidate.cell);
    out.field("risk", candidate.risk);
    out.field("progress", candidate.progress);
    out.field("value", candidate.value);
    out.field("is_exact", candidate.is_exact);
    out.close('}');
}

void write(JsonWriter& out, const Hint& hint, Teller& teller, bool with_chain) {
    out.open('{');
    out.cell_field("cell", hint.cell);
    out.field("kind", name_of(hint.kind));
    out.field("risk", hint.risk);
    out.key("technique");
    if (hint.reason) {
        out.put(name_of(hint.technique));
    } else {
        out.null();
    }
    out.field("sentence", hint.sentence);
    out.key("reason");
    if (hint.reason) {
        write(out, *hint.reason, teller, with_chain);
    } else {
        out.null();
    }
    out.key("candidates");
    out.open('[');
    for (const Candidate& one : hint.candidates) write(out, one);
    out.close(']');
    out.field("nodes", hint.nodes);
    out.close('}');
}

void write_fields(JsonWriter& out, const Judgement& one) {
    const bool is_needless = one.kind == JudgedKind::needless && one.hint;
    out.field("kind", name_of(one.kind));
    out.field("risk", one.stake.risk);
    out.field("best_risk", one.stake.least);
    out.cell_field("better", one.hint ? std::optional(one.hint->cell) : std::nullopt);
    out.field("better_risk", one.hint ? std::optional(one.hint->risk) : std::nullopt);
    out.field("missed", is_needless ? std::optional(name_of(one.hint->technique)) : std::nullopt);
    out.field("why", one.hint ? std::optional(one.hint->sentence) : std::nullopt);
    out.field("survived", one.survived);
    out.field("lost", one.lost());
    out.key("lost_by");
    if (one.kind == JudgedKind::unknown) {
        out.null();
    } else {
        out.put(one.is_by_value() ? "value" : "risk");
    }
    out.field("value", one.win_chance());
    out.field("best_value", one.best_win_chance());
    out.cell_field("best_move", one.best_move);
}

void write_fields(JsonWriter& out, const ReviewSums& sums) {
    out.field("guesses", sums.guesses);
    out.field("forced_guesses", sums.forced);
    out.field("needless_guesses", sums.needless);
    out.field("expected_survivals", sums.expected);
    out.field("survivals", sums.survivals);
    out.field("luck", sums.luck());
    out.field("chance_of_all", sums.chance_of_all);
    out.field("pluck", sums.pluck);
    out.field("value_lost", sums.value_lost);
    out.field("guesses_by_value", sums.by_value);
    out.field("risk_lost", sums.risk_lost);
    out.field("guesses_by_risk", sums.by_risk);
    out.field("unjudged", sums.unjudged);
}

}  // namespace sapper
