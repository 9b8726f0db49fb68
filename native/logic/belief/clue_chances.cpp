#include "logic/belief/clue_chances.h"

#include <algorithm>
#include <limits>

#include "logic/numbers/binomials.h"

namespace sapper {

void ClueChances::look_at(Belief& belief) {
    belief_ = &belief;
    by_graph_ = !belief.is_whole() && !belief.is_scaled();
    if (!by_graph_) return;
    sweep_.reset(std::numeric_limits<std::uint32_t>::max());
    layer_of_.resize(belief.frame().padded_size());
    belief.counter().start(belief.evidence());
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        const Belief::Placed& own = belief.component(i);
        add_component(own.first);
    }
    forward_.assign(sweep_.num_values, 0.0);
    ahead_.start(sweep_.nodes.size());
    for (const SweepPart& part : sweep_.parts) {
        forward_[part.first_value] = 1.0;
        for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
            const Layer& layer = sweep_.layer(part, t);
            const double* ways = SMALL_BINOMIALS[layer.box_size].data();
            for (const Node& node : sweep_.nodes_of(layer)) {
                for (std::uint32_t e = 0; e < node.num_edges; ++e) {
                    const Node& to = sweep_.nodes[sweep_.edges[node.first_edge + e]];
                    const std::uint32_t mines = node.edge_low + e;
                    double* into =
                        &forward_[to.first_value] +
                        (node.mines_low + static_cast<std::int32_t>(mines) - to.mines_low);
                    for (std::uint32_t m = 0; m < node.mines_count; ++m) {
                        into[m] += ways[mines] * forward_[node.first_value + m];
                    }
                }
            }
        }
        ahead_.add(sweep_, part);
    }
    carried_.resize(WIDTH * sweep_.num_values);
}

// The graph of a component, and which layer each of its cells belongs to.
void ClueChances::add_component(Padded start) {
    ComponentCounter& counter = belief_->counter();
    counter.collect(belief_->evidence(), start);
    counter.arrange(belief_->evidence());
    sweep_.add(counter.frontier, counter.residuals, counter.frontier.components[0], NONE);
    const SweepPart& part = sweep_.parts.back();
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const Box& box = counter.frontier.boxes[sweep_.layer(part, t).box];
        for (const Cell cell : counter.frontier.cells_of(box)) {
            layer_of_[counter.cells()[cell]] = static_cast<std::uint16_t>(t);
        }
    }
}

const std::array<double, 9>& ClueChances::of(Padded at) {
    chances_.fill(0.0);
    const Evidence& evidence = belief_->evidence();
    if (evidence.is_known_mine(at) || evidence.has_clue(at)) return chances_;
    if (!by_graph_) {
        try_each(at);
        return chances_;
    }
    find_near(at);
    product_.rows = 1;
    product_.values.assign(WIDTH, 0.0);
    product_.values[0] = 1.0;
    most_in_sea_ = belief_->mines_left();
    for (const std::size_t i : near_components_) {
        run_component(i, at);
        multiply_near();
        most_in_sea_ -= belief_->component(i).counts->low;
    }
    multiply_others();
    weigh(at);
    return chances_;
}

bool ClueChances::is_living(Padded at) {
    of(at);
    return std::ranges::count_if(chances_, [](double chance) { return chance > 0.0; }) > 1;
}

// What the belief itself says of each clue, where there are no components to look at.
void ClueChances::try_each(Padded at) {
    for (Code clue = 0; clue < WIDTH; ++clue) {
        if (belief_->assume_at(at, clue) != EngineStatus::solved) continue;
        chances_[clue] = belief_->chance_of_last();
        belief_->take_back();
    }
}

