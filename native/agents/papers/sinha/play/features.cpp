#include "agents/papers/sinha/play/features.h"

#include <algorithm>

#include "agents/parts/place_parts.h"
#include "game/errors.h"
#include "game/frame_walk.h"

namespace sapper {

RowKind parse_row_kind(const std::string& text) {
    if (text == "features") return RowKind::features;
    if (text == "sub_states") return RowKind::sub_states;
    throw Error("expected rows of features or sub_states, got " + quote(text));
}

namespace {

// A cell as (i, j) of a p x q grid, p the larger side: wide grids are turned.
struct Turned {
    int i;
    int j;
};

Turned turn(const Frame& frame, Padded at) {
    const int row = static_cast<int>(at) / frame.stride;
    const int column = static_cast<int>(at) - row * frame.stride;
    return frame.columns > frame.rows ? Turned{column - 1, row - 1} : Turned{row - 1, column - 1};
}

}  // namespace

void RowReader::look(const Sight& sight, const Proofs& proofs, Random& random) {
    risks_.look(sight, proofs, random);
    frame_ = sight.frame;
    view_ = &sight.view;
    num_mines_ = sight.num_mines;
    scores_ = Scores(options_.score, risks_.mines_left(), risks_.num_unknown());
    if (options_.kind == RowKind::features) {
        find_least();
    } else {
        rate_cells(proofs);
    }
}

// The number of the frontier cell of least risk, the first of several; -1 without a frontier.
void RowReader::find_least() {
    const int width = std::min(frame_.columns, frame_.rows);
    double least = 2;
    least_index_ = -1;
    for (const Padded at : risks_.frontier()) {
        const Turned place = turn(frame_, at);
        const std::int64_t index = static_cast<std::int64_t>(place.i) * width + place.j;
        const double risk = risks_.risk(at);
        if (risk > least || (risk == least && index > least_index_)) continue;
        least = risk;
        least_index_ = index;
    }
}

// Sc of every covered cell; a known mine has risk 1, a revealed cell none at all.
void RowReader::rate_cells(const Proofs& proofs) {
    values_.assign(view_->size(), -1);
    const double alpha = options_.alpha;
    for_cells(frame_, [&](Padded at) {
        const Code code = (*view_)[at];
        const bool is_mine = code == FLAGGED || proofs.mark(at) == Mark::mine;
        if (code != COVERED && !is_mine) return;
        const double risk = is_mine ? 1 : risks_.risk(at);
        values_[at] = alpha * risk + (1 - alpha) * scores_(place_of(frame_, at));
    });
}

void RowReader::offer(bool all, Random& random, std::vector<Padded>& cells) const {
    constexpr std::size_t RANDOM_CELLS = 3;  // section 4.2.2
    if (is_proven()) {
        cells.assign(1, draw(risks_.safe(), random));
        return;
    }
    cells = risks_.frontier();
    std::vector<Padded> sea = risks_.sea();
    std::size_t count = sea.size();
    if (!all) {
        count = std::min(count, RANDOM_CELLS);
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(sea[i], sea[i + random.below(sea.size() - i)]);
        }
    }
    cells.insert(cells.end(), sea.begin(), sea.begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(cells.begin(), cells.end());
}

void RowReader::write_features(Padded at, float* row) const {
    const Turned place = turn(frame_, at);
    const auto& frontier = risks_.frontier();
    const bool on_frontier = std::binary_search(frontier.begin(), frontier.end(), at);
    row[0] = static_cast<float>(std::max(frame_.columns, frame_.rows));
    row[1] = static_cast<float>(std::min(frame_.columns, frame_.rows));
    row[2] = static_cast<float>(num_mines_);
    row[3] = static_cast<float>(place.i);
    row[4] = static_cast<float>(place.j);
    row[5] = on_frontier ? static_cast<float>(risks_.risk(at)) : 0.5F;
    row[6] = static_cast<float>(frontier.size());
    row[7] = static_cast<float>(least_index_);
    row[8] = static_cast<float>(scores_(place_of(frame_, at)));
}

void RowReader::write(Padded at, float* row) const {
    if (options_.kind == RowKind::features) return write_features(at, row);
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            const auto next =
                static_cast<std::size_t>(static_cast<int>(at) + down * frame_.stride + right);
            *row++ = static_cast<float>(values_[next]);
        }
    }
}

}  // namespace sapper
