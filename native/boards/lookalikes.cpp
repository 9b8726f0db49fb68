#include "boards/lookalikes.h"

namespace sapper {

namespace {

using Byte = std::uint8_t;

// Plain pointers and no branch, so that the loops are vectorized.
void find_walls(const Byte* mines, const Byte* inside, Byte* walls, Byte* safe, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        walls[i] = static_cast<Byte>(mines[i] | (inside[i] ^ 1));
        safe[i] = static_cast<Byte>(walls[i] ^ 1);
    }
}

void find_triples(const Byte* walls, Byte* out, std::size_t step, std::size_t size) {
    for (std::size_t i = step; i + step < size; ++i) {
        out[i] = static_cast<Byte>(walls[i - step] & walls[i] & walls[i + step]);
    }
}

// Pairs of a cell and the one `step` further on, shut off at both ends by triples.
Byte find_pairs(const Byte* mines, const Byte* safe, const Byte* shut, std::size_t step,
                std::size_t from, std::size_t to) {
    Byte found = 0;
    for (std::size_t i = from; i < to; ++i) {
        found |= static_cast<Byte>(((mines[i] & safe[i + step]) | (safe[i] & mines[i + step])) &
                                   shut[i - step] & shut[i + 2 * step]);
    }
    return found;
}

// Blocks of 2x2 from their upper left cell on.
Byte find_blocks(const Byte* mines, const Byte* safe, const Byte* walls, std::size_t stride,
                 std::size_t from, std::size_t to) {
    Byte found = 0;
    for (std::size_t i = from; i < to; ++i) {
        const Byte falling = mines[i] & mines[i + stride + 1] & safe[i + 1] & safe[i + stride];
        const Byte rising = safe[i] & safe[i + stride + 1] & mines[i + 1] & mines[i + stride];
        found |=
            static_cast<Byte>((falling | rising) & walls[i - stride - 1] & walls[i - stride + 2] &
                              walls[i + 2 * stride - 1] & walls[i + 2 * stride + 2]);
    }
    return found;
}

}  // namespace

Lookalikes::Lookalikes(const Frame& frame) : frame_(frame) {
    for (auto* bytes : {&inside_, &walls_, &safe_, &across_, &down_}) {
        bytes->assign(frame.padded_size(), 0);
    }
    for (Cell cell = 0; cell < static_cast<Cell>(frame.columns) * frame.rows; ++cell) {
        inside_[frame.to_padded(cell)] = 1;
    }
}

bool Lookalikes::has_one(const std::vector<std::uint8_t>& mines, Padded first) {
    const auto stride = static_cast<std::size_t>(frame_.stride);
    const std::size_t size = frame_.padded_size();
    const Byte* mine = mines.data();
    find_walls(mine, inside_.data(), walls_.data(), safe_.data(), size);
    safe_[first] = 0;
    find_triples(walls_.data(), across_.data(), 1, size);
    find_triples(walls_.data(), down_.data(), stride, size);
    // Rows from the first to the last but one for what reaches into the next row.
    const std::size_t last = static_cast<std::size_t>(frame_.rows) * stride;
    Byte found = find_pairs(mine, safe_.data(), across_.data(), stride, stride + 1, last);
    found |= find_pairs(mine, safe_.data(), down_.data(), 1, stride + 1, last + stride - 2);
    found |= find_blocks(mine, safe_.data(), walls_.data(), stride, stride + 1, last - 1);
    return found != 0;
}

}  // namespace sapper
