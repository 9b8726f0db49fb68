// What an agent is made of: an opener, deducers in order, a guesser.
//
// Parts see a position through `Sight`, never the layout. A deducer may keep
// state during one game and is told which cells changed since it last looked. To
// add a native part: write a class, add its name to the table in `parts.cpp`.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "game/errors.h"
#include "game/game.h"

namespace sapper {

class GameBelief;

// A rectangle of the grid, given by its first cell.
struct Region {
    int column;
    int row;
    int columns;
    int rows;
};

// What a window shows of the mine count (Kvietinskas 2021, section 5.4.1). The
// rim are the unseen cells around a window: covered in its view, whatever they are.
struct WindowCount {
    std::span<const std::uint8_t> is_inside;  // per padded cell: 1 inside, 0 on the rim
    std::int64_t most;                        // mines at most in the covered cells inside
    std::int64_t least;  // mines at least in those and in the rim's cells next to a clue 1 to 8
};

// The position as parts see it.
struct Sight {
    const Frame& frame;
    const std::vector<Code>& view;  // padded codes
    std::int64_t num_mines;
    std::int64_t num_covered;      // flagged ones not counted
    const Rules* rules = nullptr;  // of the whole game, where the sight is of a whole game
    // Inside a window the number of mines says nothing exact: use this instead of it.
    const WindowCount* window = nullptr;
    // The agent's shared belief, where there is a whole game to have one of.
    GameBelief* belief = nullptr;
    // What changed since the part looked last; deducers get it apart.
    std::span<const Padded> changed = {};
    std::int64_t deadline = 0;  // of a game against the clock, in steady_now(); 0: none
};

struct Proof {
    Padded at;
    Mark mark;
    std::uint32_t clues_end;  // its clues are those between the previous proof's end and this
};

// What has been proven in a game; each cell is proven once.
class Proofs {
  public:
    void start(std::size_t padded_size) {
        marks_.assign(padded_size, Mark::unknown);
        mines_.clear();
        clear_new();
    }
    Mark mark(Padded at) const { return marks_[at]; }
    const Mark* marks() const { return marks_.data(); }
    bool add(Padded at, Mark mark, std::span<const Padded> clues) {
        if (marks_[at] != Mark::unknown) return false;
        marks_[at] = mark;
        if (mark == Mark::mine) mines_.push_back(at);
        if (wants_clues_) clues_.insert(clues_.end(), clues.begin(), clues.end());
        fresh_.push_back({at, mark, static_cast<std::uint32_t>(clues_.size())});
        return true;
    }
    bool add(Padded at, Mark mark, Padded clue) { return add(at, mark, {&clue, 1}); }
    const std::vector<Proof>& fresh() const { return fresh_; }
    const std::vector<Padded>& clues() const { return clues_; }
    // Every mine proven in this game, in order: an agent without flags shows them nowhere else.
    const std::vector<Padded>& mines() const { return mines_; }
    // Naming the clues may cost more than the proof: parts ask whether anybody looks.
    bool wants_clues() const { return wants_clues_; }
    void set_wants_clues(bool wanted) { wants_clues_ = wanted; }
    void clear_new() {
        fresh_.clear();
        clues_.clear();
    }

  private:
    std::vector<Mark> marks_;
    std::vector<Proof> fresh_;  // proven in this turn
    std::vector<Padded> clues_;
    std::vector<Padded> mines_;
    bool wants_clues_ = false;
};

class Opener {
  public:
    virtual ~Opener() = default;
    virtual Cell open(const Sight& sight, Random& random) = 0;
};

class Deducer {
  public:
    virtual ~Deducer() = default;
    virtual void start(const Sight& sight) = 0;
    virtual void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) = 0;
    // How many windows it has considered in this game; the whole grid is not counted.
    virtual std::int64_t num_windows() const { return 0; }
    // What it saw when it last proved something, if that was less than the grid.
    virtual std::optional<Region> last_window() const { return std::nullopt; }
    // The cell whose value it assumed when it last proved something, if it works like that.
    virtual std::optional<Padded> last_assumed() const { return std::nullopt; }
};

