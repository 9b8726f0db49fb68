#include "agents/papers/sinha/play/learned.h"

#include <algorithm>

#include "agents/papers/sinha/solutions/padded_position.h"
#include "game/errors.h"

namespace sapper {

namespace {

bool is_blank(const Code* cells, const std::uint8_t* allowed, std::size_t size) {
    return std::all_of(cells, cells + size, [](Code code) { return code == COVERED; }) &&
           std::all_of(allowed, allowed + size, [](std::uint8_t one) { return one != 0; });
}

}  // namespace

OfferedRows read_rows(const PositionBlock& block, const RowOptions& options, bool share_blank) {
    OfferedRows out;
    PaddedPosition padded(block.columns, block.rows, block.num_mines);
    RowReader reader(options);
    Proofs proofs;
    std::vector<Padded> offered;
    const std::size_t size = static_cast<std::size_t>(block.columns) * block.rows;
    for (std::size_t i = 0; i < block.count; ++i) {
        const Code* cells = block.cells + i * size;
        const std::uint8_t* allowed = block.allowed + i * size;
        const bool is_shared = share_blank && options.offer_all && is_blank(cells, allowed, size);
        if (is_shared && out.blank_end != 0) {
            out.ends.push_back(static_cast<std::int64_t>(out.cells.size()));
            out.randoms.emplace_back(block.words[i]);
            continue;
        }
        padded.load(cells, allowed);
        proofs.start(padded.sight.view.size());
        Random random(block.words[i]);
        reader.look(padded.sight, proofs, random);
        reader.offer(options.offer_all, random, offered);
        const std::size_t from = out.rows.size();
        out.rows.resize(from + offered.size() * ROW_SIZE);
        for (std::size_t j = 0; j < offered.size(); ++j) {
            reader.write(offered[j], out.rows.data() + from + j * ROW_SIZE);
            out.cells.push_back(padded.sight.frame.to_cell(offered[j]));
        }
        out.ends.push_back(static_cast<std::int64_t>(out.cells.size()));
        out.randoms.push_back(random);
        if (is_shared) {
            out.blank_end = out.cells.size();
            out.blank_start = out.blank_end - offered.size();
        }
    }
    return out;
}

std::size_t choose_best(const float* values, std::size_t count, Random& random) {
    std::size_t best = 0, ties = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (values[i] > values[best]) best = i, ties = 0;
        ties += values[i] == values[best];
    }
    std::uint64_t skip = random.below(std::max<std::size_t>(ties, 1));
    for (std::size_t i = best; i < count; ++i) {
        if (values[i] == values[best] && skip-- == 0) return i;
    }
    return best;
}

std::vector<std::int64_t> guess_by_model(const PositionBlock& block, const RowOptions& options,
                                         const Model& model) {
    OfferedRows offered = read_rows(block, options, true);
    std::vector<float> values(offered.cells.size());
    model.predict(offered.rows.data(), values.size(), values.data());
    std::vector<std::int64_t> out;
    std::size_t from = 0;
    const std::size_t size = static_cast<std::size_t>(block.columns) * block.rows;
    for (std::size_t i = 0; i < block.count; ++i) {
        const auto end = static_cast<std::size_t>(offered.ends[i]);
        const bool is_shared = from == end;
        if (is_shared && !is_blank(block.cells + i * size, block.allowed + i * size, size)) {
            throw Error("expected positions with a cell to guess, got none in position " +
                        std::to_string(i));
        }
        const std::size_t first = is_shared ? offered.blank_start : from;
        const std::size_t last = is_shared ? offered.blank_end : end;
        const std::size_t best =
            first + choose_best(values.data() + first, last - first, offered.randoms[i]);
        out.push_back(offered.cells[best]);
        from = end;
    }
    return out;
}

}  // namespace sapper