void ClueChances::find_near(Padded at) {
    near_components_.clear();
    sea_near_ = 0;
    const Evidence& evidence = belief_->evidence();
    const auto add = [&](Padded cell) {
        const std::uint32_t id = belief_->component_id(cell);
        if (id == NONE) return false;
        const std::size_t i = belief_->index_of(id);
        if (std::ranges::find(near_components_, i) == near_components_.end()) {
            near_components_.push_back(i);
        }
        return true;
    };
    if (evidence.is_unknown(at)) add(at);
    belief_->frame().for_neighbours(at, [&](Padded cell) {
        if (evidence.is_unknown(cell) && !add(cell)) ++sea_near_;
    });
}

// found_: placements of component i with the cell safe, by mines and mines near it.
void ClueChances::run_component(std::size_t i, Padded at) {
    const SweepPart& part = sweep_.parts[i];
    const Evidence& evidence = belief_->evidence();
    near_.assign(part.num_boxes, 0);
    std::uint32_t first = NONE, last = 0, own_layer = NONE;
    const auto involve = [&](Padded cell) {
        const std::uint32_t t = layer_of_[cell];
        first = std::min(first, t);
        last = std::max(last, t);
        return t;
    };
    const auto is_member = [&](Padded cell) {
        if (!evidence.is_unknown(cell)) return false;
        const std::uint32_t id = belief_->component_id(cell);
        return id != NONE && belief_->index_of(id) == i;
    };
    if (is_member(at)) own_layer = involve(at);
    belief_->frame().for_neighbours(at, [&](Padded cell) {
        if (is_member(cell)) ++near_[involve(cell)];
    });
    const Layer& begin = sweep_.layer(part, first);
    for (const Node& node : sweep_.nodes_of(begin)) {
        for (std::uint32_t m = 0; m < node.mines_count; ++m) {
            double* into = &carried_[WIDTH * (node.first_value + m)];
            std::fill_n(into, WIDTH, 0.0);
            into[0] = forward_[node.first_value + m];
        }
    }
    for (std::uint32_t t = first; t <= last; ++t) run_layer(part, t, t == own_layer);
    collect_end(part, last + 1, *belief_->component(i).counts);
}

void ClueChances::run_layer(const SweepPart& part, std::uint32_t t, bool has_cell) {
    const Layer& layer = sweep_.layer(part, t);
    const Layer& next = sweep_.layer(part, t + 1);
    const Node& first = sweep_.nodes[next.first_node];
    const Node& last = sweep_.nodes[next.first_node + next.num_nodes - 1];
    std::fill(carried_.begin() + static_cast<std::ptrdiff_t>(WIDTH * first.first_value),
              carried_.begin() +
                  static_cast<std::ptrdiff_t>(WIDTH * (last.first_value + last.mines_count)),
              0.0);
    const std::uint32_t near = near_[t];
    const std::uint32_t rest = layer.box_size - near - (has_cell ? 1 : 0);
    for (std::uint32_t i = layer.first_node; i < layer.first_node + layer.num_nodes; ++i) {
        if (ahead_[i].count == 0) continue;
        const Node& node = sweep_.nodes[i];
        for (std::uint32_t e = 0; e < node.num_edges; ++e) {
            const std::uint32_t to_node = sweep_.edges[node.first_edge + e];
            if (ahead_[to_node].count == 0) continue;
            const Node& to = sweep_.nodes[to_node];
            const std::uint32_t mines = node.edge_low + e;
            const std::int32_t shift =
                node.mines_low + static_cast<std::int32_t>(mines) - to.mines_low;
            for (std::uint32_t j = mines > rest ? mines - rest : 0; j <= std::min(near, mines);
                 ++j) {
                const double ways = SMALL_BINOMIALS[near][j] * SMALL_BINOMIALS[rest][mines - j];
                const double* from = &carried_[WIDTH * node.first_value];
                double* into = &carried_[WIDTH * to.first_value] +
                               static_cast<std::ptrdiff_t>(WIDTH) * shift + j;
                for (std::uint32_t m = 0; m < node.mines_count; ++m) {
                    for (std::size_t k = 0; k + j < WIDTH; ++k) {
                        into[WIDTH * m + k] += ways * from[WIDTH * m + k];
                    }
                }
            }
        }
    }
}

