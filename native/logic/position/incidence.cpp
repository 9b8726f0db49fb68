#include "logic/position/incidence.h"

namespace sapper {

// By counting: first_[cell] is the end of the cell's list until the last loop walks it back to
// the start.
void Incidence::look_at(const ConstraintSystem& system) {
    first_.assign(system.num_cells() + 1, 0);
    for (const Cell cell : system.members) ++first_[cell];
    std::uint32_t sum = 0;
    for (std::uint32_t& first : first_) first = sum += first;
    constraints_.resize(system.members.size());
    for (auto i = static_cast<std::uint32_t>(system.constraints.size()); i-- > 0;) {
        for (const Cell cell : system.cells_of(system.constraints[i])) {
            constraints_[--first_[cell]] = i;
        }
    }
}

}  // namespace sapper
