#include "agents/driver/game_belief.h"

namespace sapper {

Belief& GameBelief::look() {
    const auto& log = game_.log();
    if (!is_started_ || seen_ > log.size()) {
        read_all();
        return belief_;
    }
    news_.clear();
    for (; seen_ < log.size(); ++seen_) {
        const Padded at = log[seen_];
        const Code code = game_.view()[at];
        if (code == COVERED) {  // a flag was taken away: what followed from it may be wrong
            read_all();
            return belief_;
        }
        if (belief_.evidence().has_clue(at)) continue;
        news_.push_back({at, code > 8 ? ASSUME_MINE : code});
    }
    status_ = belief_.see(news_);
    return belief_;
}

void GameBelief::read_all() {
    is_started_ = true;
    seen_ = game_.log().size();
    const Position position = game_.position();
    status_ = belief_.look_at(position.view(), {true, true, max_states_});
}

}  // namespace sapper
