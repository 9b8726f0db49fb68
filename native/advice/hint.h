// The one hint: what to open next, and why in a sentence.
//
// If a cell is proven safe: the easiest technique first, then the nearest to a given cell,
// then reading order. If not: what the strongest player of effort fast would guess
// (agents/search/look_ahead.h), with its candidates. Every face asks here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/reasons.h"
#include "agents/search/look_ahead.h"
#include "logic/belief/belief.h"

namespace sapper {

enum class HintKind : std::uint8_t { safe, wrong_flag, guess, mines };

std::string_view name_of(HintKind kind);

// A cell that might be guessed, and what the search thinks of it.
struct Candidate {
    Cell cell = 0;
    double risk = 0.0;
    std::optional<double> progress;  // the chance that a safe cell follows, unless all was searched
    double value = 0.0;              // the chance to win: exact, or what the search estimates
    bool is_exact = false;
    bool operator==(const Candidate&) const = default;

    // "r1c3: risk 25.0%, progress 50%, worth about 0.7000"
    std::string describe(int columns) const;
};

// Where every covered cell is a mine, `cell` is the first of them and nothing is to be opened.
struct Hint {
    Cell cell = 0;
    HintKind kind = HintKind::mines;
    double risk = 1.0;
    Technique technique = Technique::guess;
    std::string sentence;
    std::optional<Reason> reason;       // of a proven cell
    std::vector<Candidate> candidates;  // of a guess, best first
    std::uint64_t nodes = 0;
};

// Of a position that was analysed; `assumed_safe` are cells that are taken as safe. A
// proven cell has its sentence only if `tells`; `kept` saves the memory of proofs. None where no
// cell is covered.
std::optional<Hint> find_hint(Belief& belief, std::optional<Cell> near,
                              std::span<const Cell> assumed_safe = {}, bool tells = true,
                              ReasonFinder* kept = nullptr);

// The hint of a guess that a search chose; NONE for the least risk.
Hint tell_guess(Belief& belief, Padded chosen, std::span<const GuessCandidate> candidates,
                std::uint64_t nodes);

// What a search found, best first.
std::vector<Candidate> list_candidates(const Frame& frame,
                                       std::span<const GuessCandidate> candidates);

// Prepares a finder of reasons for what a belief holds.
void look_at(ReasonFinder& finder, Belief& belief, std::span<const Cell> assumed_safe);

}  // namespace sapper
