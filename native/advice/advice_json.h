// Reasons, hints and judgements as JSON: the keys that every face has. The chain of a
// reason, its steps, is for those who walk through it.
#pragma once

#include "advice/judgement.h"
#include "advice/sentence.h"
#include "game/json.h"

namespace sapper {

void write(JsonWriter& out, const Reason& reason, Teller& teller, bool with_chain);
void write(JsonWriter& out, const Candidate& candidate);
void write(JsonWriter& out, const Hint& hint, Teller& teller, bool with_chain);
// The fields of a judgement, into an object that is open.
void write_fields(JsonWriter& out, const Judgement& judgement);
void write_fields(JsonWriter& out, const ReviewSums& sums);

}  // namespace sapper
