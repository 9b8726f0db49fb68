#include "logic/belief/belief.h"

#include <algorithm>

namespace sapper {

namespace {

// Absolute numbers of placements stay far inside a double.
constexpr std::uint32_t PLAIN_UNKNOWN = 1000;
// Ids of components are never reused within a game; beyond this they start anew.
constexpr std::size_t MANY_PLACED = 20'000;

}  // namespace

EngineStatus Belief::look_at(const PositionView& position, const AnalysisOptions& options) {
    position_.columns = position.columns;
    position_.rows = position.rows;
    position_.num_mines = position.num_mines;
    position_.cells.assign(position.cells.begin(), position.cells.end());
    options_ = options;
    counter_.limit_states(std::min(options.max_states, ComponentCounter::MOST_STATES));
    num_assumed = 0;
    has_changed_ = false;
    ++generation_;
    solved_level_ = 0;
    levels_.assign(1, {});
    if (!evidence_.read(position, {options.trust_flags, {}})) {
        return status_ = EngineStatus::inconsistent;
    }
    is_plain_ = evidence_.num_unknown() <= PLAIN_UNKNOWN;
    return status_ = rebuild();
}

void Belief::explain() {
    if (status_ == EngineStatus::solved) return;
    analyst_.explain(analyst_.try_analyse(position_.view(), options_), position_.view(), options_);
}

// All components of the root anew.
EngineStatus Belief::rebuild(bool keep_counts) {
    if (!keep_counts || counter_.is_half_full()) counter_.clear();
    placed_.clear();
    lists_.clear();
    weight_first_.clear();
    replaced_.clear();
    weights_.clear();
    Level level;
    level.trail = evidence_.trail().size();
    component_of_.assign(frame().padded_size(), NONE);
    box_of_.resize(frame().padded_size());
    counter_.start(evidence_);
    CountStatus status = CountStatus::counted;
    const Frame& grid = frame();
    for (int row = 1; row <= grid.rows && status == CountStatus::counted; ++row) {
        const Padded from = static_cast<Padded>(row) * static_cast<Padded>(grid.stride) + 1;
        const Padded end = from + static_cast<Padded>(grid.columns);
        for (Padded at = from; at < end && status == CountStatus::counted; ++at) {
            if (!evidence_.has_clue(at) || evidence_.unknown_around(at) == 0) continue;
            if (counter_.is_seen_clue(at)) continue;
            bool found = false;
            grid.for_neighbours(at, [&](Padded cell) {
                if (found || !evidence_.is_unknown(cell)) return;
                found = true;
                status = add_component(cell);
            });
        }
    }
    levels_[0] = level;
    return finish(status, levels_[0]);
}

CountStatus Belief::add_component(Padded start) {
    const CountStatus status = counter_.find(evidence_, start);
    if (status == CountStatus::counted) {
        lists_.push_back(static_cast<std::uint32_t>(placed_.size()));
        placed_.push_back({counter_.found(), counter_.first_cell(), 0});
    }
    return status;
}

// What is left to do once the components are listed; a level that does not fit
// is for the caller to drop.
EngineStatus Belief::finish(CountStatus status, Level& level) {
    if (status == CountStatus::impossible) return EngineStatus::inconsistent;
    std::uint64_t states = 0;
    if (status == CountStatus::counted) {
        level.num_components = static_cast<std::uint32_t>(lists_.size()) - level.first_component;
        std::uint32_t boxed = 0;
        for (std::uint32_t i = level.first_component; i < lists_.size(); ++i) {
            boxed += placed_[lists_[i]].counts->num_cells;
            states += placed_[lists_[i]].counts->num_states;
        }
        level.sea = evidence_.num_unknown() - boxed;
    }
    if (status == CountStatus::too_large || states > options_.max_states) {
        level.is_whole = true;
        lists_.resize(level.first_component);
        level.num_components = 0;
        return solve_whole(level);
    }
    if (solved_level_ == levels_.size()) solved_level_ = 0;  // the engine knew another
    if (!join(level)) return EngineStatus::inconsistent;
    for (auto id = level.first_new; id < placed_.size(); ++id) place(id);
    index_list(level);
    return EngineStatus::solved;
}

void Belief::place(std::uint32_t id) {
    const Placed& own = placed_[id];
    const std::int32_t* cells = own.counts->cells;
    for (std::uint32_t b = 0; b < own.counts->num_boxes; ++b) {
        for (std::uint16_t i = 0; i < own.counts->sizes[b]; ++i) {
            const Padded at = own.first + static_cast<Padded>(*cells++);
            component_of_[at] = id;
            box_of_[at] = static_cast<std::uint16_t>(b);
        }
    }
}

void Belief::index_list(const Level& level) {
    index_of_.resize(placed_.size());
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        index_of_[lists_[level.first_component + i]] = i;
    }
}

