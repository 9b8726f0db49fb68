// Exact best play over sets of up to some thousand layouts, each a bit.
//
// The same search as in endgame.h where a set is a few words: what a cell shows
// splits it by an `and`. Rivals (rivals.h) are known for every pair, so that a set is covered
// by groups of them anew. Each level has tables of W words; a set that fits half of
// them goes down to a smaller one.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "logic/play/bit_table.h"
#include "logic/play/set_memo.h"

namespace sapper {

class BitSearch {
  public:
    using Set = std::span<const std::uint32_t>;
    static constexpr std::uint32_t MOST_LAYOUTS = 64 * 32;

    BitSearch(const ShownTable& table, const LayoutWords& words, SetMemo& memo, NodeLimit& limit)
        : table_(&table), words_(&words), memo_(&memo), limit_(&limit) {}

    // The wins of best play if they are more than `beat`, else some bound that is not.
    std::uint32_t value(Set set, std::uint32_t beat);
    // A bound on the wins of best play: of each group of rivals at most one is won.
    std::uint32_t most_wins(Set set);

  private:
    template <std::size_t W>
    struct Choice {
        LayoutBits<W> mines;
        std::uint32_t cell = 0;
        std::uint32_t num_mines = 0;
        std::uint32_t most = 0;
    };
    template <std::size_t W>
    struct Level {
        BitTable<W> table;
        std::vector<Choice<W>> choices;    // of the nodes that are open, one after the other
        std::vector<LayoutBits<W>> parts;  // the same
        std::vector<std::uint32_t> most;   // by part
    };

    template <std::size_t W>
    Level<W>& level() {
        return std::get<Level<W>>(levels_);
    }
    // By the narrowest level that has room for it.
    template <std::size_t W = 32>
    std::uint32_t cover_fitting(Set set);
    template <std::size_t W = 32>
    std::uint32_t enter_fitting(Set set, std::uint32_t beat, std::uint32_t most);
    // Reads a set into the table of a level; all of it, as bits.
    template <std::size_t W>
    LayoutBits<W> enter(Set set);
    template <std::size_t W>
    std::uint32_t search(const LayoutBits<W>& set, std::uint32_t beat);
    template <std::size_t W>
    std::uint32_t expand(const LayoutBits<W>& set, std::uint32_t count, std::uint32_t beat,
                         std::uint32_t most);
    template <std::size_t W>
    void split(std::size_t first_part, std::uint32_t cell);
    template <std::size_t W>
    std::uint32_t open_safe(std::size_t begin, std::uint32_t beat);
    template <std::size_t W>
    void drop_worse(std::size_t begin);
    template <std::size_t W>
    std::uint32_t choose(const LayoutBits<W>& set, std::uint32_t count, std::size_t begin,
                         std::uint32_t beat, std::uint32_t most);
    // What a cell can win at most, from what seems possible down to `beat`.
    template <std::size_t W>
    std::uint32_t foresee(const LayoutBits<W>& set, std::uint32_t cell, std::uint32_t possible,
                          std::uint32_t beat);
    template <std::size_t W>
    std::uint32_t reveal(const LayoutBits<W>& set, std::uint32_t cell, std::uint32_t beat);
    // The wins of a set where they are known or easily seen, else a bound from above.
    template <std::size_t W>
    std::uint32_t glance(const LayoutBits<W>& set, std::uint32_t count);
    template <std::size_t W>
    std::uint32_t cover(const LayoutBits<W>& set) const;

    const ShownTable* table_;
    const LayoutWords* words_;
    SetMemo* memo_;
    NodeLimit* limit_;
    // Every width is code of its own, which a browser has to load.
#ifdef __wasm__
    std::tuple<Level<1>, Level<4>, Level<32>> levels_;
    static constexpr std::size_t narrower(std::size_t width) { return width == 32 ? 4 : 1; }
#else
    std::tuple<Level<1>, Level<2>, Level<4>, Level<8>, Level<16>, Level<32>> levels_;
    static constexpr std::size_t narrower(std::size_t width) { return width / 2; }
#endif
};

}  // namespace sapper
