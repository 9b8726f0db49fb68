#include "agents/papers/becerra/search_space.h"

#include <algorithm>

namespace sapper {

void SearchSpace::add_box(const Member& first) {
    if (num_boxes_ == boxes_.size()) boxes_.emplace_back();
    Variable& box = boxes_[num_boxes_];
    box.cells.clear();
    box.constraints = first.constraints;
    box.num_constraints = 0;
    for (const std::uint16_t index : first.constraints) {
        if (index == NONE) break;
        ++box.num_constraints;
        Constraint& constraint = constraints_[index];
        constraint.boxes[static_cast<std::size_t>(constraint.num_boxes++)] =
            static_cast<std::uint16_t>(num_boxes_);
    }
    ++num_boxes_;
}

void SearchSpace::build(const Frame& frame, std::span<const ClueConstraint> constraints) {
    // Step 1: which constraints each cell is in.
    std::vector<std::pair<Padded, std::uint16_t>> pairs;
    constraints_.clear();
    for (const ClueConstraint& constraint : constraints) {
        const auto index = static_cast<std::uint16_t>(constraints_.size());
        constraints_.push_back({{}, 0, constraint.mines});
        for_constrained(frame, constraint, [&](Padded at) { pairs.emplace_back(at, index); });
    }
    std::sort(pairs.begin(), pairs.end());
    members_.clear();
    for (std::size_t i = 0; i < pairs.size();) {
        Member member{pairs[i].first, {}};
        member.constraints.fill(NONE);
        for (std::size_t n = 0; i < pairs.size() && pairs[i].first == member.at; ++i, ++n) {
            member.constraints[n] = pairs[i].second;
        }
        members_.push_back(member);
    }

    // Step 2: cells in the same constraints are one box.
    std::sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
        return std::tie(a.constraints, a.at) < std::tie(b.constraints, b.at);
    });
    num_boxes_ = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (i == 0 || members_[i].constraints != members_[i - 1].constraints) {
            add_box(members_[i]);
        }
        boxes_[num_boxes_ - 1].cells.push_back(members_[i].at);
    }
}

}  // namespace sapper
