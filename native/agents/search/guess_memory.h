// What a search found for positions that come back game after game.
//
// Early in the game few cells are shown, so the same positions are met again and again,
// and a search always finds the same there. One table for each thread and each set of
// options; a full slot is given up once nobody asks for it. Games are the same with and
// without it.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/search/look_ahead.h"

namespace sapper {

class GuessMemory {
  public:
    // A position by what is known of it; the last three only make sure.
    struct Name {
        std::uint64_t key = 0;
        std::int64_t mines_left = 0;
        std::uint32_t num_unknown = 0;
        std::int32_t columns = 0, rows = 0;
        bool operator==(const Name&) const = default;
    };
    struct Found {
        Padded at = NONE;
        GuessKind kind = GuessKind::none;
        std::uint64_t nodes = 0;
        std::int64_t cut_short = 0;
        std::vector<GuessCandidate> candidates;
    };

    // The memory of this thread for searches with these options.
    static GuessMemory& of(const LookAheadOptions& options);

    // Null where the position is not known.
    const Found* find(const Name& name);
    void keep(const Name& name, const Found& found);

  private:
    struct Slot {
        Name name;
        std::uint32_t asked = 0;  // since it was kept, less one for each time it was in the way
        Found found;
    };

    std::vector<Slot> slots_;
};

}  // namespace sapper