// The engine solves what the evidence says; at the root, what was looked at.
EngineStatus Belief::solve_whole(Level& level) {
    const bool is_first = levels_.size() == 1 && evidence_.trail().empty() && !has_changed_;
    solved_level_ = levels_.size();
    EngineStatus status;
    if (is_first) {
        status = analyst_.try_analyse(position_.view(), options_);
    } else {
        whole_ = position_;
        assumed_safe_.clear();
        for (Cell cell = 0; cell < whole_.cells.size(); ++cell) {
            const Padded at = frame().to_padded(cell);
            Code& code = whole_.cells[cell];
            if (evidence_.has_clue(at)) {
                code = evidence_.clue(at);
            } else if (evidence_.is_known_mine(at)) {
                code = MINE_SHOWN;
            } else {
                code = COVERED;
                if (!evidence_.is_unknown(at)) assumed_safe_.push_back(cell);
            }
        }
        status = analyst_.try_analyse(whole_.view(), options_, assumed_safe_);
    }
    level.log_total = analyst_.log_placements();
    level.is_scaled = true;
    level.total = 1.0;
    level.sea_risk = analyst_.engine.risk_of_sea();
    return status;
}

// Solved at most once as long as the level stays as it is. The engine takes boxes in
// another order than the counter, so a small limit may end its work alone.
const Engine& Belief::engine() {
    if (solved_level_ == levels_.size()) return analyst_.engine;
    Level level = levels_.back();
    const EngineStatus status = solve_whole(level);
    if (status == EngineStatus::out_of_budget) throw analyst_.describe_budget(options_);
    return analyst_.engine;
}

void Belief::copy_from(const Belief& other) {
    position_ = other.position_;
    options_ = other.options_;
    evidence_ = other.evidence_;
    evidence_.forget_trail();
    counter_.limit_states(std::min(options_.max_states, ComponentCounter::MOST_STATES));
    counter_.clear();
    status_ = other.status_;
    is_plain_ = other.is_plain_;
    Level level = other.levels_.back();
    placed_.clear();
    lists_.clear();
    weight_first_.clear();
    replaced_.clear();
    for (std::size_t i = 0; i < other.num_components(); ++i) {
        lists_.push_back(static_cast<std::uint32_t>(i));
        placed_.push_back({counter_.keep(*other.component(i).counts), other.component(i).first, 0});
        weight_first_.push_back(other.weight_first_[level.first_component + i]);
    }
    weights_.assign(other.weights_.begin() + level.first_weight, other.weights_.end());
    level.first_component = level.first_new = level.first_old = level.first_weight = 0;
    level.trail = 0;
    level.loose = {};
    levels_.assign(1, level);
    component_of_.assign(frame().padded_size(), NONE);
    box_of_.resize(frame().padded_size());
    for (std::uint32_t id = 0; id < placed_.size(); ++id) place(id);
    index_list(levels_[0]);
    solved_level_ = 0;
    has_changed_ = true;
}

// After take_back() to a level that the engine knew before.
void Belief::look_again() {
    if (levels_.back().is_whole && solved_level_ != levels_.size()) solve_whole(levels_.back());
}

EngineStatus Belief::see(std::span<const News> news) {
    while (depth() > 0) take_back();
    if (status_ == EngineStatus::inconsistent || news.empty()) return status_;
    const std::size_t trail = evidence_.trail().size();
    if (!evidence_.see(news)) return status_ = EngineStatus::inconsistent;
    is_plain_ = evidence_.num_unknown() <= PLAIN_UNKNOWN;
    const bool anew = levels_[0].is_whole || status_ != EngineStatus::solved ||
                      placed_.size() > MANY_PLACED || counter_.is_half_full();
    if (anew) {
        status_ = rebuild();
    } else {
        Level& root = levels_[0];
        const Level before = root;
        root.first_new = static_cast<std::uint32_t>(placed_.size());
        replaced_.clear();
        weights_.clear();
        const CountStatus counted = recollect(news, trail, root);
        // The new list becomes the root's.
        lists_.erase(lists_.begin(), lists_.begin() + before.num_components);
        weight_first_.clear();
        root.first_component = 0;
        status_ = finish(counted, root);
        root.first_new = 0;
        replaced_.clear();
    }
    levels_[0].trail = evidence_.trail().size();
    return status_;
}

