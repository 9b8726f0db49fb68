// A reason in words: one sentence that a player can follow on the grid, and its steps.
//
// The clues of a proof are laid out as a story where one exists: single clues and pairs of
// clues settle cells one after the other until the cell is reached. Where that does not get
// there, or would take too long, the sentence says what could not be right if the cell were
// otherwise.
#pragma once

#include <string>
#include <vector>

#include "advice/reasons.h"

namespace sapper {

// One step of a story: the clues used, the cells that they settle, and what to say.
struct ReasonStep {
    std::string text;
    std::vector<Cell> clues;
    std::vector<Cell> cells;
    bool are_mines = false;
};

// Puts the reasons of one position, which must outlive it, into words.
class Teller {
  public:
    Teller(const PositionView& position, bool trust_flags)
        : position_(position), trust_flags_(trust_flags) {}

    std::string sentence(const Reason& reason);
    std::vector<ReasonStep> steps(const Reason& reason);
    // The flags that a reason trusts: those around its clues, or all with the mine count.
    std::vector<Cell> flags(const Reason& reason);

  private:
    struct Event {
        std::vector<Cell> settled;
        bool are_mines = false;
        std::vector<Cell> uses;  // cells settled before that it relies on
        std::vector<Cell> clues;
        std::string result;  // told if the story goes on
        std::string ending;  // told if it ends here
    };
    using Cells = std::vector<Cell>;

    bool collect_events(const Reason& reason, std::vector<Event>& events);
    bool find_event(const Reason& reason, Event& event);
    bool single(Cell clue, Event& event);
    bool pair(Cell a, Cell b, Event& event);
    std::string start_pair(Cell clue, const Cells& shared, std::size_t least, bool mines) const;
    std::string tell(const Reason& reason);
    std::string tell_with_mine_count(const Reason& reason);
    std::string tell_apart(const Reason& reason, std::int64_t left) const;
    std::string tell_served(Cell clue, const Cells& mines) const;

    std::int64_t shown(Cell clue) const { return position_.cells[clue]; }
    std::int64_t left(Cell clue) const;
    bool is_settled(Cell cell) const;
    bool is_mine(Cell cell) const;
    template <class Test>
    Cells around(Cell clue, Test test) const;
    Cells unknown(Cell clue) const;
    Cells mines(Cell clue) const;

    std::string name(Cell cell) const { return format_cell(cell, position_.columns); }
    std::string names(const Cells& cells) const;
    std::string name_clue(Cell clue) const;
    std::string name_clues(const Cells& clues) const;
    void count_cells();

    PositionView position_;
    bool trust_flags_;
    std::vector<std::pair<Cell, bool>> known_;  // settled by the story so far
    bool is_counted_ = false;
    std::int64_t num_covered_ = 0, num_known_mines_ = 0;
    Cells flagged_;
};

}  // namespace sapper