// What was thought of a cell that might have been guessed.
struct GuessCandidate {
    Padded at = 0;
    double risk = 0.0;
    double progress = 0.0;  // chance that a safe cell follows; nan where all was searched
    double value = 0.0;     // estimated chance to win, or exact
    bool is_exact = false;
    double bonus = 0.0;  // of an estimate, for zeros
};

// What single clues say of a cell, for guessers that go by it.
struct CellChance {
    Padded at = 0;
    double chance = 0.0;
    int unknown_neighbours = 0;
};

class Guesser {
  public:
    virtual ~Guesser() = default;
    // A covered cell that is not proven to be a mine; at least one exists.
    virtual Padded guess(const Sight& sight, const Proofs& proofs, Random& random) = 0;
    // A new game begins.
    virtual void start(const Sight&) {}
    // Guesses of this game that had to be made before the work was done: limits
    // count states and nodes, never time.
    virtual std::int64_t num_cut_short() const { return 0; }
    // What was thought of the cells that might have been guessed, best first, and the
    // nodes it took; null where a guesser keeps no reasons.
    virtual const std::vector<GuessCandidate>* reasons(std::uint64_t& nodes) const {
        nodes = 0;
        return nullptr;
    }
    // The cells of the last guess by what single clues say of them, in reading order.
    virtual std::vector<CellChance> chances() const { return {}; }
    // Whether the last guess names a mine: the driver then flags the cell.
    virtual bool names_mine() const { return false; }
};

// A native part by name, with its options.
class PatternTable;  // agents/papers/vaitzman/patterns.h
using PartOption = std::variant<std::int64_t, double, std::string, std::shared_ptr<PatternTable>>;
struct PartSpec {
    std::string name;
    std::map<std::string, PartOption> options;

    std::int64_t integer(const std::string& key) const { return option<std::int64_t>(key); }
    // An integer that is no less than 0 and fits into 31 bits: a size, a distance, a limit.
    std::int32_t count(const std::string& key) const {
        const std::int64_t value = integer(key);
        if (value >= 0 && value <= INT32_MAX) return static_cast<std::int32_t>(value);
        throw Error("expected the option " + quote(key) + " of the native part " + quote(name) +
                    " from 0 to 2147483647, got " + std::to_string(value));
    }
    double number(const std::string& key) const { return option<double>(key); }
    const std::string& text(const std::string& key) const { return option<std::string>(key); }
    const std::shared_ptr<PatternTable>& table(const std::string& key) const {
        return option<std::shared_ptr<PatternTable>>(key);
    }

  private:
    template <class T>
    const T& option(const std::string& key) const {
        const auto found = options.find(key);
        const T* value = found == options.end() ? nullptr : std::get_if<T>(&found->second);
        if (value == nullptr) {
            throw Error("expected the option " + quote(key) + " of the native part " + quote(name) +
                        (found == options.end() ? ", got none" : " as another type"));
        }
        return *value;
    }
};

using MakeDeducer = std::function<std::unique_ptr<Deducer>()>;

std::unique_ptr<Opener> make_opener(const PartSpec& spec);
std::unique_ptr<Deducer> make_deducer(const PartSpec& spec);
// A deducer around others, which it makes as it needs them.
std::unique_ptr<Deducer> make_wrapper(const PartSpec& spec, const MakeDeducer& make_inner);
std::unique_ptr<Guesser> make_guesser(const PartSpec& spec);

// How to build the parts of one agent, any number of times.
struct AgentSpec {
    std::function<std::unique_ptr<Opener>()> opener;  // empty: the guesser chooses the first cell
    std::vector<MakeDeducer> deducers;
    std::function<std::unique_ptr<Guesser>()> guesser;  // empty: see asks_for_guesses
    bool asks_for_guesses = false;  // guesses come from outside; otherwise no guesser means stuck
    bool flags = true;
    double seconds = 0;  // for deciding, in a game; past it the game is lost. 0: no clock
    std::vector<std::string> deducer_names;
};

}  // namespace sapper