EngineStatus Belief::return_to(std::size_t trail_length) {
    while (depth() > 0) take_back();
    evidence_.take_back(trail_length);
    is_plain_ = evidence_.num_unknown() <= PLAIN_UNKNOWN;
    return status_ = rebuild(true);
}

// Lists the components after the changes of the trail, those untouched first.
CountStatus Belief::recollect(std::span<const News> news, std::size_t trail_from, Level& level) {
    const std::uint32_t first = level.first_component;
    const std::uint32_t num_old = level.num_components;
    ++touch_stamp_;
    const auto& trail = evidence_.trail();
    for (std::size_t i = trail_from; i < trail.size(); ++i) {
        if (trail[i].kind == Evidence::UNKNOWN) touch(trail[i].at);
    }
    const auto concerns = [&](const News& item) {
        return item.what <= 8 && evidence_.unknown_around(item.at) > 0;
    };
    for (const News& item : news) {
        if (!concerns(item)) continue;
        frame().for_neighbours(item.at, [&](Padded at) {
            if (evidence_.is_unknown(at)) touch(at);
        });
    }
    for (std::uint32_t i = 0; i < num_old; ++i) {
        const std::uint32_t id = lists_[first + i];
        if (placed_[id].touched != touch_stamp_) lists_.push_back(id);
    }
    counter_.start(evidence_);
    CountStatus status = CountStatus::counted;
    const auto start_at = [&](Padded at) {
        if (status != CountStatus::counted || !evidence_.is_unknown(at)) return;
        if (!counter_.is_seen(at)) status = add_component(at);
    };
    for (const News& item : news) {
        if (concerns(item)) frame().for_neighbours(item.at, start_at);
    }
    for (std::size_t i = level.first_old; i < replaced_.size(); ++i) {
        const Placed old = placed_[replaced_[i]];
        for (std::uint32_t c = 0; c < old.counts->num_cells; ++c) {
            start_at(old.first + static_cast<Padded>(old.counts->cells[c]));
        }
    }
    level.first_component = first + num_old;
    return status;
}

void Belief::touch(Padded at) {
    const std::uint32_t id = component_of_[at];
    if (id == NONE || placed_[id].touched == touch_stamp_) return;
    placed_[id].touched = touch_stamp_;
    replaced_.push_back(id);
}

EngineStatus Belief::assume_at(Padded at, Code what) {
    ++num_assumed;
    const Level& parent = levels_.back();
    Level level;
    level.first_component = parent.first_component;
    level.num_components = parent.num_components;
    level.first_new = static_cast<std::uint32_t>(placed_.size());
    level.first_old = static_cast<std::uint32_t>(replaced_.size());
    level.first_weight = static_cast<std::uint32_t>(weights_.size());
    level.trail = evidence_.trail().size();
    level.loose = counter_.loose().mark();
    const bool is_whole = parent.is_whole;
    const std::size_t list_end = lists_.size();
    EngineStatus status = EngineStatus::inconsistent;
    if (evidence_.assume(at, what)) {
        const News news{at, what};
        const CountStatus counted =
            is_whole ? CountStatus::too_large : recollect({&news, 1}, level.trail, level);
        if (is_whole) level.first_component = static_cast<std::uint32_t>(list_end);
        levels_.push_back(level);
        status = finish(counted, levels_.back());
        if (status == EngineStatus::solved) return status;
        levels_.pop_back();
    }
    lists_.resize(list_end);
    weight_first_.resize(list_end);
    drop(level);
    evidence_.take_back(level.trail);
    return status;
}

void Belief::drop(const Level& level) {
    placed_.resize(level.first_new);
    replaced_.resize(level.first_old);
    weights_.resize(level.first_weight);
    counter_.loose().reset(level.loose);
}

void Belief::take_back() {
    const Level level = levels_.back();
    levels_.pop_back();
    if (!level.is_whole) {
        for (auto id = level.first_new; id < placed_.size(); ++id) {
            const Placed& own = placed_[id];
            for (std::uint32_t i = 0; i < own.counts->num_cells; ++i) {
                component_of_[own.first + static_cast<Padded>(own.counts->cells[i])] = NONE;
            }
        }
        for (std::size_t i = level.first_old; i < replaced_.size(); ++i) place(replaced_[i]);
    }
    lists_.resize(level.first_component);
    weight_first_.resize(level.first_component);
    drop(level);
    evidence_.take_back(level.trail);
    if (!level.is_whole) index_list(levels_.back());
}

}  // namespace sapper
