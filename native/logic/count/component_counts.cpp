#include "logic/count/component_counts.h"

#include <algorithm>
#include <limits>

#include "game/random.h"
#include "logic/numbers/binomials.h"

namespace sapper {

namespace {

constexpr std::size_t ALIGNMENT = 16;
constexpr std::size_t FEW_BOXES = 6;
constexpr std::uint64_t CELL_SALT = 0x63656c6c00000000ULL;
constexpr std::uint64_t CLUE_SALT = 0x636c756500000000ULL;
constexpr double EXACT_BELOW = 9007199254740992.0;  // 2^53

std::uint64_t relative(Padded at, Padded first) {
    return static_cast<std::uint32_t>(at - first);
}

}  // namespace

void* Arena::take(std::size_t bytes) {
    bytes = (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    while (at_.block < blocks_.size() && at_.used + bytes > blocks_[at_.block].size) {
        ++at_.block;
        at_.used = 0;
    }
    if (at_.block == blocks_.size()) {
        const std::size_t size = std::max(bytes, BLOCK);
        blocks_.push_back({std::make_unique<std::byte[]>(size), size});
    }
    void* found = blocks_[at_.block].bytes.get() + at_.used;
    at_.used += bytes;
    at_.total += bytes;
    return found;
}

void ComponentCounter::clear() {
    ++generation_;
    num_kept_ = 0;
    kept_.reset({});
    loose_.reset({});
}

void ComponentCounter::start(const Evidence& evidence) {
    const std::size_t size = evidence.frame().padded_size();
    if (seen_cells_.size() != size || stamp_ == std::numeric_limits<std::uint32_t>::max()) {
        seen_cells_.assign(size, 0);
        seen_clues_.assign(size, 0);
        local_.resize(size);
        masks_.resize(size);
        cells_.resize(size + 1);
        clues_.resize(size + 1);
        stamp_ = 0;
    }
    ++stamp_;
}

// Without branches, which nobody could predict: what is not wanted is written over.
void ComponentCounter::collect(const Evidence& evidence, Padded start) {
    const Frame& frame = evidence.frame();
    cells_[0] = first_cell_ = start;
    num_cells_ = 1;
    num_clues_ = 0;
    seen_cells_[start] = stamp_;
    masks_[start] = 0;
    std::size_t next_cell = 0, next_clue = 0;
    while (next_cell < num_cells_) {
        frame.for_neighbours(cells_[next_cell++], [&](Padded at) {
            clues_[num_clues_] = at;
            num_clues_ += evidence.has_clue(at) & (seen_clues_[at] != stamp_);
            seen_clues_[at] = stamp_;
        });
        for (; next_clue < num_clues_; ++next_clue) {
            const std::uint64_t own = std::uint64_t{1} << (next_clue % SmallCounter::MOST_CLUES);
            frame.for_neighbours(clues_[next_clue], [&](Padded at) {
                const bool is_new = seen_cells_[at] != stamp_;
                cells_[num_cells_] = at;
                num_cells_ += evidence.is_unknown(at) & is_new;
                masks_[at] = (is_new ? 0 : masks_[at]) | own;
                seen_cells_[at] = stamp_;
            });
        }
    }
    for (const Padded at : cells()) first_cell_ = std::min(first_cell_, at);
}

std::uint64_t ComponentCounter::key_of(const Evidence& evidence) const {
    std::uint64_t key = 0;
    for (const Padded at : cells()) key ^= mix(relative(at, first_cell_) + CELL_SALT);
    for (const Padded at : clues()) {
        const auto missing = static_cast<std::uint64_t>(evidence.mines_missing(at));
        key ^= mix((relative(at, first_cell_) << 4 | missing) + CLUE_SALT);
    }
    return key;
}

ComponentCounter::Entry& ComponentCounter::entry_of(std::uint64_t key) {
    if (2 * num_kept_ >= table_.size()) grow();
    const std::size_t mask = table_.size() - 1;
    std::size_t at = key & mask;
    while (table_[at].generation == generation_ && table_[at].key != key) at = (at + 1) & mask;
    return table_[at];
}

void ComponentCounter::grow() {
    std::vector<Entry> old(std::max<std::size_t>(2 * table_.size(), 512));
    std::swap(old, table_);
    const std::size_t mask = table_.size() - 1;
    for (const Entry& entry : old) {
        if (entry.generation != generation_) continue;
        std::size_t at = entry.key & mask;
        while (table_[at].generation == generation_) at = (at + 1) & mask;
        table_[at] = entry;
    }
}

CountStatus ComponentCounter::find(const Evidence& evidence, Padded start) {
    collect(evidence, start);
    const std::uint64_t key = key_of(evidence);
    Entry& entry = entry_of(key);
    if (entry.generation == generation_) {
        ++hits;
        found_ = entry.counts;
        return found_->count > 0 ? CountStatus::counted : CountStatus::impossible;
    }
    ++misses;
    ComponentCounts* counts = nullptr;
    const CountStatus status = count(evidence, key, counts);
    found_ = counts;
    if (counts != nullptr && num_kept_ < MOST_KEPT && kept_.bytes() < MOST_BYTES) {
        entry = {key, counts, generation_};
        ++num_kept_;
    }
    return status;
}

CountStatus ComponentCounter::sweep(const Evidence& evidence, Padded start) {
    collect(evidence, start);
    return sweep_collected(evidence);
}

CountStatus ComponentCounter::sweep_collected(const Evidence& evidence) {
    if (num_cells_ > MOST_CELLS) return CountStatus::too_large;
    arrange(evidence);
    sweep_.reset(max_states_);
    const SweepStatus status = sweep_.add(frontier, residuals, frontier.components[0], NONE);
    if (status == SweepStatus::impossible) return CountStatus::impossible;
    if (status != SweepStatus::done) return CountStatus::too_large;
    ahead_.start(sweep_.nodes.size());
    ahead_.add(sweep_, sweep_.parts[0]);
    const bool fits = ahead_[sweep_.layers[0].first_node].count > 0;
    return fits ? CountStatus::counted : CountStatus::impossible;
}

// Boxes of the collected component, in the order of the sweep.
void ComponentCounter::arrange(const Evidence& evidence) {
    residuals.clear();
    // Equal cells must list equal constraints in the same order: by place.
    for (std::uint32_t i = 0; i < num_clues_; ++i) {
        local_[clues_[i]] = i;
        const auto missing = static_cast<std::int32_t>(evidence.mines_missing(clues_[i]));
        residuals.push_back(
            {missing, missing, static_cast<std::uint32_t>(evidence.unknown_around(clues_[i]))});
    }
    frontier.start(num_cells_, num_clues_);
    for (Cell i = 0; i < num_cells_; ++i) {
        list_.clear();
        evidence.frame().for_neighbours(cells_[i], [&](Padded at) {
            if (evidence.has_clue(at)) list_.push_back(local_[at]);
        });
        frontier.add(i, list_);
    }
    frontier.finish(num_clues_, static_cast<std::uint32_t>(num_cells_));
    elimination.resize(num_clues_, frontier.boxes.size());
    // A few boxes are swept in any order sooner than a good one is found.
    if (frontier.boxes.size() <= FEW_BOXES) return;
    Component& component = frontier.components[0];
    component.estimate = elimination.arrange(frontier, residuals, component);
}

namespace {

template <class T>
T* take_array(Arena& arena, std::size_t n) {
    return static_cast<T*>(arena.take(n * sizeof(T)));
}

}  // namespace

const ComponentCounts* ComponentCounter::keep(const ComponentCounts& counts) {
    auto* own = new (kept_.take(sizeof(ComponentCounts))) ComponentCounts(counts);
    const std::size_t entries = static_cast<std::size_t>(counts.count) * counts.num_boxes;
    const auto copy = [&]<class T>(T*& array, std::size_t n) {
        if (array == nullptr) return;
        T* into = take_array<T>(kept_, n);
        std::copy_n(array, n, into);
        array = into;
    };
    copy(own->placements, counts.count);
    copy(own->with_mine, entries);
    copy(own->with_safe, entries);
    copy(own->cells, counts.num_cells);
    copy(own->sizes, counts.num_boxes);
    copy(own->clues, counts.num_clues);
    Entry& entry = entry_of(counts.key);
    if (entry.generation != generation_) {
        entry = {counts.key, own, generation_};
        ++num_kept_;
    }
    return own;
}

CountStatus ComponentCounter::count(const Evidence& evidence, std::uint64_t key,
                                    ComponentCounts*& into) {
    if (num_cells_ > MOST_CELLS) return CountStatus::too_large;
    const bool is_full = num_kept_ >= MOST_KEPT || kept_.bytes() >= MOST_BYTES;
    Arena& arena = is_full ? loose_ : kept_;
    missing_.resize(num_clues_);
    for (std::size_t i = 0; i < num_clues_; ++i) {
        missing_[i] = static_cast<std::uint8_t>(evidence.mines_missing(clues_[i]));
    }
    auto* counts = new (arena.take(sizeof(ComponentCounts))) ComponentCounts;
    counts->key = key;
    CountStatus status = CountStatus::too_large;
    if (uses_small) status = small_.run(cells(), masks_.data(), missing_, max_states_);
    if (status == CountStatus::counted) {
        write_small(*counts, arena);
    } else if (status == CountStatus::too_large) {
        status = sweep_collected(evidence);
        if (status == CountStatus::counted) write_sweep(sweep_.parts[0], *counts, arena);
    }
    if (status != CountStatus::too_large) into = counts;
    return status;
}

void ComponentCounter::write_small(ComponentCounts& counts, Arena& arena) {
    counts.num_boxes = small_.num_boxes();
    counts.num_states = small_.num_states();
    counts.low = small_.low();
    counts.count = small_.count();
    counts.placements = take_array<double>(arena, counts.count);
    std::ranges::copy(small_.placements(), counts.placements);
    const std::size_t entries = static_cast<std::size_t>(counts.count) * counts.num_boxes;
    counts.with_mine = take_array<double>(arena, entries);
    small_.write_with_mine(counts.with_mine);
    write_places([&](std::uint32_t box) { return small_.size_of(box); },
                 [&](std::size_t cell) { return small_.box_of(cell); }, counts, arena);
}

void ComponentCounter::write_sweep(const SweepPart& part, ComponentCounts& counts, Arena& arena) {
    const Range& root = ahead_[sweep_.layer(part, 0).first_node];
    counts.num_boxes = static_cast<std::uint32_t>(frontier.boxes.size());
    counts.num_states = static_cast<std::uint32_t>(sweep_.num_values);
    counts.low = root.low;
    counts.count = root.count;
    const std::size_t entries = static_cast<std::size_t>(root.count) * counts.num_boxes;
    counts.placements = take_array<double>(arena, root.count);
    std::copy_n(&ahead_.numbers()[root.first], root.count, counts.placements);
    const double most = *std::max_element(counts.placements, counts.placements + root.count);
    counts.is_exact = most < EXACT_BELOW;
    counts.with_mine = take_array<double>(arena, entries);
    if (!counts.is_exact) counts.with_safe = take_array<double>(arena, entries);
    count_boxes(part, counts);
    write_places([&](std::uint32_t box) { return frontier.boxes[box].num_cells; },
                 [&](std::size_t cell) { return frontier.box_of[cell]; }, counts, arena);
}

bool ComponentCounter::find_proven(const ComponentCounts& counts) {
    for (std::uint32_t box = 0; box < counts.num_boxes; ++box) {
        double mine = 0.0, safe = 0.0;
        for (std::uint32_t m = 0; m < counts.count; ++m) {
            mine += counts.with_mine[static_cast<std::size_t>(box) * counts.count + m];
            safe += counts.safe_at(box, m);
        }
        if (mine == 0.0 || safe == 0.0) return true;
    }
    return false;
}

// Cells box by box, and clues, as distances from the first cell.
template <class SizeOf, class BoxOf>
void ComponentCounter::write_places(SizeOf&& size_of, BoxOf&& box_of, ComponentCounts& counts,
                                    Arena& arena) {
    counts.num_cells = static_cast<std::uint32_t>(num_cells_);
    counts.num_clues = static_cast<std::uint32_t>(num_clues_);
    counts.cells = take_array<std::int32_t>(arena, counts.num_cells);
    counts.sizes = take_array<std::uint16_t>(arena, counts.num_boxes);
    counts.clues = take_array<std::int32_t>(arena, counts.num_clues);
    list_.resize(counts.num_boxes);  // where the next cell of each box goes
    std::uint32_t sum = 0;
    for (std::uint32_t box = 0; box < counts.num_boxes; ++box) {
        counts.sizes[box] = static_cast<std::uint16_t>(size_of(box));
        list_[box] = sum;
        sum += counts.sizes[box];
    }
    for (std::size_t i = 0; i < num_cells_; ++i) {
        counts.cells[list_[box_of(i)]++] = static_cast<std::int32_t>(cells_[i] - first_cell_);
    }
    for (std::uint32_t i = 0; i < counts.num_clues; ++i) {
        counts.clues[i] = static_cast<std::int32_t>(clues_[i] - first_cell_);
    }
    counts.has_proven = find_proven(counts);
}

// Runs forward over the same nodes; each edge adds the placements through it to
// its box: those with a given cell a mine, and if asked for those with it safe.
void ComponentCounter::count_boxes(const SweepPart& part, ComponentCounts& counts) {
    const std::size_t entries = static_cast<std::size_t>(counts.count) * counts.num_boxes;
    std::fill_n(counts.with_mine, entries, 0.0);
    if (counts.with_safe != nullptr) std::fill_n(counts.with_safe, entries, 0.0);
    forward_.assign(sweep_.num_values, 0.0);
    forward_[0] = 1.0;
    const auto spread = [&](double* into, double factor, const Node& node, const Range& to,
                            std::int32_t mines) {
        into += node.mines_low + mines + to.low - counts.low;
        const double* behind = &forward_[node.first_value];
        const double* from = &ahead_.numbers()[to.first];
        for (std::uint32_t a = 0; a < node.mines_count; ++a) {
            const double f = factor * behind[a];
            if (f == 0.0) continue;
            for (std::uint32_t b = 0; b < to.count; ++b) into[a + b] += f * from[b];
        }
    };
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const Layer& layer = sweep_.layer(part, t);
        const double* ways = SMALL_BINOMIALS[layer.box_size].data();
        const double* fewer = SMALL_BINOMIALS[layer.box_size - 1].data();
        const std::size_t row = static_cast<std::size_t>(layer.box) * counts.count;
        for (std::uint32_t i = layer.first_node; i < layer.first_node + layer.num_nodes; ++i) {
            if (ahead_[i].count == 0) continue;
            const Node& node = sweep_.nodes[i];
            for (std::uint32_t e = 0; e < node.num_edges; ++e) {
                const std::uint32_t next = sweep_.edges[node.first_edge + e];
                const Range& to = ahead_[next];
                if (to.count == 0) continue;
                const auto mines = static_cast<std::int32_t>(node.edge_low + e);
                const Node& target = sweep_.nodes[next];
                double* into =
                    &forward_[target.first_value] + (node.mines_low + mines - target.mines_low);
                const double* behind = &forward_[node.first_value];
                for (std::uint32_t a = 0; a < node.mines_count; ++a) {
                    into[a] += ways[mines] * behind[a];
                }
                if (mines > 0) {
                    spread(counts.with_mine + row, fewer[mines - 1], node, to, mines);
                }
                if (counts.with_safe != nullptr &&
                    mines < static_cast<std::int32_t>(layer.box_size)) {
                    spread(counts.with_safe + row, fewer[mines], node, to, mines);
                }
            }
        }
    }
}

}  // namespace sapper
