// A deducer that looks at one rectangle of the grid at a time.
//
// A window is what the thesis calls a sample [1, chapter 4]. Any deducer can be
// put behind it: for each window it is shown a small position made of the cells
// inside, of walls where the window reaches over the grid's edge (by one cell at
// most), and of a rim of covered cells on the other sides, because nothing is
// known of what lies there. It is a new one for every look, so that nothing is
// carried from window to window but what stands on the grid.
//
// Order of the search: windows centred on frontier cells, then all, row by row;
// the first that proves something new ends it. Skipped are windows that cannot
// prove anything and windows looked at before with the same content. The thesis
// skips the latter even if the mine count has changed since; `recheck` does not.
//
// The screen: no window proves more than all clues and the mine count together
// do. So one exact look at the whole grid tells which cells can be proven at
// all, and windows that show none of them need not be solved. It changes no
// result, only the time; the tests play with and without it.
//
// References:
//     [1] Kvietinskas 2021, chapter 4; section 5.4.1 for the mine count.
#pragma once

#include <array>
#include <memory>

#include "agents/parts/exact.h"
#include "agents/parts/parts.h"

namespace sapper {

struct WindowOptions {
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    bool mine_count = true;  // let the deducer behind it use the mine count
    bool recheck = true;     // look again at an unchanged window if the mine count changed
    bool screen = true;
};

// Whether a cell of the rim is next to a clue 1 to 8, so that it takes part in the count.
bool is_rim_frontier(const Sight& sight, Padded at);

class Window final : public Deducer {
  public:
    Window(MakeDeducer make_inner, const WindowOptions& options);

    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;
    std::int64_t num_windows() const override { return num_considered_; }
    std::optional<Region> last_window() const override { return last_window_; }

  private:
    // Where a window lies: its first cell, one before the grid if it shows a wall there.
    struct Place {
        int column;
        int row;
    };
    // The position shown through windows of one shape, and the deducer that looks at it.
    struct Pane {
        Frame frame;
        std::vector<Code> view;
        std::vector<std::uint8_t> is_inside;
        std::vector<Padded> changed;
        std::unique_ptr<Deducer> inner;
        Proofs proofs;
        int column = 0;  // of the grid: where the pane's first cell lies
        int row = 0;
        int first_column = 0;  // of the pane: where the inside begins and how much there is
        int first_row = 0;
        int inside_columns = 0;
        int inside_rows = 0;
    };

    Place place_of(std::size_t window) const {
        const int row = static_cast<int>(window) / across_;
        return {static_cast<int>(window) - row * across_ - 1, row - 1};
    }
    void note_changes(const Sight& sight, std::span<const Padded> changed);
    template <class F>
    void for_windows_with(int column, int row, int margin, F&& f);
    void find_provable(const Sight& sight, const Proofs& proofs);
    void screen(const Sight& sight, const Proofs& proofs);
    void count_cells(const Sight& sight);
    bool is_useful(std::size_t window) const;
    std::size_t centred_on(int column, int row) const;
    bool consider(const Sight& sight, std::size_t window, Proofs& proofs);
    bool look(const Sight& sight, std::size_t window, Proofs& proofs);
    Pane& lay_out(const Sight& sight, Place place);
    WindowCount count_mines(const Sight& sight, const Pane& pane) const;
    bool take_over(const Sight& sight, const Pane& pane, Proofs& proofs);

    MakeDeducer make_inner_;
    WindowOptions options_;
    Frame frame_;
    int columns_ = 0;  // of a window, walls counted
    int rows_ = 0;
    int across_ = 0;  // places of a window
    int down_ = 0;
    std::vector<std::uint8_t> is_due_;        // per window: changed since it was looked at
    std::vector<std::uint8_t> may_prove_;     // per window: the screen lets it through
    std::vector<std::uint8_t> is_mine_;       // per padded cell: flagged or shown
    std::vector<std::uint32_t> num_covered_;  // in the rectangle above and left of each cell
    std::vector<std::uint32_t> num_clues_;
    std::int64_t known_mines_ = 0;
    std::int64_t last_mines_left_ = 0;
    std::int64_t num_considered_ = 0;
    std::optional<Region> last_window_;
    std::array<std::unique_ptr<Pane>, 9> panes_;  // by the walls they show
    SightSolver solver_;
    bool is_screened_ = false;  // provable_ is complete
    bool is_changed_ = true;    // provable_ is out of date
    int num_free_looks_ = 0;    // left before the screen is set up; negative after that
    std::vector<Code> screen_view_;
    std::vector<Padded> provable_;
    std::vector<Padded> clues_;
};

}  // namespace sapper
