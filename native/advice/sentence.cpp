#include "advice/sentence.h"

#include <algorithm>
#include <iterator>

namespace sapper {

namespace {

constexpr std::size_t MOST_EVENTS = 5;  // a longer story is harder than the contradiction
constexpr std::size_t MOST_NAMED = 8;   // in a list before the rest is only counted
constexpr std::size_t MOST_TOLD = 60;   // clues of a story

using Cells = std::vector<Cell>;

std::string number(std::int64_t value) {
    return std::to_string(value);
}

std::string plural(const std::string& word, std::int64_t count) {
    return count == 1 ? word : word + "s";
}

// The mines of a clue: "its mine", "both its mines", "all its 3 mines".
std::string its_mines(std::int64_t count) {
    if (count == 1) return "its mine";
    return count == 2 ? "both its mines" : "all its " + number(count) + " mines";
}

// The mines that a clue still has to get.
std::string last_mines(std::int64_t left, std::int64_t shown) {
    if (left == shown) return its_mines(left);
    return left == 1 ? "its last mine" : "its last " + number(left) + " mines";
}

std::string a_mine(std::size_t count) {
    return count == 1 ? "a mine" : "mines";
}

bool is_in(const Cells& cells, Cell cell) {
    return std::ranges::binary_search(cells, cell);
}

Cells merged(const Cells& one, const Cells& other) {
    Cells both;
    std::ranges::set_union(one, other, std::back_inserter(both));
    return both;
}

}  // namespace

// The story

std::string Teller::sentence(const Reason& reason) {
    known_.clear();
    std::string text = name(reason.cell) + " is " + (reason.is_mine ? "a mine" : "safe") + ": ";
    if (reason.is_long()) return text + "the proof is known but long";
    text += reason.needs_mine_count ? tell_with_mine_count(reason) : tell(reason);
    const Cells trusted = flags(reason);
    if (!trusted.empty()) {
        text +=
            " (trusting the " + plural("flag", std::ssize(trusted)) + " at " + names(trusted) + ")";
    }
    if (!reason.is_minimal) text += " (not all of these clues may be needed)";
    return text;
}

std::vector<ReasonStep> Teller::steps(const Reason& reason) {
    known_.clear();
    std::vector<Event> events;
    if (reason.needs_mine_count || !collect_events(reason, events)) {
        return {{sentence(reason), reason.clues, {reason.cell}, reason.is_mine}};
    }
    std::vector<ReasonStep> told;
    for (Event& event : events) {
        std::string text = event.result;
        if (&event == &events.back()) {
            text = event.ending + ":";
            for (const Cell cell : event.settled) text += " " + name(cell);
            text += event.settled.size() == 1 ? " is " : " are ";
            text += event.are_mines ? a_mine(event.settled.size()) : "safe";
        }
        told.push_back(
            {std::move(text), std::move(event.clues), std::move(event.settled), event.are_mines});
    }
    return told;
}

std::string Teller::tell(const Reason& reason) {
    std::vector<Event> events;
    if (!collect_events(reason, events) || events.size() > MOST_EVENTS) {
        return std::string(reason.is_mine ? "without" : "with") + " a mine there, " +
               name_clues(reason.clues) + " could not all be right";
    }
    std::string text;
    for (std::size_t i = 0; i + 1 < events.size(); ++i) text += events[i].result + ", then ";
    return text + events.back().ending;
}

// The events that lead to the cell, without those that nothing relies on.
bool Teller::collect_events(const Reason& reason, std::vector<Event>& events) {
    if (reason.clues.size() > MOST_TOLD) return false;
    std::vector<Event> all;
    while (!is_settled(reason.cell)) {
        Event event;
        if (!find_event(reason, event)) return false;
        for (const Cell cell : event.settled) known_.emplace_back(cell, event.are_mines);
        all.push_back(std::move(event));
    }
    Cells needed{reason.cell};
    for (auto event = all.rbegin(); event != all.rend(); ++event) {
        const bool is_needed =
            std::ranges::any_of(event->settled, [&](Cell cell) { return is_in(needed, cell); });
        if (!is_needed) continue;
        needed = merged(needed, event->uses);
        events.push_back(std::move(*event));
    }
    std::ranges::reverse(events);
    return true;
}

// The next event: of one clue if there is any, and one that reaches the cell first.
bool Teller::find_event(const Reason& reason, Event& event) {
    bool has_any = false;
    const auto take = [&](Event&& found) {
        const bool reaches = is_in(found.settled, reason.cell);
        if (reaches || !has_any) event = std::move(found);
        has_any = true;
        return reaches;
    };
    for (const Cell clue : reason.clues) {
        Event found;
        if (single(clue, found) && take(std::move(found))) return true;
    }
    if (has_any) return true;
    for (const Cell a : reason.clues) {
        for (const Cell b : reason.clues) {
            Event found;
            if (a != b && pair(a, b, found) && take(std::move(found))) return true;
        }
    }
    return has_any;
}

bool Teller::single(Cell clue, Event& event) {
    event.settled = unknown(clue);
    const Cells found = mines(clue);
    const std::int64_t needed = left(clue);
    const auto open = static_cast<std::int64_t>(event.settled.size());
    if (open == 0 || (needed != 0 && needed != open)) return false;
    const std::string who = name_clue(clue);
    event.clues = {clue};
    event.are_mines = needed != 0;
    event.result = who + " makes " + names(event.settled) + " " +
                   (event.are_mines ? a_mine(event.settled.size()) : "safe");
    if (!event.are_mines) {
        event.uses = found;
        event.ending = tell_served(clue, found);
        return true;
    }
    event.uses = around(clue, [&](Cell cell) { return is_settled(cell); });
    const std::string cells = needed == 1 ? "one covered cell" : number(needed) + " covered cells";
    event.ending = found.empty() ? who + " has only " + cells + " around it"
                                 : who + " needs " + number(needed) + " more " +
                                       plural("mine", needed) + " and has only " + cells + " left";
    return true;
}

std::string Teller::tell_served(Cell clue, const Cells& found) const {
    if (shown(clue) == 0) return name_clue(clue) + " has no mines around it";
    return name_clue(clue) + " already has " + its_mines(shown(clue)) + " at " + names(found);
}

// What clue b lets clue a say of the cells that only a has.
bool Teller::pair(Cell a, Cell b, Event& event) {
    const Cells cells_a = unknown(a), cells_b = unknown(b);
    Cells shared;
    std::ranges::set_intersection(cells_a, cells_b, std::back_inserter(shared));
    std::ranges::set_difference(cells_a, cells_b, std::back_inserter(event.settled));
    if (shared.empty() || event.settled.empty()) return false;
    const auto num_shared = static_cast<std::int64_t>(shared.size());
    const auto num_rest = static_cast<std::int64_t>(event.settled.size());
    const std::int64_t most = std::min(num_shared, left(b));
    const std::int64_t least = std::max<std::int64_t>(
        0, left(b) - (static_cast<std::int64_t>(cells_b.size()) - num_shared));
    event.are_mines = left(a) - most == num_rest;
    if (!event.are_mines && left(a) != least) return false;
    event.clues = {a, b};
    const auto settled = [&](Cell cell) { return is_settled(cell); };
    event.uses = merged(around(a, settled), around(b, settled));
    event.result = start_pair(b, shared, static_cast<std::size_t>(least), event.are_mines) + " " +
                   names(shared) + ", so " + name_clue(a) +
                   (event.are_mines ? " needs " + a_mine(event.settled.size()) + " at "
                                    : std::string(" has none left for ")) +
                   names(event.settled);
    event.ending = event.result;
    return true;
}

std::string Teller::start_pair(Cell clue, const Cells& shared, std::size_t least,
                               bool are_mines) const {
    const std::string who = name_clue(clue);
    const std::int64_t most = left(clue), fewest = static_cast<std::int64_t>(least);
    if (shared == unknown(clue)) return who + " has " + last_mines(most, shown(clue)) + " among";
    if (are_mines) {
        return who + " allows at most " + number(most) + " " + plural("mine", most) + " among";
    }
    return who + " must have at least " + number(fewest) + " " + plural("mine", fewest) + " among";
}

// The number of mines

std::string Teller::tell_with_mine_count(const Reason& reason) {
    count_cells();
    const std::int64_t mines_left = position_.num_mines - num_known_mines_;
    const std::string mines = number(mines_left) + " " + plural("mine", mines_left);
    if (reason.clues.empty()) {
        if (mines_left == 0) return "no mines are left";
        return mines + (mines_left == 1 ? " is" : " are") + " left for " + number(num_covered_) +
               " " + plural("covered cell", num_covered_);
    }
    Cells inside;
    for (const Cell clue : reason.clues)
        std::ranges::copy(unknown(clue), std::back_inserter(inside));
    std::ranges::sort(inside);
    const bool are_apart = std::ranges::adjacent_find(inside) == inside.end();
    if (are_apart && !is_in(inside, reason.cell)) return tell_apart(reason, mines_left);
    return std::string(reason.is_mine ? "without" : "with") + " a mine there, the " +
           (mines_left == 1 ? "one mine" : mines) + " left could not be placed to fit " +
           name_clues(reason.clues);
}

// Clues that share no cells hold their mines apart from the cell.
std::string Teller::tell_apart(const Reason& reason, std::int64_t mines_left) const {
    std::int64_t held = 0;
    for (const Cell clue : reason.clues) held += left(clue);
    std::string text = name_clues(reason.clues) + (reason.clues.size() == 1 ? " needs " : " need ");
    if (held != mines_left) {
        return text + number(held) + " of the " + number(mines_left) +
               " mines left, and all other covered cells the rest";
    }
    if (mines_left == 1) return text + "the only mine left";
    return text + (mines_left == 2 ? "both" : "all " + number(mines_left)) + " mines left";
}

void Teller::count_cells() {
    if (is_counted_) return;
    is_counted_ = true;
    for (Cell cell = 0; cell < position_.cells.size(); ++cell) {
        const Code code = position_.cells[cell];
        const bool is_flag = code == FLAGGED && trust_flags_;
        if (is_flag) flagged_.push_back(cell);
        num_known_mines_ += is_flag || code == MINE_SHOWN;
        num_covered_ += !is_flag && (code == COVERED || code == FLAGGED);
    }
}

std::vector<Cell> Teller::flags(const Reason& reason) {
    if (!trust_flags_) return {};
    if (reason.needs_mine_count) {
        count_cells();
        return flagged_;
    }
    Cells found;
    for (const Cell clue : reason.clues) {
        const auto is_flag = [&](Cell cell) { return position_.cells[cell] == FLAGGED; };
        found = merged(found, around(clue, is_flag));
    }
    return found;
}

// Looking

bool Teller::is_settled(Cell cell) const {
    const Code code = position_.cells[cell];
    if (code == MINE_SHOWN || (code == FLAGGED && trust_flags_)) return true;
    return std::ranges::find(known_, cell, &std::pair<Cell, bool>::first) != known_.end();
}

bool Teller::is_mine(Cell cell) const {
    const Code code = position_.cells[cell];
    if (code == MINE_SHOWN || (code == FLAGGED && trust_flags_)) return true;
    return std::ranges::find(known_, std::pair(cell, true)) != known_.end();
}

std::int64_t Teller::left(Cell clue) const {
    return shown(clue) - std::ssize(mines(clue));
}

template <class Test>
std::vector<Cell> Teller::around(Cell clue, Test test) const {
    const auto columns = static_cast<Cell>(position_.columns);
    const auto rows = static_cast<Cell>(position_.rows);
    const Cell row = clue / columns, column = clue % columns;
    Cells found;
    for (Cell r = row - (row > 0); r <= std::min(row + 1, rows - 1); ++r) {
        for (Cell c = column - (column > 0); c <= std::min(column + 1, columns - 1); ++c) {
            const Cell cell = r * columns + c;
            if (cell != clue && test(cell)) found.push_back(cell);
        }
    }
    return found;
}

std::vector<Cell> Teller::unknown(Cell clue) const {
    return around(clue, [&](Cell cell) {
        const Code code = position_.cells[cell];
        return (code == COVERED || code == FLAGGED) && !is_settled(cell);
    });
}

std::vector<Cell> Teller::mines(Cell clue) const {
    return around(clue, [&](Cell cell) { return is_mine(cell); });
}

// Naming

std::string Teller::names(const Cells& cells) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(cells.size(), MOST_NAMED); ++i) {
        text += (i ? " " : "") + name(cells[i]);
    }
    if (cells.size() > MOST_NAMED) {
        text += " and " + std::to_string(cells.size() - MOST_NAMED) + " more";
    }
    return text;
}

std::string Teller::name_clue(Cell clue) const {
    return "the " + number(shown(clue)) + " at " + name(clue);
}

std::string Teller::name_clues(const Cells& clues) const {
    const bool are_many = clues.size() > MOST_NAMED;
    const std::size_t named = are_many ? MOST_NAMED - 1 : clues.size();
    std::string text;
    for (std::size_t i = 0; i < named; ++i) {
        if (i) text += i + 1 == clues.size() ? " and " : ", ";
        text += name_clue(clues[i]);
    }
    if (are_many) text += " and " + std::to_string(clues.size() - named) + " other clues";
    return text;
}

}  // namespace sapper