void ClueChances::collect_end(const SweepPart& part, std::uint32_t t,
                              const ComponentCounts& counts) {
    found_.rows = counts.count;
    found_.values.assign(WIDTH * counts.count, 0.0);
    const Layer& layer = sweep_.layer(part, t);
    for (std::uint32_t i = layer.first_node; i < layer.first_node + layer.num_nodes; ++i) {
        const Node& node = sweep_.nodes[i];
        const Range& to = ahead_[i];
        for (std::uint32_t m = 0; m < node.mines_count && to.count > 0; ++m) {
            const double* from = &carried_[WIDTH * (node.first_value + m)];
            if (forward_[node.first_value + m] == 0.0) continue;
            const auto row = static_cast<std::size_t>(
                node.mines_low + static_cast<std::int32_t>(m) + to.low - counts.low);
            for (std::uint32_t g = 0; g < to.count; ++g) {
                const double ways = ahead_.numbers()[to.first + g];
                double* into = &found_.values[WIDTH * (row + g)];
                for (std::size_t k = 0; k < WIDTH; ++k) into[k] += ways * from[k];
            }
        }
    }
}

void ClueChances::multiply_near() {
    room_.rows = product_.rows + found_.rows - 1;
    room_.values.assign(WIDTH * room_.rows, 0.0);
    for (std::size_t a = 0; a < product_.rows; ++a) {
        for (std::size_t j = 0; j < WIDTH; ++j) {
            const double factor = product_.values[WIDTH * a + j];
            if (factor == 0.0) continue;
            for (std::size_t b = 0; b < found_.rows; ++b) {
                double* into = &room_.values[WIDTH * (a + b) + j];
                for (std::size_t k = 0; k + j < WIDTH; ++k) {
                    into[k] += factor * found_.values[WIDTH * b + k];
                }
            }
        }
    }
    std::swap(product_, room_);
}

// Placements of the components far from the cell, by mines above their least.
void ClueChances::multiply_others() {
    others_.assign(1, 1.0);
    for (std::size_t i = 0; i < belief_->num_components(); ++i) {
        if (std::ranges::find(near_components_, i) != near_components_.end()) continue;
        const ComponentCounts& own = *belief_->component(i).counts;
        most_in_sea_ -= own.low;
        others_room_.assign(others_.size() + own.count - 1, 0.0);
        for (std::size_t a = 0; a < others_.size(); ++a) {
            for (std::uint32_t m = 0; m < own.count; ++m) {
                others_room_[a + m] += others_[a] * own.placements[m];
            }
        }
        std::swap(others_, others_room_);
    }
}

void ClueChances::weigh(Padded at) {
    const Evidence& evidence = belief_->evidence();
    const bool in_sea = evidence.is_unknown(at) && belief_->component_id(at) == NONE;
    const auto known = static_cast<std::size_t>(evidence.mines_around(at));
    const std::uint32_t far = belief_->sea() - sea_near_ - (in_sea ? 1 : 0);
    const double* ways = belief_->binomials().row(far);
    // Weight of each number of mines near the cell, for each number used in the components.
    for (std::size_t row = 0; row < product_.rows; ++row) {
        std::array<double, 9> factors{};
        for (std::size_t o = 0; o < others_.size(); ++o) {
            for (std::uint32_t j = 0; j <= sea_near_; ++j) {
                const std::int64_t left = most_in_sea_ - static_cast<std::int64_t>(row + o + j);
                if (left < 0 || left > static_cast<std::int64_t>(far)) continue;
                factors[j] += others_[o] * SMALL_BINOMIALS[sea_near_][j] * ways[left];
            }
        }
        for (std::size_t k = 0; k < WIDTH; ++k) {
            const double value = product_.values[WIDTH * row + k];
            if (value == 0.0) continue;
            for (std::size_t j = 0; j + k + known < WIDTH; ++j) {
                chances_[known + k + j] += value * factors[j];
            }
        }
    }
    for (double& chance : chances_) chance /= belief_->total();
}

}  // namespace sapper
