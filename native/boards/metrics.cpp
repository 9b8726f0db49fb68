#include "boards/metrics.h"

#include <cstring>
#include <numeric>

namespace sapper {

namespace {

// 1 where the number is 0 and the place inside. A function of plain pointers: bytes
// may alias anything, and members would be loaded again for each of them.
void mark_where_zero(const std::uint8_t* numbers, const std::uint8_t* inside, std::uint8_t* out,
                     std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        out[i] = static_cast<std::uint8_t>(inside[i] & (numbers[i] == 0));
    }
}

}  // namespace

BoardMeter::BoardMeter(const Frame& frame) : frame_(frame) {
    inside_.assign(frame.padded_size(), 0);
    for (Cell cell = 0; cell < static_cast<Cell>(frame.columns) * frame.rows; ++cell) {
        inside_[frame.to_padded(cell)] = 1;
    }
    for (auto* bytes : {&clues, &zeros, &alone, &sums_, &near_zero_}) {
        bytes->assign(frame.padded_size(), 0);
    }
    queue_.resize(frame.padded_size());
}

// The sum over the 3x3 block of every cell: down the columns, then along the rows.
void BoardMeter::sum_blocks(const std::uint8_t* from, std::uint8_t* to) {
    const auto stride = static_cast<std::size_t>(frame_.stride);
    const std::size_t end = frame_.padded_size() - stride - 2;
    std::uint8_t* sums = sums_.data();
    for (std::size_t i = stride; i < end; ++i) {
        sums[i] = static_cast<std::uint8_t>(from[i - stride] + from[i] + from[i + stride]);
    }
    for (std::size_t i = stride + 1; i + 1 < end; ++i) {
        to[i] = static_cast<std::uint8_t>(sums[i - 1] + sums[i] + sums[i + 1]);
    }
}

void BoardMeter::find_kinds(const std::vector<std::uint8_t>& mines) {
    sum_blocks(mines.data(), clues.data());
    const std::size_t size = frame_.padded_size();
    mark_where_zero(clues.data(), inside_.data(), zeros.data(), size);
    sum_blocks(zeros.data(), near_zero_.data());
    mark_where_zero(near_zero_.data(), inside_.data(), alone.data(), size);
    std::uint8_t* out = alone.data();
    const std::uint8_t* mine = mines.data();
    for (std::size_t i = 0; i < size; ++i) out[i] &= static_cast<std::uint8_t>(mine[i] ^ 1);
}

Metrics BoardMeter::measure(const std::vector<std::uint8_t>& mines) {
    find_kinds(mines);
    Metrics found;
    for (const std::uint8_t one : alone) found.three_bv += one;
    found.openings = count_groups(zeros);
    found.islands = count_groups(alone);
    found.three_bv += found.openings;
    return found;
}

// Counts connected groups; the members are gone afterwards.
std::int32_t BoardMeter::count_groups(std::vector<std::uint8_t>& members) {
    std::uint8_t* is_member = members.data();
    Padded* queue = queue_.data();
    const std::uint8_t* end = is_member + members.size();
    std::int32_t count = 0;
    for (const std::uint8_t* at = is_member;; ++at) {
        at = static_cast<const std::uint8_t*>(
            std::memchr(at, 1, static_cast<std::size_t>(end - at)));
        if (at == nullptr) return count;
        ++count;
        std::size_t filled = 0;
        const auto put = [&](Padded cell) {
            queue[filled] = cell;
            filled += is_member[cell];
            is_member[cell] = 0;
        };
        put(static_cast<Padded>(at - is_member));
        for (std::size_t next = 0; next < filled; ++next) frame_.for_neighbours(queue[next], put);
    }
}

}  // namespace sapper
