// The pattern database: what to do in a 4x4 window that looks like this
// (Vaitzman et al., section II.2.3.1).
//
// A configuration is the 16 cells as seen, in reading order: covered, flagged or a
// clue. Its key is the number whose digits they are, to base 11. `pattern_games.h`
// plays the games that the database is made from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/papers/vaitzman/proposals.h"

namespace sapper {

inline constexpr int PATTERN_SIDE = 4;
inline constexpr int PATTERN_CELLS = PATTERN_SIDE * PATTERN_SIDE;
inline constexpr std::uint64_t PATTERN_BASE = 11;

// The most frequent move that did not lose, and how good it was, in units of 1/65535.
struct Pattern {
    std::uint64_t key = 0;
    std::uint16_t share = 0;  // made and not lost, of the times the configuration appeared
    std::uint16_t safe = 0;   // not lost, of the times the move was made
    std::uint8_t move = 0;    // a cell of the window
};
inline constexpr double PATTERN_UNIT = 65535;

// The stored configurations, to be found by key. Never changed once made.
class PatternTable {
  public:
    explicit PatternTable(std::span<const Pattern> patterns);
    const Pattern* find(std::uint64_t key) const;
    std::size_t size() const { return size_; }

  private:
    std::vector<Pattern> slots_;
    std::vector<std::uint8_t> is_used_;
    std::uint64_t mask_ = 0;
    std::size_t size_ = 0;
};

enum class PatternValue : std::uint8_t { share, safe };
PatternValue parse_pattern_value(const std::string& text);

// How a clue is read whose neighbours are not all inside the window: as it stands,
// or less the flags outside, windows with covered cells around a clue left out.
enum class WindowClues : std::uint8_t { shown, reduced };
WindowClues parse_window_clues(const std::string& text);

// Looks at all windows of the grid.
class PatternWindows {
  public:
    PatternWindows(std::shared_ptr<const PatternTable> table, PatternValue value,
                   WindowClues clues);
    // The stored moves of largest value; none if no window is in the database.
    void propose(const Sight& sight, const Proofs& proofs, Proposals& proposals);
    // The largest stored value of opening each cell, per padded cell; 0 where there is none.
    void value_cells(const Sight& sight, const Proofs& proofs, std::vector<double>& values);

  private:
    template <class Visit>
    void for_windows(const Sight& sight, Visit visit) const;
    void read_cells(const Sight& sight, const Proofs& proofs);
    bool read_window(const Sight& sight, Padded first, std::uint64_t& key) const;
    bool reduce_clue(const Sight& sight, Padded first, int row, int column, Code& code) const;

    std::shared_ptr<const PatternTable> table_;
    PatternValue value_;
    WindowClues clues_;
    std::vector<Code> codes_;  // padded: clues, COVERED, FLAGGED for known mines, EDGE
};

}  // namespace sapper
