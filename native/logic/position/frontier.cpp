#include "logic/position/frontier.h"

#include <algorithm>

namespace sapper {

void Frontier::build(const ConstraintSystem& system, const Propagation& propagation) {
    start(system.num_cells(), system.constraints.size());
    // All cells of a box come up in its first constraint, in order.
    for (const Cell cell : system.members) {
        if (propagation.marks[cell] != Mark::unknown || box_of[cell] != NONE) continue;
        live_list_.clear();
        for (const std::uint32_t constraint : propagation.constraints_of(cell)) {
            const bool live =
                constraint == system.tracked || !propagation.residuals[constraint].is_vacuous();
            if (live) live_list_.push_back(constraint);
        }
        if (!live_list_.empty()) add(cell, live_list_);
    }
    finish(system.constraints.size(), system.num_unknown + system.unlisted_sea -
                                          static_cast<std::uint32_t>(propagation.decided.size()));
}

void Frontier::start(std::size_t num_all_cells, std::size_t num_constraints) {
    boxes.clear();
    box_constraints_.clear();
    chain_.assign(num_constraints, NONE);
    box_of.assign(num_all_cells, NONE);
    boxed_.clear();
}

void Frontier::add(Cell cell, std::span<const std::uint32_t> constraints) {
    boxed_.push_back(cell);
    const std::uint32_t box = find_or_add_box(constraints);
    box_of[cell] = box;
    ++boxes[box].num_cells;
}

void Frontier::finish(std::size_t num_constraints, std::uint32_t num_unknown) {
    num_cells = static_cast<std::uint32_t>(boxed_.size());
    sea = num_unknown - num_cells;
    list_cells();
    list_boxes(num_constraints);
    find_components();
}

// Boxes that start with the same constraint share at most its cells, so the
// chain is short and lists can be compared exactly.
std::uint32_t Frontier::find_or_add_box(std::span<const std::uint32_t> live) {
    std::uint32_t& head = chain_[live[0]];
    for (std::uint32_t box = head; box != NONE; box = boxes[box].next_same_first) {
        if (boxes[box].num_cells < most_in_box &&
            std::ranges::equal(constraints_of(boxes[box]), live)) {
            return box;
        }
    }
    Box box;
    box.first_constraint = static_cast<std::uint32_t>(box_constraints_.size());
    box.num_constraints = static_cast<std::uint32_t>(live.size());
    box.next_same_first = head;
    head = static_cast<std::uint32_t>(boxes.size());
    box_constraints_.insert(box_constraints_.end(), live.begin(), live.end());
    boxes.push_back(box);
    return head;
}

void Frontier::list_cells() {
    std::uint32_t sum = 0;
    for (Box& box : boxes) {
        sum += box.num_cells;
        box.first_cell = sum;
    }
    cells_.resize(sum);
    for (std::size_t i = boxed_.size(); i-- > 0;) {
        cells_[--boxes[box_of[boxed_[i]]].first_cell] = boxed_[i];
    }
}

void Frontier::list_boxes(std::size_t num_constraints) {
    constraint_first_.assign(num_constraints + 1, 0);
    for (const std::uint32_t constraint : box_constraints_) ++constraint_first_[constraint];
    std::uint32_t sum = 0;
    for (std::uint32_t& first : constraint_first_) first = sum += first;
    constraint_boxes_.resize(sum);
    for (std::uint32_t i = static_cast<std::uint32_t>(boxes.size()); i-- > 0;) {
        for (const std::uint32_t constraint : constraints_of(boxes[i])) {
            constraint_boxes_[--constraint_first_[constraint]] = i;
        }
    }
}

void Frontier::find_components() {
    components.clear();
    order.clear();
    chain_.assign(chain_.size(), 0);
    is_seen_.assign(boxes.size(), 0);
    for (std::uint32_t start = 0; start < boxes.size(); ++start) {
        if (is_seen_[start]) continue;
        Component component;
        component.first_box = static_cast<std::uint32_t>(order.size());
        is_seen_[start] = 1;
        order.push_back(start);
        for (std::uint32_t next = component.first_box; next < order.size(); ++next) {
            const Box& box = boxes[order[next]];
            component.num_cells += box.num_cells;
            for (const std::uint32_t constraint : constraints_of(box)) {
                if (chain_[constraint] == NONE) continue;
                chain_[constraint] = NONE;  // no longer needed as a chain: now "not yet followed"
                for (const std::uint32_t other : boxes_of(constraint)) {
                    if (is_seen_[other]) continue;
                    is_seen_[other] = 1;
                    order.push_back(other);
                }
            }
        }
        component.num_boxes = static_cast<std::uint32_t>(order.size()) - component.first_box;
        components.push_back(component);
    }
}

}  // namespace sapper
