#include "agents/place_parts.h"

#include "agents/basic_parts.h"

namespace sapper {

Cell PlaceOpener::open(const Sight& sight, Random& random) {
    const auto fits = [&](Padded at) {
        return sight.rules == nullptr ||
               sight.num_mines <= sight.rules->most_mines(sight.frame.to_cell(at));
    };
    std::vector<Padded> cells;
    for (int place = static_cast<int>(place_); place >= 0 && cells.empty(); --place) {
        for_cells(sight.frame, [&](Padded at) {
            if (place_of(sight.frame, at) != static_cast<Place>(place) || !fits(at)) return;
            cells.push_back(at);
        });
    }
    return sight.frame.to_cell(draw(cells, random));
}

Padded PlaceGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    // Ranks: corner, edge, interior by the frontier, interior elsewhere.
    int best_rank = 4;
    best_.clear();
    for_allowed(sight, proofs, [&](Padded at) {
        int rank = static_cast<int>(place_of(sight.frame, at));
        if (rank > best_rank) return;
        if (rank == static_cast<int>(Place::interior)) {
            bool by_clue = false;
            sight.frame.for_neighbours(at,
                                       [&](Padded next) { by_clue |= is_clue(sight.view[next]); });
            if (!by_clue) rank = 3;
            if (rank > best_rank) return;
        }
        if (rank < best_rank) best_.clear();
        best_rank = rank;
        best_.push_back(at);
    });
    return draw(best_, random);
}

}  // namespace sapper
